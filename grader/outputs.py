"""The files a run writes: checked before grading starts, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from grader.model import UsageError


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before any work is done for it."""
    folder = path.parent
    if path.is_dir():
        raise UsageError(f"{path} is a directory; a report needs a file name")
    if not folder.is_dir():
        raise UsageError(f"there is no directory {folder} to write {path.name} into")
    try:
        handle, probe = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    os.close(handle)
    os.unlink(probe)


def write_whole(path: Path, text: str | Iterable[str]) -> None:
    """Write a file, given whole or in parts, so that a reader sees the old content or the new, never a part of it."""
    parts = [text] if isinstance(text, str) else text
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as stream:  # a pipe or a device has no old content to keep
            stream.writelines(parts)
        return
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.writelines(parts)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
