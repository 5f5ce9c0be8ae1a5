"""Read a notebook as a submission: its code cells in order, without what only a notebook understands."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass


class NotANotebook(Exception):  # noqa: N818 - a sentence for the learner
    """The file is no notebook that can be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """The code of a notebook as one source."""

    source: bytes
    cells: tuple[int, ...]
    """The 1-based line of the source at which each code cell starts."""
    notes: tuple[str, ...]
    """What was left out."""


def read(data: bytes) -> Notebook:
    """Join the code cells; lines for the shell or the notebook itself become comments, so that line numbers hold."""
    import nbformat  # noqa: PLC0415 - only notebooks need it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            document = nbformat.reads(data.decode("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    except Exception as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise NotANotebook(f"The file is not a notebook that can be read: {first[:200]}.") from None
    lines: list[str] = []
    cells: list[int] = []
    notes: list[str] = []
    for cell in document.get("cells", []):
        if cell.get("cell_type") != "code":
            continue
        cells.append(len(lines) + 1)
        text = str(cell.get("source", ""))
        kept, left_out = _python(text)
        lines += kept
        notes += [f"cell {len(cells)}, line {line}: left out `{what}`" for line, what in left_out]
    return Notebook("".join(f"{line}\n" for line in lines).encode(), tuple(cells), tuple(notes[:20]))


def _python(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    lines = text.split("\n")
    if lines[0].lstrip().startswith("%%"):
        return [f"# {line}" for line in lines], [(1, lines[0].strip()[:60])]
    left_out: list[tuple[int, str]] = []
    kept: list[str] = []
    valid = _parses(text)
    for number, line in enumerate(lines, 1):
        stripped = line.lstrip()
        if (not valid and stripped.startswith(("%", "!", "?"))) or (not valid and stripped.rstrip().endswith("?")):
            left_out.append((number, stripped[:60]))
            kept.append(line[: len(line) - len(stripped)] + "pass  # " + stripped if stripped != line else "# " + line)
        else:
            kept.append(line)
    return kept, left_out


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
