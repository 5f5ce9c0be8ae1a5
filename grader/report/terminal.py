"""The terminal: what a learner reads."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model import Finding, Grade, Graded, Severity, TestStatus, Verdict
from grader.report.text import one_line, shorten, visible

HEADS = {
    Verdict.PASS: ("PASS", "bold green"),
    Verdict.FAIL: ("NOT YET", "bold red"),
    Verdict.ERROR: ("NOT JUDGED", "bold magenta"),
}
MARKS = {
    TestStatus.PASSED: ("ok  ", "green"),
    TestStatus.FAILED: ("FAIL", "red"),
    TestStatus.SKIPPED: ("skip", "yellow"),
}
SEVERITIES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.ADVICE: "cyan"}
TAB = 4
MORE_FINDINGS = 5
"""Findings besides the main one that are shown; the JSON report has all."""


def render(graded: Sequence[Graded], *, width: int = 100, colour: bool = False) -> str:
    """Render grades for a terminal of ``width`` cells."""
    parts: list[RenderableType] = []
    for entry in graded:
        parts += [Text(""), _grade(entry, width)] if parts else [_grade(entry, width)]
    return _text(parts, width, colour=colour)


def render_findings(entry: Graded, *, width: int = 100, colour: bool = False) -> str:
    """Render only what is wrong, for a grade that is not finished."""
    return _text(_findings(entry, width), width, colour=colour)


def _text(parts: Sequence[RenderableType], width: int, *, colour: bool) -> str:
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        soft_wrap=False,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _grade(entry: Graded, width: int) -> RenderableType:
    grade = entry.grade
    parts: list[RenderableType] = [_head(grade, entry)]
    if grade.verdict is Verdict.ERROR:
        detail = getattr(grade.outcome, "detail", "")
        parts.append(_indented(f"The grader failed, which is not your fault and costs no points: {one_line(detail)}"))
    parts += _findings(entry, width)
    if grade.tests:
        parts.append(_tests(grade))
    parts.extend(_indented(f"note: {one_line(note)}", "dim") for note in grade.notes)
    if grade.not_checked:
        parts.append(_not_checked(grade))
    if grade.output.strip():
        parts.append(_output(grade.output))
    if grade.agreement.startswith("disagree"):
        parts.append(_indented(f"The grader contradicts itself here; please report it: {grade.agreement}", "magenta"))
    if grade.verdict is Verdict.PASS and entry.exercise.note:
        parts.append(Padding(Text(entry.exercise.note), (1, 2, 0, 2)))
    if grade.isolation:
        parts.append(Text(""))
        parts.append(_indented(f"shut in by: {', '.join(grade.isolation)}", "dim"))
    return Group(*parts)


def _findings(entry: Graded, width: int) -> list[RenderableType]:
    grade = entry.grade
    parts: list[RenderableType] = []
    lines = visible(entry.text or "", keep="\n\t\r").splitlines() if entry.text else []
    if grade.main is not None:
        parts.append(_finding(grade.findings[grade.main], entry, lines, width, main=True))
    others = [f for i, f in enumerate(grade.findings) if i != grade.main]
    others.sort(key=lambda f: list(Severity).index(f.severity))
    for finding in others[:MORE_FINDINGS]:
        parts.append(_finding(finding, entry, lines, width, main=False))
    if len(others) > MORE_FINDINGS:
        parts.append(_indented(f"... and {len(others) - MORE_FINDINGS} more, in the JSON report"))
    return parts


def _head(grade: Grade, entry: Graded) -> Text:
    word, style = HEADS[grade.verdict]
    head = Text()
    head.append(word, style)
    head.append(f"  {one_line(entry.exercise.title, 80)}", "bold")
    head.append(f"  {one_line(grade.submission, 200)}", "dim")
    if grade.student:
        head.append(f"  {one_line(grade.student, 80)}")
    if grade.verdict is not Verdict.ERROR:
        head.append(f"  {number(grade.score)}/{number(grade.max_score)} points")
    return head


def number(value: float) -> str:
    """Show a number of points without needless decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _indented(text: str, style: str = "") -> Padding:
    return Padding(Text(text, style), (0, 0, 0, 2))


def _finding(finding: Finding, entry: Graded, lines: Sequence[str], width: int, *, main: bool) -> RenderableType:
    colour = SEVERITIES[finding.severity]
    parts: list[RenderableType] = []
    head = Text()
    label = "" if finding.severity is Severity.ERROR else f"{finding.severity}: "
    head.append(label + one_line(finding.message, 600), f"bold {colour}" if main else colour)
    parts.append(Padding(head, (1, 0, 0, 2)))
    line = entry.line_of(finding)
    written = lines[line - 1] if line is not None and 0 < line <= len(lines) else ""
    if written:
        parts.append(_excerpt(finding, written, width, colour))
    if main or finding.severity is Severity.ERROR:
        for label, text in (("expected", finding.expected), ("found", finding.found)):
            if text and not (label == "found" and text == written.strip()):
                parts.append(_labelled(label, text))
        if finding.help:
            parts.append(_labelled("try", finding.help))
    return Group(*parts)


def _labelled(label: str, text: str) -> Padding:
    body = Text(f"{label + ':':<10}", "dim")
    body.append(one_line(text), "")
    return Padding(body, (0, 0, 0, 4))


def _excerpt(finding: Finding, written: str, width: int, colour: str) -> Text:
    """Show the learner's own line with the span underlined."""
    expanded, columns = _expand(written)
    start = columns[min(max((finding.column or 1) - 1, 0), len(columns) - 1)]
    if finding.end_line == finding.line and finding.end_column is not None:
        end = columns[min(max(finding.end_column - 1, 0), len(columns) - 1)]
    elif finding.column is not None:
        end = columns[-1]
    else:
        start, end = len(written) - len(written.lstrip()), columns[-1]
    where = f"cell {finding.cell}, line {finding.line}" if finding.cell is not None else f"line {finding.line}"
    gutter = f"{where} | "
    limit = max(20, width - 4 - len(gutter))
    shift = 0
    if cell_len(expanded) > limit and end > limit:
        # Show the window of the line in which the span stands.
        shift = max(0, min(start - limit // 4, cell_len(expanded) - limit))
        expanded = expanded[_index_at(expanded, shift) :]
    text = Text("    ")
    text.append(gutter, "dim")
    text.append(shorten(expanded, limit))
    text.append("\n    " + " " * (len(gutter) - 2) + "| ", "dim")
    span = max(1, min(end, limit + shift) - start)
    text.append(" " * max(0, start - shift) + "^" * span, f"bold {colour}")
    text.no_wrap = True
    text.overflow = "crop"
    return text


def _index_at(text: str, cells: int) -> int:
    """Return the index of the character that stands at a terminal column."""
    at = 0
    for index, character in enumerate(text):
        if at >= cells:
            return index
        at += cell_len(character)
    return len(text)


def _expand(line: str) -> tuple[str, list[int]]:
    """Expand tabs; the terminal column at which each character starts, and one past the last."""
    out: list[str] = []
    columns: list[int] = []
    at = 0
    for character in line:
        columns.append(at)
        if character == "\t":
            step = TAB - at % TAB
            out.append(" " * step)
            at += step
        else:
            out.append(character)
            at += cell_len(character)
    columns.append(at)
    return "".join(out), columns


def _tests(grade: Grade) -> RenderableType:
    parts: list[RenderableType] = [Text("")]
    reasons = {test.message for test in grade.tests}
    if all(test.status is TestStatus.SKIPPED for test in grade.tests) and len(reasons) == 1:
        return Group(
            Text(""), _indented(f"{len(grade.tests)} tests were not run: {one_line(reasons.pop(), 200)}", "yellow")
        )
    said = ""
    for test in grade.tests:
        mark, colour = MARKS[test.status]
        line = Text("  ")
        line.append(mark, colour)
        line.append(f"  {one_line(test.title, 160)}")
        parts.append(line)
        if test.message and test.message != said and test.status is not TestStatus.PASSED:
            said = test.message
            parts.append(
                Padding(
                    Text(one_line(test.message, 600), "dim" if test.status is TestStatus.SKIPPED else ""), (0, 0, 0, 8)
                )
            )
    return Group(*parts)


def _not_checked(grade: Grade) -> RenderableType:
    parts: list[RenderableType] = [Text("")]
    for entry in grade.not_checked:
        parts.append(_indented(f"not checked: {one_line(entry.what)}, because {one_line(entry.why)}", "yellow"))
    return Group(*parts)


def _output(output: str) -> RenderableType:
    shown = visible(output, keep="\n\t").splitlines()[-12:]
    body = "\n".join(shorten(line, 200) for line in shown)
    return Group(Padding(Text("it printed (the end of it):", "dim"), (1, 0, 0, 2)), Padding(Text(body), (0, 0, 0, 4)))
