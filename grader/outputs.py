"""The files a run writes: checked before grading starts, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from grader.model import UsageError

READ = frozenset({".py", ".ipynb", ".zip", ".toml", ".yml"})
"""Endings of files that are read in a folder of submissions or exercises; a report there has another."""


def refuse_inputs(written: Sequence[Path], read: Iterable[Path], folders: Sequence[Path] = ()) -> None:
    """Refuse, before anything is done, to write a file over one that is read, whatever either is called.

    ``folders`` are read as a whole: no file in them is written over that could be one of those meant.
    """
    places: dict[object, Path] = {}
    for path in written:
        if (place := _place(path)) is not None:
            places[place] = path
        real = Path(os.path.realpath(path))
        if real.is_file() and (real.suffix.lower() in READ or real.name == "README.md"):
            for folder in folders:
                if Path(os.path.realpath(folder)) in real.parents:
                    raise UsageError(_over(path, real))
    if not places:
        return
    for path in read:
        if (over := places.get(_place(path))) is not None:
            raise UsageError(_over(over, path))


def _over(written: Path, read: Path) -> str:
    other = "" if written == read else f" (it is {read})"
    return f"{written} is read by this command{other}, and would be written over; nothing was done. Name another file"


def _place(path: Path) -> object:
    """Return what is the same for all names of one file; None for a pipe or a device, of which nothing is lost."""
    try:
        info = path.stat()
    except (OSError, ValueError):
        return os.path.realpath(path)
    return (info.st_dev, info.st_ino) if stat.S_ISREG(info.st_mode) else None


def _real(path: Path) -> Path:
    """Follow a link to the file that is meant: it should not be replaced by the file."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _is_open_already(path: Path) -> bool:
    """Tell whether a path is a pipe, a device or a stream of this process: such a one cannot be replaced."""
    return path.exists() and (not path.is_file() or str(path).startswith(("/dev/", "/proc/")))


def _stream(path: Path) -> TextIO:
    """Open what cannot be replaced; a file behind standard output goes on where that is."""
    for stream in (sys.stdout, sys.stderr) if path.is_file() else ():
        with contextlib.suppress(OSError, ValueError):
            number = stream.fileno()
            if os.path.samestat(os.fstat(number), path.stat()):
                stream.flush()
                return os.fdopen(os.dup(number), "w", encoding="utf-8")
    return path.open("w", encoding="utf-8")


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before any work is done for it."""
    if path.is_dir():
        raise UsageError(f"{path} is a directory; a report needs a file name")
    if _is_open_already(path):
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} cannot be written")
        return
    path = _real(path)
    folder = path.parent
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
    if _is_open_already(path):
        with _stream(path) as stream:
            stream.writelines(parts)
        return
    path = _real(path)
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
