"""Results on disk: an append-only file that survives being cut off or damaged at any byte.

A record is its length, a checksum and a msgpack body. Opening the file reads it once and remembers where each record
stands; results are read back from the file, so memory does not grow with their number. What is damaged costs itself
alone: the next whole record is looked for by how every body begins. Only a torn end is cut off, and only by who writes.
Runs side by side may share one file: each takes a lock to append, and first takes in what the others have written.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from grader.model import Grade, UsageError, Value

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows: a journal then belongs to one run at a time
    fcntl = None  # type: ignore[assignment]

KIND = b"jax-grader journal "
MAGIC = KIND + b"1\n"
HEAD = struct.Struct(">II")
MAX_RECORD = 64 << 20
BEGIN = re.compile(rb"[\x80-\x8f]\xa3key\xc4[\x01-\x7f]")
"""How a body begins: a map whose first name is ``key``, of bytes. No text in a grade holds this: it is not UTF-8."""
PIECE = 1 << 20
"""Bytes that are looked through at a time."""


class Record(Value, frozen=True, kw_only=True):
    """One result: the grade of everything that has this key."""

    key: bytes
    grade: Grade


class _Keyed(Value, frozen=True, kw_only=True):
    """The part of a record that opening the file needs; what another version wrote beside it is left alone."""

    key: bytes


class Journal:
    """An append-only file of results, by key; the last record of a key counts."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open the file, or create it unless it is only for ``reading``, which never changes it.

        Raises UsageError for a file that is no journal.
        """
        self.path = path
        self.dropped = 0
        """Bytes of a torn tail that were dropped, or passed over when only reading."""
        self.damaged = 0
        """Bytes in which no record can be read any more; they are left where they are."""
        self._reading = reading
        self._places: dict[bytes, tuple[int, int]] = {}
        """Where the body of each record is, and how long."""
        self._end = 0
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Record).decode
        self._decode_key = msgspec.msgpack.Decoder(_Keyed).decode
        try:
            how = os.O_RDONLY if reading else os.O_RDWR | os.O_CREAT
            self._file = os.open(path, how | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            raise UsageError(f"the journal {path} cannot be opened: {error.strerror}") from None
        try:
            with self._locked():
                self._begin()
                self._take_in()
        except OSError as error:
            os.close(self._file)
            raise UsageError(f"the journal {path} cannot be used: {error.strerror}") from None
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Journal:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Close the file."""
        self.close()

    def __contains__(self, key: bytes) -> bool:
        """Tell whether a result with this key is there."""
        return key in self._places

    def __len__(self) -> int:
        """Count the results."""
        return len(self._places)

    def __iter__(self) -> Iterator[bytes]:
        """Go through the keys of the results."""
        return iter(tuple(self._places))

    def __getitem__(self, key: bytes) -> Grade:
        """Read one result back."""
        body = self._body(key)
        if body is None:
            raise UsageError(f"the journal {self.path} was changed while it was in use")
        return self._decode(body).grade

    @property
    def note(self) -> str:
        """Say what of the file cannot be read any more; empty when all can."""
        if not self.damaged:
            return ""
        return (
            f"the journal {self.path} is damaged: {self.damaged:,} bytes of it cannot be read and stay as they are; "
            f"{len(self)} results are whole"
        )

    def append(self, key: bytes, grade: Grade) -> None:
        """Write one result; it counts once the last byte is in the file. Raises UsageError when the disk is full."""
        body = self._encode(Record(key=key, grade=grade))
        data = HEAD.pack(len(body), zlib.crc32(body)) + body
        try:
            with self._locked():
                self._take_in()
                self._write(data, self._end)
        except OSError as error:
            raise UsageError(
                f"the journal {self.path} cannot be written: {error.strerror}; the {len(self)} results in it are "
                "whole. Make room, and the same command goes on from there"
            ) from None
        self._places[key] = (self._end + HEAD.size, len(body))
        self._end += len(data)

    def _write(self, data: bytes, at: int) -> None:
        """Write it all, or leave the file as long as it was."""
        written = 0
        try:
            while written < len(data):
                written += os.pwrite(self._file, data[written:], at + written)
        except OSError:
            with contextlib.suppress(OSError):  # a torn tail is dropped when the file is opened again
                os.ftruncate(self._file, at)
            raise

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other runs from writing meanwhile; the kernel lets go when this process ends in any way."""
        if fcntl is None or self._reading:  # who reads sees at most a record that is not finished yet
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _begin(self) -> None:
        """Check the first line, and write it into a new file."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise UsageError(f"{self.path} is not a journal of this grader: it is no regular file; name another one")
        start = os.pread(self._file, len(MAGIC), 0)
        if start.startswith(KIND) and not MAGIC.startswith(start):
            raise UsageError(another_version(self.path, start))
        if not MAGIC.startswith(start):
            raise UsageError(f"{self.path} is not a journal of this grader")
        if start != MAGIC and not self._reading:
            self._write(MAGIC, 0)
        self._end = len(MAGIC)

    def _take_in(self) -> None:
        """Read the records behind the ones that are known. Only with the lock: what is torn then is nobody's work."""
        size = os.fstat(self._file).st_size
        while self._end < size:
            at = self._end
            body = self._whole(at, size)
            if body is not None:
                self._remember(at, body)
                self._end = at + HEAD.size + len(body)
                continue
            following = self._find(at, size)
            if self._without_length(at, size if following is None else following):
                self._end = size if following is None else following
            elif following is not None:
                self.damaged += following - at
                self._end = following
            elif self._is_torn(at, size):
                self.dropped += size - at
                if not self._reading:
                    os.ftruncate(self._file, at)
                return
            else:
                # Whatever this was, it was more than a record cut off: it stays, and what comes is written behind it.
                self.damaged += size - at
                self._end = size

    def _whole(self, at: int, size: int) -> bytes | None:
        """Read the body of the record here; None where none is whole."""
        head = os.pread(self._file, HEAD.size, at)
        if len(head) < HEAD.size:
            return None
        length, check = HEAD.unpack(head)
        if not 0 < length <= MAX_RECORD or at + HEAD.size + length > size:
            return None
        body = os.pread(self._file, length, at + HEAD.size)
        return body if zlib.crc32(body) == check else None

    def _remember(self, at: int, body: bytes) -> None:
        with contextlib.suppress(msgspec.DecodeError, msgspec.ValidationError):
            self._places[self._decode_key(body).key] = (at + HEAD.size, len(body))

    def _without_length(self, at: int, end: int) -> bool:
        """Take a record that ends here by its checksum alone: only its length is damaged."""
        length = end - at - HEAD.size
        if not 0 < length <= MAX_RECORD:
            return False
        _, check = HEAD.unpack(os.pread(self._file, HEAD.size, at))
        body = os.pread(self._file, length, at + HEAD.size)
        if zlib.crc32(body) != check:
            return False
        self._remember(at, body)
        return True

    def _begins(self, start: int, size: int) -> Iterator[int]:
        """Give the places from ``start`` on at which a record seems to begin."""
        overlap = 16
        for base in range(start + HEAD.size, size, PIECE):
            piece = os.pread(self._file, min(PIECE + overlap, size - base), base)
            yield from (base + found.start() - HEAD.size for found in BEGIN.finditer(piece) if found.start() < PIECE)

    def _find(self, at: int, size: int) -> int | None:
        """Return where the next whole record begins behind a damaged one."""
        return next((place for place in self._begins(at + 1, size) if self._whole(place, size) is not None), None)

    def _is_torn(self, at: int, size: int) -> bool:
        """Tell whether the rest of the file is nothing but a record that was cut off, or room never written to."""
        head = os.pread(self._file, HEAD.size, at)
        if len(head) < HEAD.size:
            return True
        length, _ = HEAD.unpack(head)
        if length == 0:
            pieces = (os.pread(self._file, min(PIECE, size - base), base) for base in range(at, size, PIECE))
            return not any(piece.strip(b"\0") for piece in pieces)
        cut = length <= MAX_RECORD and at + HEAD.size + length > size
        return cut and next(self._begins(at + 1, size), None) is None

    def _body(self, key: bytes) -> bytes | None:
        place, length = self._places[key]
        head = os.pread(self._file, HEAD.size, place - HEAD.size)
        body = os.pread(self._file, length, place)
        return body if len(head) == HEAD.size and zlib.crc32(body) == HEAD.unpack(head)[1] else None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def another_version(path: Path, start: bytes) -> str:
    """Say that a journal was written by a grader whose journals have another form."""
    version = start.removeprefix(KIND).split(b"\n")[0].decode("ascii", "backslashreplace") or "?"
    return (
        f"{path} is a journal of version {version}, and this grader reads version 1: use the grader that wrote it, or "
        "name another file with --journal"
    )
