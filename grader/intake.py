"""From a path to submissions: what is read, what is refused, and whose fault that is."""

from __future__ import annotations

import ast
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.model import Exercise, Submission, UsageError

MAX_BYTES = 1_000_000
"""Largest file that is read."""
SKIPPED = frozenset({".git", ".venv", "__pycache__", "node_modules", "tests", "grader"})


def submissions(path: Path, exercises: Mapping[str, Exercise], slug: str | None = None) -> Iterator[Submission]:
    """Walk the submissions at a path: a file, or a repository that holds one.

    Raises UsageError where there is nothing to grade.
    """
    if path.is_dir() and not path.is_symlink():
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
    source, unreadable = read(path)
    yield Submission(
        path=str(path),
        exercise=choose(path, source, exercises, slug),
        source=source,
        unreadable=unreadable,
    )


def _of_directory(path: Path, exercises: Mapping[str, Exercise], slug: str | None) -> Iterator[Submission]:
    wanted = [slug] if slug is not None else list(exercises)
    found = False
    for name in wanted:
        for place in (path / f"{name}.py", path / name / f"{name}.py", path / "exercises" / name / f"{name}.py"):
            if place.is_file():
                found = True
                source, unreadable = read(place)
                yield Submission(path=str(place), exercise=name, source=source, unreadable=unreadable)
                break
    if found:
        return
    loose = [p for p in sorted(path.glob("*.py")) if p.is_file()]
    for place in loose:
        source, unreadable = read(place)
        yield Submission(
            path=str(place),
            exercise=choose(place, source, exercises, slug),
            source=source,
            unreadable=unreadable,
        )
    if not loose:
        names = ", ".join(f"{name}.py" for name in wanted)
        raise UsageError(f"{path} is a directory without a submission (looked for {names})")


def read(path: Path) -> tuple[bytes, str | None]:
    """Read a regular file without following a link at its end; say why when it cannot be."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        return b"", f"The file cannot be opened: {error.strerror}."
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            return b"", "This is not a regular file (a folder, a pipe or a device), so there is nothing to read."
        if info.st_size > MAX_BYTES:
            return b"", f"The file is {info.st_size / 1e6:.1f} MB; the limit is 1 MB. Hand in the answer alone."
        parts: list[bytes] = []
        size = 0
        while part := os.read(handle, 1 << 16):
            size += len(part)
            if size > MAX_BYTES:
                return b"", "The file is over 1 MB; hand in the answer alone."
            parts.append(part)
        return b"".join(parts), None
    except OSError as error:
        return b"", f"The file cannot be read: {error.strerror}."
    finally:
        os.close(handle)


def choose(path: Path, source: bytes, exercises: Mapping[str, Exercise], slug: str | None) -> str:
    """Decide which exercise a file answers: the one asked for, the one it is named after, the one it defines."""
    if slug is not None:
        if slug not in exercises:
            raise UsageError(f"there is no exercise `{slug}` (there are: {', '.join(exercises) or 'none'})")
        return slug
    for name in (path.stem, path.parent.name):
        if name in exercises:
            return name
    if len(exercises) == 1:
        return next(iter(exercises))
    defined = _defines(source)
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
