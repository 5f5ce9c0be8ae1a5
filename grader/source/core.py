"""The interpreter's state: the store, what was seen, and the budget that keeps hostile source from costing much."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from grader.source.declared import is_callback
from grader.source.frames import Frame, Return, Scope
from grader.source.scopes import Binding, binding_of
from grader.source.values import (
    UNBOUND,
    Arg,
    Entries,
    Obj,
    Op,
    Param,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Value,
    const,
    either,
    options,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Key = tuple[str, int, str]
Store = dict[Key, Value]

DONE: Key = ("done", 0, "")
"""Where the store keeps which calls of interest were made so far on this path: it joins as everything else does."""

MAX_STEPS = 60_000
MAX_DEPTH = 40
MAX_SAME_FUNCTION = 3
MAX_COUNTED = 20
"""Like ``MAX_SAME_FUNCTION``, for a recursion that hands on a number and so may count to its end."""
MAX_UNROLL = 64


class Stop(Exception):  # noqa: N818 - control flow of the interpreted program, not an error of ours
    """The interpreted program cannot get past this point: it raises, or never returns."""


class Spent(Exception):  # noqa: N818 - a bound, not an error
    """The submission needs more steps than any answer does."""


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A call of something outside the submission that can be reached."""

    func: Value
    args: tuple[Arg, ...]
    kwargs: tuple[tuple[str, Arg], ...]
    site: Site
    phase: str
    """``import`` or ``call``."""
    in_host: bool
    sure: bool
    """False in an ``except`` block that only an unforeseen error can reach."""
    result: Value
    inside: tuple[str, ...] = ()
    """The outside functions that called this code, outermost first: ``jax.grad``, ``jax.lax.scan``."""


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """A write to something outside the submission: an attribute or item set or deleted."""

    target: Value
    name: str
    site: Site


@dataclass(frozen=True, slots=True, eq=False)
class Touch:
    """A use of something that reaches behind the language: ``f.__globals__``, ``exec``."""

    what: str
    site: Site


@dataclass(slots=True, eq=False)
class Attempt:
    """A ``try`` body being run: the states in which it may be left by an exception, and by which kind."""

    states: list[Store] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class InputFact:
    """What the exercise promises of one input: its rank and dtype name (None when it promises none)."""

    rank: int | None = None
    dtype: str | None = None


def join(first: Store, second: Store) -> Store:
    """Join two states: what differs becomes one of both, what only one has may be unbound."""
    if first is second:
        return first
    out: Store = {}
    for key, value in first.items():
        other = second.get(key, UNBOUND)
        out[key] = value if value is other else _join_values(value, other)
    for key, value in second.items():
        if key not in first:
            out[key] = _join_values(UNBOUND, value)
    return out


def _join_values(first: Value, second: Value) -> Value:
    if isinstance(first, Entries) and isinstance(second, Entries):
        return _join_entries(first, second)
    if isinstance(first, Tuple) and isinstance(second, Tuple) and len(first.items) == len(second.items):
        return Tuple(tuple(either(a, b) for a, b in zip(first.items, second.items, strict=True)))
    return either(first, second)


def _join_entries(first: Entries, second: Entries) -> Value:
    items: list[tuple[Value, Arg]] = []
    for key, arg in first.items:
        other = next((a for k, a in second.items if k == key), None)
        items.append((key, Arg(either(arg.value, other.value if other else UNBOUND), (other or arg).site)))
    items.extend(
        (key, Arg(either(arg.value, UNBOUND), arg.site))
        for key, arg in second.items
        if not any(k == key for k, _ in first.items)
    )
    return Entries(tuple(items))


class Core(ABC):
    """State and bookkeeping shared by the parts of the interpreter."""

    def __init__(self, inputs: Sequence[InputFact] = ()) -> None:
        """Start with an empty store; ``inputs`` are the facts promised of the entrypoint's parameters."""
        self.inputs = tuple(inputs)
        self.store: Store = {}
        self.events: list[Event] = []
        self.borrowed: dict[int, Site] = {}
        """Dicts through which something can be changed that is not followed, and where each was asked for."""
        self.handed: list[Event] = []
        """Outside functions handed to something that may call them: for what they do, as good as called."""
        self.writes: list[Write] = []
        self.touches: list[Touch] = []
        self.attempts: list[Attempt] = []
        self.doubt = 0
        self.steps = 0
        self.ids = 0
        self.is_pattern = False
        self.under: tuple[str, ...] = ()
        self.wanted: frozenset[str] = frozenset()
        """Canonical names of the functions whose calls are kept by path."""
        self.opaque_star: Site | None = None
        self.postponed_annotations = False
        self.closures: set[int] = set()
        self.unnamed: set[int] = set()
        """Classes whose special methods are being run because Python may call them."""
        self.bindings: dict[int, Binding] = {}
        self.origins: dict[int, tuple[Value, Return]] = {}
        self.failed_imports: list[tuple[str, Site]] = []
        self.undefined: list[tuple[str, Site]] = []
        self.entry_returns: list[Return] = []
        self.named_calls: list[tuple[str, Value, Site]] = []
        self.module = Scope(self.new_id(), "module", None)

    # -- what the parts provide for one another ------------------------------------------------------------------

    @abstractmethod
    def evaluate(self, node: cst.BaseExpression, frame: Frame) -> Value:
        """Evaluate an expression."""

    @abstractmethod
    def call(
        self,
        func: Value,
        args: Sequence[Arg],
        kwargs: Sequence[tuple[str, Arg]],
        site: Site,
    ) -> Value:
        """Call a value."""

    @abstractmethod
    def attribute(self, value: Value, name: str, site: Site) -> Value:
        """Read an attribute."""

    @abstractmethod
    def block(self, body: Sequence[cst.BaseStatement | cst.BaseSmallStatement], frame: Frame) -> bool:
        """Run statements; True when control can reach their end."""

    def suite(self, node: cst.BaseSuite, frame: Frame) -> bool:
        """Run the body of a compound statement."""
        return self.block(node.body, frame)

    @abstractmethod
    def assign(self, target: cst.BaseExpression, value: Value, site: Site) -> None:
        """Bind an assignment target."""

    @abstractmethod
    def model(self, name: str, args: Sequence[Arg], kwargs: Sequence[tuple[str, Arg]], site: Site) -> Value | None:
        """Evaluate a call of a known outside function; None when it has no model."""

    @abstractmethod
    def items(self, value: Value, site: Site) -> tuple[Value, ...] | None:
        """List what iterating a value gives; None when that is not known."""

    @abstractmethod
    def truth(self, value: Value) -> bool | None:
        """Decide a value's truth; None when the source does not."""

    # -- bookkeeping ---------------------------------------------------------------------------------------------

    def new_id(self) -> int:
        """Return the next number: scopes and objects count in the order they are made."""
        self.ids += 1
        return self.ids

    def step(self) -> None:
        """Count one step of work."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Spent

    def may_raise(self, kind: str = "any") -> None:
        """Note that the enclosing ``try`` body may be left here."""
        if not self.attempts:
            return
        attempt = self.attempts[-1]
        attempt.kinds.add(kind)
        if attempt.states and attempt.states[-1] == self.store:
            return
        attempt.states.append(dict(self.store))
        if len(attempt.states) > 6:
            attempt.states = [self.join_all(attempt.states)]

    def record(
        self,
        func: Value,
        args: Sequence[Arg],
        kwargs: Sequence[tuple[str, Arg]],
        site: Site,
        result: Value,
        *,
        happened: bool = True,
    ) -> None:
        """Note a call of something outside; one that makes a function ``happened`` only once that is called."""
        self.events.append(self._event(func, args, kwargs, site, result))
        if isinstance(func, Ref) and func.name in self.wanted and happened and not site.frame.in_host:
            self.note_done(result)

    def hand(self, func: Value, site: Site) -> None:
        """Note an outside function that something else may call."""
        self.handed.append(self._event(func, (), (), site, func))

    def _event(
        self, func: Value, args: Sequence[Arg], kwargs: Sequence[tuple[str, Arg]], site: Site, result: Value
    ) -> Event:
        frame = site.frame
        return Event(
            func, tuple(args), tuple(kwargs), site, frame.phase, frame.in_host, self.doubt == 0, result, self.under
        )

    def note_done(self, made: Value) -> None:
        """Keep that a call of interest was made on this path, and what it was made inside of."""
        entry = Tuple((made, const(" ".join(self.under))))
        paths: list[Value] = []
        for path in options(self.store.get(DONE, Op("done", ()))):
            known = isinstance(path, Op) and entry in path.operands
            paths.append(path if known or not isinstance(path, Op) else Op("done", (*path.operands, entry)))
        self.store[DONE] = either(*paths)

    @contextmanager
    def inside(self, *names: str) -> Iterator[None]:
        """Mark what is seen meanwhile as called by outside functions."""
        before, self.under = self.under, (*self.under, *names)
        try:
            yield
        finally:
            self.under = before

    def touch(self, what: str, site: Site) -> None:
        """Note a use of something that reaches behind the language."""
        self.touches.append(Touch(what, site))

    # -- the store -----------------------------------------------------------------------------------------------

    def get(self, scope: Scope, name: str) -> Value:
        """Read a name of one scope."""
        return self.store.get(("name", scope.id, name), UNBOUND)

    def put(self, scope: Scope, name: str, value: Value) -> None:
        """Bind a name of one scope."""
        scope.names[name] = None
        self.store["name", scope.id, name] = value

    def content(self, obj: Obj) -> Value:
        """Read what a container holds: ``Tuple`` for lists and sets, ``Entries`` for dicts, or ``Unknown``."""
        return self.store.get(("content", obj.id, ""), Unknown("its content cannot be followed"))

    def set_content(self, obj: Obj, value: Value) -> None:
        """Replace what a container holds."""
        if obj.id in self.borrowed:
            self.touch("keywords", self.borrowed[obj.id])
        self.store["content", obj.id, ""] = value

    def new(self, kind: str, content: Value | None = None) -> Obj:
        """Make a container or an instance."""
        obj = Obj(self.new_id(), kind)
        if content is not None:
            self.set_content(obj, content)
        return obj

    def fork(self, runs: Iterable[Callable[[], Value]]) -> Value:
        """Run alternatives, each from the same state; join their values and the states they leave."""
        start = self.store
        results: list[Value] = []
        ends: list[Store] = []
        for run in runs:
            self.store = dict(start)
            try:
                results.append(run())
            except Stop:
                continue
            ends.append(self.store)
        if not ends:
            self.store = start
            raise Stop
        self.store = self.join_all(ends)
        return either(*results)

    @staticmethod
    def join_all(stores: Sequence[Store]) -> Store:
        """Join any number of states."""
        out = stores[0]
        for store in stores[1:]:
            out = join(out, store)
        return out

    def binding(self, node: cst.FunctionDef | cst.Lambda) -> Binding:
        """Look up what a function binds; computed once a function."""
        found = self.bindings.get(id(node))
        if found is None:
            found = self.bindings[id(node)] = binding_of(node)
        return found

    def keep_scope(self, scope: Scope | None) -> None:
        """Mark a scope, and those around it, as captured by a closure."""
        while scope is not None and scope.id not in self.closures:
            self.closures.add(scope.id)
            scope = scope.parent

    def forget(self, scope: Scope) -> None:
        """Drop the names of a finished call that no closure can reach."""
        if scope.id not in self.closures:
            for name in scope.names:
                self.store.pop(("name", scope.id, name), None)

    @contextmanager
    def doubting(self, *, on: bool) -> Iterator[None]:
        """Mark what is seen meanwhile as reachable only by an unforeseen error."""
        self.doubt += on
        try:
            yield
        finally:
            self.doubt -= on


def bound_only(value: Value) -> Value:
    """Drop the unbound alternative: a program that reads on has not met it."""
    if isinstance(value, Unbound):
        return value
    kept = [option for option in options(value) if not isinstance(option, Unbound)]
    return either(*kept)


REBOUND = frozenset(
    "__code__ __globals__ __closure__ __defaults__ __kwdefaults__ __class__ __bases__ __builtins__".split()
)
"""Attributes that make another thing of a function, an object or a class."""
ARRAY_ATTRIBUTES = frozenset(
    """T addressable_data all any argmax argmin argpartition argsort astype at aval byteswap choose clip
    compress conj conjugate copy cumprod cumsum diagonal dot dtype flatten imag item itemsize max mean min
    nbytes ndim nonzero prod ptp ravel real repeat reshape round searchsorted shape size sort squeeze std sum
    swapaxes take to_device tobytes tolist trace transpose var view weak_type""".split()
)
"""What can be read of every array, traced or not, without an error (seen on jax 0.10.2)."""


def is_array(value: Value) -> bool:
    """Tell whether a term stands for an array: an input, or the result of a callback."""
    return isinstance(value, Param) or is_callback(value)
