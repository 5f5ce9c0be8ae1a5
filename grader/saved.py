"""Results read back: from a JSON report, or from a journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath

import msgspec

from grader.journal import KIND, Journal
from grader.model import Grade, UsageError, Value
from grader.people import key
from grader.report.json import SCHEMA, Environment


class Saved(Value, frozen=True, kw_only=True):
    """The results of an earlier run."""

    grades: tuple[Grade, ...]
    environment: Environment | None = None
    """What graded; a journal does not say."""
    complete: bool = True
    """False for a journal: it has each file once, under the name it was first graded by, and all runs together."""
    note: str = ""
    """What of the file could not be read."""


class _Report(Value, frozen=True, kw_only=True):
    """The JSON report, as far as it is read back."""

    schema: str
    environment: Environment
    submissions: tuple[Grade, ...]


def load(path: Path) -> Saved:
    """Read results back. Raises UsageError for what is neither a report nor a journal."""
    try:
        with path.open("rb") as stream:
            start = stream.read(len(KIND))
            data = b"" if start == KIND else start + stream.read()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if start == KIND:
        return _from_journal(path)
    try:
        report = msgspec.json.decode(data, type=_Report)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path} is not a JSON report of this grader ({error}); make one with --report json=FILE"
        ) from None
    if report.schema != SCHEMA:
        raise UsageError(f"{path} is a report of another kind: {report.schema}")
    return Saved(grades=report.submissions, environment=report.environment)


def _from_journal(path: Path) -> Saved:
    grades: list[Grade] = []
    with Journal(path, reading=True) as journal:
        for one in journal:
            try:
                grades.append(journal[one])
            except msgspec.ValidationError:
                continue  # a result in the form of another version
        note = journal.note
    return Saved(grades=tuple(grades), complete=False, note=note)


def matching(grades: Sequence[Grade], text: str) -> list[Grade]:
    """Find results by path, student, id, or a part of a path or name: the first of these by which any is found."""
    wanted = key(text)
    if not wanted:
        return []
    tests: tuple[Callable[[Grade], bool], ...] = (
        lambda grade: grade.submission == text,
        lambda grade: key(grade.student or "") == wanted,
        lambda grade: (
            wanted in {name for known in grade.identity for name in (key(known), key(known).partition(":")[2])}
        ),
        lambda grade: grade.submission.endswith(f"/{text.removeprefix('./')}"),
        lambda grade: PurePath(grade.submission).stem == text,
        lambda grade: wanted in key(grade.submission) or wanted in key(grade.student or ""),
    )
    return next((found for test in tests if (found := [grade for grade in grades if test(grade)])), [])
