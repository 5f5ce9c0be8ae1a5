"""One change of a syntax tree: which node becomes which, and what that is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst
import libcst.matchers as m

FAMILY = ("io_callback", "pure_callback", "callback")
"""Last names of JAX's callbacks: ``jax.experimental.io_callback``, ``jax.pure_callback``, ``jax.debug.callback``."""


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """Replace ``old`` by ``new``."""

    what: str
    """The kind of change, in a few words."""
    old: cst.CSTNode
    new: cst.CSTNode
    imports: tuple[str, ...] = ()
    """Statements the change needs at the top of the file."""
    rule: str | None = None
    """The named rule this change is made to break."""

    def apply(self, tree: cst.Module) -> str:
        """Return the text of the changed file."""
        changed = tree.deep_replace(self.old, self.new)
        assert isinstance(changed, cst.Module)
        written = tree.code.splitlines()
        missing = [cst.parse_statement(line) for line in self.imports if line not in written]
        at = _after_docstring(changed.body)
        return changed.with_changes(body=[*changed.body[:at], *missing, *changed.body[at:]]).code


def _after_docstring(body: Sequence[cst.BaseStatement]) -> int:
    at = 0
    while at < len(body) and (is_docstring(body[at]) or _is_future(body[at])):
        at += 1
    return at


def is_docstring(statement: cst.CSTNode) -> bool:
    """Tell whether a statement is a string alone."""
    return m.matches(statement, m.SimpleStatementLine(body=[m.Expr(m.SimpleString() | m.ConcatenatedString())]))


def _is_future(statement: cst.CSTNode) -> bool:
    return m.matches(statement, m.SimpleStatementLine(body=[m.ImportFrom(module=m.Name("__future__"))]))


def nodes(tree: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Walk what runs: imports, annotations, docstrings and ``if __name__ == "__main__":`` are left out."""
    yield tree
    for child in tree.children:
        if isinstance(child, cst.Annotation | cst.Import | cst.ImportFrom) or is_docstring(child):
            continue
        if m.matches(child, m.If(test=m.Comparison(left=m.Name("__name__")))):
            continue
        yield from nodes(child)


def last_name(node: cst.BaseExpression) -> str:
    """Return the last part of a dotted name; empty for anything else."""
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def is_callback(node: cst.CSTNode) -> bool:
    """Tell whether a node calls one of JAX's callbacks."""
    return isinstance(node, cst.Call) and last_name(node.func) in FAMILY


def first_parameter(function: cst.FunctionDef | cst.Lambda) -> cst.Name | None:
    """Return the name of a function's first parameter, past ``self``."""
    params = [p.name for p in (*function.params.posonly_params, *function.params.params)]
    names = [n for n in params if n.value not in {"self", "cls"}]
    return names[0] if names else None


def at_start(function: cst.FunctionDef, code: str) -> cst.FunctionDef:
    """Put statements at the start of a function's body."""
    new = cst.parse_module(code).body
    body = function.body
    if not isinstance(body, cst.IndentedBlock):
        return function
    at = _after_docstring(body.body)
    return function.with_changes(body=body.with_changes(body=[*body.body[:at], *new, *body.body[at:]]))
