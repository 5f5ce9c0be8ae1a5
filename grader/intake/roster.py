"""A class list: whose work is expected, how the students are called, and in which order they stand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader import cells
from grader.intake.found import Found
from grader.intake.naming import version_of
from grader.model import NO_SUBMISSION, UsageError
from grader.people import Directory, Person, differ, key, numbers

FULL = ("name", "student", "student name", "full name", "fullname", "display name")
FIRST = ("first name", "firstname", "given name", "first")
LAST = ("last name", "lastname", "surname", "family name", "last")
IDS = (
    *("sis login id", "login", "login id", "username", "user name", "user"),
    *("github", "github username", "github_username", "github_id", "email", "e-mail", "email address", "mail"),
    *("sis user id", "sid", "student id", "student number", "id number", "idnumber", "matriculation number"),
    *("identifier", "integration id"),
)
TANGLED = "not on the roster: by their ids, two who handed in have this name"
MOODLE = re.compile(r"\D*\s(\d+)")


def read(path: Path) -> list[Person]:
    """Read a roster: a CSV file with a header, or a gradebook export of Canvas, a worksheet of Moodle.

    Raises UsageError; a malformed roster is refused whole.
    """
    sheet = cells.read(path)
    header = [key(value.strip("\ufeff")) for value in sheet.header.values]
    columns = {name: at for at, name in reversed(list(enumerate(header)))}
    full = next((columns[name] for name in FULL if name in columns), None)
    first = next((columns[name] for name in FIRST if name in columns), None)
    last = next((columns[name] for name in LAST if name in columns), None)
    ids = [columns[name] for name in IDS if name in columns]
    plain = columns.get("id")
    if full is None and (first is None or last is None) and not ids and plain is None:
        raise UsageError(
            f"{path}: the first line names no column that says who a student is "
            "(name, first name and last name, email, username, github, student id, id)"
        )
    from_canvas = plain is not None and {"sis login id", "section"} <= set(header)
    people: list[Person] = []
    for row in sheet.rows:
        values = [value.strip() for value in row.values]
        name = values[full] if full is not None else ""
        if not name and first is not None and last is not None:
            name = f"{values[first]} {values[last]}".strip()
        # Beside the students, Canvas lists the points of each column and the teacher's own test student.
        if from_canvas and ("points possible" in key(name) or key(name) == "student, test" or not values[plain or 0]):
            continue
        known = [_id(header[at], values[at]) for at in ids if values[at]]
        if plain is not None and values[plain]:
            known += [f"canvas:{values[plain]}"] if from_canvas else [values[plain], f"canvas:{values[plain]}"]
        if not name and not known:
            raise UsageError(f"{path}, line {row.line}: this row says of nobody who it is")
        people.append(Person(name=name or known[0], ids=tuple(dict.fromkeys(known))))
    if not people:
        raise UsageError(f"{path} names no students")
    _refuse_twins(path, people)
    return people


def _id(column: str, value: str) -> str:
    if column == "identifier" and (found := MOODLE.fullmatch(value)):
        return f"moodle:{found[1]}"
    return value


def _refuse_twins(path: Path, people: Sequence[Person]) -> None:
    seen: dict[str, str] = {}
    for person in people:
        for known in {key(known) for known in person.ids}:
            if known in seen:
                raise UsageError(f"{path}: {seen[known]} and {person.name} have the same id `{known.split(':')[-1]}`")
            seen[known] = person.name


def arranged(found: Sequence[Found], people: Sequence[Person], where: Path) -> list[Found]:
    """Order submissions by the roster, list who handed in nothing, and put those of nobody on it last."""
    directory = Directory(people)
    prefix = _prefix(directory, found)
    of: dict[int, list[tuple[Found, str]]] = defaultdict(list)
    strangers: list[Found] = []
    for one in found:
        index, note = _whose(directory, one, prefix)
        if index is None:
            strangers.append(one.with_notes("not on the roster"))
        else:
            of[index].append((one, note))
    exercises = list(dict.fromkeys(one.exercise for one in found))
    arranged: list[Found] = []
    for index, person in enumerate(people):
        own, tangled = _untangled(person, of[index])
        strangers += [one.with_notes(TANGLED) for one in tangled]
        # What stands before a login was a guess without the roster, so the login guessed is no id.
        ids = _joined(person.ids, [known for one, _ in own if not one.repository for known in one.identity])
        known = Person(name=person.name, ids=ids)
        for one, note in own:
            # The roster says who it is, wherever the folder lies.
            arranged.append(replace(one.belonging_to(known), home=None, notes=(*one.notes, *([note] if note else []))))
        present = {one.exercise for one, _ in own}
        arranged += [
            Found(where / "none", slug, student=person.name, identity=ids, missing=NO_SUBMISSION)
            for slug in exercises
            if slug not in present
        ]
    return arranged + strangers


def _untangled(person: Person, own: list[tuple[Found, str]]) -> tuple[list[tuple[Found, str]], list[Found]]:
    """Take out those who have only the person's name and, by an id, are not the same as another who has it."""
    known = {key(one) for one in person.ids}
    kept: list[tuple[Found, str]] = []
    tangled: list[Found] = []
    for one, note in own:
        sure = bool(one.repository) or bool(known & {key(given) for given in one.identity})
        if not sure and any(_two(one, other) for other, _ in own):
            tangled.append(one)
        else:
            kept.append((one, note))
    return kept, tangled


def _two(one: Found, other: Found) -> bool:
    """Tell whether these are of two people. Moodle numbers its participants anew in each assignment."""
    systems = differ(numbers(one.person), numbers(other.person))
    return bool(systems - {"moodle"}) or (bool(systems) and one.export == other.export)


def _whose(directory: Directory, one: Found, prefix: str) -> tuple[int | None, str]:
    """Find whose it is, and what to say about it. GitHub Classroom adds ``-1`` to a name that is taken."""
    login = one.repository.removeprefix(prefix)
    person = Person(name=login, ids=(login,)) if one.repository and one.repository != login else one.person
    index = directory.find(person)
    if index is not None or not one.repository:
        return index, ""
    shorter = version_of(person.name)[0]
    index = directory.find(Person(name=shorter, ids=(shorter,))) if shorter != person.name else None
    return index, "" if index is None else f"taken from {one.repository}"


def _prefix(directory: Directory, found: Sequence[Found]) -> str:
    """Return what most repositories are named by before a login of the roster; the longest login counts."""
    counts: Counter[str] = Counter()
    for name in {one.repository for one in found if one.repository}:
        ends = [0, *(at + 1 for at, c in enumerate(name) if c in "-_")]
        logins = [(at, Person(name="", ids=(login,))) for at in ends for login in (name[at:], version_of(name[at:])[0])]
        at = next((at for at, person in logins if directory.find(person) is not None), None)
        if at is not None:
            counts[name[:at]] += 1
    return max(counts, key=lambda prefix: (counts[prefix], prefix), default="")


def _joined(first: tuple[str, ...], second: Sequence[str]) -> tuple[str, ...]:
    known = {key(one) for one in first}
    return (*first, *dict.fromkeys(one for one in second if key(one) not in known))
