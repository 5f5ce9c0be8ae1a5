"""Faults: the submissions the grader could not judge, one a line, for a human to look at."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import Faulted, Grade, Graded, Verdict
from grader.report.text import one_line


def render(graded: Sequence[Graded]) -> str:
    """Render what was not judged and why; an empty text when everything was."""
    return "".join(f"{described(e.grade)}\n" for e in graded if e.grade.verdict is Verdict.ERROR)


def described(grade: Grade) -> str:
    """Say on one line which submission was not judged, whose it is, and what happened."""
    who = f" ({one_line(grade.student, 60)})" if grade.student else ""
    why = grade.outcome.detail if isinstance(grade.outcome, Faulted) else "no reason was given"
    return f"{one_line(grade.submission, 200)}{who}: {one_line(why)}"
