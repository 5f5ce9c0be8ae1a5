"""A learner's source as HTML lines: highlighted, the findings' spans marked, nothing in it able to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String

from grader.model import Severity, Value
from grader.report.text import source_lines, visible

LEXED = 60_000
"""Characters up to which a source is highlighted; a longer one is shown plain."""
SHOWN_LINES = 600
AROUND = 5
"""Lines shown around a finding that stands past the lines shown."""
SHOWN_COLUMNS = 400
CLASSES = (
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Comment, "c"),
    (String, "s"),
    (Number, "n"),
    (Name.Decorator, "d"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Builtin, "b"),
)
RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.ADVICE: 2}
Piece = tuple[int, int, str]
"""Start, end and class, in columns from 0."""


class Span(Value, frozen=True, kw_only=True):
    """A place to mark: lines and columns from 1, the end one past the last; without columns, the whole line."""

    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    severity: Severity


class Line(Value, frozen=True, kw_only=True):
    """One line to show; ``skipped`` lines before it are left out."""

    number: int
    html: Markup
    skipped: int = 0


def highlight(text: str, spans: Sequence[Span]) -> list[Line]:
    """Turn a source into the lines to show."""
    lines = source_lines(text)
    if lines and not lines[-1]:
        lines.pop()
    wanted = _wanted(len(lines), [span.line for span in spans])
    tokens = _tokens(lines)
    shown: list[Line] = []
    last = 0
    for number in wanted:
        html = _line(lines[number - 1], tokens.get(number, []), _marks(number, lines[number - 1], spans))
        shown.append(Line(number=number, html=html, skipped=number - last - 1))
        last = number
    return shown


def _wanted(count: int, marked: Sequence[int]) -> list[int]:
    if count <= SHOWN_LINES:
        return list(range(1, count + 1))
    wanted = set(range(1, SHOWN_LINES + 1))
    for line in marked[:50]:
        wanted.update(range(max(1, line - AROUND), min(count, line + AROUND) + 1))
    return sorted(wanted)


def _tokens(lines: Sequence[str]) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    text = "\n".join(lines)
    if len(text) > LEXED:
        return found
    number, column = 1, 0
    for _, kind, value in PythonLexer().get_tokens_unprocessed(text):
        name = _class(kind)
        for index, part in enumerate(value.split("\n")):
            if index:
                number, column = number + 1, 0
            if part and name:
                found.setdefault(number, []).append((column, column + len(part), name))
            column += len(part)
    return found


def _class(kind: Any) -> str:
    return next((name for parent, name in CLASSES if kind in parent), "")


def _marks(number: int, line: str, spans: Sequence[Span]) -> list[Piece]:
    marks: list[Piece] = []
    for span in sorted(spans, key=lambda s: RANK[s.severity]):
        last = span.end_line or span.line
        if not span.line <= number <= last:
            continue
        indent = len(line) - len(line.lstrip())
        start = span.column - 1 if span.column is not None and number == span.line else indent
        end = span.end_column - 1 if span.end_column is not None and number == last else len(line.rstrip())
        start = min(start, max(0, len(line) - 1))
        if end <= start and number != span.line:
            continue
        marks.append((start, max(end, start + 1), span.severity.value))
    return marks


def _line(line: str, tokens: Sequence[Piece], marks: Sequence[Piece]) -> Markup:
    first = min((start for start, _, _ in marks), default=0)
    begin = 0 if len(line) <= SHOWN_COLUMNS or first < SHOWN_COLUMNS * 3 // 4 else first - SHOWN_COLUMNS // 4
    end = min(len(line), begin + SHOWN_COLUMNS)
    out = [Markup('<span class="cut">…</span>')] if begin else []
    for mark, group in groupby(_pieces(line, begin, end, tokens, marks), key=lambda piece: piece[2]):
        inner = Markup("").join(_piece(text, name) for text, name, _ in group)
        out.append(Markup('<mark class="{}">{}</mark>').format(mark, inner) if mark else inner)
    if end < len(line):
        out.append(Markup('<span class="cut">…</span>'))
    return Markup("").join(out)


def _piece(text: str, name: str) -> Markup:
    shown = visible(text, keep="\t")
    return Markup('<span class="{}">{}</span>').format(name, shown) if name else escape(shown)


def _pieces(
    line: str, begin: int, end: int, tokens: Sequence[Piece], marks: Sequence[Piece]
) -> Iterator[tuple[str, str, str]]:
    """Cut a line where a token or a mark begins or ends: the text, the token's class, the mark's."""
    edges = {begin, end}
    for start, stop, _ in (*tokens, *marks):
        edges.update(edge for edge in (start, stop) if begin < edge < end)
    ordered = sorted(edges)
    for start, stop in pairwise(ordered):
        token = next((name for low, high, name in tokens if low <= start < high), "")
        mark = next((name for low, high, name in marks if low <= start < high), "")
        yield line[start:stop], token, mark
    if any(start >= len(line) for start, _, _ in marks):
        yield " ", "", next(name for start, _, name in marks if start >= len(line))
