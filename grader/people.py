"""What a student is called: names in several spellings, and the ids that exports and rosters know them by.

An id is a text. One that counts only in one system carries its name before a colon (``canvas:12345``, ``moodle:678``);
a student number, a login or an e-mail address stands bare.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from grader.model import Value

SYSTEMS = ("canvas", "moodle")
"""Systems that number each person once."""
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


def numbers(person: Person) -> dict[str, frozenset[str]]:
    """Return the ids that systems gave a person, by system.

    A number that stands bare as well comes from a list that did not say of which system it is: it may help to find
    somebody, but does not tell two apart.
    """
    known = {key(one) for one in person.ids}
    of: dict[str, set[str]] = defaultdict(set)
    for one in known:
        system, colon, number = one.partition(":")
        if colon and system in SYSTEMS and number not in known:
            of[system].add(number)
    return {system: frozenset(given) for system, given in of.items()}


def differ(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> set[str]:
    """Name the systems in which these are two people: both have ids there, and none in common."""
    return {system for system in one.keys() & other.keys() if not one[system] & other[system]}


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
        self._numbers = [numbers(person) for person in people]
        self._ids: dict[str, set[int]] = defaultdict(set)
        self._names: dict[str, set[int]] = defaultdict(set)
        self._logins: set[int] = set()
        """Those called by an id, for want of a name."""
        for index, person in enumerate(people):
            for known in person.ids:
                self._ids[key(known)].add(index)
            for spelling in spellings(person.name):
                self._names[spelling].add(index)
            if key(person.name) in {key(known) for known in person.ids}:
                self._logins.add(index)

    def find(self, person: Person) -> int | None:
        """Return the place of the one who is meant: by an id, or else by name.

        Whom a system gave another id is somebody else, whatever else is the same.
        """
        own = numbers(person)
        for fitting in self._fitting(person, guessed="canvas" in own):
            left = {index for index in fitting if not differ(own, self._numbers[index])}
            if len(left) == 1:
                return min(left)
        return None

    def _fitting(self, person: Person, *, guessed: bool) -> Iterator[set[int]]:
        """Go from the surest to the least sure; a name that is ``guessed``, as Canvas's letters are, is no login."""
        nobody: set[int] = set()
        for known in (*person.ids, *(() if guessed else (person.name,))):
            yield self._ids.get(key(known), nobody)
        for text in (person.name, *(known for known in person.ids if ":" not in known)):
            for spelling in sorted(spellings(text)):
                fitting = self._names.get(spelling, nobody)
                yield fitting - self._logins if guessed else fitting
