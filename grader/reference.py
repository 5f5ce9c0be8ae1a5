"""The reference of exercise.toml, made from the types that read it: ``python -m grader.reference``."""

from __future__ import annotations

import ast
import inspect
import json
import sys
import types
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Union, get_args, get_origin

import msgspec

from grader.catalog import RULES, File

HEAD = """\
# exercise.toml

Made from the types by `make docs`; do not edit. [authors.md](authors.md) shows the whole way to an exercise.

A key that is not listed here, a value of another type, and whatever else cannot be right is an author's error: it is
reported with file and line, and never as a learner's mistake.
"""
RULE_WORDS = {
    "no-side-effects": "no printing, files, logs, network or processes in code that runs",
    "no-tampering": "nothing that reaches behind the language or changes other modules",
    "host-uses-jax": "a warning where a host function calls JAX, which can wait for itself",
    "one-callback": "no second callback beside the one that is asked for, which could do its work in another way",
}
SCALARS = {str: "string", float: "number", int: "whole number", bool: "boolean", type(None): "nothing"}


def reference() -> str:
    """Return the reference as Markdown."""
    parts = [HEAD, *_table(File, "")]
    rules = "\n".join(f"| `{rule}` | {RULE_WORDS[rule]} |" for rule in RULES)
    parts.append(f"## Rules\n\n| `rules` | what it asks |\n| --- | --- |\n{rules}\n")
    return "\n".join(parts)


def _table(kind: type[msgspec.Struct], name: str, head: str = "") -> Iterator[str]:
    """Describe one table, then the tables inside it."""
    docs = _docs(kind)
    rows: list[str] = []
    inner: list[tuple[type[msgspec.Struct], str, str]] = []
    for field in msgspec.structs.fields(kind):
        path = f"{name}.{field.name}" if name else field.name
        table, is_list = _struct_in(field.type)
        if table is not None:
            inner.append((table, path, f"[[{path}]]" if is_list else f"[{path}]"))
            continue
        rows.append(f"| `{field.name}` | {_type(field.type)} | {_default(field)} | {docs.get(field.name, '')} |")
    title = f"## `{head}`\n\n" if head else ""
    intro = inspect.cleandoc(kind.__doc__ or "").replace("``", "`")
    yield (
        f"{title}{intro}\n\n| key | type | when left out | meaning |\n| --- | --- | --- | --- |\n"
        + "\n".join(rows)
        + "\n"
    )
    for table, path, written in inner:
        yield from _table(table, path, written)


def _docs(kind: type) -> dict[str, str]:
    """Read the texts under the fields of a type and of its bases."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        module = sys.modules[base.__module__]
        if not base.__module__.startswith("grader."):
            continue
        tree = ast.parse(inspect.getsource(module))
        body = next(s.body for s in tree.body if isinstance(s, ast.ClassDef) and s.name == base.__name__)
        for field, text in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                value = text.value if isinstance(text, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found[field.target.id] = " ".join(value.value.split()).replace("``", "`")
    return found


def _struct_in(kind: Any) -> tuple[type[msgspec.Struct] | None, bool]:
    """Find a table in a field's type, and whether there may be several."""
    for option in _options(kind):
        if inspect.isclass(option) and issubclass(option, msgspec.Struct):
            return option, False
        if get_origin(option) in {list, tuple}:
            inner = get_args(option)[0]
            if inspect.isclass(inner) and issubclass(inner, msgspec.Struct):
                return inner, True
    return None, False


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)


def _type(kind: Any) -> str:
    """Say a type in the words of TOML."""
    words = [_one(option) for option in _options(kind) if option is not type(None)]
    return " or ".join(words)


def _one(kind: Any) -> str:
    if get_origin(kind) in {list, tuple}:
        return f"list of {_many(get_args(kind)[0])}"
    if get_origin(kind) is dict:
        return f"table of {_many(get_args(kind)[1])}"
    return SCALARS[kind]


def _many(kind: Any) -> str:
    first, _, rest = _one(kind).partition(" ")
    return f"{first}s {rest}".strip()


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "required"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if value is None or value in ([], {}, (), ""):
        return "nothing"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"`{json.dumps(value)}`"


if __name__ == "__main__":
    sys.stdout.write(reference())
