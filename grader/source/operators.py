"""Evaluate operators, comparisons and truth, knowing what the exercise promises of its inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from grader.source import fold
from grader.source.core import Core
from grader.source.entries import merge_entries, unclear_because
from grader.source.frames import Frame
from grader.source.values import (
    FALSE,
    TRUE,
    Arg,
    Attr,
    Bound,
    Class,
    Const,
    Either,
    Entries,
    Func,
    Obj,
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
    pass

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
ORDERING = frozenset({"<", "<=", ">", ">=", "in", "not in"})
"""Comparisons that not every pair of values has."""
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


class Operators(Core):
    """The part of the interpreter that applies operators."""

    def _unary(self, node: cst.UnaryOperation, frame: Frame) -> Value:
        value = self.evaluate(node.expression, frame)
        if isinstance(node.operator, cst.Not):
            return either(*(fold.negate(v, self.truth(v)) for v in options(value)))
        self.may_raise()
        name = UNARY.get(type(node.operator), "?")
        return either(*(fold.unary(name, v) for v in options(value)))

    def _binary(self, node: cst.BinaryOperation, frame: Frame) -> Value:
        # A chain of a thousand terms leans to the left: walk down that side instead of recursing into it.
        chain: list[cst.BinaryOperation] = [node]
        while isinstance(chain[-1].left, cst.BinaryOperation):
            chain.append(chain[-1].left)
        value = self.evaluate(chain[-1].left, frame)
        for link in reversed(chain):
            self.step()
            right = self.evaluate(link.right, frame)
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
            return self.new(
                "list", content if isinstance(content, Tuple) else unclear_because(content, "its length", site)
            )
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
        left = self.evaluate(node.left, frame)

        def right() -> Value:
            return self.evaluate(node.right, frame)

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
        left = self.evaluate(node.left, frame)
        result: Value = TRUE
        for target in node.comparisons:
            right = self.evaluate(target.comparator, frame)
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
        result = fold.compare(name, left, right)
        if name in ORDERING and not isinstance(result, Const):
            self.may_raise()
        return result

    def _known_dtype(self, value: Value) -> str | None:
        if isinstance(value, Attr) and value.name == "dtype" and isinstance(value.obj, Param):
            index = value.obj.index
            return self.inputs[index].dtype if index < len(self.inputs) else None
        return fold.dtype_name(value)

    def _conditional(self, node: cst.IfExp, frame: Frame) -> Value:
        truth = self.truth(self.evaluate(node.test, frame))
        if truth is not None:
            return self.evaluate(node.body if truth else node.orelse, frame)
        return self.fork([lambda: self.evaluate(node.body, frame), lambda: self.evaluate(node.orelse, frame)])

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
        self.may_raise()  # a traced array has no truth
        return None

    def _has(self, cls: Class, *names: str) -> bool:
        return any(not isinstance(self.get(cls.scope, name), Unbound) for name in names)
