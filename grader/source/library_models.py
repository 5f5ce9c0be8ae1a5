"""Models of functools, dataclasses, types and copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.source.calling import Kwargs, text_of
from grader.source.core import MAX_UNROLL, REBOUND, Core
from grader.source.frames import Scope
from grader.source.objects import Objects
from grader.source.values import (
    IDENTITY,
    NONE,
    UNBOUND,
    Arg,
    Call,
    Class,
    Const,
    Descriptor,
    Either,
    Entries,
    Func,
    Obj,
    Partial,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    const,
    either,
)

if TYPE_CHECKING:
    pass


class LibraryModels(Objects, Core):
    """The part of the interpreter that models the standard library."""

    def _partial(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if not args:
            return None
        func = args[0].value
        if isinstance(func, (Unknown, Either)):
            if isinstance(func, Unknown):
                return func
            return either(*(self._flat_partial(option, args[1:], kwargs) for option in func.options))
        return self._flat_partial(func, args[1:], kwargs)

    def _partialmethod(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return Descriptor(self._flat_partial(args[0].value, args[1:], kwargs), "partialmethod") if args else None

    @staticmethod
    def _flat_partial(func: Value, args: Sequence[Arg], kwargs: Kwargs) -> Value:
        if isinstance(func, Partial):
            names = {key for key, _ in kwargs}
            kept = tuple((k, a) for k, a in func.kwargs if k not in names)
            return Partial(func.func, (*func.args, *args), (*kept, *kwargs))
        return Partial(func, tuple(args), tuple(kwargs))

    def _wraps(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        self._copies([*args[1:], *(arg for key, arg in kwargs if key != "wrapped")], site)
        return Ref(IDENTITY)

    def _update_wrapper(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        self._copies([*args[2:], *(arg for key, arg in kwargs if key not in {"wrapper", "wrapped"})], site)
        return args[0].value if args else None

    def _copies(self, names: Sequence[Arg], site: Site) -> None:
        """Note where ``functools.wraps`` is asked to copy more than names and words: the defaults, or the code."""
        for arg in names:
            items = self.items(arg.value, site)
            if items is None or any(not isinstance(one, Const) or one.value in REBOUND for one in items):
                self.touch("wraps", site)

    def _reduce(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[1].value, site) if len(args) >= 2 else None
        if items is None or len(items) > MAX_UNROLL:
            return None
        todo = list(items)
        if len(args) < 3 and not todo:
            return None
        value = args[2].value if len(args) > 2 else todo.pop(0)
        for item in todo:
            value = self.call(args[0].value, [Arg(value, site), Arg(item, site)], [], site)
        return value

    def _namespace(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        made = self.new("instance")
        for key, arg in kwargs:
            if key == "**":
                return Unknown("a namespace whose names are computed", site, dynamic=True)
            self.store["attr", made.id, key] = arg.value
        return made

    def _first(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return args[0].value if args else None

    def _cast(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return args[1].value if len(args) == 2 else None

    def _copy(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if args else NONE
        if isinstance(value, Obj) and value.kind in {"list", "dict", "set"}:
            return self.new(value.kind, self.content(value))
        return value if isinstance(value, (Const, Tuple, Func, Ref)) else None

    def _namedtuple(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """``namedtuple("S", "shape dtype")`` and ``NamedTuple("S", [("shape", tuple)])`` make a class."""
        title = text_of(args[0].value) if len(args) == 2 and not kwargs else None
        if title is None:
            return None
        words = text_of(args[1].value)
        if words is not None:
            names: list[str | None] = list(words.replace(",", " ").split())
        else:
            entries = self.items(args[1].value, site)
            if entries is None:
                return None
            firsts = [self.items(e, site) if isinstance(e, (Tuple, Obj)) else (e,) for e in entries]
            names = [text_of(f[0]) if f else None for f in firsts]
        fields = tuple((name, UNBOUND) for name in names if name is not None)
        if len(fields) != len(names):
            return None
        return Class(title, Scope(self.new_id(), "class", site.frame.scope), (), site.node, "namedtuple", fields)

    def _dataclass(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if not args:
            return Ref("dataclasses.dataclass")
        cls = args[0].value
        if not isinstance(cls, Class):
            return cls
        made = Class(cls.name, cls.scope, cls.bases, cls.node, "dataclass", cls.fields)
        for name in list(cls.scope.names):
            value = self.get(cls.scope, name)
            if isinstance(value, Func):
                self.put(cls.scope, name, Func(value.node, value.scope, value.name, value.defaults, made, value.uid))
        return made

    def _replace(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if args else NONE
        if not isinstance(value, Obj) or value.cls is None:
            return None
        made = Obj(self.new_id(), "instance", value.cls)
        changed = dict(kwargs)
        for name, _ in value.cls.fields:
            old = self.store.get(("attr", value.id, name), UNBOUND)
            self.store["attr", made.id, name] = changed[name].value if name in changed else old
        return made

    def _asdict(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if args else NONE
        if not isinstance(value, Obj) or value.cls is None:
            return None
        pairs = tuple(
            (const(name), Arg(self.store.get(("attr", value.id, name), UNBOUND), site)) for name, _ in value.cls.fields
        )
        return self.new("dict", Entries(pairs))

    def _attrgetter(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        names = [text_of(a.value) for a in args]
        return None if None in names or len(names) != 1 else Call(Ref("operator.attrgetter"), tuple(args), (), site)
