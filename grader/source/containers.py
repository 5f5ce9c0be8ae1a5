"""The containers of the submission: what iterating them gives, and what their methods do."""

from __future__ import annotations

from collections.abc import Sequence

from grader.source.calling import Calling, Kwargs
from grader.source.core import Core, bound_only
from grader.source.declared import declared_tree
from grader.source.entries import merge_entries, put_entry
from grader.source.values import (
    NONE,
    UNBOUND,
    Arg,
    Attr,
    Call,
    Class,
    Const,
    Dim,
    Either,
    Entries,
    Obj,
    Op,
    Site,
    SuperOf,
    Tuple,
    Unbound,
    Unknown,
    Value,
    const,
    either,
)


class Containers(Calling, Core):
    """The part of the interpreter that knows tuples, lists, sets and dicts."""

    def rank(self, value: Value) -> int | None:
        """Return the rank of an array where it is known; the part that knows arrays extends this."""
        raise NotImplementedError

    def items(self, value: Value, site: Site) -> tuple[Value, ...] | None:
        """List what iterating a value gives; None when that is not known."""
        match value:
            case Tuple(items=items):
                return items
            case Obj(kind="list" | "set"):
                content = self.content(value)
                return content.items if isinstance(content, Tuple) else None
            case Obj(kind="dict"):
                content = self.content(value)
                return tuple(key for key, _ in content.items) if isinstance(content, Entries) else None
            case Obj(kind="instance", cls=Class(kind="namedtuple") as cls):
                return tuple(self.store.get(("attr", value.id, name), UNBOUND) for name, _ in cls.fields)
            case Attr(obj=owner, name="shape"):
                rank = self.rank(owner)
                return None if rank is None else tuple(Dim(owner, axis) for axis in range(rank))
            case Const(value=str() as text) if len(text) <= 64:
                return tuple(const(letter) for letter in text)
            case Call() if (declared := declared_tree(value)) is not None:
                parts = self.items(declared, site)
                whole = isinstance(declared, Obj) and declared.kind == "dict"
                return parts if parts is None or whole else (value,) * len(parts)
        return None

    def call_member(self, owner: Value, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Call a method of a built-in container."""
        self.may_raise()
        match owner:
            case Obj(kind="dict"):
                return self._dict_method(owner, name, args, kwargs, site)
            case Obj(kind="list" | "set"):
                return self._list_method(owner, name, args, site)
            case Tuple(items=items) if name == "index" and args and args[0].value in items:
                return const(items.index(args[0].value))
            case SuperOf() if name == "__new__" and args and isinstance(args[0].value, Class):
                return Obj(self.new_id(), "instance", args[0].value)
            case SuperOf():
                return NONE
            case Obj(kind="instance", cls=Class(kind="namedtuple") as cls):
                made = Obj(self.new_id(), "instance", cls)
                changed = dict(kwargs)
                for field, _ in cls.fields:
                    old = self.store.get(("attr", owner.id, field), UNBOUND)
                    self.store["attr", made.id, field] = changed[field].value if field in changed else old
                return made if name == "_replace" else Unknown("a namedtuple as a dict", site)
            case Const(value=str() as text) if name in {"lower", "upper", "strip"} and not args:
                return Op("str", (const(text), const(name)), 3)
            case Const(value=str()) if name in {"join", "format"}:
                return Op("f-string", (owner, *(a.value for a in args)), 2)
            case Unknown():
                return owner
        self.escape(args, kwargs, site)
        return Op("method", (owner if isinstance(owner, Const) else NONE, const(name)), 2)

    def _dict_method(self, owner: Obj, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        content = self.content(owner)
        key = args[0].value if args else NONE
        match name:
            case "update":
                for arg in args:
                    content = merge_entries(content, self._pairs(arg.value, site))
                for word, arg in kwargs:
                    content = (
                        merge_entries(content, arg.value)
                        if word == "**"
                        else put_entry(content, const(word), Arg(arg.value, arg.site))
                    )
                self.set_content(owner, content)
                return NONE
            case "get" | "pop" | "setdefault" if isinstance(content, Entries):
                found = next((arg.value for k, arg in content.items if k == key), UNBOUND)
                default = args[1].value if len(args) > 1 else NONE
                if isinstance(key, Unknown):
                    return key
                if name == "pop":
                    self.set_content(owner, Entries(tuple((k, a) for k, a in content.items if k != key)))
                if isinstance(found, Either) and UNBOUND in found.options:
                    found = either(bound_only(found), default)
                if isinstance(found, Unbound):
                    if name == "setdefault":
                        site_of = args[1].site if len(args) > 1 else site
                        self.set_content(owner, put_entry(content, key, Arg(default, site_of)))
                    found = default
                return found
            case "copy":
                return self.new("dict", content)
            case "items" if isinstance(content, Entries):
                return Tuple(tuple(Tuple((k, a.value)) for k, a in content.items))
            case "keys" if isinstance(content, Entries):
                return Tuple(tuple(k for k, _ in content.items))
            case "values" if isinstance(content, Entries):
                return Tuple(tuple(a.value for _, a in content.items))
            case "clear":
                self.set_content(owner, Entries(()))
                return NONE
        if name not in {"get", "items", "keys", "values", "copy", "__contains__", "__len__", "__getitem__", "__iter__"}:
            self.set_content(owner, Unknown("this dict changes in a way that is not followed", site))
        return content if isinstance(content, Unknown) else Unknown(f"`.{name}()` of a dict is not followed", site)

    def _pairs(self, value: Value, site: Site) -> Value:
        """Read what a dict can be made of: another dict, or pairs."""
        if isinstance(value, Obj) and value.kind == "dict":
            return self.content(value)
        items = self.items(value, site)
        if items is None:
            return value if isinstance(value, Unknown) else Unknown("what this dict is made of is not followed", site)
        content: Value = Entries(())
        for item in items:
            pair = self.items(item, site)
            if pair is None or len(pair) != 2:
                return Unknown("what this dict is made of is not followed", site)
            content = put_entry(content, pair[0], Arg(pair[1], site))
        return content

    def _list_method(self, owner: Obj, name: str, args: Sequence[Arg], site: Site) -> Value:
        content = self.content(owner)
        items = content.items if isinstance(content, Tuple) else None
        if name in {"append", "add"} and args:
            if items is not None and len(items) < 200:
                self.set_content(owner, Tuple((*items, args[0].value)))
            return NONE
        if name in {"extend", "update"} and args:
            more = self.items(args[0].value, site)
            known = items is not None and more is not None and len(items) + len(more) < 200
            new: Value = (
                Tuple(items + more)
                if known and items is not None and more is not None
                else Unknown("what this list holds is not followed", site)
            )
            self.set_content(owner, new)
            return NONE
        if name == "copy":
            return self.new(owner.kind, content)
        if name == "pop" and items and not args:
            self.set_content(owner, Tuple(items[:-1]))
            return items[-1]
        if name not in {"index", "count", "__len__"}:
            self.set_content(owner, Unknown("what this list holds is not followed", site))
        return Unknown(f"`.{name}()` of a list is not followed", site) if name not in {"sort", "reverse"} else NONE
