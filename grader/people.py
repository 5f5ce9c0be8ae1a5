"""What a student is called: names in several spellings, and the ids that exports and rosters know them by.

An id is a text. One that counts only in one system carries its name before a colon (``canvas:12345``, ``moodle:678``);
a student number, a login or an e-mail address stands bare.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.model import Value

WORDS = re.compile(r"[^\W_]+")


class Person(Value, frozen=True, kw_only=True):
    """One student, or one team that hands in together."""

    name: str
    ids: tuple[str, ...] = ()


def key(text: str) -> str:
    """Bring an id to the form in which two spellings of it are equal."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def spellings(name: str) -> frozenset[str]:
    """Run a name's words together, from each of them on: ``Smith, Bob`` meets ``Bob Smith`` and ``smithbob``."""
    words = WORDS.findall(unicodedata.normalize("NFKC", name).casefold())[:8]
    return frozenset("".join(words[i:] + words[:i]) for i in range(len(words)))


def groups(people: Sequence[Person]) -> list[list[int]]:
    """Put together the places of those who are one, in the order they first occur.

    They share an id, or have no id and the same name; whoever has neither id nor name is one apart.
    """
    parent = list(range(len(people)))

    def first(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    seen: dict[tuple[str, str], int] = {}
    for place, person in enumerate(people):
        ids = [("id", key(known)) for known in person.ids]
        for known in ids or ([("name", key(person.name))] if person.name else []):
            one, other = sorted((first(place), first(seen.setdefault(known, place))))
            parent[other] = one
    made: dict[int, list[int]] = defaultdict(list)
    for place in range(len(people)):
        made[first(place)].append(place)
    return list(made.values())


class Directory:
    """Finds a person among others; where more than one fits, none does."""

    def __init__(self, people: Sequence[Person]) -> None:
        """Index these people by their ids and names."""
        self.people = people
        self._ids: dict[str, set[int]] = defaultdict(set)
        self._names: dict[str, set[int]] = defaultdict(set)
        for index, person in enumerate(people):
            for known in person.ids:
                self._ids[key(known)].add(index)
            for spelling in spellings(person.name):
                self._names[spelling].add(index)

    def find(self, person: Person) -> int | None:
        """Return the place of the one who is meant: by an id, or else by name."""
        return next((min(fitting) for fitting in self._fitting(person) if len(fitting) == 1), None)

    def _fitting(self, person: Person) -> Iterator[set[int]]:
        nobody: set[int] = set()
        for known in (*person.ids, person.name):
            yield self._ids.get(key(known), nobody)
        for text in (person.name, *(known for known in person.ids if ":" not in known)):
            for spelling in sorted(spellings(text)):
                yield self._names.get(spelling, nobody)
