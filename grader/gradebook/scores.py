"""From grades to the points of each student."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.model import NO_SUBMISSION, Grade, Value, Verdict
from grader.people import Person, groups

HANDED_IN_NOTHING = "handed in nothing"
NOT_JUDGED = "not judged"


class Score(Value, frozen=True, kw_only=True):
    """The points of one student."""

    person: Person
    points: float | None
    """None when there are none to write; ``why`` says the reason."""
    max_points: float
    why: str = ""
    parts: dict[str, float | None]
    """Points by exercise."""
    notes: tuple[str, ...] = ()


def person_of(grade: Grade) -> Person:
    """Return whose a grade is."""
    file = grade.submission.rstrip("/").rpartition("/")[2]
    return Person(name=grade.student or file, ids=grade.identity)


def is_missing(grade: Grade) -> bool:
    """Tell whether nothing was handed in at all."""
    return any(finding.message == NO_SUBMISSION for finding in grade.findings)


def exercises_of(grades: Iterable[Grade]) -> list[str]:
    """List the exercises in the order they first occur."""
    return list(dict.fromkeys(grade.exercise for grade in grades))


def scores(grades: Sequence[Grade], *, nothing_is_zero: bool = False) -> list[Score]:
    """Add up each student's best points in each exercise, in the order students first occur.

    What was not judged is never scored: such a student gets no points at all. One who handed in nothing gets none
    either, unless ``nothing_is_zero``.
    """
    slugs = exercises_of(grades)
    highest = {slug: max(g.max_score for g in grades if g.exercise == slug) for slug in slugs}
    most = sum(highest.values())
    return [_score(own, slugs, most, nothing_is_zero=nothing_is_zero) for own in by_student(grades)]


def by_student(grades: Sequence[Grade]) -> list[list[Grade]]:
    """Put together what each student handed in, in the order students first occur; what is nobody's stays apart."""
    people = [Person(name=grade.student or "", ids=grade.identity) for grade in grades]
    return [[grades[place] for place in places] for places in groups(people)]


def _score(own: Sequence[Grade], slugs: Sequence[str], most: float, *, nothing_is_zero: bool) -> Score:
    parts: dict[str, float | None] = {}
    notes: list[str] = []
    unjudged = False
    for slug in slugs:
        grades = [g for g in own if g.exercise == slug]
        judged = [g for g in grades if g.verdict is not Verdict.ERROR]
        unjudged = unjudged or len(judged) < len(grades)
        there = [g for g in judged if not is_missing(g)]
        parts[slug] = max((g.score for g in there), default=0.0 if nothing_is_zero else None)
        if len(there) > 1:
            notes.append(f"{len(there)} submissions of {slug}, the best counts")
        notes += [note for g in there for note in g.notes if note.startswith(("late", "handed in again"))]
    ids = tuple(dict.fromkeys(known for g in own for known in g.identity))
    person = Person(name=person_of(own[0]).name, ids=ids)
    given = [points for points in parts.values() if points is not None]
    why = NOT_JUDGED if unjudged else "" if given else HANDED_IN_NOTHING
    return Score(
        person=person,
        points=None if why else sum(given),
        max_points=most,
        why=why,
        parts=dict.fromkeys(slugs) if unjudged else parts,
        notes=tuple(dict.fromkeys(notes)),
    )
