"""Reading one regular file, whole and within bounds, without waiting for a pipe."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MAX_BYTES = 1_000_000
"""Largest file that is read."""
MAX_NOTEBOOK_BYTES = 10_000_000
"""Notebooks carry their outputs, so they may be larger; their code may not."""
SUFFIXES = (".py", ".ipynb")
THEIRS = frozenset({errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.ENAMETOOLONG, errno.EISDIR})
"""What the system says of links in a circle, sockets, folders and the like: things that were handed in as they are."""


class Fault(str):
    """A reason why something is not read that lies with this machine, not with the student: nothing is judged by it."""

    __slots__ = ()


def reason(error: OSError, text: str) -> str:
    """Give a reason in words; a fault, unless the error speaks of what was handed in."""
    return text if error.errno in THEIRS else Fault(text)


def worded(text: str, *reasons: str | None) -> str:
    """Put reasons in other words; with a fault among them it stays one."""
    return Fault(text) if any(isinstance(one, Fault) for one in reasons) else text


def limit_of(name: str) -> int:
    """Return how large a file of this name may be."""
    return MAX_NOTEBOOK_BYTES if name.endswith(".ipynb") else MAX_BYTES


def read_file(path: Path, limit: int) -> tuple[bytes, str | None]:
    """Read a regular file of at most ``limit`` bytes; say why when it cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        why = f"The file cannot be opened: {error.strerror}."
        return b"", why if os.path.islink(path) and not os.path.lexists(os.path.realpath(path)) else reason(error, why)
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
        return b"", reason(error, f"The file cannot be read: {error.strerror}.")
    finally:
        os.close(handle)


def too_large(size: int, limit: int) -> str:
    """Say that a file is larger than is read."""
    return f"The file is {size / 1e6:.1f} MB; the limit is {limit // 1_000_000} MB. Hand in the answer alone."
