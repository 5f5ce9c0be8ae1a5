"""Words and numbers that several reports show alike."""

from __future__ import annotations

from grader.model import Finding, Verdict

WORDS = {Verdict.PASS: "Pass", Verdict.FAIL: "Not yet", Verdict.ERROR: "Not judged"}
SIGNS = {Verdict.PASS: "✓", Verdict.FAIL: "✗", Verdict.ERROR: "?"}


def points(value: float) -> str:
    """Show points without needless decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def where(finding: Finding) -> str:
    """Say where a finding stands, in a file or in a notebook; empty when it has no line."""
    if finding.line is None:
        return ""
    return f"cell {finding.cell}, line {finding.line}" if finding.cell is not None else f"line {finding.line}"
