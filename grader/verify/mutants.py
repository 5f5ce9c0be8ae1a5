"""Mutants of a model answer: each differs in one thing that a grader should notice."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

import libcst as cst

from grader.model import Value
from grader.verify import operators, probes
from grader.verify.edits import Edit

MAX_SHOWN = 14
"""Lines of a diff that are shown."""


class Mutant(Value, frozen=True, kw_only=True):
    """One changed model answer."""

    name: str
    """What was changed, as ``equivalent.toml`` names it."""
    source: bytes
    diff: str
    rule: str | None = None
    """The named rule that must say something about it, for a mutant made to break that rule."""


def mutants_of(text: str, entrypoint: str, rules: tuple[str, ...]) -> list[Mutant]:
    """Make every mutant of a model answer, each only once, in the order of the file."""
    tree = cst.parse_module(text)
    found: dict[str, Mutant] = {}
    names: dict[str, int] = {}
    for edit in _edits(tree, entrypoint, rules):
        changed = edit.apply(tree)
        if changed == text or changed in found or not _compiles(changed):
            continue
        name = f"{edit.what}: {_change(text, changed)}"
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name} (number {names[name]})"
        found[changed] = Mutant(name=name, source=changed.encode(), diff=diff_of(text, changed), rule=edit.rule)
    return list(found.values())


def _edits(tree: cst.Module, entrypoint: str, rules: tuple[str, ...]) -> Iterator[Edit]:
    yield from operators.edits(tree)
    yield from probes.edits(tree, entrypoint, rules)


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _change(old: str, new: str) -> str:
    """Say a change on one line: the lines taken out, an arrow, the lines put in; added imports are left out."""
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    gone = [" ".join(line[2:].split()) for line in lines if line.startswith("- ")]
    came = [" ".join(line[2:].split()) for line in lines if line.startswith("+ ")]
    came = [line for line in came if not line.startswith("import jax")]
    return f"{' '.join(gone) or '(nothing)'} -> {' '.join(came) or '(nothing)'}"


def diff_of(old: str, new: str) -> str:
    """Show what differs between two texts, with one line around it."""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))[2:]
    shown = lines[:MAX_SHOWN]
    return "\n".join([*shown, "..."] if len(lines) > MAX_SHOWN else shown)
