"""Results on disk: an append-only file that survives being cut off at any byte.

A record is its length, a checksum and a msgpack body. Opening the file reads it once, drops a torn tail, and remembers
where each record stands; results are read back from the file, so memory does not grow with their number. Runs side by
side may share one file: each takes a lock to append, and first takes in what the others have written.
"""

from __future__ import annotations

import contextlib
import os
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

MAGIC = b"jax-grader journal 1\n"
HEAD = struct.Struct(">II")
MAX_RECORD = 64 << 20


class Record(Value, frozen=True, kw_only=True):
    """One result: the grade of everything that has this key."""

    key: bytes
    grade: Grade


class _Keyed(Value, frozen=True, kw_only=True):
    """The part of a record that opening the file needs; what another version wrote beside it is left alone."""

    key: bytes


class Journal:
    """An append-only file of results, by key; the last record of a key counts."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; a torn tail is dropped. Raises UsageError for a file that is no journal."""
        self.path = path
        self.dropped = 0
        """Bytes of a torn tail that were dropped."""
        self._offsets: dict[bytes, int] = {}
        self._end = 0
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Record).decode
        self._decode_key = msgspec.msgpack.Decoder(_Keyed).decode
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
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
        return key in self._offsets

    def __len__(self) -> int:
        """Count the results."""
        return len(self._offsets)

    def __iter__(self) -> Iterator[bytes]:
        """Go through the keys of the results."""
        return iter(tuple(self._offsets))

    def __getitem__(self, key: bytes) -> Grade:
        """Read one result back."""
        body = self._body(self._offsets[key])
        if body is None:
            raise UsageError(f"the journal {self.path} was changed while it was in use")
        return self._decode(body).grade

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
        self._offsets[key] = self._end
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
        if fcntl is None:  # pragma: no cover
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _begin(self) -> None:
        """Check the first line, and write it into a new file."""
        start = os.pread(self._file, len(MAGIC), 0)
        if not MAGIC.startswith(start):
            raise UsageError(f"{self.path} is not a journal of this grader")
        if start != MAGIC:
            self._write(MAGIC, 0)
        self._end = len(MAGIC)

    def _take_in(self) -> None:
        """Read the records behind the ones that are known. Only with the lock: what is torn then is nobody's work."""
        size = os.fstat(self._file).st_size
        offset = self._end
        while offset + HEAD.size <= size:
            length, check = HEAD.unpack(os.pread(self._file, HEAD.size, offset))
            following = offset + HEAD.size + length
            if not 0 < length <= MAX_RECORD or following > size:
                break
            body = os.pread(self._file, length, offset + HEAD.size)
            if zlib.crc32(body) == check:
                with contextlib.suppress(msgspec.DecodeError, msgspec.ValidationError):
                    self._offsets[self._decode_key(body).key] = offset
                self._end = following
            # A damaged record costs its own result; it ends the file only when nothing whole comes after it.
            offset = following
        if size > self._end:
            self.dropped += size - self._end
            os.ftruncate(self._file, self._end)

    def _body(self, offset: int) -> bytes | None:
        head = os.pread(self._file, HEAD.size, offset)
        if len(head) < HEAD.size:
            return None
        length, check = HEAD.unpack(head)
        body = os.pread(self._file, length, offset + HEAD.size)
        return body if zlib.crc32(body) == check else None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
