"""GitHub workflow commands: annotations on the diff, the most important first, within the platform's limits.

Only this module's own lines are commands; text of a submission is escaped, so that it cannot make one.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import Finding, Graded, Severity, Verdict
from grader.report.causes import main_first
from grader.report.endings import ending
from grader.report.text import one_line
from grader.report.words import where

PER_KIND = 10
"""Annotations of one kind that a step shows; the platform drops the rest without a word."""
KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


def render(graded: Sequence[Graded]) -> str:
    """Render the findings as commands, one a line: first what stands in the way of each submission, then the others.

    What is over the limit is counted in the last one of its kind.
    """
    found: dict[str, list[str]] = {kind: [] for kind in KINDS.values()}
    ranked = [(rank, entry, f) for entry in graded for rank, f in enumerate(main_first(entry.grade))]
    for _, entry, finding in sorted(ranked, key=lambda triple: triple[0] > 0):
        found[KINDS[finding.severity]].append(_command(entry, finding))
    found["error"] += [_fault(entry) for entry in graded if entry.grade.verdict is Verdict.ERROR]
    lines: list[str] = []
    for kind, commands in found.items():
        shown = commands[: PER_KIND - 1] if len(commands) > PER_KIND else commands
        lines += shown
        if len(commands) > len(shown):
            lines.append(
                f"::{kind} title=Grader::{len(commands) - len(shown)} more, in the summary and the JSON report"
            )
    return "".join(f"{line}\n" for line in lines)


def _fault(entry: Graded) -> str:
    name = _property(entry.grade.submission)
    return f"::error file={name},title=Not judged::{_message(one_line(ending(entry.grade.outcome), 600))}"


def _command(entry: Graded, finding: Finding) -> str:
    properties = [f"file={_property(entry.grade.submission)}"]
    # A line of a notebook's cell is no line of its file.
    before = f"{where(finding)}: " if finding.cell is not None else ""
    if finding.line is not None and finding.cell is None:
        properties.append(f"line={finding.line}")
        if finding.end_line is not None:
            properties.append(f"endLine={finding.end_line}")
        if finding.column is not None and finding.end_line in {None, finding.line}:
            # The platform takes columns only on one line.
            properties.append(f"col={finding.column}")
            if finding.end_column is not None:
                properties.append(f"endColumn={finding.end_column}")
    properties.append(f"title={_property(finding.rule)}")
    text = before + one_line(finding.message, 600) + (f" Try: {one_line(finding.help)}" if finding.help else "")
    return f"::{KINDS[finding.severity]} {','.join(properties)}::{_message(text)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(one_line(text, 300)).replace(":", "%3A").replace(",", "%2C")
