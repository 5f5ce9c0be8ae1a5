"""Several paths in one command: whose each is, and who is not the same as another of the same name."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from grader.intake.files import SUFFIXES
from grader.intake.found import Found, defines
from grader.intake.layouts import prefix_of
from grader.intake.naming import version_of
from grader.intake.tree import visible
from grader.model import Exercise
from grader.people import key


def owned(each: Sequence[tuple[Path, Sequence[Found]]], exercises: Mapping[str, Exercise]) -> list[Found]:
    """Give what was found at each of several paths to the student whom the path names, where nothing else says whose.

    That is a folder's or an archive's name, and of a file the folder's that holds it.
    """
    files = [path for path, _ in each if _is_file(path)]
    shared = {path.parent for path in files if sum(path.parent == other.parent for other in files) > 1}
    owners: list[Path | None] = []
    parts: list[Sequence[Found]] = []
    for path, found in each:
        if _is_file(path):
            named = version_of(path.stem)[0] in exercises or path.stem in exercises
            owners.append(_holder(path, exercises) if named or path.parent not in shared else None)
            parts.append(found if owners[-1] else [replace(f, identity=(path.stem,), home=path.parent) for f in found])
        else:
            mine = _of_one(found, exercises)
            owners.append(None if mine is None else Path(os.path.normpath(path.absolute())))
            parts.append(found if mine is None else mine)
    names = sorted({_name(owner) for owner in owners if owner is not None})
    parents = {owner.parent for owner in owners if owner is not None}
    prefix = prefix_of(names, list(exercises), next(iter(parents)).name if len(parents) == 1 else "")
    made: list[Found] = []
    for owner, found in zip(owners, parts, strict=True):
        whole = "" if owner is None else _name(owner)
        name = whole.removeprefix(prefix) or whole
        for one in found:
            if owner is None or not name or one.student is not None:
                made.append(one)
            else:
                made.append(replace(one, student=name, identity=(name,), repository=whole, home=owner.parent))
    return made


def apart(found: Sequence[Found]) -> list[Found]:
    """Tell students of one name apart where the same exercise is answered by both: they are named with their folder.

    The same name in folders of two exercises is one student.
    """
    homes: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in found:
        if one.home is not None and one.identity:
            homes[key(one.identity[0])][_place(one.home)].add(one.exercise)
    twice = {known: at for known, at in homes.items() if sum(map(len, at.values())) > len(set().union(*at.values()))}
    made: list[Found] = []
    for one in found:
        at = twice.get(key(one.identity[0])) if one.home is not None and one.identity else None
        if at is not None and one.home is not None:
            place = _place(one.home)
            alike = sum(os.path.basename(other) == os.path.basename(place) for other in at) > 1
            name = f"{place if alike else os.path.basename(place)}/{one.identity[0]}"
            one = replace(one, student=name, identity=(name,))  # noqa: PLW2901 - the same work, better named
        made.append(one)
    return made


def _place(home: Path) -> str:
    return os.path.normpath(home.absolute())


def _is_file(path: Path) -> bool:
    return not path.is_dir() and path.suffix.lower() != ".zip"


def _name(owner: Path) -> str:
    name = visible(owner.name)
    return name[: -len(".zip")] if name.lower().endswith(".zip") else name


def _holder(path: Path, exercises: Mapping[str, Exercise]) -> Path:
    """Return the student's folder that holds a file: the one above an exercise's own."""
    holder = Path(os.path.normpath(path.absolute())).parent
    if holder.name in exercises:
        holder = holder.parent
        holder = holder.parent if holder.name == "exercises" else holder
    return holder


def _of_one(found: Sequence[Found], exercises: Mapping[str, Exercise]) -> list[Found] | None:
    """Return what one student handed in, where a path holds no more than that; None where it holds a class."""
    if any(one.student is not None for one in found):
        return None
    kept: list[Found] = []
    for slug in dict.fromkeys(one.exercise for one in found):
        of = [one for one in found if one.exercise == slug and one.path.suffix.lower() in SUFFIXES]
        if len(of) > 1:
            fitting = [one for one in of if exercises[slug].entrypoint in defines(one.read().source)]
            if len(fitting) != 1:
                return None
            others = _others(one for one in of if one is not fitting[0])
            of = [fitting[0].with_notes(*others)]
        kept += of
        kept += [one for one in found if one.exercise == slug and one.path.suffix.lower() not in SUFFIXES]
    return kept


def _others(found: Iterable[Found]) -> list[str]:
    return [f"there is also {one.path}, which was not graded" for one in found][:5]
