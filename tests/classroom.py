"""A class with known verdicts: repositories made from the project's own corpora.

Right and wrong answers, hostile ones, empty ones, repositories without the file, copies of a neighbour's, notebooks, and
files that cannot be read. The same count and seed make the same class.
"""

from __future__ import annotations

import ast
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.engine import HONEST, SLUG, exercise

HERE = Path(__file__).parent
RIGHT = [*sorted((HERE / "corpus" / "right").rglob("*.py")), *sorted((HERE / "source" / "accepted").glob("*.py"))]
WRONG = sorted((HERE / "source" / "rejected").glob("*.py"))
HOSTILE = sorted((HERE / "attacks" / "submissions").glob("*.py"))
QUICK_TO_END = {"answers_once_then_lies", "exit_0", "forged_frame", "kills_itself", "segfault", "tcp", "writes_tmp"}
"""Hostile ones that use up no limit: enough for a small class."""
SHARES = {"right": 44, "wrong": 18, "hostile": 8, "empty": 4, "copy": 14, "notebook": 10, "unreadable": 2}


@dataclass(frozen=True)
class Student:
    """One repository: what is in it, and what a grader must say of it."""

    name: str
    kind: str
    verdict: str
    source: bytes | None
    """What stands in its file; None where there is none to read."""


class Class:
    """A folder of repositories."""

    def __init__(self, folder: Path, count: int, seed: int = 0, *, quick: bool = False) -> None:
        """Make it; ``quick`` leaves out submissions that run into a limit."""
        self.folder, self.students = folder, list[Student]()
        self._rng = random.Random(seed)
        self._hostile = [p for p in HOSTILE if not quick or p.stem in QUICK_TO_END]
        kinds = list(SHARES)[: count if count < len(SHARES) else None]
        kinds += self._rng.choices(list(SHARES), weights=list(SHARES.values()), k=count - len(kinds))
        self._rng.shuffle(kinds)
        makers: dict[str, Callable[[Path, str], Student]] = {
            "right": self._right,
            "wrong": self._wrong,
            "hostile": self._attack,
            "empty": self._empty,
            "copy": self._copy,
            "notebook": self._notebook,
            "unreadable": self._unreadable,
        }
        for number, kind in enumerate(kinds):
            name = f"s{number:05}"
            place = folder / f"homework-{name}"
            place.mkdir(parents=True)
            (place / "README.md").write_text(f"# Homework of {name}\n")
            self.students.append(makers[kind](place, name))

    @property
    def verdicts(self) -> dict[str, str]:
        """What must come of each."""
        return {student.name: student.verdict for student in self.students}

    def _file(self, place: Path, name: str, kind: str, verdict: str, source: bytes) -> Student:
        where = place if self._rng.random() < 0.8 else place / SLUG
        where.mkdir(exist_ok=True)
        (where / f"{SLUG}.py").write_bytes(source)
        return Student(name, kind, verdict, source)

    def _signed(self, path: Path, name: str) -> bytes:
        return path.read_bytes() + f"\n# {name}\n".encode()

    def _right(self, place: Path, name: str) -> Student:
        return self._file(place, name, "right", "pass", self._signed(self._rng.choice(RIGHT), name))

    def _wrong(self, place: Path, name: str) -> Student:
        return self._file(place, name, "wrong", "fail", self._signed(self._rng.choice(WRONG), name))

    def _attack(self, place: Path, name: str) -> Student:
        return self._file(place, name, "hostile", "fail", self._rng.choice(self._hostile).read_bytes())

    def _empty(self, place: Path, name: str) -> Student:
        source = self._rng.choice([b"", b"\n\n", b"# TODO\n", b"import jax\n", None])
        if source is None:
            return Student(name, "empty", "fail", None)
        return self._file(place, name, "empty", "fail", source)

    def _copy(self, place: Path, name: str) -> Student:
        readable = [s for s in self.students if s.source is not None and s.kind != "notebook"]
        if not readable:
            return self._right(place, name)
        other = self._rng.choice(readable)
        assert other.source is not None
        return self._file(place, name, "copy", other.verdict, other.source)

    def _notebook(self, place: Path, name: str) -> Student:
        verdict = self._rng.choice(["pass", "fail"])
        while True:
            path = self._rng.choice(RIGHT if verdict == "pass" else WRONG)
            try:
                text = path.read_bytes().decode()
                cells = cells_of(text, self._rng)
            except (UnicodeDecodeError, SyntaxError):
                continue
            if not text.isascii() or "\r" in text:
                continue
            break
        document = notebook([*cells, f"# {name}\n"])
        (place / f"{SLUG}.ipynb").write_text(document)
        return Student(name, "notebook", verdict, document.encode())

    def _unreadable(self, place: Path, name: str) -> Student:
        file = place / f"{SLUG}.py"
        match self._rng.choice(["large", "bytes", "nulls", "folder", "link"]):
            case "large":
                file.write_bytes(HONEST + b"#" * 1_500_000)
            case "bytes":
                file.write_bytes(HONEST + b"# \xff\xfe\n")
            case "nulls":
                file.write_bytes(HONEST + b"# \0\n")
            case "folder":
                file.mkdir()
            case "link":
                file.symlink_to("nowhere.py")
        return Student(name, "unreadable", "fail", None)


def cells_of(text: str, rng: random.Random) -> list[str]:
    """Cut a program into cells before some of its statements."""
    lines = text.splitlines(keepends=True)
    starts = [
        min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) for node in ast.parse(text).body
    ]
    # Statements that share a line with the one before stay with it.
    cuts = sorted({1, *(n for n in starts[1:] if n not in starts[:1] and rng.random() < 0.5)})
    return ["".join(lines[a - 1 : b - 1]) for a, b in zip(cuts, [*cuts[1:], len(lines) + 1], strict=True)]


def notebook(cells: list[str]) -> str:
    """Write code cells as a notebook, among text, a magic and a shell line."""

    def code(text: str) -> dict[str, object]:
        return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": text}

    text = {"cell_type": "markdown", "metadata": {}, "source": "# Homework\n"}
    document = {
        "cells": [text, code("%matplotlib inline\n"), *map(code, cells), code("!pip list\n")],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(document)


def exercises_with_short_limits(folder: Path) -> Path:
    """Copy the exercise with limits that hostile submissions reach sooner; return the folder to name with --exercises.

    The two are far apart, so that a loop reaches the same one of them on a busy machine too.
    """
    shutil.copytree(exercise().directory, folder / SLUG)
    path = folder / SLUG / "exercise.toml"
    text = path.read_text()
    for line, shorter in (("cpu_seconds = 10", "cpu_seconds = 4"), ("wall_seconds = 30", "wall_seconds = 40")):
        assert line in text
        text = text.replace(line, shorter)
    path.write_text(text)
    return folder
