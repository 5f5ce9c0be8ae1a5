"""A GitHub step summary: Markdown within the platform's limit, in which nothing from a submission can act."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grader.model import Finding, Graded, Severity, TestStatus, Verdict
from grader.report.causes import cause, in_words, main_first
from grader.report.endings import ending
from grader.report.text import common_folder, one_line, source_lines, visible
from grader.report.words import SIGNS, WORDS, points, where

LIMIT = 1 << 20
"""Bytes of a step's summary; over it, the platform shows none at all."""
ROOM = 1000
"""Bytes kept for saying what is left out."""
DETAILED = 20
"""Submissions up to which each is shown in full."""
FINDINGS = 10
AROUND = 2
"""Lines shown before and after a finding."""
COLUMNS = 160
SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~@:&$]|(?<=www)\.", re.IGNORECASE)
"""What Markdown, or GitHub on top of it, could read as more than itself."""
CODE = re.compile(r"`([^`]+)`")


def render(graded: Sequence[Graded]) -> str:
    """Render grades as GitHub Markdown."""
    if not graded:
        return "## Nothing was graded\n"
    out: list[str] = []
    used = 0
    blocks = _one(graded[0]) if len(graded) == 1 else _many(graded)
    for block in blocks:
        used += len(block.encode())
        if used > LIMIT - ROOM:
            out.append("\nThe rest is left out: a summary has room for 1 MiB. The JSON report has all of it.\n")
            break
        out.append(block)
    return "".join(out)


def plain(text: str, limit: int = 600) -> str:
    """Write a text so that Markdown shows it as it is."""
    return _escaped(one_line(text, limit))


def prose(text: str, limit: int = 600) -> str:
    """Write a message: what stands in backticks as code."""
    parts = CODE.split(one_line(text, limit))
    return "".join(f"<code>{_escaped(part)}</code>" if i % 2 else _escaped(part) for i, part in enumerate(parts))


def _escaped(text: str) -> str:
    return SPECIAL.sub(lambda found: f"&#{ord(found[0])};", text)


def _many(graded: Sequence[Graded]) -> Iterator[str]:
    verdicts: Counter[Verdict] = Counter()
    causes: Counter[str] = Counter()
    for entry in graded:
        verdicts[entry.grade.verdict] += 1
        if entry.grade.main is not None:
            causes[cause(entry.grade)] += 1
    yield (
        f"## {len(graded)} graded: {verdicts[Verdict.PASS]} passed, {verdicts[Verdict.FAIL]} not yet, "
        f"{verdicts[Verdict.ERROR]} not judged\n\n"
    )
    if causes:
        yield "| What stands in the way | Submissions |\n| --- | ---: |\n"
        for key, count in sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))[:12]:
            yield f"| {plain(in_words(key), 80)} | {count} |\n"
        yield "\n"
    yield "| Verdict | Submission | Points | Why |\n| --- | --- | ---: | --- |\n"
    folder = common_folder([entry.grade.submission for entry in graded])
    for entry in graded:
        yield _row(entry, folder)
    if len(graded) <= DETAILED:
        for entry in graded:
            if entry.grade.verdict is not Verdict.PASS:
                yield "\n---\n\n"
                yield from _one(entry)


def _row(entry: Graded, folder: str) -> str:
    grade = entry.grade
    main = None if grade.main is None else grade.findings[grade.main]
    why = "" if main is None else f"{prose(main.message, 240)} {where(main)}"
    score = points(grade.score)
    if grade.verdict is Verdict.ERROR:
        why, score = plain(ending(grade.outcome), 240), "?"
    name = f"<code>{plain(grade.student or grade.submission.removeprefix(folder), 120)}</code>"
    return f"| {SIGNS[grade.verdict]} {WORDS[grade.verdict]} | {name} | {score}/{points(grade.max_score)} | {why} |\n"


def _one(entry: Graded) -> Iterator[str]:
    grade = entry.grade
    score = "" if grade.verdict is Verdict.ERROR else f", {points(grade.score)} of {points(grade.max_score)} points"
    yield f"## {SIGNS[grade.verdict]} {WORDS[grade.verdict]}: {plain(entry.exercise.title, 80)}{score}\n\n"
    yield f"<code>{plain(grade.submission, 200)}</code>"
    yield f", {plain(grade.student, 80)}\n\n" if grade.student else "\n\n"
    if grade.verdict is Verdict.ERROR:
        yield f"{plain(ending(grade.outcome))}\n\n"
    findings = main_first(grade)
    for finding in findings[:FINDINGS]:
        yield _finding(entry, finding)
    if len(findings) > FINDINGS:
        yield f"{len(findings) - FINDINGS} more findings are in the JSON report.\n\n"
    if grade.verdict is Verdict.PASS and entry.exercise.note:
        yield f"> {prose(entry.exercise.note, 2000)}\n\n"
    if grade.tests:
        yield from _tests(entry)
    for item in grade.not_checked[:10]:
        yield f"Not checked: {plain(item.what, 200)}, because {prose(item.why, 300)}\n\n"


def _finding(entry: Graded, finding: Finding) -> str:
    kind = "" if finding.severity is Severity.ERROR else f"{finding.severity.value}: "
    place = where(finding)
    text = f"**{kind}{prose(finding.message)}** {place}\n\n{_excerpt(entry, finding)}"
    known = (("expected", finding.expected), ("found", finding.found))
    text += "".join(f"- {name}: <code>{plain(value, 300)}</code>\n" for name, value in known if value)
    if finding.help:
        text += f"- try: {prose(finding.help)}\n"
    return text if text.endswith("\n\n") else f"{text}\n"


def _excerpt(entry: Graded, finding: Finding) -> str:
    """Show the lines around a finding; a block of HTML, whose content no Markdown is read from."""
    line = entry.line_of(finding)
    lines = source_lines(entry.text or "")
    if line is None or not 0 < line <= len(lines):
        return ""
    first, last = max(1, line - AROUND), min(len(lines), line + AROUND)
    shown = [
        f"{'>' if number == line else ' '} {number:>4} | {visible(lines[number - 1].expandtabs(4)[:COLUMNS])}"
        for number in range(first, last + 1)
    ]
    return f"<pre>\n{html.escape(chr(10).join(text.rstrip() for text in shown))}\n</pre>\n\n"


def _tests(entry: Graded) -> Iterator[str]:
    tests = entry.grade.tests
    passed = sum(test.status is TestStatus.PASSED for test in tests)
    reasons = {test.message for test in tests}
    if all(test.status is TestStatus.SKIPPED for test in tests) and len(reasons) == 1:
        yield f"{len(tests)} tests were not run: {prose(reasons.pop(), 300)}\n\n"
        return
    yield f"<details><summary>Tests: {passed} of {len(tests)} passed</summary>\n\n"
    yield "| Test | Result | Why |\n| --- | --- | --- |\n"
    for test in tests[:100]:
        why = "" if test.status is TestStatus.PASSED else prose(test.message, 300)
        yield f"| {plain(test.title, 160)} | {test.status.value} | {why} |\n"
    yield "\n</details>\n\n"
