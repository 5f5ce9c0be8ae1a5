"""Gradescope's results.json: the scores of one submission, with what the student reads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import msgspec

from grader.model import Finding, Graded, Rule, Severity, TestStatus, Verdict
from grader.report.best import best
from grader.report.causes import main_first
from grader.report.endings import ending
from grader.report.text import bounded, one_line, source_lines
from grader.report.words import where

OUTPUT_LIMIT = 20_000


def render(graded: Sequence[Graded]) -> str:
    """Render the grades of one submission: exercises are added up, each once. Nothing to add up is valid too."""
    tests: list[dict[str, Any]] = []
    score = 0.0
    seconds = 0.0
    words: list[str] = []
    for entry, count in best(graded):
        grade = entry.grade
        score += grade.score
        seconds += grade.seconds
        note = f" ({one_line(grade.submission, 120)}, the best of {count} files)" if count > 1 else ""
        words.append(f"{entry.exercise.title}: {_verdict(grade.verdict)}{note}")
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
    return {
        Verdict.PASS: "passed",
        Verdict.FAIL: "not yet",
        Verdict.ERROR: "not judged; the grader failed, which is not your fault. Your instructor can run it again",
    }[verdict]


def _parts(entry: Graded) -> list[dict[str, Any]]:
    grade = entry.grade
    title = one_line(entry.exercise.title, 80)
    passed = grade.verdict is Verdict.PASS
    if grade.verdict is Verdict.ERROR:
        return [_test(title, 0.0, grade.max_score, False, _text(ending(grade.outcome)))]
    errors = [f for f in main_first(grade) if f.severity is Severity.ERROR and f.rule != Rule.NUMBERS]
    said = [f for f in main_first(grade) if f.rule != Rule.NUMBERS]
    highest = _shares([test.max_score for test in grade.tests])
    scores = [
        most if passed or test.score >= test.max_score else test.score
        for test, most in zip(grade.tests, highest, strict=True)
    ]
    parts = [
        _test(
            f"{title}: how it is done",
            grade.score - sum(scores),
            grade.max_score - sum(highest),
            not errors,
            "\n".join(_finding(entry, f) for f in said) or "As asked.",
        )
    ]
    for test, score, most in zip(grade.tests, scores, highest, strict=True):
        fine = test.status is TestStatus.PASSED or passed
        parts.append(_test(one_line(test.title, 200), score, most, fine, _text(test.message)))
    return parts


def _shares(points: Sequence[float]) -> list[float]:
    """Round points so that their sum stays what it was: 4 points on 14 tests are 4 points."""
    ends = [0.0, *(round(end, 4) for end in accumulate(points))]
    return [round(after - before, 4) for before, after in pairwise(ends)]


def _test(name: str, score: float, highest: float, passed: bool, output: str) -> dict[str, Any]:
    return {
        "name": name,
        "score": round(min(max(score, 0.0), highest), 4),
        "max_score": round(highest, 4),
        "status": "passed" if passed else "failed",
        "output": output,
    }


def _text(text: str) -> str:
    return bounded(text, OUTPUT_LIMIT, keep="\n")


def _finding(entry: Graded, finding: Finding) -> str:
    place = where(finding)
    kind = "" if finding.severity is Severity.ERROR else f"{finding.severity.value}: "
    text = kind + (f"{place}: " if place else "") + one_line(finding.message, 600)
    line = entry.line_of(finding)
    lines = source_lines(entry.text or "")
    if line is not None and 0 < line <= len(lines):
        text += f"\n    {one_line(lines[line - 1], 200)}"
    return text + (f"\n    try: {one_line(finding.help)}" if finding.help else "")
