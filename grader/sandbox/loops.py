"""Where a submission hangs, from the lines that ran when its time was up."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence

_LOOPS = (ast.While, ast.For, ast.AsyncFor, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def hanging_line(source: bytes, lines: Sequence[int]) -> int | None:
    """Return the line of the loop that a learner's frames, innermost first, are in; else the innermost line.

    Which line of a loop runs at the moment of asking is chance; the loop is the cause, and the same in every run.
    """
    spans = _spans(source) if lines else []
    for line in reversed(lines):
        around = [start for start, end in spans if start <= line <= end]
        if around:
            return min(around)
    return lines[0] if lines else None


def _spans(source: bytes) -> list[tuple[int, int]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        return [(n.lineno, n.end_lineno or n.lineno) for n in ast.walk(tree) if isinstance(n, _LOOPS)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
