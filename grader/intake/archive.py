"""A zip archive as a tree, read member by member and never extracted.

An archive may say anything about itself: names that climb out of it, sizes that lie, links, entries that grow a
thousandfold. Each such entry is refused with its reason, and the others are read, none beyond the bytes asked for.
"""

from __future__ import annotations

import errno
import io
import re
import stat
import struct
import zipfile
import zlib
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from grader.intake.files import reason, too_large, worded
from grader.intake.tree import JUNK, MAX_DEPTH, Child, Parts, Tree, visible, without_clashes
from grader.model import UsageError

MAX_ENTRIES = 200_000
MAX_LISTING = 64_000_000
"""Bytes of an archive's list of entries."""
MAX_REPAIRED = 512_000_000
"""Size up to which an archive with broken names is read into memory."""
MAX_NESTED = 10_000_000
"""Largest archive inside an archive or a folder that is opened."""
MAX_NESTED_ENTRIES = 20_000
UTF8 = 0x800
ENCRYPTED = 0x1
READABLE = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Only these are unpacked a bounded piece at a time."""
END, ENTRY = b"PK\x05\x06", b"PK\x01\x02"
DRIVE = re.compile(r"[A-Za-z]:")
OUTSIDE = "its name leads out of the archive"
TOO_DEEP = f"it lies more than {MAX_DEPTH} folders deep"


class NotAnArchive(Exception):  # noqa: N818 - a sentence for the user
    """Something that is no readable zip archive; ``why`` says it."""

    def __init__(self, why: str) -> None:
        """Keep the reason, which may be a fault."""
        self.why = why
        super().__init__(why)


class Archive:
    """An opened archive: its entries by folder, checked."""

    def __init__(self, source: Path | bytes, most: int = MAX_ENTRIES) -> None:
        """Read the list of at most ``most`` entries. Raises NotAnArchive."""
        try:
            self._zip = _open(source)
        except (zipfile.BadZipFile, struct.error, ValueError, OSError, EOFError, NotImplementedError) as error:
            raise NotAnArchive(f"it is not a zip archive that can be read ({_words(error)})") from None
        if len(self._zip.filelist) > most:
            raise NotAnArchive(f"it lists {len(self._zip.filelist):,} entries; at most {most:,} are read")
        self.members: dict[Parts, zipfile.ZipInfo] = {}
        self.folders: dict[Parts, list[Child]] = {}
        self.checkouts: set[Parts] = set()
        self._arrange()

    def _arrange(self) -> None:
        names: dict[Parts, dict[str, list[Child]]] = defaultdict(lambda: defaultdict(list))
        for info in self._zip.filelist:
            name, pieces, why = _name_of(info)
            parts = tuple(part for part in pieces if part not in {"", "."})
            if ".git" in parts:
                self.checkouts.add(parts[: parts.index(".git")])
            if not parts or any(part in JUNK for part in parts):
                continue
            why = _refused(info, name, parts) or why
            if why in {OUTSIDE, TOO_DEEP}:
                names[()][name].append(Child(name, refused=why))
                continue
            for depth in range(1, len(parts)):
                names[parts[: depth - 1]][parts[depth - 1]].append(Child(parts[depth - 1], folder=True))
            folder = info.is_dir()
            names[parts[:-1]][parts[-1]].append(Child(parts[-1], folder=folder, refused=why))
            if why is None and not folder:
                self.members[parts] = info
        for at, found in names.items():
            # A folder is named once for each thing in it; a file named twice is a clash.
            self.folders[at] = without_clashes(
                child
                for same in found.values()
                for child in (same[:1] if all(c.folder and c.refused is None for c in same) else _distinct(same))
            )

    def read(self, at: Parts, limit: int) -> tuple[bytes, str | None]:
        """Read a member of at most ``limit`` bytes; say why when it cannot be read."""
        info = self.members.get(at)
        if info is None:
            return b"", "This is not a file in the archive."
        if info.file_size > limit:
            return b"", too_large(info.file_size, limit)
        try:
            with self._zip.open(info) as stream:
                data = stream.read(limit + 1)
        except OSError as error:
            if error.errno not in {None, errno.EINVAL}:  # a place before its beginning is the archive's own mistake
                return b"", reason(error, f"The archive cannot be read: {error.strerror}.")
            return b"", f"The archive is damaged at this entry: {_words(error)}."
        except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError) as error:
            return b"", f"The archive is damaged at this entry: {_words(error)}."
        if len(data) > limit:
            return b"", too_large(len(data), limit)
        return data, None


class ZipTree(Tree):
    """An archive, or a folder in it."""

    def __init__(self, archive: Archive, shown: Path, base: Parts = ()) -> None:
        """Take the folder ``base`` as the root."""
        self.archive, self.shown, self.base = archive, shown, base

    def children(self, at: Parts = ()) -> list[Child]:
        """List a folder, sorted by name, junk left out."""
        return self.archive.folders.get((*self.base, *at), [])

    def read(self, at: Parts, limit: int) -> tuple[bytes, str | None]:
        """Read a file of at most ``limit`` bytes; say why when it cannot be read."""
        return self.archive.read((*self.base, *at), limit)

    def is_checkout(self) -> bool:
        """Tell whether the root is a working copy of git."""
        return self.base in self.archive.checkouts

    def inside(self, name: str) -> ZipTree:
        """Take a folder of the root as a tree of its own; links are never followed in an archive."""
        return ZipTree(self.archive, self.shown / name, (*self.base, name))


class NestedTree(Tree):
    """An archive inside another tree. It is opened anew when it is read: its bytes do not stay in memory."""

    def __init__(self, outer: Tree, at: Parts) -> None:
        """Open it. Raises NotAnArchive."""
        self.outer, self.at, self.shown = outer, at, outer.path(at)
        _nested(outer, at)

    def children(self, at: Parts = ()) -> list[Child]:
        """List a folder, sorted by name, junk left out."""
        return _nested(self.outer, self.at).folders.get(at, [])

    def read(self, at: Parts, limit: int) -> tuple[bytes, str | None]:
        """Read a file of at most ``limit`` bytes; say why when it cannot be read."""
        try:
            return _nested(self.outer, self.at).read(at, limit)
        except NotAnArchive as error:
            return b"", worded(f"The archive changed while it was read: {error}.", error.why)

    def is_checkout(self) -> bool:
        """Tell whether the root is a working copy of git: nobody asks that of an archive handed in."""
        return False

    def inside(self, name: str) -> Tree:
        """Refuse: a nested archive is only ever walked through as a whole."""
        raise NotImplementedError(name)


@lru_cache(maxsize=2)
def _nested(outer: Tree, at: Parts) -> Archive:
    data, why = outer.read(at, MAX_NESTED)
    if why is not None:
        raise NotAnArchive(worded(why.rstrip("."), why))
    return Archive(data, MAX_NESTED_ENTRIES)


def opened(path: Path) -> Archive:
    """Open an archive once for all that is read from it. Raises UsageError."""
    try:
        info = path.stat()
        return _opened(path, info.st_mtime_ns, info.st_size)
    except NotAnArchive as error:
        raise UsageError(f"{visible(str(path))}: {error}") from None
    except OSError as error:
        raise UsageError(f"{visible(str(path))} cannot be opened: {error.strerror}") from None


@lru_cache(maxsize=8)
def _opened(path: Path, changed: int, size: int) -> Archive:
    return Archive(path)


def _open(source: Path | bytes) -> zipfile.ZipFile:
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    try:
        return zipfile.ZipFile(stream)
    except UnicodeDecodeError:
        # One entry claims a UTF-8 name that is none, for which the library refuses the whole archive.
        if isinstance(source, Path) and source.stat().st_size > MAX_REPAIRED:
            raise
        return zipfile.ZipFile(io.BytesIO(_unclaimed(source if isinstance(source, bytes) else source.read_bytes())))


def _unclaimed(data: bytes) -> bytes:
    """Take the claim to be UTF-8 from every listed name that is not."""
    patched = bytearray(data)
    end = data.rfind(END)
    if end < 0 or len(data) < end + 22:
        raise zipfile.BadZipFile("no end of the list of entries")
    size, offset = struct.unpack_from("<II", data, end + 12)
    if size > MAX_LISTING:
        raise zipfile.BadZipFile("the list of entries is too long")
    at = end - size if data[end - size : end - size + 4] == ENTRY else offset
    while data[at : at + 4] == ENTRY:
        flags = struct.unpack_from("<H", data, at + 8)[0]
        name, extra, comment = struct.unpack_from("<HHH", data, at + 28)
        try:
            data[at + 46 : at + 46 + name].decode("utf-8")
        except UnicodeDecodeError:
            struct.pack_into("<H", patched, at + 8, flags & ~UTF8)
        at += 46 + name + extra + comment
    return bytes(patched)


def _name_of(info: zipfile.ZipInfo) -> tuple[str, list[str], str | None]:
    """Return an entry's name, its parts, and why it is refused when it is not UTF-8."""
    name = info.orig_filename
    raw = name.encode("utf-8" if info.flag_bits & UTF8 else "cp437", "surrogatepass")
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        parts = [part.decode("utf-8", "backslashreplace") for part in re.split(rb"[\\/]", raw)]
        return "/".join(parts), parts, "its name is not UTF-8"
    return name, re.split(r"[\\/]", name), None


def _refused(info: zipfile.ZipInfo, name: str, parts: Parts) -> str | None:
    if ".." in parts or name.startswith(("/", "\\")) or DRIVE.match(name):
        return OUTSIDE
    if "\0" in name:
        return "its name holds a null character"
    if len(parts) > MAX_DEPTH:
        return TOO_DEEP
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link, and links in an archive are not followed"
    if info.is_dir():
        return None
    if info.flag_bits & ENCRYPTED:
        return "it is encrypted"
    if info.compress_type not in READABLE:
        return "it is packed in a way that is not read; zip it with the ordinary method"
    return None


def _distinct(same: list[Child]) -> list[Child]:
    """Keep a folder once beside what else has its name."""
    folders = [c for c in same if c.folder and c.refused is None]
    return [*folders[:1], *(c for c in same if not (c.folder and c.refused is None))]


def _words(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
