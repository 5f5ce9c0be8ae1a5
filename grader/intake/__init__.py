"""From a path to submissions: what is read, what is refused, and whose fault that is."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from grader.intake.files import MAX_BYTES, MAX_NOTEBOOK_BYTES, SUFFIXES, Fault, limit_of, read_file
from grader.intake.found import Found
from grader.intake.layouts import Wanted, choose
from grader.intake.layouts import submissions as in_tree
from grader.intake.tree import FolderTree, Tree, Unlisted, visible
from grader.model import Exercise, Submission, UsageError

__all__ = ["MAX_BYTES", "MAX_NOTEBOOK_BYTES", "SUFFIXES", "Found", "apart", "find", "find_all", "read", "submissions"]


Say = Callable[[str], None]


def _silent(_: str) -> None:
    """Say nothing."""


def submissions(path: Path, exercises: Mapping[str, Exercise], slug: str | None = None) -> Iterator[Submission]:
    """Read the submissions at a path. Raises UsageError where there is nothing to grade."""
    for found in find(path, exercises, slug):
        yield found.read()


def find(
    path: Path, exercises: Mapping[str, Exercise], slug: str | None = None, say: Say = _silent, *, several: bool = False
) -> Iterator[Found]:
    """Find the submissions at a path: a file, a repository, a class, an export; as a folder or as a zip archive.

    ``say`` takes sentences on what was left out. Raises UsageError where there is nothing to grade.
    """
    if slug is not None and slug not in exercises:
        raise UsageError(f"there is no exercise `{slug}` (there are: {', '.join(exercises) or 'none'})")
    wanted = Wanted(exercises, slug, say, several)
    shown = Path(visible(str(path)))
    try:
        if path.is_dir():
            yield from in_tree(FolderTree(path), wanted)
            return
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) and not path.exists():
            raise UsageError(f"{shown} is a link to a file that is not there")
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be looked at: {error.strerror}") from None
    except Unlisted as error:
        raise UsageError(f"{shown}: {error}") from None
    if path.suffix.lower() == ".zip" and path.is_file():
        yield from in_tree(_archive(path), wanted)
        return
    slug = choose(path.name, path.absolute().parent.name, partial(read_file, path, MAX_BYTES), wanted)
    yield Found(path, slug)


def find_all(
    paths: Sequence[Path], exercises: Mapping[str, Exercise], slug: str | None = None, say: Say = _silent
) -> list[Found]:
    """Find the submissions at all of these paths; of several paths, each names a student where nothing else does.

    One of several paths with nothing to grade is listed as such.

    Raises:
        UsageError: There is nothing to grade at any of them.

    """
    if len(paths) == 1:
        return list(find(paths[0], exercises, slug, say))
    from grader.intake.several import owned  # noqa: PLC0415 - a learner grades one path

    rows: list[tuple[Path, list[Found]]] = []
    refused: dict[int, UsageError] = {}
    for path in paths:
        try:
            rows.append((path, list(find(path, exercises, slug, say, several=True))))
        except UsageError as error:
            refused[len(rows)] = error
            rows.append((path, []))
    known = next((one.exercise for _, found in rows for one in found), None)
    if refused and known is None:
        raise next(iter(refused.values()))
    for at, reason in refused.items():
        path = rows[at][0]
        rows[at] = (path, [Found(Path(visible(str(path))), slug or known or "", missing=Fault(reason))])
    return owned(rows, exercises)


def apart(found: Sequence[Found]) -> list[Found]:
    """Tell students apart who have one name in two of the folders given."""
    if len({one.home for one in found}) < 2:
        return list(found)
    from grader.intake.several import apart as told_apart  # noqa: PLC0415 - a learner grades one path

    return told_apart(found)


def read(path: Path) -> tuple[bytes, str | None]:
    """Read a regular file without waiting for a pipe; say why when it cannot be read."""
    return read_file(path, limit_of(path.name))


def _archive(path: Path) -> Tree:
    from grader.intake.archive import ZipTree, opened  # noqa: PLC0415 - only archives need it

    return ZipTree(opened(path), Path(visible(str(path))))
