"""What a class of the submission inherits from, in the order in which Python looks."""

from __future__ import annotations

from grader.source.values import Attr, Call, Class, Ref, Value

ABSTRACT = frozenset({"abc.ABC", "typing.Protocol", "typing_extensions.Protocol"})
"""Bases with which a class decides anew what its instances are."""


def lineage(cls: Class) -> tuple[Class, ...]:
    """List a class and its bases in the method resolution order (C3, https://www.python.org/download/releases/2.3/mro).

    Bases from outside the submission are left out; where no order exists, Python makes no class, and the order in which
    the bases stand will do.
    """
    own = [base for base in cls.bases if isinstance(base, Class)]
    rows = [list(lineage(base)) for base in own] + [own]
    found = [cls]
    while rows := [row for row in rows if row]:
        head = next((row[0] for row in rows if not any(_in(row[0], other[1:]) for other in rows)), rows[0][0])
        found.append(head)
        rows = [[one for one in row if not _same(one, head)] for row in rows]
    return tuple(found)


def after(cls: Class, owner: Class) -> tuple[Class, ...]:
    """List where ``super()`` looks in a method of ``cls``, for an instance of ``owner``."""
    order = lineage(owner)
    place = next((i for i, one in enumerate(order) if _same(one, cls)), None)
    return lineage(cls)[1:] if place is None else order[place + 1 :]


def derives(cls: Class, base: Class) -> bool:
    """Tell whether a class is another or inherits from it."""
    return _in(base, lineage(cls))


def decides_itself(cls: Class) -> bool:
    """Tell whether something may be an instance of a class without being made by it or a class below it."""
    return any(_root(base) in ABSTRACT for one in lineage(cls) for base in one.bases)


def _root(base: Value) -> str:
    match base:
        case Ref(name=name):
            return name
        case Call(func=Attr(obj=Ref(name=name))):  # ``Protocol[T]``
            return name
    return ""


def _same(first: Class, second: Class) -> bool:
    # A decorator such as ``dataclass`` makes another value of the same class.
    return first.scope.id == second.scope.id


def _in(cls: Class, others: list[Class] | tuple[Class, ...]) -> bool:
    return any(_same(cls, other) for other in others)
