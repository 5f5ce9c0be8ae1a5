"""One code cell as Python: what only IPython understands is left out, line by line, so that line numbers hold.

IPython takes leading blank lines and a common indent from a cell, then reads a magic over all of it, then lines for the
shell, for magics and for help where a statement begins.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field

PYTHON_INSIDE = frozenset(
    {"time", "timeit", "capture", "prun", "debug"}
    | {"memit", "mprun", "lprun", "scalene", "pyinstrument", "snakeviz", "heat", "black", "nb_black", "blackcellmagic"}
)
"""Cell magics that run the cell they stand over as Python, or leave it as it is."""
RUN = re.compile(r"%(?:time|prun)\s+(?P<code>[^-\s].*)")
"""A line magic that runs the rest of its line in the notebook's own names."""
ESCAPES = ("%", "!", "?", ",", ";", "/")
"""No statement of Python begins with one of these."""
ASSIGNED = re.compile(r"(?P<target>[^=#]+)=\s*(?P<escape>[!%].*)")
TOKEN = re.compile(r"(?P<quote>'''|\"\"\"|'|\")|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comment>\#.*)|(?P<on>\\$)")
SHOWN = 60
"""Characters of a line left out that are told."""


@dataclass(slots=True)
class Cell:
    """The lines of one code cell."""

    lines: list[str]
    left_out: list[tuple[int, str]] = field(default_factory=list)
    """Lines, and what was left out there."""

    def note(self, line: int, what: str) -> None:
        """Remember what was left out."""
        self.left_out.append((line, written(what.strip())[:SHOWN]))

    def tree(self) -> ast.Module | None:
        """Return what the lines say; None when they are not Python."""
        return _parsed("\n".join(self.lines))


def read(text: str) -> Cell:
    """Take a cell; lines that are not Python become comments."""
    cell = Cell(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    begin = _leave_out_magics_of_all(cell)
    _dedent(cell.lines, begin)
    if cell.tree() is None:
        _leave_out_escapes(cell, begin)
    return cell


def written(text: str) -> str:
    """Write half characters and null characters, which no text can hold, as escapes."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")


def comment(line: str) -> str:
    """Make a line a comment."""
    return f"# {written(line)}"


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _leave_out_magics_of_all(cell: Cell) -> int:
    """Leave out the magics over a cell, and all under one that does not run Python; return where Python begins."""
    lines, begin = cell.lines, 0
    while True:
        at = begin
        while at < len(lines) and (not lines[at].strip() or lines[at].lstrip().startswith("#")):
            at += 1
        if at == len(lines) or not lines[at].lstrip().startswith("%%"):
            return begin
        cell.note(at + 1, lines[at])
        name = (lines[at].lstrip()[2:].split() or [""])[0]
        last = at + 1 if name in PYTHON_INSIDE or name.endswith("?") else len(lines)
        lines[at:last] = map(comment, lines[at:last])
        begin = last


def _dedent(lines: list[str], begin: int) -> None:
    first = next((line for line in lines[begin:] if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    if indent:
        lines[begin:] = [line.removeprefix(indent) for line in lines[begin:]]


def _leave_out_escapes(cell: Cell, begin: int) -> None:
    """Leave out the lines that IPython reads its own way, where a statement begins."""
    lines, statement, at = cell.lines, _Statement(), begin
    while at < len(lines):
        line = lines[at]
        if statement.open:
            statement.feed(line)
            at += 1
            continue
        code = line.lstrip()
        assigned = ASSIGNED.fullmatch(code)
        if assigned and _parsed(f"{assigned['target'].strip()} = 0") is None:
            assigned = None
        if not assigned and not code.startswith(ESCAPES):
            if statement.feed(line).endswith("?") and not statement.open:
                cell.note(at + 1, line)
                lines[at] = _instead(line)
            at += 1
            continue
        last = at
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        kept = _kept(line, assigned) if last == at else None
        cell.note(at + 1, code if kept is None else (assigned["escape"] if assigned else code).split()[0])
        lines[at] = kept or _bound(line, assigned)
        lines[at + 1 : last + 1] = map(comment, lines[at + 1 : last + 1])
        at = last + 1


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _instead(line: str) -> str:
    """Write a line that does nothing; in a block there must be one."""
    indent = _indent(line)
    return f"{indent}pass  {comment(line.lstrip())}" if indent else comment(line)


def _kept(line: str, assigned: re.Match[str] | None) -> str | None:
    """Return the Python that a line runs through a magic; None when there is none."""
    found = RUN.fullmatch(assigned["escape"] if assigned else line.strip())
    if found is None:
        return None
    code = f"{assigned['target'].rstrip()} = {found['code']}" if assigned else found["code"]
    return None if _parsed(code) is None else _indent(line) + code


def _bound(line: str, assigned: re.Match[str] | None) -> str:
    """Leave a line out; a name it gives to what came of it is given to nothing, as where no output came."""
    if assigned is None or "," in assigned["target"]:
        return _instead(line)
    nothing = "[]" if assigned["escape"].startswith("!") else "None"
    return f"{_indent(line)}{written(assigned['target'].strip())} = {nothing}  {comment(assigned['escape'])}"


class _Statement:
    """Tells, line by line, whether a statement goes on."""

    def __init__(self) -> None:
        self.quote, self.depth, self.on = "", 0, False

    @property
    def open(self) -> bool:
        """Tell whether the next line still belongs to it."""
        return bool(self.quote) or self.depth > 0 or self.on

    def feed(self, line: str) -> str:
        """Take a line and return its code, texts and comments left out."""
        code, at, self.on = "", 0, False
        while at < len(line):
            if self.quote:
                end = re.compile(rf"(?:\\.|(?!{self.quote}).)*{self.quote}").match(line, at)
                if end is None:
                    if len(self.quote) == 1 and not line.endswith("\\"):
                        self.quote = ""
                    break
                at, self.quote = end.end(), ""
                code += '""'
                continue
            found = TOKEN.search(line, at)
            if found is None:
                code += line[at:]
                break
            code += line[at : found.start()]
            at = found.end()
            self.quote = found["quote"] or ""
            self.depth = max(0, self.depth + bool(found["open"]) - bool(found["close"]))
            self.on = found["on"] is not None
            code += found["open"] or found["close"] or ""
        return code.rstrip()
