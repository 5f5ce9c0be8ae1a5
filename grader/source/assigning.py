"""Bind assignment targets: names, unpacking, attributes and items."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from grader.source.core import REBOUND, Core, Key, Write
from grader.source.entries import put_entry
from grader.source.expressions import Expressions
from grader.source.frames import Frame
from grader.source.patterns import Patterns
from grader.source.scopes import ident
from grader.source.values import (
    UNBOUND,
    Arg,
    Attr,
    Call,
    Class,
    Const,
    Either,
    Entries,
    Func,
    Obj,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    either,
    options,
)

HARMLESS_TARGETS = ("os.environ", "jax.config", "sys.path", "sys.argv")
"""Outside objects a submission may set items or attributes of."""


class Assigning(Patterns, Expressions, Core):
    """The part of the interpreter that assigns."""

    def assign(self, target: cst.BaseExpression, value: Value, site: Site) -> None:
        """Bind an assignment target."""
        frame = site.frame
        match target:
            case cst.Name():
                self.bind_name(ident(target), value, frame.scope)
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                self._unpack(elements, value, site)
            case cst.StarredElement(value=inner):
                self.assign(inner, value, site)
            case cst.Attribute():
                owner = self.evaluate(target.value, frame)
                self.set_attribute(owner, ident(target.attr), value, Site(target, frame))
            case cst.Subscript():
                owner = self.evaluate(target.value, frame)
                indices = [self.index(element.slice, frame) for element in target.slice]
                key = indices[0] if len(indices) == 1 else Tuple(tuple(indices))
                self.set_item(owner, key, Arg(value, site), Site(target, frame))
            case _:
                self.evaluate(target, frame)

    def _unpack(self, elements: Sequence[cst.BaseElement], value: Value, site: Site) -> None:
        if isinstance(value, Either):
            lists = [self.items(option, site) for option in value.options]
            if all(found is not None and len(found) == len(elements) for found in lists):
                merged = [either(*(found[i] for found in lists if found)) for i in range(len(elements))]
                for element, item in zip(elements, merged, strict=True):
                    self.assign(element.value, item, site)
                return
        items = self.items(value, site)
        star = next((i for i, e in enumerate(elements) if isinstance(e, cst.StarredElement)), None)
        self.may_raise()
        if items is None or (len(items) != len(elements) if star is None else len(items) < len(elements) - 1):
            why = value if isinstance(value, Unknown) else Unknown("what this unpacks cannot be followed", site)
            for element in elements:
                self.assign(element.value, why, site)
            return
        if star is None:
            for element, item in zip(elements, items, strict=True):
                self.assign(element.value, item, site)
            return
        after = len(elements) - star - 1
        middle = items[star : len(items) - after]
        for element, item in zip(elements[:star], items[:star], strict=True):
            self.assign(element.value, item, site)
        self.assign(elements[star].value, self.new("list", Tuple(tuple(middle))), site)
        for element, item in zip(elements[star + 1 :], items[len(items) - after :], strict=True):
            self.assign(element.value, item, site)

    def set_attribute(self, owner: Value, name: str, value: Value, site: Site) -> None:
        """Set ``owner.name``."""
        self.may_raise()
        if name in REBOUND:
            self.touch(name, site)
        for option in options(owner):
            match option:
                case Obj(kind="instance"):
                    setter = self.property_of(option, name, "setter")
                    if setter is not None:
                        continue
                    key: Key = ("attr", option.id, name)
                    old = self.store.get(key, UNBOUND)
                    self.store[key] = value if len(options(owner)) == 1 else either(old, value)
                case Class():
                    self.put(option.scope, name, value)
                case Func():
                    self.store["attr", option.uid, name] = value
                case Ref(name=ref) if not ref.startswith(HARMLESS_TARGETS):
                    self.writes.append(Write(option, name, site))
                case Attr(obj=Ref()):
                    self.writes.append(Write(option, name, site))
                case Unknown(dynamic=True):
                    self.touch("an attribute set on something found at run time", site)
                case Call(func=Ref(name="builtins.type")):
                    self.touch("type(...) as something to write to", site)

    def property_of(self, owner: Obj, name: str, part: str) -> Value | None:
        """Find a property's setter; instances without one just take the attribute."""
        return None

    def set_item(self, owner: Value, key: Value, arg: Arg, site: Site) -> None:
        """Set ``owner[key]``."""
        self.may_raise()
        single = len(options(owner)) == 1
        for option in options(owner):
            match option:
                case Obj(kind="dict"):
                    old = self.content(option)
                    new = put_entry(old, key, arg)
                    self.set_content(option, new if single else self.join_contents(old, new))
                case Obj(kind="list"):
                    items = self.content(option)
                    if isinstance(items, Tuple) and isinstance(key, Const) and key.kind == "int" and single:
                        index = key.value
                        if -len(items.items) <= index < len(items.items):
                            changed = list(items.items)
                            changed[index] = arg.value
                            self.set_content(option, Tuple(tuple(changed)))
                            continue
                    self.set_content(option, Unknown("an element of this list changes", site))
                case Ref(name=ref) if not ref.startswith(HARMLESS_TARGETS):
                    self.writes.append(Write(option, "[]", site))
                case Attr(obj=Ref()):
                    self.writes.append(Write(option, "[]", site))
                case Unknown(dynamic=True):
                    self.touch("a name set at run time", site)
                case Obj(kind="instance"):
                    self.call(self.attribute(option, "__setitem__", site), [Arg(key, site), arg], [], site)

    @staticmethod
    def join_contents(old: Value, new: Value) -> Value:
        """Join what a container may hold."""
        from grader.source.core import _join_values  # noqa: PLC0415

        return _join_values(old, new)

    def _delete(self, target: cst.BaseExpression, frame: Frame) -> None:
        match target:
            case cst.Name():
                self.bind_name(ident(target), UNBOUND, frame.scope)
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                for element in elements:
                    self._delete(element.value, frame)
            case cst.Attribute():
                owner = self.evaluate(target.value, frame)
                self.set_attribute(owner, ident(target.attr), UNBOUND, Site(target, frame))
            case cst.Subscript():
                owner = self.evaluate(target.value, frame)
                key = self.index(target.slice[0].slice, frame)
                site = Site(target, frame)
                if isinstance(owner, Obj) and owner.kind == "dict":
                    content = self.content(owner)
                    if isinstance(content, Entries):
                        self.set_content(owner, Entries(tuple((k, a) for k, a in content.items if k != key)))
                    return
                self.set_item(owner, key, Arg(Unknown("it was deleted", site), site), site)
