"""Evaluate expressions to symbolic values."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from grader.source.comprehensions import Comprehensions
from grader.source.core import Core, Stop, bound_only
from grader.source.declared import declared_tree
from grader.source.entries import merge_entries, put_entry, unclear_because
from grader.source.frames import Frame, Scope
from grader.source.operators import Operators
from grader.source.scopes import ident, parameters
from grader.source.values import (
    FALSE,
    NONE,
    TRUE,
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
    Op,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Value,
    const,
    either,
    op,
    options,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

BUILTINS = frozenset(dir(builtins))
KEYWORDS = {"True": TRUE, "False": FALSE, "None": NONE}


class Expressions(Comprehensions, Operators, Core):
    """The part of the interpreter that evaluates expressions."""

    def evaluate(self, node: cst.BaseExpression, frame: Frame) -> Value:
        """Evaluate an expression."""
        self.step()
        handler = _HANDLERS.get(type(node))
        if handler is None:
            return Unknown("this kind of expression is not followed", Site(node, frame))
        return handler(self, node, frame)

    def _name(self, node: cst.Name, frame: Frame) -> Value:
        name = ident(node)
        return KEYWORDS[name] if name in KEYWORDS else self.read(name, Site(node, frame))

    def read(self, name: str, site: Site) -> Value:
        """Read a name the way Python looks it up from a scope."""
        scope: Scope | None = self._home(name, site.frame.scope)
        value = UNBOUND if scope is None else self.get(scope, name)
        if isinstance(value, Unbound) and (scope is None or scope.kind == "module"):
            if self.opaque_star is not None:
                return Unknown(f"`{name}` may come from a star import of an unknown module", self.opaque_star)
            if name in BUILTINS:
                return Ref(f"builtins.{name}")
            if name == "__builtins__":
                self.touch(name, site)
                return Unknown("`__builtins__` finds names at run time", site, dynamic=True)
            self.may_raise()
            if site.frame.phase == "import":
                self.undefined.append((name, site))
                raise Stop
            return Unknown(f"`{name}` is not defined here", site)
        if isinstance(value, Unbound):
            self.may_raise()
            return Unknown(f"`{name}` is used before it has a value", site)
        if isinstance(value, Either) and any(isinstance(o, Unbound) for o in value.options):
            self.may_raise()
            rest = bound_only(value)
            if scope is not None and scope.kind == "module" and name in BUILTINS:
                return either(rest, Ref(f"builtins.{name}"))
            return rest
        return value

    def _home(self, name: str, scope: Scope) -> Scope | None:
        """Find the scope a name is looked up in; None for a name no scope binds."""
        here: Scope | None = scope
        first = True
        while here is not None:
            if here.kind == "module":
                return here
            if name in here.globals:
                return here.module
            if here.kind == "class":
                if first and not isinstance(self.get(here, name), Unbound):
                    return here
            elif name in here.bound:
                return here
            if here.kind != "comprehension":
                first = False
            here = here.parent
        return None

    def _string(self, node: cst.SimpleString, frame: Frame) -> Value:
        return const(node.evaluated_value)

    def _number(self, node: cst.Integer | cst.Float | cst.Imaginary, frame: Frame) -> Value:
        return const(node.evaluated_value)

    def _ellipsis(self, node: cst.Ellipsis, frame: Frame) -> Value:
        return const(...)

    def _concatenated(self, node: cst.ConcatenatedString, frame: Frame) -> Value:
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        if isinstance(left, Const) and isinstance(right, Const) and left.kind == right.kind:
            return const(left.value + right.value)
        return op("f-string", left, right)

    def _formatted(self, node: cst.FormattedString, frame: Frame) -> Value:
        parts: list[Value] = []
        for part in node.parts:
            if isinstance(part, cst.FormattedStringExpression):
                parts.append(self.evaluate(part.expression, frame))
                if part.format_spec:
                    self.may_raise()
                for spec in part.format_spec or ():
                    if isinstance(spec, cst.FormattedStringExpression):
                        self.evaluate(spec.expression, frame)
        if not parts:
            return const("".join(p.value for p in node.parts if isinstance(p, cst.FormattedStringText)))
        unclear = next((p for p in parts if isinstance(p, Unknown)), None)
        return unclear or op("f-string", *parts)

    def elements(self, nodes: Iterable[cst.BaseElement], frame: Frame) -> tuple[Value, ...] | Unknown:
        """Evaluate the elements of a display, unpacking stars."""
        out: list[Value] = []
        unclear: Unknown | None = None
        for element in nodes:
            value = self.evaluate(element.value, frame)
            if isinstance(element, cst.StarredElement):
                site = Site(element.value, frame)
                unpacked = self.items(value, site)
                if unpacked is None:
                    self.may_raise()
                    unclear = unclear or unclear_because(value, "what this unpacks cannot be followed", site)
                else:
                    out.extend(unpacked)
            else:
                out.append(value)
        return unclear or tuple(out)

    def _tuple(self, node: cst.Tuple, frame: Frame) -> Value:
        items = self.elements(node.elements, frame)
        return items if isinstance(items, Unknown) else Tuple(items)

    def _list(self, node: cst.List, frame: Frame) -> Value:
        items = self.elements(node.elements, frame)
        return self.new("list", items if isinstance(items, Unknown) else Tuple(items))

    def _set(self, node: cst.Set, frame: Frame) -> Value:
        items = self.elements(node.elements, frame)
        if isinstance(items, Unknown) or any(not isinstance(item, Const) for item in items):
            self.may_raise()
        return self.new("set", items if isinstance(items, Unknown) else Tuple(items))

    def _dict(self, node: cst.Dict, frame: Frame) -> Value:
        content: Value = Entries(())
        for element in node.elements:
            if isinstance(element, cst.StarredDictElement):
                site = Site(element.value, frame)
                content = merge_entries(content, self.entries(self.evaluate(element.value, frame), site))
            elif isinstance(element, cst.DictElement):
                key = self.evaluate(element.key, frame)
                if not isinstance(key, Const):
                    self.may_raise()
                arg = Arg(self.evaluate(element.value, frame), Site(element.value, frame))
                content = put_entry(content, key, arg)
        return self.new("dict", content)

    def entries(self, value: Value, site: Site) -> Value:
        """Read a mapping's entries: ``Entries``, or ``Unknown``."""
        if isinstance(value, Obj) and value.kind == "dict":
            return self.content(value)
        if isinstance(value, Entries):
            return value
        if isinstance(value, Either):
            return Unknown("it is one of several dicts", site)
        return unclear_because(value, "what this unpacks cannot be followed", site)

    def _lambda(self, node: cst.Lambda, frame: Frame) -> Value:
        return self.make_function(node, "<lambda>", frame)

    def make_function(self, node: cst.FunctionDef | cst.Lambda, name: str, frame: Frame) -> Func:
        """Close a function over the scope it is written in, evaluating its defaults now, as Python does."""
        defaults = tuple(
            (ident(p.name), Arg(self.evaluate(p.default, frame), Site(p.default, frame)))
            for p in parameters(node.params)
            if p.default is not None
        )
        self.keep_scope(frame.scope)
        return Func(node, frame.scope, name, defaults, uid=self.new_id())

    def _attribute(self, node: cst.Attribute, frame: Frame) -> Value:
        return self.attribute(self.evaluate(node.value, frame), ident(node.attr), Site(node, frame))

    def _subscript(self, node: cst.Subscript, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        indices = [self.index(element.slice, frame) for element in node.slice]
        plain = len(indices) == 1 and not _trailing_comma(node)
        index = indices[0] if plain else _tuple_of(indices)
        return self.item(value, index, Site(node, frame))

    def index(self, node: cst.BaseSlice, frame: Frame) -> Value:
        """Evaluate what stands between brackets."""
        if isinstance(node, cst.Index):
            return self.evaluate(node.value, frame)
        if isinstance(node, cst.Slice):
            parts = [self.evaluate(p, frame) if p is not None else NONE for p in (node.lower, node.upper, node.step)]
            return op("slice", *parts)
        return Unknown("this subscript is not followed", Site(node, frame))

    def item(self, value: Value, index: Value, site: Site) -> Value:
        """Read ``value[index]``."""
        if isinstance(value, Either) or isinstance(index, Either):
            return either(*(self.item(v, i, site) for v in options(value) for i in options(index)))
        self.may_raise()
        if isinstance(value, Obj) and value.kind == "dict":
            content = self.content(value)
            if isinstance(content, Entries):
                found = next((arg.value for key, arg in content.items if key == index), None)
                if found is not None:
                    return bound_only(found)
                return Unknown("this key is not in the dict", site)
            return content
        if isinstance(value, Obj) and value.kind == "list":
            value = self.content(value)
        if isinstance(value, Attr) and value.name == "shape":
            value = self._as_shape(value)
        if isinstance(value, Tuple):
            if isinstance(index, Const) and index.kind in {"int", "bool"}:
                place = int(index.value)
                if -len(value.items) <= place < len(value.items):
                    return value.items[place]
                return Unknown("this index is out of range", site)
            if isinstance(index, Op) and index.op == "slice" and all(isinstance(p, Const) for p in index.operands):
                try:
                    return Tuple(value.items[slice(*(p.value for p in index.operands if isinstance(p, Const)))])
                except (TypeError, ValueError):
                    return Unknown("this slice cannot be followed", site)
            return Unknown("this index cannot be followed", site)
        if isinstance(value, Obj) and value.cls is not None:
            return self.call(self.attribute(value, "__getitem__", site), [Arg(index, site)], [], site)
        if isinstance(value, Ref):
            if value.name == "sys.modules":
                self.touch("sys.modules", site)
            if value.name in {"sys.modules", "os.environ"} or value.name.endswith("__dict__"):
                return Unknown("this looks a name up at run time", site, dynamic=True)
            return Call(Attr(value, "__class_getitem__"), (Arg(index, site),), (), site)
        if isinstance(value, Class):
            if value.kind == "enum" and isinstance(index, Const) and isinstance(index.value, str):
                return self.attribute(value, index.value, site)
            return value
        if isinstance(value, Unknown):
            return value
        if (declared := declared_tree(value)) is not None:
            part = self.item(declared, index, site)
            return part if isinstance(part, Unknown) else value
        return op("[]", value, index)

    def _call(self, node: cst.Call, frame: Frame) -> Value:
        func = self.evaluate(node.func, frame)
        site = Site(node, frame)
        args: list[Arg] = []
        kwargs: list[tuple[str, Arg]] = []
        for arg in node.args:
            value = self.evaluate(arg.value, frame)
            place = Site(arg.value, frame)
            if arg.star == "*":
                items = self.items(value, place)
                if items is None:
                    self.may_raise()
                    args.append(Arg(unclear_because(value, "what this unpacks cannot be followed", place), place))
                else:
                    args.extend(Arg(item, place) for item in items)
            elif arg.star == "**":
                kwargs.extend(self._keywords(value, place))
            elif arg.keyword is not None:
                kwargs.append((ident(arg.keyword), Arg(value, place)))
            else:
                args.append(Arg(value, place))
        if isinstance(node.func, cst.Name):
            self.named_calls.append((ident(node.func), func, site))
        if isinstance(func, Ref) and func.name == "builtins.super" and not args:
            return self.super_of(frame, site)
        return self.call(func, args, kwargs, site)

    def super_of(self, frame: Frame, site: Site) -> Value:
        """Evaluate a bare ``super()``."""
        return Unknown("super() outside a method", site)

    def _keywords(self, value: Value, site: Site) -> list[tuple[str, Arg]]:
        content = self.entries(value, site)
        if not isinstance(content, Entries):
            self.may_raise()
            return [("**", Arg(content, site))]
        out: list[tuple[str, Arg]] = []
        for key, arg in content.items:
            if isinstance(key, Const) and isinstance(key.value, str):
                out.append((key.value, Arg(arg.value, site)))
            else:
                computed = Unknown("a keyword whose name is computed", site, dynamic=True)
                out.append(("**", Arg(computed, site)))
        return out

    def _named(self, node: cst.NamedExpr, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        scope = frame.scope
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        if isinstance(node.target, cst.Name):
            self.bind_name(ident(node.target), value, scope)
        return value

    def bind_name(self, name: str, value: Value, scope: Scope) -> None:
        """Bind a name where Python binds it from this scope."""
        if name in scope.globals:
            scope = scope.module
        elif name in scope.nonlocals:
            here = scope.parent
            while here is not None and not (here.kind == "function" and name in here.bound):
                here = here.parent
            scope = here or scope
        self.put(scope, name, value)

    def _await(self, node: cst.Await, frame: Frame) -> Value:
        self.evaluate(node.expression, frame)
        return Unknown("the result of `await` cannot be followed", Site(node, frame))

    def _yield(self, node: cst.Yield, frame: Frame) -> Value:
        if isinstance(node.value, cst.From):
            self.evaluate(node.value.item, frame)
        elif node.value is not None:
            self.evaluate(node.value, frame)
        return Unknown("what a generator is sent cannot be followed", Site(node, frame))


def _tuple_of(values: Sequence[Value]) -> Value:
    return next((v for v in values if isinstance(v, Unknown)), Tuple(tuple(values)))


def _trailing_comma(node: cst.Subscript) -> bool:
    return isinstance(node.slice[-1].comma, cst.Comma)


_HANDLERS: dict[type[cst.CSTNode], Callable[..., Value]] = {
    cst.Name: Expressions._name,
    cst.SimpleString: Expressions._string,
    cst.ConcatenatedString: Expressions._concatenated,
    cst.FormattedString: Expressions._formatted,
    cst.Integer: Expressions._number,
    cst.Float: Expressions._number,
    cst.Imaginary: Expressions._number,
    cst.Ellipsis: Expressions._ellipsis,
    cst.Tuple: Expressions._tuple,
    cst.List: Expressions._list,
    cst.Set: Expressions._set,
    cst.Dict: Expressions._dict,
    cst.UnaryOperation: Operators._unary,
    cst.BinaryOperation: Operators._binary,
    cst.BooleanOperation: Operators._boolean,
    cst.Comparison: Operators._comparison,
    cst.IfExp: Operators._conditional,
    cst.Lambda: Expressions._lambda,
    cst.Attribute: Expressions._attribute,
    cst.Subscript: Expressions._subscript,
    cst.Call: Expressions._call,
    cst.NamedExpr: Expressions._named,
    cst.Await: Expressions._await,
    cst.Yield: Expressions._yield,
    cst.ListComp: Comprehensions._comprehension,
    cst.SetComp: Comprehensions._comprehension,
    cst.GeneratorExp: Comprehensions._comprehension,
    cst.DictComp: Comprehensions._comprehension,
}
