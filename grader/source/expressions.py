"""Evaluate expressions to symbolic values."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from grader.source import fold
from grader.source.core import MAX_UNROLL, Core, Stop, bound_only
from grader.source.frames import Frame, Scope
from grader.source.scopes import ident, parameters, targets
from grader.source.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Arg,
    Attr,
    Bound,
    Call,
    Class,
    Const,
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
    const,
    either,
    op,
    options,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

BINARY: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
}
UNARY: dict[type[cst.CSTNode], str] = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~"}
COMPARE: dict[type[cst.CSTNode], str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
}
BUILTINS = frozenset(dir(builtins))
KEYWORDS = {"True": TRUE, "False": FALSE, "None": NONE}


class Expressions(Core):
    """The part of the interpreter that evaluates expressions."""

    def eval(self, node: cst.BaseExpression, frame: Frame) -> Value:
        """Evaluate an expression."""
        self.step()
        handler = _HANDLERS.get(type(node))
        if handler is None:
            return Unknown("this kind of expression is not followed", Site(node, frame))
        return handler(self, node, frame)

    # -- names and constants -------------------------------------------------------------------------------------

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
        left, right = self.eval(node.left, frame), self.eval(node.right, frame)
        if isinstance(left, Const) and isinstance(right, Const) and left.kind == right.kind:
            return const(left.value + right.value)
        return op("f-string", left, right)

    def _formatted(self, node: cst.FormattedString, frame: Frame) -> Value:
        parts: list[Value] = []
        for part in node.parts:
            if isinstance(part, cst.FormattedStringExpression):
                parts.append(self.eval(part.expression, frame))
                for spec in part.format_spec or ():
                    if isinstance(spec, cst.FormattedStringExpression):
                        self.eval(spec.expression, frame)
        if not parts:
            return const("".join(p.value for p in node.parts if isinstance(p, cst.FormattedStringText)))
        unclear = next((p for p in parts if isinstance(p, Unknown)), None)
        return unclear or op("f-string", *parts)

    # -- containers ----------------------------------------------------------------------------------------------

    def elements(self, nodes: Iterable[cst.BaseElement], frame: Frame) -> tuple[Value, ...] | Unknown:
        """Evaluate the elements of a display, unpacking stars."""
        out: list[Value] = []
        unclear: Unknown | None = None
        for element in nodes:
            value = self.eval(element.value, frame)
            if isinstance(element, cst.StarredElement):
                site = Site(element.value, frame)
                unpacked = self.items(value, site)
                if unpacked is None:
                    unclear = unclear or _unclear(value, "what this unpacks cannot be followed", site)
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
        return self.new("set", items if isinstance(items, Unknown) else Tuple(items))

    def _dict(self, node: cst.Dict, frame: Frame) -> Value:
        content: Value = Entries(())
        for element in node.elements:
            if isinstance(element, cst.StarredDictElement):
                site = Site(element.value, frame)
                content = merge_entries(content, self.entries(self.eval(element.value, frame), site))
            elif isinstance(element, cst.DictElement):
                key = self.eval(element.key, frame)
                arg = Arg(self.eval(element.value, frame), Site(element.value, frame))
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
        return _unclear(value, "what this unpacks cannot be followed", site)

    # -- operators -----------------------------------------------------------------------------------------------

    def _unary(self, node: cst.UnaryOperation, frame: Frame) -> Value:
        value = self.eval(node.expression, frame)
        if isinstance(node.operator, cst.Not):
            return either(*(fold.negate(v, self.truth(v)) for v in options(value)))
        name = UNARY.get(type(node.operator), "?")
        return either(*(fold.unary(name, v) for v in options(value)))

    def _binary(self, node: cst.BinaryOperation, frame: Frame) -> Value:
        # A chain of a thousand terms leans to the left: walk down that side instead of recursing into it.
        chain: list[cst.BinaryOperation] = [node]
        while isinstance(chain[-1].left, cst.BinaryOperation):
            chain.append(chain[-1].left)
        value = self.eval(chain[-1].left, frame)
        for link in reversed(chain):
            self.step()
            right = self.eval(link.right, frame)
            value = self.binary(BINARY.get(type(link.operator), "?"), value, right, Site(link, frame))
        return value

    def binary(self, name: str, left: Value, right: Value, site: Site) -> Value:
        """Apply a binary operator."""
        if isinstance(left, Either) or isinstance(right, Either):
            return either(*(self.binary(name, a, b, site) for a in options(left) for b in options(right)))
        if isinstance(left, Obj) and isinstance(right, Obj) and left.kind == right.kind == "dict" and name == "|":
            return self.new("dict", merge_entries(self.content(left), self.content(right)))
        if isinstance(left, Obj) and left.kind == "list" and name == "+" and isinstance(right, Obj):
            mine, theirs = self.content(left), self.content(right)
            if isinstance(mine, Tuple) and isinstance(theirs, Tuple):
                return self.new("list", Tuple(mine.items + theirs.items))
        if isinstance(left, Obj) and left.kind == "list" and name == "*":
            content = fold.arithmetic(name, self.content(left), right)
            return self.new("list", content if isinstance(content, Tuple) else _unclear(content, "its length", site))
        for one, other, method in ((left, right, _DUNDER.get(name)), (right, left, _REFLECTED.get(name))):
            if isinstance(one, Obj) and one.cls is not None and method is not None:
                member = self.attribute(one, method, site)
                if not isinstance(member, Unknown):
                    return self.call(member, [Arg(other, site)], [], site)
        left, right = self._as_shape(left), self._as_shape(right)
        self.may_raise()
        return fold.arithmetic(name, left, right)

    def _as_shape(self, value: Value) -> Value:
        """Spell ``x.shape`` out as a tuple of lengths where its rank is known."""
        if isinstance(value, Attr) and value.name == "shape":
            items = self.items(value, None)  # type: ignore[arg-type]
            if items is not None:
                return Tuple(items)
        return value

    def _boolean(self, node: cst.BooleanOperation, frame: Frame) -> Value:
        is_and = isinstance(node.operator, cst.And)
        left = self.eval(node.left, frame)

        def right() -> Value:
            return self.eval(node.right, frame)

        results: list[Value] = []
        undecided = False
        for option in options(left):
            truth = self.truth(option)
            if truth is None:
                results.append(option)
                undecided = True
            elif truth is is_and:
                undecided = True
            else:
                results.append(option)
        if not undecided:
            return either(*results)
        if not results:
            return right()
        skipped = either(*results)
        return self.fork([lambda: skipped, right])

    def _comparison(self, node: cst.Comparison, frame: Frame) -> Value:
        left = self.eval(node.left, frame)
        result: Value = TRUE
        for target in node.comparisons:
            right = self.eval(target.comparator, frame)
            name = COMPARE.get(type(target.operator), "?")
            part = self.compare(name, left, right)
            if self.truth(part) is False:
                return FALSE
            result = part if result == TRUE else result if part == TRUE else op("and", result, part)
            left = right
        return result

    def compare(self, name: str, left: Value, right: Value) -> Value:
        """Apply a comparison, knowing what the exercise promises of its inputs."""
        if isinstance(left, Either) or isinstance(right, Either):
            return either(*(self.compare(name, a, b) for a in options(left) for b in options(right)))
        if name in {"==", "!="}:
            kinds = self._known_dtype(left), self._known_dtype(right)
            if None not in kinds:
                return const((kinds[0] == kinds[1]) is (name == "=="))
        if isinstance(right, Obj) and right.kind in {"list", "set"}:
            right = self.content(right)
        elif isinstance(right, Obj) and right.kind == "dict":
            content = self.content(right)
            right = Tuple(tuple(k for k, _ in content.items)) if isinstance(content, Entries) else content
        if name not in {"is", "is not"}:
            left, right = self._as_shape(left), self._as_shape(right)
        for side in (left, right):
            if isinstance(side, Unknown):
                return side
        return fold.compare(name, left, right)

    def _known_dtype(self, value: Value) -> str | None:
        if isinstance(value, Attr) and value.name == "dtype" and isinstance(value.obj, Param):
            index = value.obj.index
            return self.inputs[index].dtype if index < len(self.inputs) else None
        return fold.dtype_name(value)

    def _conditional(self, node: cst.IfExp, frame: Frame) -> Value:
        truth = self.truth(self.eval(node.test, frame))
        if truth is not None:
            return self.eval(node.body if truth else node.orelse, frame)
        return self.fork([lambda: self.eval(node.body, frame), lambda: self.eval(node.orelse, frame)])

    def truth(self, value: Value) -> bool | None:
        """Decide a value's truth; None when the source does not."""
        match value:
            case Const(value=constant):
                return bool(constant)
            case Tuple(items=items):
                return bool(items)
            case Obj(kind="instance", cls=cls):
                return None if cls is None or cls.bases or self._has(cls, "__bool__", "__len__") else True
            case Obj():
                content = self.content(value)
                if isinstance(content, Tuple):
                    return bool(content.items)
                return bool(content.items) if isinstance(content, Entries) else None
            case Func() | Class() | Bound() | Partial() | Wrapped():
                return True
            case Ref(name=name):
                return None if name.startswith("typing.") and name.endswith("TYPE_CHECKING") else True
            case Attr(obj=Param(), name="shape" | "dtype"):
                return True
            case Either(options=choices):
                truths = {self.truth(choice) for choice in choices}
                return truths.pop() if len(truths) == 1 else None
        return None

    def _has(self, cls: Class, *names: str) -> bool:
        return any(not isinstance(self.get(cls.scope, name), Unbound) for name in names)

    # -- functions, access, calls --------------------------------------------------------------------------------

    def _lambda(self, node: cst.Lambda, frame: Frame) -> Value:
        return self.make_function(node, "<lambda>", frame)

    def make_function(self, node: cst.FunctionDef | cst.Lambda, name: str, frame: Frame) -> Func:
        """Close a function over the scope it is written in, evaluating its defaults now, as Python does."""
        defaults = tuple(
            (ident(p.name), Arg(self.eval(p.default, frame), Site(p.default, frame)))
            for p in parameters(node.params)
            if p.default is not None
        )
        self.keep_scope(frame.scope)
        return Func(node, frame.scope, name, defaults, uid=self.new_id())

    def _attribute(self, node: cst.Attribute, frame: Frame) -> Value:
        return self.attribute(self.eval(node.value, frame), ident(node.attr), Site(node, frame))

    def _subscript(self, node: cst.Subscript, frame: Frame) -> Value:
        value = self.eval(node.value, frame)
        indices = [self.index(element.slice, frame) for element in node.slice]
        plain = len(indices) == 1 and not _trailing_comma(node)
        index = indices[0] if plain else _tuple_of(indices)
        return self.item(value, index, Site(node, frame))

    def index(self, node: cst.BaseSlice, frame: Frame) -> Value:
        """Evaluate what stands between brackets."""
        if isinstance(node, cst.Index):
            return self.eval(node.value, frame)
        if isinstance(node, cst.Slice):
            parts = [self.eval(p, frame) if p is not None else NONE for p in (node.lower, node.upper, node.step)]
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
        return op("[]", value, index)

    def _call(self, node: cst.Call, frame: Frame) -> Value:
        func = self.eval(node.func, frame)
        site = Site(node, frame)
        args: list[Arg] = []
        kwargs: list[tuple[str, Arg]] = []
        for arg in node.args:
            value = self.eval(arg.value, frame)
            place = Site(arg.value, frame)
            if arg.star == "*":
                items = self.items(value, place)
                if items is None:
                    args.append(Arg(_unclear(value, "what this unpacks cannot be followed", place), place))
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
        value = self.eval(node.value, frame)
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
        self.eval(node.expression, frame)
        return Unknown("the result of `await` cannot be followed", Site(node, frame))

    def _yield(self, node: cst.Yield, frame: Frame) -> Value:
        if isinstance(node.value, cst.From):
            self.eval(node.value.item, frame)
        elif node.value is not None:
            self.eval(node.value, frame)
        return Unknown("what a generator is sent cannot be followed", Site(node, frame))

    # -- comprehensions ------------------------------------------------------------------------------------------

    def _comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp, frame: Frame) -> Value:
        scope = Scope(self.new_id(), "comprehension", frame.scope, bound=frozenset(_comp_targets(node.for_in)))
        self.keep_scope(frame.scope)
        inner = Frame(
            scope,
            func=frame.func,
            caller=frame.caller,
            arg_sites=frame.arg_sites,
            self_value=frame.self_value,
            depth=frame.depth,
            in_host=frame.in_host,
            phase=frame.phase,
        )
        site = Site(node, frame)
        if isinstance(node, cst.DictComp):
            return self._dict_comp(node, inner, site)
        elt = node.elt
        found = self._run_comp(node.for_in, inner, lambda: self.eval(elt, inner))
        content: Value = (
            Unknown("what this collects cannot be followed", site) if found is None else Tuple(tuple(found))
        )
        if isinstance(node, cst.GeneratorExp):
            return content
        return self.new("list" if isinstance(node, cst.ListComp) else "set", content)

    def _dict_comp(self, node: cst.DictComp, frame: Frame, site: Site) -> Value:
        def pair() -> Value:
            return Tuple((self.eval(node.key, frame), self.eval(node.value, frame)))

        pairs = self._run_comp(node.for_in, frame, pair)
        if pairs is None:
            return self.new("dict", Unknown("a dict whose keys are computed", site, dynamic=True))
        content: Value = Entries(())
        for entry in pairs:
            if isinstance(entry, Tuple):
                content = put_entry(content, entry.items[0], Arg(entry.items[1], site))
        return self.new("dict", content)

    def _run_comp(self, comp: cst.CompFor, frame: Frame, element: Callable[[], Value]) -> list[Value] | None:
        """Run a comprehension; the elements it gives, or None when they are not known."""
        site = Site(comp.iter, frame)
        items = self.items(self.eval(comp.iter, frame), site)
        known = items is not None and len(items) <= MAX_UNROLL and comp.asynchronous is None
        out: list[Value] | None = [] if known else None
        for item in items if known and items is not None else (Unknown("an element of a loop", site),):
            before = dict(self.store)
            try:
                self.assign(comp.target, item, site)
                passed: bool | None = True
                for test in comp.ifs:
                    truth = self.truth(self.eval(test.test, frame))
                    passed = False if truth is False else None if truth is None and passed else passed
                    if passed is False:
                        break
                if passed is not False:
                    if comp.inner_for_in is not None:
                        inner = self._run_comp(comp.inner_for_in, frame, element)
                        out = None if out is None or inner is None or passed is None else out + inner
                    else:
                        value = element()
                        out = None if out is None or passed is None else [*out, value]
            except Stop:
                if known:
                    raise
                self.store = before
            if not known:
                self.store = self.join_all([before, self.store])
        return out


def _comp_targets(comp: cst.CompFor | None) -> set[str]:
    names: set[str] = set()
    while comp is not None:
        names |= set(targets(comp.target))
        comp = comp.inner_for_in
    return names


def _unclear(value: Value, why: str, site: Site) -> Unknown:
    return value if isinstance(value, Unknown) else Unknown(why, site)


def _tuple_of(values: Sequence[Value]) -> Value:
    return next((v for v in values if isinstance(v, Unknown)), Tuple(tuple(values)))


def _trailing_comma(node: cst.Subscript) -> bool:
    return isinstance(node.slice[-1].comma, cst.Comma)


def put_entry(content: Value, key: Value, arg: Arg) -> Value:
    """Set one key of a dict's content."""
    if isinstance(content, Unknown) or isinstance(arg.value, Unbound):
        return content
    if not isinstance(content, Entries):
        return Unknown("its content cannot be followed")
    if not isinstance(key, (Const, Ref, Func, Class, Tuple)):
        if isinstance(key, Unknown):
            return key
        return Unknown("a dict whose keys are computed", arg.site, dynamic=True)
    kept = tuple((k, a) for k, a in content.items if k != key)
    return Entries((*kept, (key, arg)))


def merge_entries(first: Value, second: Value) -> Value:
    """Update one dict's content with another's."""
    if not isinstance(second, Entries):
        return second
    for key, arg in second.items:
        value = arg.value
        if isinstance(value, Either) and UNBOUND in value.options and isinstance(first, Entries):
            old = next((a.value for k, a in first.items if k == key), UNBOUND)
            value = either(bound_only(value), old)
        first = put_entry(first, key, Arg(value, arg.site))
    return first


_DUNDER = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "@": "__matmul__",
    ">>": "__rshift__",
    "|": "__or__",
}
_REFLECTED = {
    "+": "__radd__",
    "-": "__rsub__",
    "*": "__rmul__",
    "/": "__rtruediv__",
    "@": "__rmatmul__",
    ">>": "__rrshift__",
    "|": "__ror__",
}

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
    cst.UnaryOperation: Expressions._unary,
    cst.BinaryOperation: Expressions._binary,
    cst.BooleanOperation: Expressions._boolean,
    cst.Comparison: Expressions._comparison,
    cst.IfExp: Expressions._conditional,
    cst.Lambda: Expressions._lambda,
    cst.Attribute: Expressions._attribute,
    cst.Subscript: Expressions._subscript,
    cst.Call: Expressions._call,
    cst.NamedExpr: Expressions._named,
    cst.Await: Expressions._await,
    cst.Yield: Expressions._yield,
    cst.ListComp: Expressions._comprehension,
    cst.SetComp: Expressions._comprehension,
    cst.GeneratorExp: Expressions._comprehension,
    cst.DictComp: Expressions._comprehension,
}
