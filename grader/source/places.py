"""Where nodes stand in the text, and how the learner spells things."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from grader.source.frames import Frame
from grader.source.scopes import ident
from grader.source.values import (
    Attr,
    Call,
    Const,
    Dim,
    Op,
    Param,
    Ref,
    Site,
    Tuple,
    Value,
    options,
)

HOLES = {"grader.HOST": "your_function", "grader.ANY": "...", "grader.GIVEN": "...", "grader.COMPUTED": "..."}
"""How the holes of a pattern are spelled to a learner."""


class Places:
    """Positions and spellings of one submission; positions are computed only once something is found."""

    def __init__(self, tree: cst.Module, names: dict[str, Value], parameters: Sequence[str] = ("x",)) -> None:
        """``names`` are the module's names and values, for spelling outside things the learner's way."""
        self.tree = tree
        self.names = names
        self.parameters = tuple(parameters)
        self.parameter = self.parameters[0] if self.parameters else "x"

    @cached_property
    def _positions(self) -> dict[cst.CSTNode, CodeRange]:
        wrapper = MetadataWrapper(self.tree, unsafe_skip_copy=True)
        return dict(wrapper.resolve(PositionProvider))

    def span(self, node: cst.CSTNode) -> tuple[int, int, int, int] | None:
        """Return line, column, end line and end column of a node, all from 1, the end exclusive."""
        found = self._positions.get(node)
        if found is None:
            return None
        opening, closing = getattr(node, "lpar", ()), getattr(node, "rpar", ())
        if opening and closing and isinstance(node, cst.Tuple):
            # The position of a tuple leaves its parentheses out, and they are what makes it one.
            first, last = self._positions.get(opening[-1]), self._positions.get(closing[0])
            if first is not None and last is not None:
                found = CodeRange(first.start, last.end)
        if found.start == found.end:
            return found.start.line, found.start.column + 1, found.end.line, found.end.column + 2
        return found.start.line, found.start.column + 1, found.end.line, found.end.column + 1

    def text(self, node: cst.CSTNode, limit: int = 120) -> str:
        """Return a node as the learner wrote it, on one line."""
        text = " ".join(self.tree.code_for_node(node).split())
        return text if len(text) <= limit else text[: limit - 3] + "..."

    def spell(self, value: Value) -> str:
        """Spell a value as code, with the learner's own names where they have one for it."""
        match value:
            case Ref(name=name):
                return self._spell_ref(name)
            case Param(index=index):
                return self.parameters[index] if index < len(self.parameters) else self.parameter
            case Const(value=constant):
                return repr(constant)
            case Attr(obj=inner, name=name):
                return f"{self.spell(inner)}.{name}"
            case Dim(of=inner, axis=axis):
                return f"{self.spell(inner)}.shape[{axis}]"
            case Tuple(items=items):
                inner_text = ", ".join(map(self.spell, items))
                return f"({inner_text},)" if len(items) == 1 else f"({inner_text})"
            case Call(func=func, args=args, kwargs=kwargs):
                parts = [self.spell(a.value) for a in args] + [
                    f"{k}={self.spell(a.value)}" for k, a in kwargs if a.value != Ref("grader.ANY")
                ]
                return f"{self.spell(func)}({', '.join(parts)})"
            case Op(op=name, operands=(left, right)) if not name[0].isalpha() and name != "[]":
                return f"{self.spell(left)} {name} {self.spell(right)}"
        return "..."

    def _spell_ref(self, name: str) -> str:
        if name in HOLES:
            return HOLES[name]
        if name.startswith("builtins."):
            return name.removeprefix("builtins.")
        best = ""
        for own, value in self.names.items():
            if isinstance(value, Ref):
                if value.name == name:
                    return own
                if name.startswith(value.name + ".") and len(value.name) > len(best):
                    best, spelled = value.name, own + name[len(value.name) :]
        return spelled if best else name


def blame(site: Site) -> Site:
    """Follow a value that a helper got as an argument back to the call that passed it."""
    for _ in range(20):
        frame = site.frame
        if frame.caller is None or not frame.arg_sites:
            return site
        name = _uses(site.node, frame)
        if name is None:
            return site
        passed = frame.arg_sites[name]
        if passed.frame is frame or isinstance(passed.node, cst.Module) or passed.node is frame.caller.node:
            return site  # nothing in the submission passed it: the call of a transform stands for all it hands on
        site = passed
    return site


def _uses(node: cst.CSTNode, frame: Frame) -> str | None:
    """Return the parameter an expression depends on, when it is nothing but that parameter or an attribute of it."""
    while isinstance(node, (cst.Attribute, cst.Subscript)):
        node = node.value
    if isinstance(node, cst.Name) and ident(node) in frame.arg_sites:
        return ident(node)
    if isinstance(node, cst.Call):
        names = {name for arg in node.args if (name := _uses(arg.value, frame)) is not None}
        if len(names) == 1 and len(node.args) == 1:
            return names.pop()
    return None


def mentions(value: Value, wanted: str) -> Call | None:
    """Find a call of an outside function inside a term."""
    todo: list[Value] = [value]
    for _ in range(2000):
        if not todo:
            return None
        here = todo.pop()
        match here:
            case Call(func=Ref(name=name)) if name == wanted:
                return here
            case Call(func=func, args=args, kwargs=kwargs):
                todo += [func, *(a.value for a in args), *(a.value for _, a in kwargs)]
            case Op(operands=operands) | Tuple(items=operands):
                todo += operands
            case Attr(obj=inner) | Dim(of=inner):
                todo.append(inner)
            case _:
                todo += [o for o in options(here) if o is not here]
    return None
