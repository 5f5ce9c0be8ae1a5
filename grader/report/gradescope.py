"""Gradescope's results.json: the scores of one submission, with what the student reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grader.model import Finding, Graded, Rule, Severity, TestStatus, Verdict
from grader.report.causes import main_first
from grader.report.text import one_line, shorten, visible

OUTPUT_LIMIT = 20_000


def render(graded: Sequence[Graded]) -> str:
    """Render the grades of one submission (several exercises are added up); valid also when nothing was graded."""
    tests: list[dict[str, Any]] = []
    score = 0.0
    seconds = 0.0
    words: list[str] = []
    for entry in graded:
        grade = entry.grade
        score += grade.score
        seconds += grade.seconds
        words.append(f"{entry.exercise.title}: {_verdict(grade.verdict)}")
        tests += _parts(entry)
    result = {
        "score": round(score, 4),
        "execution_time": round(seconds, 3),
        "output": "\n".join(words)
        or "Nothing was found to grade: the grader ran, but there was no submission it knows.",
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def _verdict(verdict: Verdict) -> str:
    return {Verdict.PASS: "passed", Verdict.FAIL: "not yet", Verdict.ERROR: "not judged, which is not your fault"}[
        verdict
    ]


def _parts(entry: Graded) -> list[dict[str, Any]]:
    grade, points = entry.grade, entry.exercise.points
    errors = [f for f in main_first(grade) if f.severity is Severity.ERROR and f.rule != Rule.NUMBERS]
    earned = grade.score - sum(t.score for t in grade.tests)
    passed = grade.verdict is Verdict.PASS
    parts = [
        {
            "name": f"{entry.exercise.title}: how it is done",
            "score": round(max(0.0, points.source + points.trace if passed else earned), 4),
            "max_score": points.source + points.trace,
            "status": "failed" if errors or grade.verdict is Verdict.ERROR else "passed",
            "output": "\n".join(_finding(entry, f) for f in errors) or "As asked.",
        }
    ]
    for test in grade.tests:
        fine = test.status is TestStatus.PASSED or passed
        parts.append(
            {
                "name": one_line(test.title, 200),
                "score": round(test.max_score if passed else test.score, 4),
                "max_score": round(test.max_score, 4),
                "status": "passed" if fine else "failed",
                "output": shorten(visible(test.message, keep="\n"), OUTPUT_LIMIT),
            }
        )
    return parts


def _finding(entry: Graded, finding: Finding) -> str:
    where = "" if finding.line is None else f"line {finding.line}: "
    text = where + one_line(finding.message, 600)
    line = entry.line_of(finding)
    lines = (entry.text or "").splitlines()
    if line is not None and 0 < line <= len(lines):
        text += f"\n    {one_line(lines[line - 1], 200)}"
    return text + (f"\n    try: {one_line(finding.help)}" if finding.help else "")
