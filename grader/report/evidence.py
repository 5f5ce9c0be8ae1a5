"""The chain of evidence behind one grade: what source, run, trace and numbers each said, and what was not asked."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import OUTPUT, Completed, Finding, Grade, NotRun, Rule, Severity, TestStatus, Verdict
from grader.report.causes import cause, in_words
from grader.report.endings import ending
from grader.report.text import one_line, shorten, visible
from grader.report.traced import traced
from grader.report.words import points, where

VERDICTS = {Verdict.PASS: "PASS", Verdict.FAIL: "NOT YET", Verdict.ERROR: "NOT JUDGED"}
MARKS = {TestStatus.PASSED: "ok  ", TestStatus.FAILED: "FAIL", TestStatus.SKIPPED: "skip"}
ELSEWHERE = frozenset({Rule.TRACE, Rule.NUMBERS, Rule.LIMITS})
"""Rules that speak of another witness than the source."""
OUTPUT_LINES = 12


def render(grade: Grade) -> str:
    """Render the evidence as plain text."""
    lines = [
        f"{VERDICTS[grade.verdict]}  {points(grade.score)}/{points(grade.max_score)} points  "
        f"{one_line(grade.exercise, 80)}  {one_line(grade.submission, 200)}"
    ]
    if grade.student:
        known = f" ({', '.join(one_line(i, 60) for i in grade.identity)})" if grade.identity else ""
        lines.append(f"student: {one_line(grade.student, 80)}{known}")
    lines += [f"note: {one_line(note)}" for note in grade.notes]
    lines += ["", "1. The source (read, never run)", *_findings(_of_source(grade), "nothing against it")]
    lines += ["", "2. The run", f"  {one_line(ending(grade.outcome))}", *_findings(_of_run(grade), "")]
    lines += ["", "3. The trace (what JAX saw)", *_trace(grade)]
    lines += ["", "4. The numbers", *_numbers(grade)]
    lines += ["", "5. Not checked", *_not_checked(grade)]
    lines += ["", "6. Isolation", *_isolation(grade)]
    if grade.output.strip():
        shown = visible(grade.output, keep="\n\t").splitlines()[-OUTPUT_LINES:]
        lines += ["", "It printed (the end of it)", *(f"  {shorten(line, 200)}" for line in shown)]
    lines += ["", f"So: {_conclusion(grade)}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _of_source(grade: Grade) -> list[Finding]:
    return [finding for finding in grade.findings if finding.rule not in ELSEWHERE and finding.place != OUTPUT]


def _of_run(grade: Grade) -> list[Finding]:
    return [finding for finding in grade.findings if finding.rule == Rule.LIMITS or finding.place == OUTPUT]


def _of(grade: Grade, rule: Rule) -> list[Finding]:
    return [finding for finding in grade.findings if finding.rule == rule]


def _findings(findings: Sequence[Finding], otherwise: str) -> list[str]:
    lines: list[str] = []
    for found in findings:
        at = where(found)
        if found.column is not None and at:
            at += f", column {found.column}"
        name = f"{found.rule}: {found.place}" if found.place else str(found.rule)
        lines.append(f"  {found.severity} ({one_line(name, 60)}{', ' + at if at else ''})")
        lines.append(f"    {one_line(found.message, 600)}")
        for label, text in (("expected", found.expected), ("found", found.found), ("try", found.help)):
            if text:
                lines.append(f"    {label + ':':<10}{one_line(text)}")
    return lines or ([f"  {otherwise}"] if otherwise else [])


def _trace(grade: Grade) -> list[str]:
    lines = [f"  {line}" for point in grade.trace for line in traced(point)] or ["  it was not traced"]
    lines += _findings(_of(grade, Rule.TRACE), "")
    if grade.agreement:
        lines.append(f"  source and trace: {one_line(grade.agreement)}")
    return lines


def _numbers(grade: Grade) -> list[str]:
    lines: list[str] = []
    said = ""
    for test in grade.tests:
        lines.append(f"  {MARKS[test.status]}  {one_line(test.title or test.name, 160)}")
        if test.message and test.message != said and test.status is not TestStatus.PASSED:
            said = test.message
            lines.append(f"        {one_line(test.message, 600)}")
    return [*(lines or ["  no test was run"]), *_findings(_of(grade, Rule.NUMBERS), "")]


def _not_checked(grade: Grade) -> list[str]:
    return [f"  {one_line(e.what)}: {one_line(e.why)}" for e in grade.not_checked] or ["  nothing was left out"]


def _isolation(grade: Grade) -> list[str]:
    if not grade.isolation:
        return ["  nothing was run, so nothing had to be shut in"]
    return [f"  {one_line(guard, 120)}" for guard in grade.isolation]


def _conclusion(grade: Grade) -> str:
    match grade.verdict:
        case Verdict.PASS:
            return "the source says so, the numbers say so, and the trace does not contradict."
        case Verdict.ERROR:
            return "the grader failed; this says nothing about the submission and costs no points."
    errors = sum(finding.severity is Severity.ERROR for finding in grade.findings)
    failed = sum(test.status is TestStatus.FAILED for test in grade.tests)
    parts = []
    if errors:
        parts.append(f"{errors} finding{'s' * (errors > 1)} against it")
    if failed:
        parts.append(f"{failed} of {len(grade.tests)} tests failed")
    if not isinstance(grade.outcome, Completed | NotRun):
        parts.append("the run did not end well")
    first = f"; to be mended first: {in_words(cause(grade))}" if cause(grade) else ""
    return f"{', '.join(parts) or 'not everything was shown'}{first}."
