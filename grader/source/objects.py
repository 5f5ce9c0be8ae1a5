"""Attributes, classes and instances of the submission."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from grader.source import exports
from grader.source.calling import Calling, Kwargs, text_of
from grader.source.containers import Containers
from grader.source.core import ARRAY_ATTRIBUTES, REBOUND, Core, bound_only, is_array
from grader.source.frames import Frame, Scope
from grader.source.lineage import after, decides_itself, derives, lineage
from grader.source.scopes import ident
from grader.source.values import (
    IDENTITY,
    UNBOUND,
    Arg,
    Attr,
    Bound,
    Call,
    Class,
    Const,
    Descriptor,
    Dim,
    Either,
    Entries,
    Func,
    Member,
    Obj,
    Param,
    Partial,
    Ref,
    Site,
    SuperOf,
    Tuple,
    Unbound,
    Unknown,
    Value,
    Wrapped,
    const,
    either,
    options,
)

BEHIND = (REBOUND - {"__class__"}) | frozenset(
    "__subclasses__ __mro__ f_back f_globals f_locals f_builtins tb_frame gi_frame cr_frame".split()
)
"""Attributes that reach behind the language."""
FOLLOWED = frozenset("__init__ __new__ __post_init__ __call__ __enter__ __exit__ __init_subclass__".split())
"""Special methods that are run where they are called, or as a class is made."""
ENUM_BASES = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag"})


class Objects(Containers, Calling, Core):
    """The part of the interpreter that knows objects."""

    def attribute(self, value: Value, name: str, site: Site) -> Value:
        """Read an attribute."""
        self.step()
        if name in BEHIND and not isinstance(value, Obj):
            self.touch(name, site)
        match value:
            case Either():
                return either(*(self.attribute(option, name, site) for option in value.options))
            case Unknown():
                self.may_raise()
                return value
            case Ref(name=owner):
                return self._outside(owner, name, site)
            case Obj(kind="instance"):
                return self._of_instance(value, name, site)
            case Obj():
                return Member(value, name)
            case Class():
                return self._of_class(value, name, site)
            case SuperOf(cls=cls, self=owner):
                of = owner.cls if isinstance(owner, Obj) else owner
                for base in after(cls, of if isinstance(of, Class) else cls):
                    found = self.get(base.scope, name)
                    if not isinstance(found, Unbound):
                        return self.bind_to(found, owner, cls, site)
                return Member(value, name)
            case Func():
                stored = self.store.get(("attr", value.uid, name), UNBOUND)
                if not isinstance(stored, Unbound):
                    return bound_only(stored)
                return const(value.name) if name == "__name__" else Attr(value, name)
            case Wrapped(func=inner):
                return inner if name in {"__wrapped__", "func"} else Attr(value, name)
            case Partial(func=inner, args=args, kwargs=kwargs):
                if name == "func":
                    return inner
                if name == "args":
                    return Tuple(tuple(a.value for a in args))
                if name == "keywords":
                    found = self.new("dict", Entries(tuple((const(k), a) for k, a in kwargs)))
                    self.borrowed[found.id] = site
                    return found
                return Attr(value, name)
            case Const() | Tuple():
                if not hasattr(value.value if isinstance(value, Const) else (), name):
                    self.may_raise()
                return Member(value, name)
            case Param() | Call():
                return self._of_array(value, name)
            case Attr(obj=owner, name="aval") if name in {"shape", "dtype", "ndim", "size"}:
                return self._of_array(owner, name)
        self.may_raise()
        return Attr(value, name)

    def _outside(self, owner: str, name: str, site: Site) -> Value:
        if exports.offers(owner, name) is False:
            self.may_raise()
            self.failed_imports.append((f"{owner}.{name}", site))
            return Unknown(f"`{owner}` has no `{name}`", site)
        return Ref(exports.canonical(f"{owner}.{name}"))

    def _of_array(self, value: Value, name: str) -> Value:
        if isinstance(value, Call) and isinstance(value.func, Ref):
            if value.func.name in {"jax.typeof", "jax.core.get_aval"} and len(value.args) == 1:
                inner = value.args[0].value
                if name in {"shape", "dtype", "ndim", "size"}:
                    return self._of_array(inner, name)
            if value.func.name == "jax.ShapeDtypeStruct":
                found = self.declared(value, name)
                if found is not None:
                    return found
        rank = self.rank(value)
        if name == "ndim" and rank is not None:
            return const(rank)
        if name == "size" and rank == 1:
            return Dim(value, 0)
        if name == "aval" and is_array(value):
            return Attr(value, "aval")
        if not is_array(value) or name not in ARRAY_ATTRIBUTES:
            self.may_raise()
        return Attr(value, name)

    def declared(self, value: Call, name: str) -> Value | None:
        """Read back what a ``ShapeDtypeStruct`` was given."""
        order = {"shape": 0, "dtype": 1}
        if name not in order:
            return None
        for key, arg in value.kwargs:
            if key == name:
                return arg.value
        index = order[name]
        return value.args[index].value if index < len(value.args) else None

    def rank(self, value: Value) -> int | None:
        """Return the rank of an array where the exercise promises it."""
        if isinstance(value, Param) and value.index < len(self.inputs):
            return self.inputs[value.index].rank
        if isinstance(value, Call) and is_array(value):
            declaration = next((a.value for k, a in value.kwargs if k == "result_shape_dtypes"), None)
            if declaration is None and len(value.args) > 1:
                declaration = value.args[1].value
            if isinstance(declaration, Call):
                shape = self.declared(declaration, "shape")
                if isinstance(shape, Attr) and shape.name == "shape":
                    return self.rank(shape.obj)
                if isinstance(shape, Tuple):
                    return len(shape.items)
        return None

    # -- instances and classes -----------------------------------------------------------------------------------

    def _of_instance(self, value: Obj, name: str, site: Site) -> Value:
        stored = self.store.get(("attr", value.id, name), UNBOUND)
        if not isinstance(stored, Unbound):
            return bound_only(stored)
        if name == "__dict__":
            # Through it every attribute can be changed behind our back.
            for key in [k for k in self.store if k[0] == "attr" and k[1] == value.id]:
                self.store[key] = Unknown("it may be changed through __dict__", site)
            return Unknown("its attributes as a dict", site, dynamic=True)
        if value.cls is None:
            self.may_raise()
            return Unknown(f"it has no attribute `{name}` here", site)
        found = self.find(value.cls, name)
        if not isinstance(found, Unbound):
            return self.bind_to(found, value, value.cls, site)
        if value.cls.kind == "namedtuple" and name in {"_replace", "_asdict"}:
            return Member(value, name)
        if name == "__class__":
            return value.cls
        self.may_raise()
        return Unknown(f"`{value.cls.name}` has no attribute `{name}` here", site)

    def _of_class(self, value: Class, name: str, site: Site) -> Value:
        found = self.find(value, name)
        if not isinstance(found, Unbound):
            match found:
                case Descriptor(func=func, kind="staticmethod"):
                    return func
                case Descriptor(func=func, kind="classmethod"):
                    return Bound(func, value)
                case Descriptor():
                    return Unknown("a property read from its class", site)
            return bound_only(found)
        if name == "__name__":
            return const(value.name)
        if name == "register" and decides_itself(value):
            return Ref(IDENTITY)
        self.may_raise()
        return Unknown(f"`{value.name}` has no attribute `{name}` here", site)

    def find(self, cls: Class, name: str) -> Value:
        """Look a name up in a class and its bases."""
        found = (self.get(one.scope, name) for one in lineage(cls))
        return next((value for value in found if not isinstance(value, Unbound)), UNBOUND)

    def bind_to(self, found: Value, owner: Value, cls: Class, site: Site) -> Value:
        """Bind what a class holds to an instance, as attribute access does."""
        match found:
            case Either():
                return either(*(self.bind_to(option, owner, cls, site) for option in options(bound_only(found))))
            case Func():
                return Bound(found, owner)
            case Wrapped(func=Func()):
                return Bound(found, owner)
            case Descriptor(func=func, kind="staticmethod"):
                return func
            case Descriptor(func=func, kind="classmethod"):
                return Bound(func, cls)
            case Descriptor(func=Partial(func=func, args=args, kwargs=kwargs), kind="partialmethod"):
                return Partial(func, (Arg(owner, site), *args), kwargs)
            case Descriptor(func=func):
                return self.call(func, [Arg(owner, site)], [], site)
        return found

    def super_of(self, frame: Frame, site: Site) -> Value:
        """Evaluate a bare ``super()``."""
        if frame.func is not None and frame.func.owner is not None and frame.self_value is not None:
            return SuperOf(frame.func.owner, frame.self_value)
        return Unknown("super() outside a method", site)

    def make_class(self, name: str, scope: Scope, bases: tuple[Value, ...], node: cst.ClassDef, site: Site) -> Value:
        """Make a class of a body that was run."""
        kind = "plain"
        inherited: tuple[tuple[str, Value], ...] = ()
        for base in bases:
            if isinstance(base, Ref) and base.name in ENUM_BASES:
                kind = "enum"
            elif isinstance(base, Ref) and base.name == "typing.NamedTuple":
                kind = "namedtuple"
            elif isinstance(base, Class):
                kind = base.kind if kind == "plain" else kind
                inherited = base.fields
        own = [(field, self.get(scope, field)) for field in _annotated(node)]
        fields = (*(f for f in inherited if f[0] not in {n for n, _ in own}), *own)
        if node.keywords and any(ident(k.keyword) == "metaclass" for k in node.keywords if k.keyword is not None):
            self._run_at_creation(Class(name, scope, bases, node, kind, fields), node, site)
            return Unknown(f"`{name}` has a metaclass", site)
        cls = Class(name, scope, bases, node, kind, fields)
        for key in list(scope.names):
            value = self.get(scope, key)
            if isinstance(value, Func):
                self.put(scope, key, Func(value.node, value.scope, value.name, value.defaults, cls, value.uid))
            elif isinstance(value, Descriptor) and isinstance(value.func, Func):
                func = value.func
                owned = Func(func.node, func.scope, func.name, func.defaults, cls, func.uid)
                self.put(scope, key, Descriptor(owned, value.kind))
            elif kind == "enum" and not key.startswith("_") and not isinstance(value, Descriptor):
                member = Obj(self.new_id(), "instance", cls)
                self.store["attr", member.id, "value"] = value
                self.store["attr", member.id, "name"] = const(key)
                self.put(scope, key, member)
        self._run_at_creation(cls, node, site)
        return cls

    def instantiate(self, cls: Class, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Make an instance of a class of the submission."""
        self.may_raise()
        made = self._instance(cls, args, kwargs, site)
        if isinstance(made, Obj):
            self.run_unnamed(cls, made, site)
        return made

    def run_made(self, cls: Class, site: Site) -> None:
        """Run what making an instance of a class runs, where something outside may make one."""
        if cls.kind != "enum":
            self.run_unnamed(cls, Obj(self.new_id(), "instance", cls), site, also=FOLLOWED)

    def run_unnamed(self, cls: Class, owner: Value, site: Site, *, also: frozenset[str] = frozenset()) -> None:
        """Run the special methods that Python calls without their being named: on ``==``, ``str``, ``del`` and so on.

        Which operator meets which object need not be known for that: what such a method does, it may do any time.
        """
        if cls.scope.id in self.unnamed:
            return  # it makes an instance of its own class
        self.unnamed.add(cls.scope.id)
        try:
            for name in self._special_names(cls):
                if name not in FOLLOWED or name in also:
                    self.maybe_run(self.bind_to(self.find(cls, name), owner, cls, site), site)
        finally:
            self.unnamed.discard(cls.scope.id)

    def _special_names(self, cls: Class) -> list[str]:
        threaded = any(isinstance(base, Ref) and base.name.startswith("threading.") for base in cls.bases)
        found = [n for n in cls.scope.names if (n.startswith("__") and n.endswith("__")) or (threaded and n == "run")]
        for base in cls.bases:
            if isinstance(base, Class):
                found += [n for n in self._special_names(base) if n not in found]
        callables = (Func, Wrapped, Descriptor, Partial, Ref, Attr)
        return [n for n in found if isinstance(bound_only(self.find(cls, n)), callables)]

    def _run_at_creation(self, cls: Class, node: cst.ClassDef, site: Site) -> None:
        """Run what Python calls when a class is made or indexed, and what its metaclass does."""
        hooks = [*((base, "__init_subclass__") for base in cls.bases), (cls, "__class_getitem__")]
        for owner, name in hooks:
            found = self.find(owner, name) if isinstance(owner, Class) else UNBOUND
            if isinstance(found, Descriptor):
                found = found.func
            if isinstance(found, Func):
                self.maybe_run(Bound(found, cls), site)
        for keyword in node.keywords:
            meta = self.evaluate(keyword.value, site.frame)
            if isinstance(meta, Class):
                self.run_unnamed(meta, cls, site, also=FOLLOWED)

    def _instance(self, cls: Class, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        if cls.kind == "enum":
            missing = self.find(cls, "_missing_")
            if not isinstance(missing, Unbound):
                self.maybe_run(self.bind_to(missing, cls, cls, site), site)
            return Unknown("an enum member looked up by value", site)
        if not isinstance(self.find(cls, "__getattribute__"), Unbound):
            return Unknown(f"`{cls.name}` has a `__getattribute__`", site)
        if not isinstance(maker := self.find(cls, "__new__"), Unbound):
            made = self.call(maker, [Arg(cls, site), *args], kwargs, site)
            if not (isinstance(made, Obj) and made.cls is not None and derives(made.cls, cls)):
                return made  # Python initialises only what is an instance of the class
            return self._initialised(made, cls, args, kwargs, site)
        return self._initialised(Obj(self.new_id(), "instance", cls), cls, args, kwargs, site)

    def _initialised(self, made: Obj, cls: Class, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Obj:
        init = self.find(cls, "__init__")
        if not isinstance(init, Unbound):
            self.call(self.bind_to(init, made, cls, site), args, kwargs, site)
            return made
        if cls.kind in {"dataclass", "namedtuple"} or cls.fields:
            names = [name for name, _ in cls.fields]
            given = dict(zip(names, args, strict=False)) | dict(kwargs)
            for name, default in cls.fields:
                if name in given:
                    self.store["attr", made.id, name] = given[name].value
                elif not isinstance(default, Unbound):
                    self.store["attr", made.id, name] = self._field_default(default, site)
            post = self.find(cls, "__post_init__")
            if not isinstance(post, Unbound):
                self.call(self.bind_to(post, made, cls, site), [], [], site)
            return made
        if any(not isinstance(base, Class) for base in cls.bases):
            self.escape(args, kwargs, site)
        return made

    def _field_default(self, default: Value, site: Site) -> Value:
        if isinstance(default, Call) and default.func == Ref("dataclasses.field"):
            for key, arg in default.kwargs:
                if key == "default":
                    return arg.value
                if key == "default_factory":
                    return self.call(arg.value, [], [], site)
        return default


def _annotated(node: cst.ClassDef) -> list[str]:
    """List the names a class body annotates, in order; ``ClassVar`` ones are no fields."""
    names: list[str] = []
    for statement in node.body.body:
        for small in getattr(statement, "body", ()) if isinstance(statement, cst.SimpleStatementLine) else ():
            if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name):
                annotation = small.annotation.annotation
                base = annotation.value if isinstance(annotation, cst.Subscript) else annotation
                last = base.attr if isinstance(base, cst.Attribute) else base
                if not (isinstance(last, cst.Name) and last.value == "ClassVar"):
                    names.append(ident(small.target))
    return names


__all__ = ["Objects", "text_of"]
