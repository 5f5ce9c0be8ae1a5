"""Feedback for one student, in Markdown: what is right, what is not yet, where, and what to try.

Text of a submission cannot act in it: outside code every character that Markdown or HTML could read is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.model import Finding, Grade, NotRun, Severity, TestStatus, Verdict
from grader.report.causes import main_first
from grader.report.endings import ending
from grader.report.text import one_line
from grader.report.words import WORDS, points, where

CODE = re.compile(r"`([^`]+)`")
ACTIVE = re.compile(r"([\\`*_{}\[\]<>#|~&$@!]|:(?=//))")
MARKS = {TestStatus.PASSED: "ok", TestStatus.FAILED: "**not yet**", TestStatus.SKIPPED: "not run"}
FINDINGS = 20


def render(student: str, grades: Sequence[Grade], titles: Mapping[str, str], notes: Mapping[str, str]) -> str:
    """Render the feedback on all of a student's work; ``titles`` and ``notes`` are of exercises, by name."""
    lines = [f"# Feedback for {prose(student, 120)}", ""]
    for grade in grades:
        lines += [*_one(grade, titles.get(grade.exercise, grade.exercise), notes.get(grade.exercise, "")), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _one(grade: Grade, title: str, note: str) -> list[str]:
    lines = [f"## {prose(title, 120)}", ""]
    if grade.verdict is Verdict.ERROR:
        return [
            *lines,
            f"**{WORDS[grade.verdict]}.** The grader failed on this file. It is not your fault and costs no points; "
            "your teacher has been told.",
        ]
    lines += [f"**{WORDS[grade.verdict]}**: {points(grade.score)} of {points(grade.max_score)} points.", ""]
    lines += [f"* {prose(one)}" for one in grade.notes]
    found = [f for f in main_first(grade) if f.severity is Severity.ERROR or grade.verdict is Verdict.PASS]
    found += [f for f in main_first(grade) if f not in found]
    for finding in found[:FINDINGS]:
        lines += ["", *_finding(finding)]
    if len(found) > FINDINGS:
        lines += ["", f"... and {len(found) - FINDINGS} more."]
    if not isinstance(grade.outcome, NotRun):
        lines += ["", prose(ending(grade.outcome))]
    if grade.tests and not all(test.status is TestStatus.SKIPPED for test in grade.tests):
        lines += ["", "### Tests", ""]
        for test in grade.tests:
            lines.append(f"* {MARKS[test.status]}: {prose(test.title or test.name, 160)}")
            if test.message and test.status is TestStatus.FAILED:
                lines.append(f"  {prose(test.message, 600)}")
    if grade.not_checked:
        lines += ["", "### Not checked", ""]
        lines += [f"* {prose(entry.what)}, because {prose(entry.why)}" for entry in grade.not_checked]
    if grade.verdict is Verdict.PASS and note:
        lines += ["", prose(note, 1200)]
    return [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]


def _finding(finding: Finding) -> list[str]:
    at = where(finding)
    label = "" if finding.severity is Severity.ERROR else f"{finding.severity}: "
    lines = [f"**{label}{prose(finding.message, 600)}**" + (f" ({at})" if at else ""), ""]
    for words, text in (("expected", finding.expected), ("found", finding.found)):
        if text:
            lines.append(f"* {words}: {code(text)}")
    if finding.help:
        lines.append(f"* try: {prose(finding.help)}")
    return lines


def prose(text: str, limit: int = 300) -> str:
    """Write a message: what stands in backticks as code, everything else inert."""
    shown = one_line(text, limit)
    parts: list[str] = []
    at = 0
    for found in CODE.finditer(shown):
        parts += [ACTIVE.sub(r"\\\1", shown[at : found.start()]), code(found[1])]
        at = found.end()
    return "".join([*parts, ACTIVE.sub(r"\\\1", shown[at:])])


def code(text: str, limit: int = 300) -> str:
    """Write a piece of code on one line, fenced by more backticks than it holds."""
    shown = one_line(text, limit)
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`+", shown)), default=0))
    gap = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{gap}{shown}{gap}{fence}" if shown else ""
