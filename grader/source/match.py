"""Compare what an entrypoint returns with a pattern: equality with holes, and the differences by place."""

from __future__ import annotations

from dataclasses import dataclass

from grader.source.declared import CALLBACKS, KEYWORD, declaration
from grader.source.machine import Machine
from grader.source.places import mentions
from grader.source.signatures import NEEDED, BoundArgs, Signature, bind, default, signature_of
from grader.source.values import (
    NONE,
    Arg,
    Attr,
    Bound,
    Call,
    Class,
    Const,
    Dim,
    Either,
    Func,
    Obj,
    Op,
    Param,
    Partial,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Value,
    Wrapped,
    const,
    options,
)

HOST = "grader.HOST"
"""The hole of a pattern that any function written in the submission fills."""
ANY = Ref("grader.ANY")
"""The hole that anything fills, also a default; alone among the operands it stands for any number of them."""
GIVEN = Ref("grader.GIVEN")
"""The hole that anything fills which is written in the call and is not the default."""
COMPUTED = Ref("grader.COMPUTED")
"""The hole that anything fills which the device computed: neither an input as it came in, nor made from what a callback
gave back; alone among the operands it stands for one or more of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Mismatch:
    """One difference: the place, what the pattern has there, what the submission has, and where it was written."""

    place: str
    expected: Value | None
    """None where the pattern has nothing (a surplus argument)."""
    found: Value | None
    """None where the submission has nothing (an argument left out)."""
    site: Site | None
    """Where ``found`` was written; the call, where it is left out."""
    call: Call | None = None
    """The call the place belongs to."""
    bound: BoundArgs | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Roundabout:
    """A right value in a longer spelling than needed."""

    place: str
    expected: Value
    found: Value
    site: Site


class Matcher:
    """Compares values of one submission with values of a pattern."""

    def __init__(self, machine: Machine) -> None:
        """Keep the submission's machine: containers and ranks are read from it."""
        self.machine = machine
        self.roundabout: list[Roundabout] = []

    def returned(self, pattern: Value, found: Value, site: Site) -> list[Mismatch]:
        """Compare one returned value with one pattern; empty when they match."""
        return self.made(pattern, found, site) or [
            Mismatch(KEYWORD, ANY, NONE, declared.site, option)
            for option in options(found)
            if isinstance(option, Call) and (declared := declaration(option)) is not None and declared.value == NONE
        ]

    def made(self, pattern: Value, found: Value, site: Site) -> list[Mismatch]:
        """Compare one call that is made, whether or not its result is of use; empty when it is as asked."""
        return self._value("return", pattern, found, site, None)

    def _value(self, place: str, pattern: Value, found: Value | None, site: Site, owner: Call | None) -> list[Mismatch]:
        if pattern == ANY or (pattern == GIVEN and found is not None):
            return []
        if found is None:
            return [Mismatch(place, pattern, None, site, owner)]
        if isinstance(found, Either):
            for option in found.options:
                problems = self._value(place, pattern, option, site, owner)
                if problems:
                    return problems
            return []
        if pattern == COMPUTED:
            return [] if self.is_computed(found) else [Mismatch(place, pattern, found, site, owner)]
        if isinstance(pattern, Ref) and pattern.name == HOST:
            return [] if self.is_host(found) else [Mismatch(place, pattern, found, site, owner)]
        if isinstance(pattern, Call) and isinstance(pattern.func, Ref):
            signature = signature_of(pattern.func.name)
            same = as_function(found)
            if signature is not None and isinstance(same, Call) and same.func == pattern.func:
                return self._call("" if place == "return" else place, signature, pattern, same)
            if signature is not None:
                return [Mismatch(place, pattern, found, site, owner)]
        if found == pattern:
            return []
        if self.normal(found) == pattern:
            self.roundabout.append(Roundabout(place, pattern, found, site))
            return []
        return [Mismatch(place, pattern, found, site, owner)]

    def _call(self, place: str, signature: Signature, pattern: Call, found: Call) -> list[Mismatch]:
        wanted = bind(signature, pattern.args, pattern.kwargs)
        given = bind(signature, found.args, found.kwargs)
        problems: list[Mismatch] = []
        positional = [name for name, _ in signature.positional]
        for name in positional:
            problems += self._parameter(place, name, signature, wanted, given, found)
        if signature.varargs is not None:
            problems += self._operands(place, wanted, given, found)
        for name, _ in signature.keyword_only:
            problems += self._parameter(place, name, signature, wanted, given, found)
        if given.error and not problems:
            problems.append(Mismatch(place or "call", pattern, found, found.site, found, given))
        return [Mismatch(p.place, p.expected, p.found, p.site, p.call or found, p.bound or given) for p in problems]

    def _parameter(
        self, place: str, name: str, signature: Signature, wanted: BoundArgs, given: BoundArgs, found: Call
    ) -> list[Mismatch]:
        path = f"{place}.{name}" if place else name
        standard = default(signature, name)
        want = wanted.named.get(name)
        have = given.named.get(name)
        if want is None and standard is NEEDED:
            return []
        expected = want.value if want is not None else const(standard)
        if have is None:
            spread = next((a for k, a in given.extra_kw if k == "**"), None)
            if want is None or expected == ANY:
                return []
            if spread is not None:
                return [Mismatch(path, expected, spread.value, spread.site, found, given)]
            if standard is not NEEDED and const(standard) == expected:
                return []
            return [Mismatch(path, expected, None, found.site, found, given)]
        value = have.value
        if isinstance(value, Either) and Unbound() in value.options and standard is not NEEDED:
            kept = tuple(o for o in value.options if not isinstance(o, Unbound))
            value = Either((*kept, const(standard)))
        if expected == GIVEN and standard is not NEEDED and const(standard) in options(value):
            return [Mismatch(path, expected, value, have.site, found)]
        return self._value(path, expected, value, have.site, found)

    def _operands(self, place: str, wanted: BoundArgs, given: BoundArgs, found: Call) -> list[Mismatch]:
        want = [*wanted.extra, *(a for _, a in wanted.extra_kw)]
        have: list[Arg] = [*given.extra, *(a for k, a in given.extra_kw if k != "**")]
        if [arg.value for arg in want] == [ANY]:
            return []
        if [arg.value for arg in want] == [COMPUTED]:
            want *= max(1, len(have))
        problems: list[Mismatch] = []
        for index, arg in enumerate(want):
            path = f"{place}.args[{index}]" if place else f"args[{index}]"
            if index < len(have):
                problems += self._value(path, arg.value, have[index].value, have[index].site, found)
            else:
                problems.append(Mismatch(path, arg.value, None, found.site, found, given))
        for index, arg in enumerate(have[len(want) :], start=len(want)):
            path = f"{place}.args[{index}]" if place else f"args[{index}]"
            problems.append(Mismatch(path, None, arg.value, arg.site, found, given))
        return problems

    def is_host(self, value: Value) -> bool:
        """Tell whether a value is a function written in the submission."""
        match value:
            case Func():
                return True
            case Bound(func=inner) | Partial(func=inner) | Wrapped(func=inner):
                return self.is_host(inner)
            case Obj(kind="instance", cls=Class() as cls):
                return all(self.is_host(option) for option in options(self.machine.find(cls, "__call__")))
            case Either(options=choices):
                return all(map(self.is_host, choices))
        return False

    def is_computed(self, value: Value) -> bool:
        """Tell whether a value is none of the inputs, and made without what a callback gave back."""
        match value:
            case Param():
                return False
            case Tuple(items=items):
                return all(map(self.is_computed, items))
            case Obj(kind="list" | "set"):
                return self.is_computed(self.machine.content(value))
        return not any(mentions(value, name) for name in CALLBACKS)

    def normal(self, value: Value) -> Value:
        """Reduce the longer spellings of an array's own shape and dtype to the plain one."""
        match value:
            case Tuple(items=(Dim(of=array, axis=0),)) if self.machine.rank(array) == 1:
                return Attr(array, "shape")
            case Obj(kind="list"):
                content = self.machine.content(value)
                return self.normal(content) if isinstance(content, Tuple) else value
            case Call(func=Ref(name=name), args=(arg,)) if name in RESULT_TYPES:
                return Attr(arg.value, "dtype")
            case Call(func=Ref(name=name), args=(arg,)) if name in SAME_DTYPE:
                inner = self.normal(arg.value)
                return inner if isinstance(inner, Attr) and inner.name == "dtype" else value
            case Attr(obj=inner, name="name" | "type" | "str") if isinstance(inner, (Attr, Call)):
                reduced = self.normal(inner)
                return reduced if isinstance(reduced, Attr) and reduced.name == "dtype" else value
        return value


ARRAY_METHODS = frozenset(
    """all any argmax argmin argsort clip conj cumprod cumsum diagonal dot max mean min nonzero prod ptp ravel repeat
    reshape round searchsorted sort squeeze std sum swapaxes take trace transpose var""".split()
)
"""Methods of an array that ``jax.numpy`` has as functions of the same parameters."""


def as_function(value: Value) -> Value:
    """Spell a method of an array as the function it is: ``x.sum()`` is ``jnp.sum(x)``."""
    match value:
        case Call(func=Attr(obj=Param() | Call() | Op() as array, name=name)) if name in ARRAY_METHODS:
            return Call(
                Ref(f"jax.numpy.{name}"), (Arg(array, value.site), *value.args), value.kwargs, value.site, value.size
            )
    return value


RESULT_TYPES = frozenset({"jax.numpy.result_type", "numpy.result_type", "jax.dtypes.result_type", "jax.numpy.dtype_of"})
SAME_DTYPE = frozenset(
    {
        "numpy.dtype",
        "jax.numpy.dtype",
        "builtins.str",
        "jax.numpy.result_type",
        "numpy.result_type",
        "jax.dtypes.canonicalize_dtype",
        "jax.dtypes.result_type",
    }
)

__all__ = ["Const", "Matcher", "Mismatch", "Roundabout", "Unknown"]
