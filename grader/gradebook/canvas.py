"""Canvas's gradebook export: the columns of the student, and one column for each assignment, called ``Title (id)``.

An unknown title would make a new assignment, and a column marked read only is not taken, so only a column that the
export itself has is filled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from grader import cells
from grader.cells import Row, Sheet
from grader.gradebook.filling import Slot, Target, comma_in, number
from grader.model import UsageError
from grader.people import Person, key

ASSIGNMENT = re.compile(r"(?P<title>.*\S)\s+\((?P<id>\d+)\)")
POSTING = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
LOCKED = {"EX": "excused", "N/A": "not assigned to this student"}
KNOWN = ("SIS User ID", "SIS Login ID", "Integration ID")


def read(path: Path, column: str | None, titles: Sequence[str]) -> Target:
    """Find the students and the column to fill: the one named, or the one called like the exercise, or the only one.

    Raises UsageError; an export that is not what Canvas writes is refused whole.
    """
    sheet = cells.read(path, (",", ";"))
    header = [value.strip() for value in sheet.header.values]
    apart = header[:2] == ["LastName", "FirstName"]
    identifier = 2 if apart else 1
    begins = apart or (len(header) > 3 and "Student" in header[0])
    if not begins or header[identifier : identifier + 1] != ["ID"] or "Section" not in header:
        raise UsageError(
            f"{path}: this is not a gradebook that Canvas exported: it does not begin with Student, ID, ... Section; "
            "nothing of it was used"
        )
    heading = _column(path, header, header.index("Section") + 1, column, titles)
    at = header.index(heading)
    students, possible = _rows(sheet, at)
    if possible is not None and "read only" in possible.lower():
        raise UsageError(f"{path}: Canvas says `{heading}` is read only; nothing was written")
    slots: list[Slot] = []
    seen: dict[str, int] = {}
    for row in students:
        values = [value.strip() for value in row.values]
        name = f"{values[1]} {values[0]}".strip() if apart else values[0]
        canvas = values[identifier]
        if canvas in seen:
            raise UsageError(f"{path}: lines {seen[canvas]} and {row.line} have the same ID; nothing was written")
        if canvas:
            seen[canvas] = row.line
        elif not name:
            raise UsageError(f"{path}, line {row.line}: a row without a student; nothing was written")
        ids = [f"canvas:{canvas}"] * bool(canvas)
        ids += [values[header.index(k)] for k in KNOWN if k in header and values[header.index(k)]]
        cell = row.cells[at]
        slots.append(Slot(Person(name=name, ids=tuple(ids)), cell, LOCKED.get(cell.value.strip().upper(), "")))
    if not slots:
        raise UsageError(f"{path} names no students")
    comma = comma_in([row.cells[at].value for row in sheet.rows])
    return Target(sheet, heading, tuple(slots), None if possible is None else number(possible), comma)


def _rows(sheet: Sheet, at: int) -> tuple[list[Row], str | None]:
    """Tell the students' rows from the two that describe the columns; return what the points row says."""
    students: list[Row] = []
    possible: str | None = None
    for row in sheet.rows:
        if "Points Possible" in row.cells[0].value:
            possible = row.cells[at].value.strip()
        elif not all(POSTING.fullmatch(value) for value in row.values):
            students.append(row)
    return students, possible


def _column(path: Path, header: Sequence[str], first: int, column: str | None, titles: Sequence[str]) -> str:
    found = {name: match for name in header[first:] if (match := ASSIGNMENT.fullmatch(name))}
    twice = [name for name in found if header.count(name) > 1]
    if twice:
        raise UsageError(f"{path}: there are two columns `{twice[0]}`; nothing was written")
    if column is not None:
        fitting = [name for name, match in found.items() if column in {name, match["title"], match["id"]}]
    elif len(found) == 1:
        fitting = list(found)
    else:
        wanted = {plain(title) for title in titles}
        fitting = [name for name, match in found.items() if plain(match["title"]) in wanted]
    if len(fitting) == 1:
        return fitting[0]
    there = ", ".join(f"`{name}`" for name in found) or "none"
    asked = f"no column `{column}`" if column is not None and not fitting else "more than one column that may be meant"
    raise UsageError(
        f"{path}: {asked if column is not None or fitting else 'it is not clear which assignment is meant'}; "
        f"name it with --column (there are: {there})"
    )


def plain(title: str) -> str:
    """Bring a title to the form in which it is compared with an exercise's."""
    return key(re.sub(r"[\W_]+", " ", title))
