"""From a path to submissions: what is read, what is refused, and whose fault that is."""

from __future__ import annotations

import ast
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os.path import commonprefix
from pathlib import Path

from grader import notebook
from grader.model import Exercise, Submission, UsageError

MAX_BYTES = 1_000_000
"""Largest file that is read."""
MAX_NOTEBOOK_BYTES = 10_000_000
"""Notebooks carry their outputs, so they may be larger; their code may not."""
SUFFIXES = (".py", ".ipynb")
SKIPPED = frozenset({"__pycache__", "node_modules", "tests", "grader", "solutions"})


@dataclass(frozen=True, slots=True)
class Found:
    """One submission that was found; it is read when its turn comes."""

    path: Path
    exercise: str
    student: str | None = None
    missing: str | None = None
    """Why there is no file at all, for a repository without a submission."""

    def read(self) -> Submission:
        """Read it."""
        if self.missing is not None:
            return Submission(
                path=str(self.path), exercise=self.exercise, student=self.student, source=b"", unreadable=self.missing
            )
        source, unreadable = read(self.path)
        cells: tuple[int, ...] = ()
        notes: tuple[str, ...] = ()
        if self.path.suffix == ".ipynb" and unreadable is None:
            try:
                found = notebook.read(source)
                source, cells, notes = found.source, found.cells, found.notes
            except notebook.NotANotebook as error:
                source, unreadable = b"", str(error)
        return Submission(
            path=str(self.path),
            exercise=self.exercise,
            student=self.student,
            source=source,
            unreadable=unreadable,
            cells=cells,
            notes=notes,
        )


def submissions(path: Path, exercises: Mapping[str, Exercise], slug: str | None = None) -> Iterator[Submission]:
    """Read the submissions at a path. Raises UsageError where there is nothing to grade."""
    for found in find(path, exercises, slug):
        yield found.read()


def find(path: Path, exercises: Mapping[str, Exercise], slug: str | None = None) -> Iterator[Found]:
    """Find the submissions at a path: a file, a student's repository, or a folder of either.

    Raises UsageError where there is nothing to grade.
    """
    if slug is not None and slug not in exercises:
        raise UsageError(f"there is no exercise `{slug}` (there are: {', '.join(exercises) or 'none'})")
    if path.is_dir():
        yield from _of_directory(path, exercises, slug)
        return
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be looked at: {error.strerror}") from None
    if stat.S_ISLNK(mode) and not path.exists():
        raise UsageError(f"{path} is a link to a file that is not there")
    yield Found(path, choose(path, exercises, slug))


def _of_directory(path: Path, exercises: Mapping[str, Exercise], slug: str | None) -> Iterator[Found]:
    wanted = [slug] if slug is not None else list(exercises)
    own = list(_of_repository(path, wanted))
    if own:
        yield from own
        return
    loose = [p for p in sorted(path.iterdir()) if p.suffix in SUFFIXES and not p.is_dir()]
    if loose:
        for place in loose:
            yield Found(place, choose(place, exercises, slug))
        return
    folders = [p for p in sorted(path.iterdir()) if p.is_dir() and not p.name.startswith(".") and p.name not in SKIPPED]
    per_folder = [(folder, list(_of_repository(folder, wanted))) for folder in folders]
    if not any(found for _, found in per_folder):
        names = ", ".join(f"{name}.py" for name in wanted)
        raise UsageError(f"{path} is a directory without a submission (looked for {names})")
    prefix = _common([folder.name for folder in folders], wanted)
    expected = sorted({f.exercise for _, found in per_folder for f in found})
    for folder, found in per_folder:
        student = folder.name.removeprefix(prefix)
        present = {f.exercise: f for f in found}
        for name in expected:
            if name in present:
                yield Found(present[name].path, name, student)
            else:
                yield Found(folder / f"{name}.py", name, student, missing=f"There is no {name}.py in {folder.name}.")


def _of_repository(path: Path, wanted: list[str]) -> Iterator[Found]:
    for name in wanted:
        for suffix in SUFFIXES:
            file = name + suffix
            place = next(
                (p for p in (path / file, path / name / file, path / "exercises" / name / file) if p.is_file()), None
            )
            if place is not None:
                yield Found(place, name)
                break


def _common(names: list[str], wanted: list[str]) -> str:
    """Return what repositories of one assignment are named by before the student: ``assignment-``."""
    if len(names) < 2:
        return next((f"{slug}-" for slug in wanted if names and names[0].startswith(f"{slug}-")), "")
    prefix = commonprefix(names)  # noqa: RUF071 - names, not paths: character by character is what is meant
    return prefix[: prefix.rfind("-") + 1]


def read(path: Path) -> tuple[bytes, str | None]:
    """Read a regular file without waiting for a pipe; say why when it cannot be read."""
    limit = MAX_NOTEBOOK_BYTES if path.suffix == ".ipynb" else MAX_BYTES
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        return b"", f"The file cannot be opened: {error.strerror}."
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            return b"", "This is not a regular file (a folder, a pipe or a device), so there is nothing to read."
        parts: list[bytes] = []
        size = info.st_size
        while size <= limit and (part := os.read(handle, 1 << 16)):
            parts.append(part)
            size = max(size, sum(map(len, parts)))
        if size > limit:
            return (
                b"",
                f"The file is {size / 1e6:.1f} MB; the limit is {limit // 1_000_000} MB. Hand in the answer alone.",
            )
        return b"".join(parts), None
    except OSError as error:
        return b"", f"The file cannot be read: {error.strerror}."
    finally:
        os.close(handle)


def choose(path: Path, exercises: Mapping[str, Exercise], slug: str | None) -> str:
    """Decide which exercise a file answers: the one asked for, the one it is named after, the one it defines."""
    if slug is not None:
        return slug
    for name in (path.stem, path.parent.name):
        if name in exercises:
            return name
    if len(exercises) == 1:
        return next(iter(exercises))
    defined = _defines(read(path)[0])
    fitting = [name for name, exercise in exercises.items() if exercise.entrypoint in defined]
    if len(fitting) == 1:
        return fitting[0]
    raise UsageError(
        f"it is not clear which exercise {path} answers; name it with --exercise (one of: {', '.join(exercises)})"
    )


def _defines(source: bytes) -> set[str]:
    if len(source) > 100_000:
        return set()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return names
