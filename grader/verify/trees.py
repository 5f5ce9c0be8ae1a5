"""Helpers on Python's own syntax trees, for rewriting programs."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator

INNER = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


def text(tree: ast.Module) -> str:
    """Return a tree as text."""
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def entry(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    """Return the definition that a name is bound to in the end; None where it is bound otherwise."""
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
    return found[-1] if found else None


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """List every ``def``, nested ones too."""
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]


def calls(tree: ast.Module) -> list[ast.Call]:
    """List the calls inside functions, those of decorators and defaults apart."""
    inside: dict[int, ast.Call] = {}
    for function in functions(tree):
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Call):
                    inside[id(node)] = node
        for decorator in [d for f in ast.walk(function) if isinstance(f, ast.FunctionDef) for d in f.decorator_list]:
            for node in ast.walk(decorator):
                inside.pop(id(node), None)
    return list(inside.values())


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Walk the lists of statements."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def owner_of(tree: ast.Module, wanted: ast.AST) -> tuple[list[ast.stmt], int] | None:
    """Return the innermost block and position of the simple statement that holds a node."""
    best = None
    for block in blocks(tree):
        for index, statement in enumerate(block):
            if isinstance(statement, ast.Return | ast.Assign | ast.Expr) and any(
                n is wanted for n in ast.walk(statement)
            ):
                best = (block, index)
    return best


def inside_lambda(statement: ast.stmt, wanted: ast.AST) -> bool:
    """Tell whether a node stands inside a lambda or a comprehension of its statement."""
    return any(
        isinstance(n, INNER) and n is not wanted and any(m is wanted for m in ast.walk(n)) for n in ast.walk(statement)
    )


def replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put one node in the place of another."""

    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return new if node is old else self.generic_visit(node)

    Swap().visit(tree)


def fresh(tree: ast.AST, rng: random.Random, stem: str = "v") -> str:
    """Make up a name that the program does not use."""
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    used |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    used |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    while True:
        name = f"{stem}_{rng.randrange(10_000)}"
        if name not in used:
            return name


def expr(source: str) -> ast.expr:
    """Read an expression."""
    return ast.parse(source, mode="eval").body


def stmts(source: str) -> list[ast.stmt]:
    """Read statements."""
    return ast.parse(source).body


def after_imports(tree: ast.Module) -> int:
    """Return the position after the docstring and the first imports."""
    at = 0
    for index, statement in enumerate(tree.body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            at = index + 1
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            break
    return at


def need(tree: ast.Module, module: str) -> None:
    """Import a module at the top unless that is done already."""
    for statement in tree.body:
        if isinstance(statement, ast.Import) and any(a.name == module and a.asname is None for a in statement.names):
            return
    tree.body.insert(after_imports(tree), ast.Import([ast.alias(module)]))
