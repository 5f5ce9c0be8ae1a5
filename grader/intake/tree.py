"""A folder or an archive as a tree of names: what can be read, and what is refused and why.

A name is refused where reading it could reach outside the tree, where two names are one on another system, or where it
cannot be written down. Nothing is ever extracted.
"""

from __future__ import annotations

import os
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.intake.files import Fault, read_file, reason

Parts = tuple[str, ...]
JUNK = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".git", ".ipynb_checkpoints"})
MAX_WALK = 5_000
"""Names looked at in one student's folder."""
MAX_DEPTH = 12
CLASH = "another name in the same folder differs from it only in upper and lower case, or is the same twice"


@dataclass(frozen=True, slots=True)
class Child:
    """One name in a folder of a tree."""

    name: str
    folder: bool = False
    refused: str | None = None
    """Why it is not read; no full sentence."""


class Unlisted(Exception):  # noqa: N818 - a reason for the user
    """A folder that this machine does not let us look into; nobody knows what is in it."""

    def __init__(self, error: OSError) -> None:
        """Put it in words; no full sentence."""
        self.why = Fault(f"the folder cannot be looked into: {error.strerror}")
        super().__init__(self.why)


class Tree(ABC):
    """Names under a root."""

    shown: Path
    """How the root is called in reports."""

    @abstractmethod
    def children(self, at: Parts = ()) -> list[Child]:
        """List a folder, sorted by name, junk left out. Raises Unlisted."""

    @abstractmethod
    def read(self, at: Parts, limit: int) -> tuple[bytes, str | None]:
        """Read a file of at most ``limit`` bytes; say why when it cannot be read."""

    @abstractmethod
    def inside(self, name: str) -> Tree:
        """Take a folder of the root as a tree of its own: links must stay in it."""

    @abstractmethod
    def is_checkout(self) -> bool:
        """Tell whether the root is a working copy of git."""

    def path(self, at: Parts) -> Path:
        """Return how an entry is called in reports."""
        return Path("/".join((str(self.shown), *at)))  # a hostile name must not replace what stands before it

    def walk(self, skipped: frozenset[str] = frozenset()) -> Iterator[tuple[Parts, Child]]:
        """Go through everything, shallow names first, as far as the bounds allow; hidden folders are left out."""
        level: list[Parts] = [()]
        seen = 0
        for _ in range(MAX_DEPTH):
            deeper: list[Parts] = []
            for at in level:
                try:
                    children = self.children(at)
                except Unlisted as error:
                    yield at[:-1], Child(at[-1] if at else self.shown.name, folder=True, refused=error.why)
                    continue
                for child in children:
                    seen += 1
                    if seen > MAX_WALK:
                        yield at, Child("...", refused=f"there are more than {MAX_WALK:,} names; the rest was not read")
                        return
                    if child.folder and child.refused is None:
                        if not child.name.startswith(".") and child.name not in skipped:
                            deeper.append((*at, child.name))
                    else:
                        yield at, child
            level = deeper
        if level:
            yield level[0], Child("...", refused=f"folders lie more than {MAX_DEPTH} deep; the rest was not read")


class FolderTree(Tree):
    """A folder on disk."""

    def __init__(self, root: Path, shown: Path | None = None) -> None:
        """``shown`` is what reports call it, where that is not its path."""
        self.root = root
        self.shown = Path(visible(str(root if shown is None else shown)))

    def children(self, at: Parts = ()) -> list[Child]:
        """List a folder, sorted by name, junk left out. Raises Unlisted."""
        try:
            with os.scandir(self.root.joinpath(*at)) as entries:
                return without_clashes(self._child(entry) for entry in entries if entry.name not in JUNK)
        except OSError as error:
            raise Unlisted(error) from None

    def _child(self, entry: os.DirEntry[str]) -> Child:
        name = visible(entry.name)
        if name != entry.name:
            return Child(name, refused="its name is not UTF-8")
        try:
            if entry.is_symlink():
                real, root = os.path.realpath(entry.path), os.path.realpath(self.root)
                if os.path.commonpath((real, root)) != root:
                    return Child(name, refused="it is a link that leads out of the folder")
                try:
                    os.stat(real)
                except (FileNotFoundError, NotADirectoryError):
                    return Child(name, refused="it is a link to something that is not there")
            return Child(name, folder=entry.is_dir())
        except OSError as error:
            return Child(name, refused=reason(error, f"it cannot be looked at ({error.strerror})"))

    def read(self, at: Parts, limit: int) -> tuple[bytes, str | None]:
        """Read a file of at most ``limit`` bytes; say why when it cannot be read."""
        return read_file(self.root.joinpath(*at), limit)

    def is_checkout(self) -> bool:
        """Tell whether the root is a working copy of git."""
        return os.path.lexists(self.root / ".git")

    def inside(self, name: str) -> FolderTree:
        """Take a folder of the root as a tree of its own: links must stay in it."""
        return FolderTree(self.root / name, self.shown / name)


def without_clashes(children: Iterable[Child]) -> list[Child]:
    """Sort, and refuse names that would be one name on a system that does not tell upper from lower case."""
    found = sorted(children, key=lambda child: child.name)
    if len(found) < 2:
        return found
    counts = Counter(folded(child.name) for child in found)
    return [replace(c, refused=CLASH) if counts[folded(c.name)] > 1 and c.refused is None else c for c in found]


def folded(name: str) -> str:
    """Bring a name to the form in which case-blind systems compare it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def visible(name: str) -> str:
    """Write bytes of a name that are not UTF-8 as escapes, so that it can stand in a report."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
