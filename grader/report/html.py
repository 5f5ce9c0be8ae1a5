"""HTML: one file without a network, an overview of all grades and a page for each; for one grade just its page.

The pages of an overview wait as inert text until they are opened, so a large class opens at once. Everything from a
submission is escaped, and the document's own policy lets nothing run but the script written here.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.model import Exercise, Finding, Grade, Graded, Severity, TestStatus, TracePoint, Value, Verdict
from grader.report.causes import cause, in_words
from grader.report.endings import ending
from grader.report.highlight import RANK, Span, highlight
from grader.report.text import bounded, common_folder, one_line
from grader.report.traced import aval, place
from grader.report.words import SIGNS, WORDS, points, where

PAGE = Path(__file__).with_name("page")
TEST_WORDS = {TestStatus.PASSED: "passed", TestStatus.FAILED: "failed", TestStatus.SKIPPED: "not run"}
BARS = 8
"""Causes that get a bar of their own in the picture."""
STEP = 38
"""Height of a bar with its words, in pixels."""
FINDINGS = 40
OUTPUT = 4000
CODE = re.compile(r"`([^`]+)`")
POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; base-uri 'none'; form-action 'none'"
)


class Bar(Value, frozen=True, kw_only=True):
    """One cause in the picture."""

    key: str
    words: str
    count: int
    percent: float
    y: int


class Row(Value, frozen=True, kw_only=True):
    """One grade in the overview."""

    id: str
    grade: Grade
    who: str
    where: str
    cause: str
    words: str
    title: str
    message: str
    line: str


def render(graded: Sequence[Graded]) -> str:
    """Render grades as one HTML document."""
    parts = _static()
    pages: list[str] = []
    rows: list[Row] = []
    exercises: dict[str, Exercise] = {}
    folder = common_folder([g.grade.submission for g in graded])
    for number, entry in enumerate(graded, 1):
        exercises.setdefault(entry.grade.exercise, entry.exercise)
        rows.append(_row(f"s{number}", entry, folder))
        pages.append(_page(f"s{number}", entry, alone=len(graded) == 1))
    titles = [one_line(exercise.title, 80) for exercise in exercises.values()]
    shared = {**parts, "titles": titles, "policy": Markup(POLICY).format(**parts["hashes"])}  # noqa: S704 - ours
    if len(rows) == 1:
        return _fill("single.html", **shared, row=rows[0], page=Markup(pages[0]))  # noqa: S704
    verdicts = Counter(row.grade.verdict for row in rows)
    causes = Counter(row.cause for row in rows if row.cause)
    judged = [row.grade.score for row in rows if row.grade.verdict is not Verdict.ERROR]
    return _fill(
        "overview.html",
        **shared,
        rows=rows,
        pages=[(row.id, Markup(page)) for row, page in zip(rows, pages, strict=True)],  # noqa: S704 - rendered above
        folder=one_line(folder, 200),
        exercises=exercises,
        students=any(row.grade.student for row in rows),
        verdicts=[(v, WORDS[v], verdicts[v]) for v in Verdict],
        bars=_bars(causes),
        height=min(len(causes), BARS + 1) * STEP,
        causes=sorted(causes.items(), key=lambda pair: (-pair[1], pair[0])),
        middle=median(judged) if judged else None,
        maximum=max((row.grade.max_score for row in rows), default=0.0),
    )


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(PAGE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= {
        "line": one_line,
        "prose": prose,
        "points": points,
        "place": place,
        "aval": aval,
        "cause": in_words,
    }
    made.globals |= {"WORDS": WORDS, "SIGNS": SIGNS, "TEST_WORDS": TEST_WORDS}
    return made


def _fill(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


@cache
def _static() -> dict[str, Any]:
    """Read style and script, with the hashes by which the policy lets them in."""
    texts = {name: (PAGE / name).read_text(encoding="utf-8") for name in ("style.css", "script.js")}
    hashes = {
        name.partition(".")[0]: "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for name, text in texts.items()
    }
    return {
        "style": Markup(texts["style.css"]),  # noqa: S704 - our own files
        "script": Markup(texts["script.js"]),  # noqa: S704
        "hashes": hashes,
    }


def prose(text: str, limit: int = 900) -> Markup:
    """Show a message: what stands in backticks as code."""
    shown = one_line(text, limit)
    out, at = Markup(""), 0
    for found in CODE.finditer(shown):
        out += Markup("{}<code>{}</code>").format(shown[at : found.start()], found[1])
        at = found.end()
    return out + shown[at:]


def _row(identity: str, entry: Graded, folder: str) -> Row:
    grade = entry.grade
    main = None if grade.main is None else grade.findings[grade.main]
    message = "" if main is None else main.message
    if grade.verdict is Verdict.ERROR:
        message = ending(grade.outcome)
    file = one_line(grade.submission.removeprefix(folder), 120)
    key = cause(grade)
    return Row(
        id=identity,
        grade=grade,
        who=one_line(grade.student, 80) if grade.student else file,
        where=file,
        cause=key,
        words=in_words(key),
        title=one_line(entry.exercise.title, 80),
        message=message,
        line="" if main is None else where(main),
    )


def _bars(causes: Counter[str]) -> list[Bar]:
    most = sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))
    largest = max(causes.values(), default=1)
    bars = [
        Bar(key=key, words=in_words(key), count=count, percent=round(100 * count / largest, 2), y=index * STEP)
        for index, (key, count) in enumerate(most[:BARS])
    ]
    rest = sum(count for _, count in most[BARS:])
    if rest:
        share = round(min(100.0, 100 * rest / largest), 2)
        bars.append(Bar(key="", words=f"{len(most) - BARS} other causes", count=rest, percent=share, y=BARS * STEP))
    return bars


def _page(identity: str, entry: Graded, *, alone: bool) -> str:
    grade = entry.grade
    order = sorted(range(len(grade.findings)), key=lambda i: (i != grade.main, RANK[grade.findings[i].severity], i))
    shown = [grade.findings[i] for i in order[:FINDINGS]]
    placed = [(f, entry.line_of(f)) for f in shown]
    spans = [_span(f, line) for f, line in placed if line is not None]
    lines = [] if entry.text is None else highlight(entry.text, spans)
    notes: dict[int, list[Finding]] = {}
    known = {line.number for line in lines}
    for finding, line in placed:
        if line in known and line is not None:
            notes.setdefault(line, []).append(finding)
    return _fill(
        "submission.html",
        id=identity,
        name=one_line(grade.student or grade.submission.rstrip("/").rpartition("/")[2], 120),
        alone=alone,
        entry=entry,
        grade=grade,
        findings=[(f, line if line in known else None, where(f)) for f, line in placed],
        left_out=len(order) - len(shown),
        lines=lines,
        cells={start: number for number, start in enumerate(entry.cells, 1)},
        notes=notes,
        ending=ending(grade.outcome),
        output=_output(grade.output),
        trace=[_traced(point) for point in grade.trace[:12]],
        passed=sum(t.status is TestStatus.PASSED for t in grade.tests),
        one_reason=_one_reason(grade),
        error=Severity.ERROR,
    )


def _span(finding: Finding, line: int) -> Span:
    last = finding.end_line
    if last is not None and finding.line is not None:
        last += line - finding.line
    return Span(
        line=line,
        column=finding.column,
        end_line=last if last is not None and last >= line else None,
        end_column=finding.end_column,
        severity=finding.severity,
    )


def _one_reason(grade: Grade) -> str:
    """Return the reason for which no test was run, where they all share it."""
    reasons = {t.message for t in grade.tests if t.status is TestStatus.SKIPPED}
    return reasons.pop() if len(reasons) == 1 and all(t.status is TestStatus.SKIPPED for t in grade.tests) else ""


def _output(output: str) -> str:
    return "\n".join(bounded(line, 300, keep="\t") for line in output[-OUTPUT:].split("\n"))


def _traced(point: TracePoint) -> dict[str, Any]:
    return {
        "inputs": ", ".join(aval(a) for a in point.inputs),
        "error": point.error,
        "callbacks": point.callbacks[:8],
        "outputs": ", ".join(place(o) for o in point.outputs[:8]),
        "results": ", ".join(aval(a) for a in point.output_avals[:8]),
        "other": ", ".join(
            one_line(p, 40) for p in point.primitives[:20] if p not in {c.primitive for c in point.callbacks}
        ),
    }
