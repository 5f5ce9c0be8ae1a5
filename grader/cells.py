"""A CSV file as its author wrote it: every cell with its place in the text, so that one can be changed and no other.

Byte order mark, delimiter, quoting and line ends stay as they are, because only the text of a changed cell is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.model import UsageError

MAX_BYTES = 50_000_000
BLANK = re.compile(r"[;,\t ]*")
BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what it says, and where it stands in the text."""

    value: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One record, which may span lines."""

    cells: tuple[Cell, ...]
    line: int
    """1-based line on which it starts."""

    @property
    def values(self) -> list[str]:
        """Return what the cells say."""
        return [cell.value for cell in self.cells]

    @property
    def blank(self) -> bool:
        """Tell whether nothing is written in it."""
        return all(BLANK.fullmatch(cell.value) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole file: the header, and the rows that are not blank, each as wide as the header."""

    path: Path
    text: str
    delimiter: str
    header: Row
    rows: tuple[Row, ...]

    def filled(self, changes: Mapping[Cell, str]) -> str:
        """Return the text with these cells changed and nothing else."""
        parts: list[str] = []
        at = 0
        for cell in sorted(changes, key=lambda c: c.start):
            parts += [self.text[at : cell.start], self._written(cell, changes[cell])]
            at = cell.end
        return "".join([*parts, self.text[at:]])

    def _written(self, cell: Cell, value: str) -> str:
        if cell.quoted or any(c in value for c in (self.delimiter, '"', "\r", "\n")):
            return '"' + value.replace('"', '""') + '"'
        return value


def read(path: Path, delimiters: Sequence[str] = (",", ";", "\t")) -> Sheet:
    """Read a CSV file; a malformed one is refused whole. Raises UsageError that names the line."""
    text = _text(path)
    first = text.lstrip(BOM).split("\n", 1)[0]
    delimiter = max(delimiters, key=lambda d: (first.count(d), -delimiters.index(d)))
    rows = [row for row in _rows(path, text, delimiter) if not row.blank]
    if not rows:
        raise UsageError(f"{path} is empty")
    header, *rest = rows
    for row in rest:
        if len(row.cells) != len(header.cells):
            raise UsageError(
                f"{path}, line {row.line}: {len(row.cells)} cells where the header has {len(header.cells)}; "
                "nothing of the file was used"
            )
    return Sheet(path, text, delimiter, header, tuple(rest))


def _text(path: Path) -> str:
    try:
        if not path.exists():
            raise UsageError(f"there is no file {path}")
        if path.is_dir():
            raise UsageError(f"{path} is a directory, not a CSV file")
        if not path.is_file():
            raise UsageError(f"{path} is not a regular file; a CSV file is needed")
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is too large for a list of students")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(
            f"{path}, line {line}: this is not UTF-8; download the file anew, or save it as CSV UTF-8"
        ) from None
    if "\0" in text:
        raise UsageError(f"{path}, line {text[: text.index(chr(0))].count(chr(10)) + 1}: a null character")
    return text


def _rows(path: Path, text: str, delimiter: str) -> list[Row]:
    at, line = int(text.startswith(BOM)), 1
    rows: list[Row] = []
    while at < len(text):
        start, cells = line, list[Cell]()
        while True:
            cell = _cell(path, text, at, delimiter, line)
            cells.append(cell)
            line += _lines(text[cell.start : cell.end])
            at = cell.end
            if at < len(text) and text[at] == delimiter:
                at += 1
                continue
            break
        rows.append(Row(tuple(cells), start))
        if text.startswith("\r\n", at):
            at += 2
        elif at < len(text):
            at += 1
        line += 1
    return rows


def _cell(path: Path, text: str, at: int, delimiter: str, line: int) -> Cell:
    if text.startswith('"', at):
        end = at + 1
        while True:
            end = text.find('"', end)
            if end < 0:
                raise UsageError(f"{path}, line {line}: a quotation mark is opened and never closed")
            if text.startswith('""', end):
                end += 2
                continue
            break
        end += 1
        if end < len(text) and text[end] not in (delimiter, "\r", "\n"):
            line += _lines(text[at:end])
            raise UsageError(f"{path}, line {line}: text after a closing quotation mark")
        return Cell(text[at + 1 : end - 1].replace('""', '"'), at, end, quoted=True)
    stop = re.compile(f"[{re.escape(delimiter)}\r\n]").search(text, at)
    end = len(text) if stop is None else stop.start()
    value = text[at:end]
    if '"' in value:
        raise UsageError(f"{path}, line {line}: a quotation mark inside a cell that is not quoted")
    return Cell(value, at, end, quoted=False)


def _lines(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
