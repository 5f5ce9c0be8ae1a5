"""Which names a function body binds, by Python's own rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst


@dataclass(slots=True)
class Binding:
    """The names one function body binds, and those it declares to live elsewhere."""

    bound: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    yields: bool = False


def ident(name: cst.Name | str) -> str:
    """Return a name as Python compares it: NFKC-normalised."""
    text = name if isinstance(name, str) else name.value
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def dotted(node: cst.BaseExpression) -> str:
    """Spell a dotted import name."""
    if isinstance(node, cst.Attribute):
        return f"{dotted(node.value)}.{ident(node.attr)}"
    return ident(node) if isinstance(node, cst.Name) else ""


def parameters(params: cst.Parameters) -> Iterator[cst.Param]:
    """Walk every parameter of a function, in the order they are written."""
    yield from params.posonly_params
    yield from params.params
    if isinstance(params.star_arg, cst.Param):
        yield params.star_arg
    yield from params.kwonly_params
    if params.star_kwarg is not None:
        yield params.star_kwarg


def targets(node: cst.CSTNode) -> Iterator[str]:
    """Walk the plain names that an assignment target binds."""
    match node:
        case cst.Name():
            yield ident(node)
        case cst.Tuple(elements=elements) | cst.List(elements=elements):
            for element in elements:
                yield from targets(element.value)
        case cst.StarredElement(value=value):
            yield from targets(value)


def binding_of(node: cst.FunctionDef | cst.Lambda) -> Binding:
    """Collect what a function binds, its parameters included."""
    binding = Binding()
    binding.bound.update(ident(p.name) for p in parameters(node.params))
    _visit(node.body, binding, comprehension=False)
    binding.bound -= binding.globals | binding.nonlocals
    return binding


def _visit(node: cst.CSTNode, into: Binding, *, comprehension: bool) -> None:
    match node:
        case cst.FunctionDef(name=name) | cst.ClassDef(name=name):
            into.bound.add(ident(name))
            for decorator in node.decorators:
                _visit(decorator, into, comprehension=comprehension)
            return
        case cst.Lambda():
            return
        case cst.Name() | cst.BaseNumber() | cst.SimpleString() | cst.BaseParenthesizableWhitespace():
            return
        case cst.Yield():
            into.yields = True
        case cst.Global(names=names):
            into.globals.update(ident(n.name) for n in names)
            return
        case cst.Nonlocal(names=names):
            into.nonlocals.update(ident(n.name) for n in names)
            return
        case cst.Import(names=names):
            for alias in names:
                into.bound.add(_alias_name(alias, first=True))
            return
        case cst.ImportFrom(names=names):
            if not isinstance(names, cst.ImportStar):
                into.bound.update(_alias_name(alias, first=False) for alias in names)
            return
        case cst.AssignTarget(target=target) | cst.AugAssign(target=target) | cst.AnnAssign(target=target):
            into.bound.update(targets(target))
        case cst.For(target=target):
            into.bound.update(targets(target))
        case cst.CompFor(target=target):
            if not comprehension:
                comprehension = True
        case cst.NamedExpr(target=cst.Name() as target):
            into.bound.add(ident(target))
        case cst.AsName(name=name):
            into.bound.update(targets(name))
        case cst.Del(target=target):
            into.bound.update(targets(target))
        case cst.MatchAs(name=cst.Name() as name) | cst.MatchStar(name=cst.Name() as name):
            into.bound.add(ident(name))
        case cst.MatchMapping(rest=cst.Name() as rest):
            into.bound.add(ident(rest))
    for child in node.children:
        _visit(child, into, comprehension=comprehension)


def _alias_name(alias: cst.ImportAlias, *, first: bool) -> str:
    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
        return ident(alias.asname.name)
    name = dotted(alias.name)
    return name.partition(".")[0] if first else name
