"""What commands show depends on where: the terminal's width and colours, and the folder one stands in."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TextIO


def colour(stream: TextIO) -> bool:
    """Tell whether a stream shows colours."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def width() -> int:
    """Return the columns to write in."""
    try:
        return max(60, min(os.get_terminal_size().columns, 120))
    except OSError:
        return 100


def from_here(path: Path) -> Path:
    """Spell a path the way one would type it here, where it lies below."""
    with contextlib.suppress(ValueError):
        return path.relative_to(Path.cwd())
    return path
