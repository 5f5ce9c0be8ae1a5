"""Results read back: from a JSON report, or from a journal."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grader.journal import MAGIC, Journal
from grader.model import Grade, UsageError, Value
from grader.report.json import SCHEMA, Environment


class Saved(Value, frozen=True, kw_only=True):
    """The results of an earlier run."""

    grades: tuple[Grade, ...]
    environment: Environment | None = None
    """What graded; a journal does not say."""
    complete: bool = True
    """False for a journal: it has each file once, under the name it was first graded by, and all runs together."""


class _Report(Value, frozen=True, kw_only=True):
    """The JSON report, as far as it is read back."""

    schema: str
    environment: Environment
    submissions: tuple[Grade, ...]


def load(path: Path) -> Saved:
    """Read results back. Raises UsageError for what is neither a report nor a journal."""
    try:
        with path.open("rb") as stream:
            start = stream.read(len(MAGIC))
            data = b"" if start == MAGIC else start + stream.read()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if start == MAGIC:
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
    with Journal(path) as journal:
        for key in journal:
            try:
                grades.append(journal[key])
            except msgspec.ValidationError:
                continue  # a result in the form of another version
    return Saved(grades=tuple(grades), complete=False)
