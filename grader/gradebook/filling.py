"""Filling points into one column of a teacher's own file: who gets what, decided before anything is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.cells import Cell, Sheet
from grader.gradebook.scores import Score
from grader.model import UsageError
from grader.people import Directory, Person

NUMBER = re.compile(r"[+-]?\d[\d.,\s]*")


@dataclass(frozen=True, slots=True)
class Slot:
    """The cell of one student."""

    person: Person
    cell: Cell
    locked: str = ""
    """Why it must stay as it is."""


@dataclass(frozen=True, slots=True)
class Target:
    """A column to fill."""

    sheet: Sheet
    heading: str
    slots: tuple[Slot, ...]
    max_points: float | None
    """The most points the column takes, where the file says so."""
    comma: bool
    """Whether the file writes decimals with a comma."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What filling would do."""

    target: Target
    changes: dict[Cell, str] = field(default_factory=dict)
    filled: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Students with points whose cell must stay as it is, and why."""
    pointless: list[str] = field(default_factory=list)
    """Students without points to write, and why."""
    unmatched: list[str] = field(default_factory=list)
    """Students of the report whom the file does not name."""
    ungraded: list[str] = field(default_factory=list)
    """Students of the file whom the report does not name."""

    @property
    def text(self) -> str:
        """Return the file as it would be."""
        return self.target.sheet.filled(self.changes)


def plan(target: Target, scores: Sequence[Score], *, scale: bool = False) -> Plan:
    """Decide what goes where. Raises UsageError where points cannot be written without a guess."""
    made = Plan(target)
    most = max((score.max_points for score in scores), default=0.0)
    factor = 1.0
    if target.max_points is not None and most and target.max_points <= 0:
        raise UsageError(
            f"{target.sheet.path}: `{target.heading}` takes {shown(target.max_points)} points, of which every share is "
            "0; nothing was written. Set the points possible on the platform and download the file again"
        )
    if target.max_points is not None and most and abs(target.max_points - most) > 0.005:
        if not scale:
            raise UsageError(
                f"{target.sheet.path}: `{target.heading}` takes {shown(target.max_points)} points and the report has "
                f"{shown(most)}; nothing was written. `--scale` fills in the share of them"
            )
        factor = target.max_points / most
    directory = Directory([slot.person for slot in target.slots])
    given: dict[int, Score] = {}
    for score in scores:
        index = directory.find(score.person)
        if index is None:
            made.unmatched.append(score.person.name)
        elif index in given:
            raise UsageError(
                f"{target.sheet.path}: {given[index].person.name} and {score.person.name} of the report are both "
                f"{target.slots[index].person.name} there; nothing was written. A roster tells them apart"
            )
        else:
            given[index] = score
    for index, slot in enumerate(target.slots):
        if index not in given:
            made.ungraded.append(slot.person.name)
        else:
            _put(made, slot, given[index], factor)
    return made


def _put(made: Plan, slot: Slot, score: Score, factor: float) -> None:
    name, old = slot.person.name, slot.cell.value.strip()
    if score.points is None:
        made.pointless.append(f"{name} ({score.why})")
        return
    new = shown(score.points * factor, comma=made.target.comma)
    there = number(old)
    if there is not None and shown(there) == shown(score.points * factor):
        made.same.append(name)
    elif slot.locked:
        made.kept.append(f"{name} ({slot.locked})")
    else:
        made.changes[slot.cell] = new
        if old in {"", "-"}:
            made.filled.append(name)
        else:
            made.changed.append(f"{name}: {old} -> {new}")


def shown(points: float, *, comma: bool = False) -> str:
    """Write points with at most two decimals."""
    text = f"{points + 0.0:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if comma else text


def number(text: str) -> float | None:
    """Read a number written with a decimal point or a decimal comma."""
    if not NUMBER.fullmatch(text.strip()):
        return None
    digits = "".join(text.split())
    at = max(digits.rfind("."), digits.rfind(","))
    if at >= 0:
        digits = re.sub(r"[.,]", "", digits[:at]) + "." + digits[at + 1 :]
    try:
        return float(digits)
    except ValueError:
        return None


def comma_in(texts: Sequence[str]) -> bool:
    """Tell whether numbers of a file have a decimal comma."""
    return any(re.fullmatch(r"\d+,\d{1,2}", text.strip()) for text in texts)
