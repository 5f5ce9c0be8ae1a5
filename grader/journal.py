"""Results on disk: an append-only file that survives being cut off at any byte.

A record is its length, a checksum and a msgpack body. Opening the file reads it once, drops a torn tail, and remembers
where each record stands; results are read back from the file, so memory does not grow with their number.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType

import msgspec

from grader import __version__
from grader.model import Exercise, Grade, UsageError, Value

MAGIC = b"jax-grader journal 1\n"
HEAD = struct.Struct(">II")
MAX_RECORD = 64 << 20


class Record(Value, frozen=True, kw_only=True):
    """One result: the grade of everything that has this key."""

    key: bytes
    grade: Grade


@cache
def grader_digest() -> bytes:
    """Return a digest of the grader's own code: another grader's results are not reused."""
    digest = hashlib.sha256(__version__.encode())
    root = Path(__file__).parent
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.json")]):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    for package in ("jax", "jaxlib", "numpy"):
        try:
            digest.update(version(package).encode())
        except PackageNotFoundError:
            digest.update(b"?")
    return digest.digest()


def exercise_digest(exercise: Exercise) -> bytes:
    """Return a digest of all that decides a verdict in an exercise; where its folder lies does not."""
    placeless = msgspec.structs.replace(exercise, directory="")
    digest = hashlib.sha256(msgspec.msgpack.encode(placeless, order="deterministic"))
    digest.update(Path(exercise.directory, "test_numbers.py").read_bytes())
    return digest.digest()


def key_of(source: bytes, unreadable: str | None, exercise: bytes, seed: int | None) -> bytes:
    """Return the key of a submission's content, judged by this grader and exercise."""
    digest = hashlib.sha256(grader_digest() + exercise + str(seed).encode() + b"\0")
    digest.update((unreadable or "").encode() + b"\0" + source)
    return digest.digest()[:16]


class Journal:
    """An append-only file of results, by key; the last record of a key counts."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; a torn tail is dropped. Raises UsageError for a file that is no journal."""
        self.path = path
        self.dropped = 0
        """Bytes of a torn tail that were dropped on opening."""
        self._offsets: dict[bytes, int] = {}
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Record).decode
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise UsageError(f"the journal {path} cannot be opened: {error.strerror}") from None
        try:
            self._end = self._scan()
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

    def __getitem__(self, key: bytes) -> Grade:
        """Read one result back."""
        offset = self._offsets[key]
        length, check = HEAD.unpack(os.pread(self._file, HEAD.size, offset))
        body = os.pread(self._file, length, offset + HEAD.size)
        if zlib.crc32(body) != check:
            raise UsageError(f"the journal {self.path} was changed while it was in use")
        return self._decode(body).grade

    def append(self, key: bytes, grade: Grade) -> None:
        """Write one result; it counts once the last byte is in the file. Raises UsageError when the disk is full."""
        body = self._encode(Record(key=key, grade=grade))
        data = HEAD.pack(len(body), zlib.crc32(body)) + body
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._end + written)
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise UsageError(f"the journal {self.path} cannot be written: {error.strerror}") from None
        self._offsets[key] = self._end
        self._end += len(data)

    def _scan(self) -> int:
        size = os.fstat(self._file).st_size
        if size < len(MAGIC):
            start = os.pread(self._file, size, 0)
            if not MAGIC.startswith(start):
                raise UsageError(f"{self.path} is not a journal of this grader")
            os.pwrite(self._file, MAGIC, 0)
            return len(MAGIC)
        if os.pread(self._file, len(MAGIC), 0) != MAGIC:
            raise UsageError(f"{self.path} is not a journal of this grader")
        offset = len(MAGIC)
        while offset + HEAD.size <= size:
            length, check = HEAD.unpack(os.pread(self._file, HEAD.size, offset))
            if length > MAX_RECORD or offset + HEAD.size + length > size:
                break
            body = os.pread(self._file, length, offset + HEAD.size)
            if zlib.crc32(body) != check:
                break
            try:
                record = self._decode(body)
            except (msgspec.DecodeError, msgspec.ValidationError):
                break
            self._offsets[record.key] = offset
            offset += HEAD.size + length
        self.dropped = size - offset
        if self.dropped:
            os.ftruncate(self._file, offset)
        return offset

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
