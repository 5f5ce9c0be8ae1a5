"""Exit codes, and the verdicts they stand for."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model import Grade, Verdict

PASSED, FAILED, ERROR, INTERRUPTED = 0, 1, 2, 130


def code_of(grades: Iterable[Grade]) -> int:
    """Choose the exit code for some grades: an error weighs more than a failure."""
    verdicts = {grade.verdict for grade in grades}
    return ERROR if Verdict.ERROR in verdicts else FAILED if Verdict.FAIL in verdicts else PASSED
