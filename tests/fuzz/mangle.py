"""Ways to mangle a source: bytes, tokens, lines, and whole expressions of other files."""

from __future__ import annotations

import ast
import random
from pathlib import Path

HERE = Path(__file__).parents[1] / "source"
INTERESTING = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\f", b"\t", b"(", b")", b"[", b"{", b"'", b'"""', b"\\", b":", b"=", b"@", b"*",
    b"**", b"lambda ", b"async ", b"await ", b"yield ", b"del ", b"global x\n", b"nonlocal x\n", b"return\n", b"if x:", b"else:",
    b"try:", b"finally:", b"with x as y:", b"match x:", b"case _:", b"class A:", b"def f(*", b":=", b"->", b"...", b"0x", b"1e999",
    b"# coding: utf-16\n", b"# -*- coding: latin-1 -*-\n", b"from x import *\n", b"f'{", b"b'\\x", b"\xe2\x80\xae", b"\xf0\x9f\x9a\x80",
)  # fmt: skip


def seeds() -> list[bytes]:
    files = [*sorted((HERE / "accepted").glob("*.py")), *sorted((HERE / "rejected").glob("*.py"))]
    return [path.read_bytes() for path in files]


def bytes_changed(rng: random.Random, source: bytes, others: list[bytes]) -> bytes:
    data = bytearray(source)
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[at:at] = rng.choice(INTERESTING)
            case 1:
                del data[at : at + rng.randint(1, 20)]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 3:
                end = at + rng.randint(1, 40)
                data[at:at] = data[at:end] * rng.randint(1, 5)
            case _:
                other = rng.choice(others)
                begin = rng.randrange(len(other))
                data[at:at] = other[begin : begin + rng.randint(1, 60)]
    return bytes(data)


def lines_changed(rng: random.Random, source: bytes, others: list[bytes]) -> bytes:
    lines = source.splitlines(keepends=True)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines) + 1)
        match rng.randrange(4):
            case 0 if lines:
                del lines[min(at, len(lines) - 1)]
            case 1:
                lines.insert(at, rng.choice(rng.choice(others).splitlines(keepends=True) or [b"\n"]))
            case 2 if lines:
                chosen = min(at, len(lines) - 1)
                lines[chosen] = b"    " + lines[chosen]
            case _:
                rng.shuffle(lines)
    return b"".join(lines)


def expressions_swapped(rng: random.Random, source: bytes, others: list[bytes]) -> bytes:
    """Put expressions of one file into the places of another's: valid Python that nobody would write."""
    try:
        tree, other = ast.parse(source), ast.parse(rng.choice(others))
    except (SyntaxError, ValueError):
        return source
    gifts = [n for n in ast.walk(other) if isinstance(n, ast.expr) and not isinstance(n, ast.Starred)]

    class Swap(ast.NodeTransformer):
        def generic_visit(self, node: ast.AST) -> ast.AST:
            super().generic_visit(node)
            loaded = not isinstance(getattr(node, "ctx", ast.Load()), (ast.Store, ast.Del))
            if isinstance(node, ast.expr) and loaded and gifts and rng.random() < 0.08:
                return rng.choice(gifts)
            return node

    try:
        return ast.unparse(ast.fix_missing_locations(Swap().visit(tree))).encode()
    except (ValueError, RecursionError, AttributeError, TypeError):
        return source


def deepened(rng: random.Random, source: bytes, others: list[bytes]) -> bytes:
    """Nest or repeat something far beyond reason."""
    depth = rng.choice([5, 50, 150, 900, 5_000, 50_000])
    form = rng.choice(
        [
            b"x = " + b"(" * depth + b"1" + b")" * depth,
            b"x = " + b"-" * depth + b"1",
            b"x = " + b" + ".join([b"1"] * depth),
            b"x = a" + b".b" * depth,
            b"x = f" + b"()" * depth,
            b"x = " + b"lambda: " * depth + b"1",
            b"x = [" + b"1, " * depth + b"]",
            b"x = {" + b"1: 2, " * depth + b"}",
            b"x = 1\n" * depth,
            b"def f(v): return v\n" * depth,
            b"x = " + b"not " * depth + b"1",
            b"x = " + b" if 1 else ".join([b"2"] * depth),
            b"x = " + b"[" * min(depth, 150) + b"]" * min(depth, 150),
            b"x = '" + b"a" * depth + b"'",
            b"x = x + x\n" * min(depth, 5_000),
            b"def f(v):\n    return f(f(v))\nf(1)\n" + b"f(2)\n" * min(depth, 900),
            b"for a in range(9):\n for b in range(9):\n  for c in range(9):\n   for d in range(9):\n    y = a\n",
        ]
    )
    return form + b"\n" + source if rng.random() < 0.5 else source + b"\n" + form + b"\n"


MANGLERS = (bytes_changed, bytes_changed, lines_changed, expressions_swapped, expressions_swapped, deepened)


def mangled(rng: random.Random, files: list[bytes]) -> bytes:
    return rng.choice(MANGLERS)(rng, rng.choice(files), files)
