"""What only a running notebook has: ``display``, ``get_ipython``, modules of the place it runs in, ``await`` anywhere.

Whole statements about it do nothing for an answer, so they are left out; lines and, where it can be, columns stay.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from grader.notebook.cell import Cell, comment

NAMES = frozenset({"display", "get_ipython"})
"""What IPython puts among every notebook's names."""
MODULES = ("IPython.", "google.colab.")
MAX_CHARACTERS = 1_000_000
"""Of a cell that is looked into; a submission may not be larger."""
MAX_EDITS = 1_000
"""Of one cell."""
Edit = tuple[ast.expr | ast.stmt, str, bool]
"""What is replaced, by what, and whether that is told; it is not where the meaning stays."""


def leave_out(cells: Sequence[Cell]) -> None:
    """Leave out of a notebook's cells what only IPython can run; a name the notebook binds itself is its own."""
    trees = [cell.tree() for cell in cells]
    own = _own([tree for tree in trees if tree is not None])
    for cell, tree in zip(cells, trees, strict=True):
        if tree is None or sum(map(len, cell.lines)) > MAX_CHARACTERS:
            continue
        edits = list(_edits(tree, own))
        if not edits or len(edits) > MAX_EDITS:
            continue
        lines, told = list(cell.lines), list(cell.left_out)
        for edit in sorted(edits, key=lambda e: (e[0].lineno, e[0].col_offset), reverse=True):
            _replace(cell, edit)
        cell.left_out.sort(key=lambda told: told[0])
        if cell.tree() is None:
            cell.lines, cell.left_out = lines, told


def _own(trees: Sequence[ast.Module]) -> frozenset[str]:
    """Return the names that stand for something of the notebook's own, and for nothing else."""
    handles: set[str] = set()
    bound: set[str] = set()
    for tree in trees:
        shells: set[int] = set()
        for node in ast.walk(tree):
            names = set(_binds(node))
            if isinstance(node, ast.Assign) and _is_shell(node.value):
                shells |= set(map(id, node.targets))
            if _imports(node) or id(node) in shells:
                handles |= names
            else:
                bound |= names
    return frozenset((NAMES | handles) - bound)


def _binds(node: ast.AST) -> Iterator[str]:
    """Give the names a piece of code binds."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in names)


def _imports(node: ast.AST) -> bool:
    """Tell whether this imports nothing but what only a notebook has."""
    match node:
        case ast.Import(names=names):
            modules = [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0, names=names):
            modules = [f"{module}.{alias.name}" for alias in names]
        case _:
            return False
    return all(f"{name}.".startswith(MODULES) for name in modules)


def _is_shell(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "get_ipython"


def _asks(node: ast.expr, own: frozenset[str]) -> bool:
    """Tell whether this calls something of the notebook's own."""
    called = False
    while isinstance(node, (ast.Call, ast.Attribute, ast.Subscript, ast.Await)):
        called |= isinstance(node, ast.Call)
        node = node.func if isinstance(node, ast.Call) else node.value
    return called and isinstance(node, ast.Name) and node.id in own


def _edits(tree: ast.Module, own: frozenset[str]) -> Iterator[Edit]:
    """Give what to replace in a cell."""
    left: list[tuple[ast.AST, bool]] = [(tree, False)]
    while left:
        node, inside = left.pop()
        edit = _edit(node, own, inside=inside)
        if edit is not None:
            yield edit
            continue
        inside |= isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for child in ast.iter_child_nodes(node):
            # Positions in an f-string are not to be relied on, and who tries an import knows what to do without.
            if not (isinstance(child, ast.JoinedStr) or (isinstance(node, ast.Try) and _imports(child))):
                left.append((child, inside))


def _edit(node: ast.AST, own: frozenset[str], *, inside: bool) -> Edit | None:
    """Say what to put in place of a piece of code; ``inside`` a function, waiting is Python's own."""
    match node:
        case ast.Expr(value=value) if _asks(value, own) or (isinstance(value, ast.Await) and not inside):
            return node, "pass", True
        case ast.AsyncFor() | ast.AsyncWith() if not inside:
            return node, "pass", True
        case ast.Import() | ast.ImportFrom() if _imports(node) and own.issuperset(_binds(node)):
            return node, "pass", True
        case ast.Assign(value=ast.expr() as value) | ast.AnnAssign(value=ast.expr() as value) if _asks(value, own) or (
            isinstance(value, ast.Await) and not inside
        ):
            return value, "None", True
        case ast.Call() if _is_shell(node) and "get_ipython" in own:
            return node, "None", False  # as where no IPython runs
        case ast.Name(id="display") if "display" in own:
            return node, "repr", False  # shows nothing: printing would be an effect
        case _:
            return None


def _replace(cell: Cell, edit: Edit) -> None:
    """Put something in place of a piece of code, where the rest of its last line lets it."""
    node, text, told = edit
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first, last = node.lineno - 1, node.end_lineno - 1
    head, old = _cut(cell.lines[first], node.col_offset)
    _, tail = _cut(cell.lines[last], node.end_col_offset)
    if first == last:
        old = old[: len(old) - len(tail)]
        if told and not tail.strip(" ;"):
            cell.lines[first] = f"{head}{text}  {comment(old)}"
        else:
            cell.lines[first] = head + text.ljust(len(old)) + tail
    elif tail.strip(" ;") and not tail.lstrip().startswith("#"):
        return
    else:
        cell.lines[first] = f"{head}{text}  {comment(old)}"
        cell.lines[first + 1 : last + 1] = map(comment, cell.lines[first + 1 : last + 1])
    if told:
        cell.note(first + 1, old)


def _cut(line: str, at: int) -> tuple[str, str]:
    """Cut a line where Python counts bytes."""
    data = line.encode()
    return data[:at].decode(), data[at:].decode()
