"""CSV: one row a submission, for a gradebook or a spreadsheet. No cell can act as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from grader.model import Graded, Verdict
from grader.report.causes import cause
from grader.report.text import one_line

COLUMNS = ("student", "submission", "exercise", "verdict", "score", "max_score", "cause", "line", "message")
STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet read a cell as a formula."""


def render(graded: Sequence[Graded]) -> str:
    """Render grades, a header row first; lines end with a line feed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
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
            "" if main is None or main.line is None else str(main.line),
            "" if main is None else main.message,
        )
        writer.writerow([cell(text) for text in row])
    return out.getvalue()


def cell(text: str) -> str:
    """Make a text a harmless cell: visible characters on one line, never a formula."""
    shown = one_line(text, 500)
    return f"'{shown}" if shown.startswith(STARTS) else shown
