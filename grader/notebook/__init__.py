"""Read a notebook as a submission: its code cells in order, without what only a notebook understands."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from typing import Any

from grader.notebook import cell as one_cell
from grader.notebook import own

NOTES = 20
"""Lines left out that are told."""


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
    texts = [str(cell.get("source", "")) for cell in _cells(data) if cell.get("cell_type") == "code"]
    cells = [one_cell.read(text) for text in texts]
    own.leave_out(cells)
    lines: list[str] = []
    starts: list[int] = []
    notes: list[str] = []
    for number, cell in enumerate(cells, 1):
        starts.append(len(lines) + 1)
        lines += cell.lines
        notes += [f"cell {number}, line {line}: left out `{what}`" for line, what in cell.left_out]
        _refuse_half_characters(cell.lines, number)
    return Notebook("".join(f"{line}\n" for line in lines).encode(), tuple(starts), tuple(notes[:NOTES]))


def _cells(data: bytes) -> list[dict[str, Any]]:
    import nbformat  # noqa: PLC0415 - only notebooks need it

    try:
        text = data.decode("utf-8-sig")
        plain = json.loads(text)
        if not isinstance(plain, dict):
            held = {list: "a list", str: "a text", type(None): "`null`", bool: "a truth value"}
            raise NotANotebook(
                f"The file is not a notebook: it holds {held.get(type(plain), 'a number')} where a notebook has cells."
            )
        sheets = [plain, *_tables(plain.get("worksheets", []))]  # older notebooks have their cells in these
        for sheet in sheets:
            _tables(sheet.get("cells", []))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            document = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
        return _tables(document.get("cells", []))
    except NotANotebook:
        raise
    except (AttributeError, TypeError, KeyError, IndexError):
        raise NotANotebook("The file is not a notebook: it is not laid out as one.") from None
    except Exception as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise NotANotebook(f"The file is not a notebook that can be read: {one_cell.written(first)[:200]}.") from None


def _tables(found: Any) -> list[dict[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise NotANotebook("The file is not a notebook: what it holds as cells are none.")
    return list(found)


def _refuse_half_characters(lines: list[str], cell: int) -> None:
    for number, line in enumerate(lines, 1):
        half = next((c for c in line if "\ud800" <= c <= "\udfff"), None)
        if half is not None:
            raise NotANotebook(
                f"In cell {cell}, line {number} stands half a character (U+{ord(half):04X}), which Python cannot read: "
                f"write it as an escape, `\\u{ord(half):04x}`."
            )
