"""What well-known functions outside a submission do with values: builtins, functools, dataclasses, jax and numpy.

A function without a model gives a symbolic ``Call``; a model is needed only where a right answer depends on what the
function returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from grader.source import exports
from grader.source.array_models import ArrayModels
from grader.source.calling import CALLBACKS, Kwargs, text_of
from grader.source.core import MAX_UNROLL, Core, is_array
from grader.source.entries import merge_entries, put_entry
from grader.source.library_models import LibraryModels
from grader.source.lineage import decides_itself, derives
from grader.source.objects import Objects
from grader.source.scopes import ident
from grader.source.signatures import SIGNATURES, bind
from grader.source.transforms import Transforms
from grader.source.values import (
    FALSE,
    IDENTITY,
    NONE,
    TRUE,
    UNBOUND,
    Arg,
    Attr,
    Bound,
    Class,
    Const,
    Descriptor,
    Dim,
    Either,
    Entries,
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
    call,
    const,
    either,
    op,
    options,
)

if TYPE_CHECKING:
    pass

Model = Callable[["Models", Sequence[Arg], Kwargs, Site], Value | None]

PASS_THROUGH = frozenset(
    [
        "jax.jit",
        "jax.named_call",
        "jax.checkpoint",
        "jax.remat",
        "jax.experimental.pjit.pjit",
        "functools.lru_cache",
        "functools.cache",
        "jax.custom_jvp",
        "jax.custom_vjp",
    ]
)
"""Wrappers that call the function they are given unchanged."""
UNCHANGED = frozenset(
    {
        "typing.final",
        "typing.no_type_check",
        "typing.runtime_checkable",
        "abc.abstractmethod",
        IDENTITY,
        "typing.overload",
        "functools.singledispatch",
        "functools.total_ordering",
        "enum.unique",
    }
)
"""Decorators that give back what they are given."""
DYNAMIC = frozenset(["builtins.exec", "builtins.eval", "builtins.compile", "builtins.globals", "builtins.locals"])
CONTAINER_TYPES = frozenset(
    [
        "builtins.list",
        "builtins.tuple",
        "builtins.dict",
        "builtins.set",
        "builtins.str",
        "builtins.float",
        "builtins.int",
        "builtins.bool",
        "builtins.complex",
        "numpy.ndarray",
        "numpy.generic",
    ]
)


class Models(ArrayModels, LibraryModels, Transforms, Objects, Core):
    """The part of the interpreter that models functions outside the submission."""

    def model(self, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """Evaluate a call of a known outside function; None when it has no model."""
        if name in DYNAMIC:
            return self._dynamic(name, args, kwargs, site)
        if name in UNCHANGED:
            return args[0].value if args else Ref(IDENTITY)
        if name in PASS_THROUGH:
            return self._wrapper(name, args, kwargs)
        found = _MODELS.get(name)
        if found is not None:
            return found(self, args, kwargs, site)
        return self.applied(name, args, kwargs, site)

    def _dynamic(self, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        short = name.removeprefix("builtins.")
        self.touch(short, site)
        if short == "vars" and args:
            return Attr(args[0].value, "__dict__")
        result = Unknown(f"`{short}()` makes or finds code at run time", site, dynamic=True)
        self.record(Ref(name), args, kwargs, site, result)
        return result

    @staticmethod
    def _wrapper(name: str, args: Sequence[Arg], kwargs: Kwargs) -> Value | None:
        if not args:
            fun = next((a for k, a in kwargs if k in {"fun", "f"}), None)
            if fun is not None:
                return Wrapped(fun.value, name)
            return Partial(Ref(name), (), tuple(kwargs))
        first = args[0].value
        if isinstance(first, (Const, Unknown)):
            return Ref(IDENTITY) if isinstance(first, Const) else first
        if isinstance(first, Either):
            return either(*(Wrapped(option, name) for option in first.options))
        return Wrapped(first, name)

    def is_instance(self, value: Value, kind: Value) -> Value:
        """Decide ``isinstance`` where the exercise or the source decides it."""
        kinds = kind.items if isinstance(kind, Tuple) else (kind,)
        answers = {self._is_one(value, one) for one in kinds}
        if True in answers:
            return TRUE
        return op("isinstance", value, kind) if None in answers else FALSE

    def _is_one(self, value: Value, kind: Value) -> bool | None:
        name = kind.name if isinstance(kind, Ref) else ""
        match value:
            case Param():
                if name in {"jax.Array", "jax.numpy.ndarray", "builtins.object"}:
                    return True
                if isinstance(kind, Class):
                    return None if self._opens(kind) else False
                return False if name in CONTAINER_TYPES else None
            case Const(kind=type_name):
                if name == "builtins.int" and type_name == "bool":
                    return True
                return name == f"builtins.{type_name}" if name.startswith("builtins.") else None
            case Tuple():
                return name == "builtins.tuple" if name.startswith("builtins.") else None
            case Obj(kind="list" | "dict" | "set" as type_name):
                return name == f"builtins.{type_name}" if name.startswith("builtins.") else None
            case Obj(cls=Class() as cls) if isinstance(kind, Class):
                return derives(cls, kind) or (None if self._opens(kind) else False)
            case Func() | Class() | Wrapped() | Partial():
                return False if name in CONTAINER_TYPES else None
        return None

    def _opens(self, kind: Class) -> bool:
        """Tell whether a class may count others' instances among its own."""
        return decides_itself(kind) or not isinstance(self.find(kind, "__subclasshook__"), Unbound)

    def _isinstance(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) != 2:
            return None
        return either(*(self.is_instance(v, k) for v in options(args[0].value) for k in options(args[1].value)))

    def _make_tuple(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if not args:
            return Tuple(())
        items = self.items(args[0].value, site)
        if items is None:
            value = args[0].value
            return value if isinstance(value, Unknown) else None
        return Tuple(items)

    def _make_list(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else ()
        if items is None:
            return self.new("list", Unknown("what this list holds is not followed", site))
        return self.new("list", Tuple(items))

    def _make_set(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else ()
        return self.new("set", Unknown("what this set holds is not followed", site) if items is None else Tuple(items))

    def _make_dict(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        content: Value = Entries(())
        for arg in args:
            content = merge_entries(content, self._pairs(arg.value, site))
        for key, arg in kwargs:
            if key == "**":
                return self.new("dict", arg.value)
            content = put_entry(content, const(key), arg)
        return self.new("dict", content)

    def _len(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) != 1:
            return None
        value = args[0].value
        if is_array(value) and self.rank(value) is not None:
            return Dim(value, 0)
        items = self.items(value, site)
        if items is not None:
            return const(len(items))
        if isinstance(value, Obj) and value.cls is not None:
            return self.call(self.attribute(value, "__len__", site), [], [], site)
        return None

    def _bool(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if not args:
            return FALSE
        truths = [self.truth(option) for option in options(args[0].value)]
        return None if None in truths else either(*(const(truth) for truth in truths))

    def _int(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if len(args) == 1 else NONE
        if isinstance(value, Dim):
            return value
        if isinstance(value, Const) and value.kind in {"int", "bool"}:
            return const(int(value.value))
        return None

    def _range(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        numbers = [a.value.value for a in args if isinstance(a.value, Const) and a.value.kind == "int"]
        if not numbers or len(numbers) != len(args) or len(numbers) > 3 or (len(numbers) == 3 and numbers[2] == 0):
            return None
        found = range(*numbers)
        return Tuple(tuple(const(i) for i in found)) if len(found) <= MAX_UNROLL else None

    def _enumerate(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else None
        if items is None or len(args) > 1 or kwargs:
            return None
        return Tuple(tuple(Tuple((const(i), item)) for i, item in enumerate(items)))

    def _zip(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        columns = [self.items(a.value, site) for a in args]
        known = [c for c in columns if c is not None]
        if len(known) != len(columns):
            return None
        return Tuple(tuple(Tuple(row) for row in zip(*known, strict=False)))

    def _map(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        columns = [self.items(a.value, site) for a in args[1:]]
        known = [c for c in columns if c is not None]
        if not args or not known or len(known) != len(columns) or len(known[0]) > MAX_UNROLL:
            return None
        rows = zip(*known, strict=False)
        return Tuple(tuple(self.call(args[0].value, [Arg(v, site) for v in row], [], site) for row in rows))

    def _sorted(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return None

    def _reversed(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else None
        return None if items is None else Tuple(items[::-1])

    def _iter(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return args[0].value if len(args) == 1 else None

    def _object_new(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        cls = args[0].value if args else NONE
        return Obj(self.new_id(), "instance", cls) if isinstance(cls, Class) else None

    def _next(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if args else NONE
        if isinstance(value, Tuple) and value.items:
            return value.items[0]
        return None

    def _all(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else None
        truths = None if items is None else [self.truth(item) for item in items]
        if truths is None or None in truths:
            return None
        return const(all(truths))

    def _any(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else None
        truths = None if items is None else [self.truth(item) for item in items]
        if truths is None or None in truths:
            return None
        return const(any(truths))

    def _getattr(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) < 2:
            return None
        name = text_of(args[1].value)
        if name is None:
            self.touch("getattr", site)
            return Unknown("`getattr` with a name that is computed", site, dynamic=True)
        found = self.attribute(args[0].value, ident(name), site)
        if len(args) > 2 and isinstance(found, Unknown) and not found.dynamic:
            return args[2].value
        return found

    def _setattr(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) == 3:
            name = text_of(args[1].value)
            self.set_attribute(args[0].value, name or "an attribute", args[2].value, site)
            if name is None:
                self.touch("setattr", site)
        return NONE

    def _delattr(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) == 2:
            self.set_attribute(args[0].value, text_of(args[1].value) or "an attribute", UNBOUND, site)
        return NONE

    def _hasattr(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) != 2 or not isinstance(args[0].value, Ref):
            return None
        name = text_of(args[1].value)
        offers = None if name is None else exports.offers(args[0].value.name, name)
        return None if offers is None else const(offers)

    def _vars(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if args and isinstance(args[0].value, Ref):
            return Attr(args[0].value, "__dict__")
        self.touch("vars", site)
        return Unknown("`vars()` finds names at run time", site, dynamic=True)

    def _type(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        value = args[0].value if len(args) == 1 else NONE
        return value.cls if isinstance(value, Obj) and value.cls is not None else None

    def _callable(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if args and isinstance(args[0].value, (Func, Class, Wrapped, Partial, Bound)):
            return TRUE
        return FALSE if args and isinstance(args[0].value, (Const, Tuple)) else None

    def _descriptor(kind: str) -> Model:  # type: ignore[misc]  # noqa: N805 - builds entries of the table below
        def model(self: Models, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
            return Descriptor(args[0].value, kind) if args else None

        return model

    def _import_name(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        name = text_of(args[0].value) if args else None
        if name is None:
            self.touch("an import with a name that is computed", site)
            return Unknown("an import with a name that is computed", site, dynamic=True)
        return Ref(exports.canonical(name))

    def _dunder_import(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        name = text_of(args[0].value) if args else None
        if name is None:
            return self._import_name(args, kwargs, site)
        from_list = next((a.value for k, a in kwargs if k == "fromlist"), args[3].value if len(args) > 3 else NONE)
        return Ref(name if self.truth(from_list) else name.partition(".")[0])

    def _callback(name: str) -> Model:  # type: ignore[misc]  # noqa: N805 - builds entries of the table below
        def model(self: Models, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
            bound = bind(SIGNATURES[name], tuple(args), tuple(kwargs))
            host = bound.named.get("callback")
            result = call(Ref(name), tuple(args), tuple(kwargs), site)
            self.record(Ref(name), args, kwargs, site, result)
            if host is not None:
                for option in options(host.value):
                    self.maybe_run(option, host.site, in_host=True)
            rest = [a for key, a in bound.named.items() if key != "callback"]
            self.escape([*rest, *bound.extra], bound.extra_kw, site)
            return result

        return model

    _MODEL_FACTORIES = (_descriptor, _callback)


def _table() -> dict[str, Model]:
    descriptor, callback = Models._MODEL_FACTORIES
    table: dict[str, Model] = {
        "builtins.isinstance": Models._isinstance,
        "builtins.tuple": Models._make_tuple,
        "builtins.list": Models._make_list,
        "builtins.set": Models._make_set,
        "builtins.frozenset": Models._make_set,
        "builtins.dict": Models._make_dict,
        "builtins.len": Models._len,
        "builtins.bool": Models._bool,
        "builtins.int": Models._int,
        "operator.index": Models._int,
        "builtins.range": Models._range,
        "builtins.enumerate": Models._enumerate,
        "builtins.zip": Models._zip,
        "builtins.map": Models._map,
        "builtins.reversed": Models._reversed,
        "builtins.iter": Models._iter,
        "builtins.next": Models._next,
        "builtins.all": Models._all,
        "builtins.any": Models._any,
        "builtins.getattr": Models._getattr,
        "builtins.setattr": Models._setattr,
        "builtins.delattr": Models._delattr,
        "builtins.hasattr": Models._hasattr,
        "builtins.vars": Models._vars,
        "builtins.callable": Models._callable,
        "builtins.object.__new__": Models._object_new,
        "builtins.type": Models._type,
        "builtins.staticmethod": descriptor("staticmethod"),
        "builtins.classmethod": descriptor("classmethod"),
        "builtins.property": descriptor("property"),
        "functools.cached_property": descriptor("property"),
        "builtins.__import__": Models._dunder_import,
        "importlib.import_module": Models._import_name,
        "functools.partial": Models._partial,
        "functools.partialmethod": Models._partialmethod,
        "jax.tree_util.Partial": Models._partial,
        "functools.wraps": Models._wraps,
        "functools.update_wrapper": Models._update_wrapper,
        "functools.reduce": Models._reduce,
        "types.SimpleNamespace": Models._namespace,
        "types.MappingProxyType": Models._first,
        "typing.cast": Models._cast,
        "typing.assert_type": Models._first,
        "copy.copy": Models._copy,
        "copy.deepcopy": Models._copy,
        "dataclasses.dataclass": Models._dataclass,
        "collections.namedtuple": Models._namedtuple,
        "typing.NamedTuple": Models._namedtuple,
        "dataclasses.replace": Models._replace,
        "dataclasses.asdict": Models._asdict,
        "jax.block_until_ready": Models._block,
        "jax.numpy.asarray": Models._same_array,
        "jax.numpy.shape": Models._shape,
        "numpy.shape": Models._shape,
        "jax.numpy.ndim": Models._ndim,
        "numpy.ndim": Models._ndim,
        "jax.numpy.size": Models._size,
        "numpy.size": Models._size,
        "math.prod": Models._prod,
        "numpy.prod": Models._prod,
        "jax.tree.map": Models._tree_map,
        "jax.tree_util.tree_map": Models._tree_map,
    }
    for name in CALLBACKS:
        table[name] = callback(name)
    return table


_MODELS: dict[str, Model] = _table()
__all__ = ["Models", "Op", "Unbound"]
