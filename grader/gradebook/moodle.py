"""Moodle's offline grading worksheet of one assignment. Its headings are in the site's language.

Moodle takes a worksheet back only if the columns for the participant, the grade and the time of the last grading are
as it wrote them, and only with commas between cells; so nothing but the grade is changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from grader import cells
from grader.cells import Row
from grader.gradebook.filling import Slot, Target, comma_in, number
from grader.model import UsageError
from grader.people import Person, key

PARTICIPANT = re.compile(r"(?P<word>\D*[^\d\s])\s*(?P<number>\d+)")
GRADE, MAXIMUM, CHANGEABLE = "grade", "maximum grade", "grade can be changed"
YES = frozenset(
    "yes ja oui sí si sim да так tak ano áno igen kyllä ya evet はい 是 예 ναι da bai igaz jah jā".split()  # noqa: RUF001
)
NO = frozenset(
    "no nein nee non não nej nei нет ні nie ne nem ei tidak hayır いいえ 否 아니오 όχι nu ez".split()  # noqa: RUF001
)
"""What Moodle says of a grade that can be changed, or not, in the site's language."""
NAMES = ("full name", "email address", "id number", "username")


def read(path: Path, column: str | None) -> Target:
    """Find the participants and the column of the grade.

    Raises UsageError; a worksheet that is not what Moodle writes is refused whole.
    """
    sheet = cells.read(path)
    if sheet.delimiter != ",":
        raise UsageError(
            f"{path}: its cells are not separated by commas, and Moodle takes no other worksheet back; "
            "download it anew and do not save it with a spreadsheet. Nothing was used"
        )
    header = [key(value) for value in sheet.header.values]
    if not sheet.rows:
        raise UsageError(f"{path} names no participants")
    if len(header) < 4:
        raise UsageError(f"{path}: this is not a grading worksheet that Moodle exported; nothing was used")
    who = _participants(path, header, sheet.rows)
    at = _grade(path, [value.strip() for value in sheet.header.values], sheet.rows, column)
    highest = _only(sheet.rows, at + 1) if at + 1 < len(header) else None
    if highest is None:
        raise UsageError(
            f"{path}: beside `{sheet.header.values[at].strip()}` stands no maximum of points, the same in every row: "
            "this assignment is not graded by points, or this is not its grade. Nothing was written"
        )
    changeable = header.index(CHANGEABLE) if CHANGEABLE in header else _yes_or_no(sheet.rows, at + 2)
    names = [header.index(name) for name in NAMES if name in header]
    names = names or [place for place in range(at) if place != who and _tells_apart(sheet.rows, place)]
    no = {key(word) for word in NO}
    slots: list[Slot] = []
    seen: dict[str, int] = {}
    for row in sheet.rows:
        values = [value.strip() for value in row.values]
        found = PARTICIPANT.fullmatch(values[who])
        assert found is not None
        if found["number"] in seen:
            lines = f"{seen[found['number']]} and {row.line}"
            raise UsageError(f"{path}: lines {lines} are of the same participant; nothing was written")
        seen[found["number"]] = row.line
        known = [values[name] for name in names if values[name]]
        locked = "Moodle lets nobody change it" if changeable is not None and key(values[changeable]) in no else ""
        person = Person(name=known[0] if known else values[who], ids=(f"moodle:{found['number']}", *known[1:]))
        slots.append(Slot(person, row.cells[at], locked))
    heading = sheet.header.values[at].strip()
    texts = [value for row in sheet.rows for value in (row.values[at], *row.values[at + 1 : at + 2])]
    return Target(sheet, heading, tuple(slots), highest, comma_in(texts))


def _participants(path: Path, header: Sequence[str], rows: Sequence[Row]) -> int:
    """Find the column that numbers the participants: one word and a number in every row."""
    for at in range(len(header)):
        found = [PARTICIPANT.fullmatch(row.values[at].strip()) for row in rows]
        if all(found) and len({match["word"] for match in found if match}) == 1:
            return at
    raise UsageError(
        f"{path}: this is not a grading worksheet that Moodle exported: no column has a participant's number in every "
        "row; nothing was used"
    )


def _yes_or_no(rows: Sequence[Row], first: int) -> int | None:
    """Find the column behind the maximum that says yes or no of every row; the state of the workflow may be between."""
    words = {key(word) for word in YES | NO}
    last = min(first + 2, len(rows[0].cells))
    return next((at for at in range(first, last) if all(key(row.values[at]) in words for row in rows)), None)


def _tells_apart(rows: Sequence[Row], at: int) -> bool:
    """Tell whether a column says of each participant something else: a name or an address, in any language."""
    return len({row.values[at] for row in rows if row.values[at]}) == len(rows)


def _grade(path: Path, header: Sequence[str], rows: Sequence[Row], column: str | None) -> int:
    """Find the column of the grade: by name, or as the one before the column of the maximum."""
    if column is not None:
        fitting = [at for at, name in enumerate(header) if name == column]
    else:
        fitting = [at for at, name in enumerate(header) if key(name) == GRADE]
    if not fitting and column is None:
        fitting = [at for at in range(len(header) - 1) if _takes_points(rows, at)]
    if len(fitting) != 1:
        named = ", ".join(f"`{name}`" for name in header)
        problem = f"there is no column `{column}`" if column else "it is not clear which column is the grade"
        raise UsageError(f"{path}: {problem}; name it with --column (there are: {named})")
    return fitting[0]


def _takes_points(rows: Sequence[Row], at: int) -> bool:
    """Tell whether a column could be the grade: empty or numbers, and beside it the same maximum in every row."""
    highest = _only(rows, at + 1)
    if not highest:
        return False
    values = [row.values[at].strip() for row in rows]
    return all(v in {"", "-"} or ((n := number(v)) is not None and 0 <= n <= highest) for v in values)


def _only(rows: Sequence[Row], at: int) -> float | None:
    """Return the number that stands in every row of a column."""
    values = {number(row.values[at]) for row in rows}
    return next(iter(values)) if len(values) == 1 else None
