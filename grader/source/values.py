"""The symbolic values of the interpreter: a closed union, all immutable.

Two values are equal when a submission could not tell them apart; where a value came from (its ``Site``) is never
compared. Mutable Python objects are an ``Obj``: an identity whose content lives in the interpreter's store.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import libcst as cst

    from grader.source.frames import Frame, Scope

MAX_SIZE = 400
"""Largest term that is kept; past it a value becomes ``Unknown`` (terms can double at every assignment)."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """Where in the submission a value was given: the node, in the frame that evaluated it."""

    node: cst.CSTNode = field(repr=False)
    frame: Frame = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ref:
    """Something outside the submission, by its canonical dotted name (``jax.experimental.io_callback``)."""

    name: str


@dataclass(frozen=True, slots=True)
class Param:
    """An input of the entrypoint, by position."""

    index: int
    name: str = field(default="x", compare=False)


@dataclass(frozen=True, slots=True)
class Dim:
    """The length of one axis of a symbolic array."""

    of: Value
    axis: int


@dataclass(frozen=True, slots=True)
class Const:
    """A Python constant; ``kind`` keeps ``True`` apart from ``1`` and ``1.0``."""

    value: Any
    kind: str


@dataclass(frozen=True, slots=True)
class Attr:
    """An attribute of a symbolic value: ``x.dtype``."""

    obj: Value
    name: str


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of a call, with the place it was written."""

    value: Value
    site: Site = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """The result of calling something outside the submission.

    ``args`` and ``kwargs`` are as passed; once a signature is known, ``bound`` names every parameter that was given.
    """

    func: Value
    args: tuple[Arg, ...]
    kwargs: tuple[tuple[str, Arg], ...]
    site: Site = field(compare=False, repr=False)
    size: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Op:
    """An operation on symbolic values: ``*``, ``[]``, ``==``, an f-string, ..."""

    op: str
    operands: tuple[Value, ...]
    size: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple of known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Obj:
    """A mutable object made by the submission: a list, dict, set or instance; its content is in the store."""

    id: int
    kind: str
    """``list``, ``dict``, ``set`` or ``instance``."""
    cls: Class | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Func:
    """A ``def`` or ``lambda`` written in the submission, closed over its scope."""

    node: cst.FunctionDef | cst.Lambda = field(repr=False)
    scope: Scope = field(repr=False)
    """The scope it was defined in."""
    name: str
    defaults: tuple[tuple[str, Arg], ...] = ()
    owner: Class | None = None
    """The class whose body defined it."""
    uid: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class written in the submission."""

    name: str
    scope: Scope = field(repr=False)
    bases: tuple[Value, ...]
    node: cst.CSTNode = field(repr=False)
    """The definition, or the call that makes the class."""
    kind: str = "plain"
    """``plain``, ``dataclass``, ``namedtuple`` or ``enum``."""
    fields: tuple[tuple[str, Value], ...] = ()
    """Annotated names of the body and their defaults (``Unbound`` without one)."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A function bound to its first argument, or one reached through ``staticmethod`` (then ``self`` is None)."""

    func: Value
    self: Value


@dataclass(frozen=True, slots=True)
class Partial:
    """``functools.partial`` of anything."""

    func: Value
    args: tuple[Arg, ...]
    kwargs: tuple[tuple[str, Arg], ...]


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A function behind a wrapper that calls it unchanged, such as ``jax.jit``."""

    func: Value
    by: str


@dataclass(frozen=True, slots=True)
class Descriptor:
    """``staticmethod``, ``classmethod`` or ``property`` of a function, as it stands in a class body."""

    func: Value
    kind: str


@dataclass(frozen=True, slots=True)
class Member:
    """A method of a built-in container or constant: ``options.update``."""

    of: Value
    name: str


@dataclass(frozen=True, slots=True)
class SuperOf:
    """``super()`` inside a method."""

    cls: Class
    self: Value


@dataclass(frozen=True, slots=True)
class Entries:
    """What a dict holds: keys and values in order; ``Unbound`` among a value's options means the key may be missing."""

    items: tuple[tuple[Value, Arg], ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """What could not be followed, and why, in words for the learner."""

    why: str
    site: Site | None = field(default=None, compare=False)
    dynamic: bool = False
    """True when the source asks for something computed (``exec``, ``getattr`` with a computed name)."""


@dataclass(frozen=True, slots=True)
class Unbound:
    """A name or key that has no value on some path."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of several values, depending on a branch that the source does not decide."""

    options: tuple[Value, ...]


Value = (
    Ref
    | Param
    | Dim
    | Const
    | Attr
    | Call
    | Op
    | Tuple
    | Obj
    | Func
    | Class
    | Bound
    | Partial
    | Wrapped
    | Descriptor
    | Member
    | SuperOf
    | Entries
    | Unknown
    | Unbound
    | Either
)

NONE = Const(None, "NoneType")
TRUE = Const(True, "bool")
FALSE = Const(False, "bool")
UNBOUND = Unbound()
IDENTITY = "grader:identity"
"""A function that gives back what it is given: what ``functools.wraps(f)`` comes to."""
MAX_OPTIONS = 12


def const(value: Any) -> Const:
    """Wrap a Python constant."""
    return Const(value, type(value).__name__)


def size_of(value: Value) -> int:
    """Count the nodes of a term."""
    match value:
        case Call(size=size) | Op(size=size):
            return size
        case Attr(obj=inner) | Dim(of=inner) | Member(of=inner) | Wrapped(func=inner):
            return 1 + size_of(inner)
        case Tuple(items=items) | Either(options=items):
            return 1 + sum(map(size_of, items))
        case Partial(func=func, args=args, kwargs=kwargs):
            return 1 + size_of(func) + sum(size_of(a.value) for a in args) + sum(size_of(a.value) for _, a in kwargs)
        case Bound(func=func, self=owner):
            return 1 + size_of(func) + size_of(owner)
    return 1


def op(name: str, *operands: Value) -> Value:
    """Build an operation; an unknown operand makes the whole unknown."""
    for operand in operands:
        if isinstance(operand, Unknown):
            return operand
    size = 1 + sum(map(size_of, operands))
    return Op(name, operands, size) if size <= MAX_SIZE else Unknown("the expression grows too large to follow")


def call(func: Value, args: tuple[Arg, ...], kwargs: tuple[tuple[str, Arg], ...], site: Site) -> Value:
    """Build the result of calling something outside the submission."""
    size = 1 + size_of(func) + sum(size_of(a.value) for a in args) + sum(size_of(a.value) for _, a in kwargs)
    if size > MAX_SIZE:
        return Unknown("the expression grows too large to follow", site)
    return Call(func, args, kwargs, site, size)


def either(*values: Value) -> Value:
    """Join alternatives; equal ones fold into one, too many become unknown."""
    options: list[Value] = []
    for value in values:
        for option in value.options if isinstance(value, Either) else (value,):
            if not any(option is other or option == other for other in options):
                options.append(option)
    if len(options) == 1:
        return options[0]
    if len(options) > MAX_OPTIONS:
        return Unknown("it has too many possible values")
    return Either(tuple(options))


def options(value: Value) -> tuple[Value, ...]:
    """Spell out the alternatives of a value."""
    return value.options if isinstance(value, Either) else (value,)
