"""The house stands: imports only go down, jax lives in the sandbox, and nothing trusted runs or unpickles learner code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GRADER = ROOT / "grader"
FLOORS = (
    ("model", "bounds", "people", "cells", "interpreter"),
    ("catalog", "notebook", "outputs", "source", "sandbox", "report"),
    ("intake", "progress", "reference"),
    ("words", "solve", "numbers", "judge", "grade"),
    ("batch", "cluster", "crew", "journal", "keys", "outpost", "worker", "results", "gradebook", "saved"),
    ("shown", "skeleton", "verify", "watching"),
    ("commands",),
    ("cli", "__main__", "__init__"),
)
"""Rooms from the ground up. A room may import from lower floors; on the second floor rooms are blind to each other."""
BLIND = 1
JAX_ROOMS = {"sandbox/child.py", "sandbox/shortcuts.py"}
RUNNERS = {"sandbox/child.py"}


def floor_of(room: str) -> int:
    for number, rooms in enumerate(FLOORS):
        if room in rooms:
            return number
    raise AssertionError(f"the room {room} has no floor: add it to FLOORS")


def room_of(path: Path) -> str:
    return path.relative_to(GRADER).parts[0].removesuffix(".py")


def imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute here"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def violations(room: str, text: str) -> list[str]:
    found = []
    for name in imports(text):
        parts = name.split(".")
        if parts[0] != "grader" or len(parts) < 2 or parts[1] == room:
            continue
        target = parts[1]
        if not (GRADER / target).is_dir() and not (GRADER / f"{target}.py").is_file():
            continue  # a name of the package itself, such as the version
        mine, theirs = floor_of(room), floor_of(target)
        if theirs > mine or (theirs == mine == BLIND):
            found.append(f"{room} imports {target}")
    return list(dict.fromkeys(found))


def modules() -> list[Path]:
    return sorted(GRADER.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(GRADER)))
def test_imports_only_go_down(path: Path) -> None:
    assert violations(room_of(path), path.read_text()) == []


def test_the_rule_can_be_broken() -> None:
    assert violations("model", "from grader.cli import main") == ["model imports cli"]
    assert violations("source", "import grader.sandbox.wire") == ["source imports sandbox"]
    assert violations("grade", "from grader.source.check import check_source") == []


def jax_imports(text: str) -> list[str]:
    return [name for name in imports(text) if re.match(r"(jax|jaxlib)\b", name)]


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(GRADER)))
def test_jax_lives_in_the_sandbox(path: Path) -> None:
    if path.relative_to(GRADER).as_posix() not in JAX_ROOMS:
        assert jax_imports(path.read_text()) == []


def test_the_jax_rule_can_be_broken() -> None:
    assert jax_imports("def f():\n    from jax import numpy") == ["jax", "jax.numpy"]


def dangers(text: str) -> list[str]:
    found = [
        name for name in imports(text) if name.split(".")[0] in {"pickle", "dill", "cloudpickle", "shelve", "marshal"}
    ]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"}:
            found.append(node.func.id)
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(GRADER)))
def test_nothing_is_unpickled_and_learner_code_runs_only_in_the_child(path: Path) -> None:
    found = dangers(path.read_text())
    if path.relative_to(GRADER).as_posix() in RUNNERS:
        assert set(found) <= {"exec"}
    else:
        assert found == []


def test_the_danger_rule_can_be_broken() -> None:
    assert dangers("import pickle\nexec('x')") == ["pickle", "exec"]


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(GRADER)))
def test_rooms_stay_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 720
