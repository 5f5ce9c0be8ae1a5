"""Which reports a run writes, and where: checked before grading, written after it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import UsageError

if TYPE_CHECKING:
    from grader.model import Graded
    from grader.report.classroom50 import Context

FORMATS = (
    "terminal",
    "json",
    "csv",
    "html",
    "junit",
    "sarif",
    "github",
    "summary",
    "gradescope",
    "classroom50",
    "faults",
)
Target = tuple[str, Path | None]
"""A format and its file; None is standard output."""


def parse(text: str) -> Target:
    """Read ``FORMAT[=FILE]``."""
    name, _, path = text.partition("=")
    if name not in FORMATS:
        raise UsageError(f"there is no report format `{name}` (there are: {', '.join(FORMATS)})")
    return name, Path(path) if path else None


def check(targets: Sequence[Target]) -> None:
    """Refuse reports that could not be written in the end, before anything is graded for them."""
    from grader import outputs  # noqa: PLC0415

    taken: set[Path] = set()
    for name, path in targets:
        if path is not None:
            outputs.check_writable(path)
            place = path.resolve()
            if place in taken:
                raise UsageError(f"two reports are to be written to {path}; give each a file of its own")
            if place.is_file() or not place.exists():
                taken.add(place)
        if name == "classroom50":
            _runner()
    spoken = [name for name, path in targets if path is None]
    if len(spoken) > 1 and set(spoken) != {"terminal", "github"}:
        raise UsageError(
            f"{' and '.join(spoken)} would both be on standard output; write one to a file: --report {spoken[-1]}=FILE"
        )


def write(targets: Sequence[Target], done: Sequence[Graded]) -> None:
    """Write the reports; one that fails does not keep the others from being written."""
    from grader import outputs  # noqa: PLC0415

    failed: list[str] = []
    for name, path in targets:
        if name == "terminal" and path is None:
            continue
        parts = _render(name, done)
        if path is None:
            sys.stdout.writelines(parts)
            continue
        try:
            outputs.write_whole(path, parts)
        except OSError as error:
            failed.append(f"{path} could not be written: {error.strerror}")
    if failed:
        raise UsageError("; ".join(failed))


def _render(name: str, done: Sequence[Graded]) -> Iterable[str]:
    """Render in parts where the format can: a report should not need memory for the whole class."""
    from importlib import import_module  # noqa: PLC0415 - only the formats that are asked for

    module = import_module(f"grader.report.{name}")
    if name == "classroom50":
        return [module.render(done, _runner())]
    parts: Iterable[str] = module.parts(done) if hasattr(module, "parts") else [module.render(done)]
    return parts


def _runner() -> Context:
    from grader.report import classroom50  # noqa: PLC0415

    return classroom50.context(os.environ, datetime.now(UTC))
