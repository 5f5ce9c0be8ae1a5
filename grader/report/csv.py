"""CSV: one row a submission, for a gradebook or a spreadsheet. No cell can act as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from grader.model import Graded, Verdict
from grader.report.causes import cause
from grader.report.text import one_line
from grader.report.words import where

COLUMNS = ("student", "submission", "exercise", "verdict", "score", "max_score", "cause", "line", "message")
STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet read a cell as a formula."""


def render(graded: Sequence[Graded]) -> str:
    """Render grades, a header row first; lines end with a line feed."""
    return "".join(parts(graded))


def parts(graded: Sequence[Graded]) -> Iterator[str]:
    """Render row by row."""
    yield _line(COLUMNS)
    for entry in graded:
        grade = entry.grade
        main = None if grade.main is None else grade.findings[grade.main]
        row = (
            grade.student or "",
            grade.submission,
            grade.exercise,
            grade.verdict.value,
            "" if grade.verdict is Verdict.ERROR else f"{grade.score:g}",  # not judged is no zero
            f"{grade.max_score:g}",
            cause(grade),
            "" if main is None else where(main).removeprefix("line "),
            "" if main is None else main.message,
        )
        yield _line([cell(text) for text in row])


def _line(row: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(row)
    return out.getvalue()


def cell(text: str) -> str:
    """Make a text a harmless cell: visible characters on one line, never a formula."""
    shown = one_line(text, 500)
    return f"'{shown}" if shown.startswith(STARTS) else shown
