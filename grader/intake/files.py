"""Reading one regular file, whole and within bounds, without waiting for a pipe."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MAX_BYTES = 1_000_000
"""Largest file that is read."""
MAX_NOTEBOOK_BYTES = 10_000_000
"""Notebooks carry their outputs, so they may be larger; their code may not."""
SUFFIXES = (".py", ".ipynb")


def limit_of(name: str) -> int:
    """Return how large a file of this name may be."""
    return MAX_NOTEBOOK_BYTES if name.endswith(".ipynb") else MAX_BYTES


def read_file(path: Path, limit: int) -> tuple[bytes, str | None]:
    """Read a regular file of at most ``limit`` bytes; say why when it cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        return b"", f"The file cannot be opened: {error.strerror}."
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            return b"", "This is not a regular file (a folder, a pipe or a device), so there is nothing to read."
        parts: list[bytes] = []
        size = info.st_size
        read = 0
        while size <= limit and (part := os.read(handle, 1 << 16)):
            parts.append(part)
            read += len(part)
            size = max(size, read)
        if size > limit:
            return b"", too_large(size, limit)
        return b"".join(parts), None
    except OSError as error:
        return b"", f"The file cannot be read: {error.strerror}."
    finally:
        os.close(handle)


def too_large(size: int, limit: int) -> str:
    """Say that a file is larger than is read."""
    return f"The file is {size / 1e6:.1f} MB; the limit is {limit // 1_000_000} MB. Hand in the answer alone."
