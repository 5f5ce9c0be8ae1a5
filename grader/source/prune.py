"""Keep long files affordable: drop top-level statements that cannot matter, refuse what is still too much.

Building the detailed tree costs about a hundred microseconds a node, so a file of a megabyte would take half a minute.
Python's own parser is a hundred times faster and tells which statements the entrypoint and the import can reach.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

SMALL = 2_500
"""Files of at most this many characters are read whole without looking."""
MAX_NODES = 9_000
"""Most nodes that are read in detail: about a thousand lines."""
MAX_NESTING = 1_000
"""Deepest nesting of expressions; a sum of n terms is n deep."""


MAX_TOKENS = 150_000
"""Most tokens outside comments and long strings that even Python's own parser is given."""
PROSE = re.compile(r'("""|\'\'\')(?:[^\\]|\\.)*?\1|#[^\n]*', re.DOTALL)
TOKEN = re.compile(r"\w+|[^\w\s]")


class TooMuch(Exception):  # noqa: N818 - a bound, not an error
    """The file holds more than any answer needs; ``line`` is where the bound was reached."""

    def __init__(self, line: int, why: str) -> None:
        """Keep the line and the reason."""
        self.line, self.why = line, why
        super().__init__(why)


def check_length(text: str) -> None:
    """Refuse at once what holds too many tokens to be parsed in time."""
    if len(text) <= MAX_TOKENS:
        return
    count = sum(1 for _ in TOKEN.finditer(PROSE.sub("", text)))
    if count > MAX_TOKENS:
        raise TooMuch(1, "it is far longer than any answer")


def prune(text: str, tree: ast.Module, entrypoints: Sequence[str]) -> str:
    """Blank out the lines of top-level statements that neither the import nor the entrypoints can use."""
    statements = tree.body
    droppable = [_binds(s) if _inert(s) else None for s in statements]
    kept = [False] * len(statements)
    count = 0
    todo = [i for i, names in enumerate(droppable) if names is None]
    by_name: dict[str, list[int]] = {}
    for index, names in enumerate(droppable):
        for name in names or ():
            by_name.setdefault(name, []).append(index)
    for name in entrypoints:
        todo += by_name.get(name, ())
    while todo:
        index = todo.pop()
        if kept[index]:
            continue
        kept[index] = True
        for node in _walk(statements[index]):
            count += 1
            if count > MAX_NODES:
                line = getattr(node, "lineno", statements[index].lineno)
                raise TooMuch(line, "it is far longer than any answer")
            if isinstance(node, ast.Name):
                todo += by_name.get(node.id, ())
    if all(kept):
        return text
    return _blank(text, [(s, k) for s, k in zip(statements, kept, strict=True)])


def _walk(statement: ast.stmt) -> Iterator[ast.AST]:
    todo: list[tuple[ast.AST, int]] = [(statement, 0)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_NESTING:
            raise TooMuch(getattr(node, "lineno", statement.lineno), "it is nested too deeply")
        yield node
        todo.extend((child, depth + 1) for child in ast.iter_child_nodes(node))


def _inert(statement: ast.stmt) -> bool:
    """Tell whether running a statement does nothing but bind names."""
    match statement:
        case ast.FunctionDef(decorator_list=[], args=arguments, returns=returns):
            parts: list[ast.expr | None] = [*arguments.defaults, *arguments.kw_defaults, returns]
            parts += [a.annotation for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
            return all(part is None or isinstance(part, (ast.Constant, ast.Name)) for part in parts)
        case ast.Assign(targets=[ast.Name()], value=value):
            return _literal(value)
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return True
    return False


def _literal(node: ast.expr) -> bool:
    todo = [node]
    while todo:
        here = todo.pop()
        match here:
            case ast.Constant():
                continue
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                todo += elements
            case ast.Dict(keys=keys, values=values):
                if None in keys:
                    return False
                todo += [k for k in keys if k is not None]
                todo += values
            case ast.UnaryOp(operand=ast.Constant()):
                continue
            case _:
                return False
    return True


def _binds(statement: ast.stmt) -> tuple[str, ...]:
    match statement:
        case ast.FunctionDef(name=name):
            return (name,)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
    return ()


def _blank(text: str, statements: list[tuple[ast.stmt, bool]]) -> str:
    used: set[int] = set()
    for statement, keep in statements:
        if keep:
            first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
            used.update(range(first, (statement.end_lineno or first) + 1))
    lines = text.splitlines(keepends=True)
    for statement, keep in statements:
        if not keep:
            for number in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
                if number not in used and number <= len(lines):
                    lines[number - 1] = "\n"
    return "".join(lines)
