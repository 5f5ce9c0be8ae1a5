"""A result is reused only where everything it depends on is the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import catalog, keys
from grader.model import Exercise, Submission
from tests.engine import HONEST, SLUG, exercise


def submission(**fields: object) -> Submission:
    return Submission(**{"path": "a.py", "exercise": SLUG, "source": HONEST} | fields)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _forget_digests() -> None:
    keys.grader_digest.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "exercises"
    shutil.copytree(exercise().directory, place / SLUG)
    return place


def key(given: Exercise, **fields: object) -> bytes:
    return keys.key_of(submission(**fields), keys.exercise_digest(given), None)


def test_what_does_not_matter_does_not_count(folder: Path) -> None:
    before = key(exercise())
    assert key(exercise(), path="b.py", student="bo", notes=("a note",)) == before
    assert key(catalog.load(folder, SLUG)) == before
    (folder / SLUG / f"{SLUG}.py").write_text("what a learner is writing\n")
    (folder / SLUG / "__pycache__").mkdir(exist_ok=True)
    (folder / SLUG / "__pycache__" / "x.pyc").write_bytes(b"x")
    (folder / SLUG / ".swp").write_bytes(b"x")
    assert key(catalog.load(folder, SLUG)) == before


@pytest.mark.parametrize(
    "fields",
    [
        {"source": HONEST + b"#"},
        {"unreadable": "The file cannot be opened."},
        {"unreadable": "There is none.", "source": b""},
        {"cells": (1, 4)},
        {"cells": (12,)},
    ],
    ids=str,
)
def test_the_content_of_a_submission_counts(fields: dict[str, object]) -> None:
    others = [key(exercise()), *(key(exercise(), cells=cells) for cells in ((1, 2), (1,), (14,)))]
    assert key(exercise(), **fields) not in others


@pytest.mark.parametrize("name", ["exercise.toml", "pattern.py", "test_numbers.py", "README.md", "data/inputs.csv"])
def test_every_file_of_an_exercise_counts(folder: Path, name: str) -> None:
    before = key(catalog.load(folder, SLUG))
    path = folder / SLUG / name
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + "\n# changed\n")
    assert key(catalog.load(folder, SLUG)) != before


@pytest.mark.parametrize(
    "line", ["cpu_seconds = 10", "wall_seconds = 30", "memory_mb = 1024", "output_kb = 1024", "numbers = 4"]
)
def test_limits_and_points_count(line: str) -> None:
    given = exercise()
    text = Path(given.directory, "exercise.toml").read_text()
    assert text.count(f"\n{line}\n") == 1
    name, value = line.split(" = ")
    part = "points" if name == "numbers" else "limits"
    import msgspec

    other = msgspec.structs.replace(getattr(given, part), **{name: int(value) + 1})
    assert key(msgspec.structs.replace(given, **{part: other})) != key(given)


def test_the_seed_counts() -> None:
    digest = keys.exercise_digest(exercise())
    found = {keys.key_of(submission(), digest, seed) for seed in (None, 0, 1)}
    assert len(found) == 3


def of_other_version(name: str) -> Callable[[str], str]:
    return lambda package: "0.0" if package == name else "1.0"


@pytest.mark.parametrize("package", ["jax", "jaxlib", "numpy", "libcst"])
def test_versions_count(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    found = set()
    for other in (package, ""):
        monkeypatch.setattr(keys, "version", of_other_version(other))
        keys.grader_digest.cache_clear()
        found.add(key(exercise()))
    assert len(found) == 2


@pytest.mark.parametrize("name", ["judge.py", "sandbox/child.py", "report/schema.json"])
def test_the_graders_own_code_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    shutil.copytree(keys.ROOT, tmp_path / "grader")
    monkeypatch.setattr(keys, "ROOT", tmp_path / "grader")
    before = key(exercise())
    path = tmp_path / "grader" / name
    path.write_text(path.read_text() + "\n")
    keys.grader_digest.cache_clear()
    assert key(exercise()) != before
