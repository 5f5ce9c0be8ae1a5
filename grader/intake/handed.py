"""What one student handed in, and which of its files answers which exercise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os.path import splitext
from pathlib import Path

from grader import notebook
from grader.intake.files import SUFFIXES, Fault, limit_of, worded
from grader.intake.found import Found, defines
from grader.intake.naming import version_of
from grader.intake.tree import Child, Parts, Tree, Unlisted, folded
from grader.model import Exercise
from grader.people import Person

SKIPPED = frozenset({"node_modules", "tests", "grader", "solutions", "site-packages", "venv"})
"""Folders of a repository that hold no answer of the student's."""
MAX_ARCHIVES = 5
"""Archives of one hand-in that are opened."""
MAX_LOOKED = 50
"""Files of one hand-in that are looked into where none has the exercise's name."""
MAX_REFUSED = 20
"""Refused names told of with one hand-in."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that could be an answer."""

    tree: Tree
    at: Parts
    name: str
    """As the student called it."""
    upload: int = 0
    """Later uploads have higher numbers, where the platform counts them."""

    @property
    def path(self) -> Path:
        """Return how it is called in reports."""
        return self.tree.path(self.at)

    @property
    def stem(self) -> str:
        """Return the student's name for it, without suffix."""
        return splitext(self.name)[0]

    @property
    def suffix(self) -> str:
        """Return the suffix of its name."""
        return splitext(self.name)[1].lower()

    def read(self) -> tuple[bytes, str | None]:
        """Read it within the limit of its kind."""
        return self.tree.read(self.at, limit_of(self.name))

    def glance(self) -> tuple[bytes, str | None]:
        """Read its code for a glance; empty when that cannot be done, with the reason where it is no notebook's."""
        data, why = self.read()
        if why is None and self.suffix == ".ipynb":
            try:
                return notebook.read(data).source, None
            except notebook.NotANotebook:
                return b"", None
        return data, why


@dataclass(slots=True)
class Handed:
    """What one student, or one team, handed in."""

    people: tuple[Person, ...]
    where: Path
    files: list[File] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Names of files of other kinds."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Names that were not read, and why."""
    repository: str = ""
    home: Path | None = None
    """The folder in which the student has the name."""
    export: Path | None = None
    """The export whose ids the people are known by."""
    archives: int = 0
    notes: tuple[str, ...] = ()
    instead: str = ""
    """What there is in place of a file, as a sentence; for a hand-in of another kind."""

    def refuse(self, name: str, why: str) -> None:
        """Remember a name that was not read; faults of this machine come first, for nothing can be judged by them."""
        if (name, why) in self.refused:
            return
        faults = sum(isinstance(known, Fault) for _, known in self.refused)
        self.refused.insert(faults if isinstance(why, Fault) else len(self.refused), (name, why))
        del self.refused[MAX_REFUSED:]

    def add(self, tree: Tree, at: Parts, name: str, upload: int = 0) -> None:
        """Take a file in; an archive is opened and its files are taken in, one level deep."""
        if name.lower().endswith(".zip"):
            self._open(tree, at, upload)
        elif name.lower().endswith(SUFFIXES):
            self.files.append(File(tree, at, name, upload))
        else:
            self.others.append(name)

    def add_places(self, tree: Tree, slugs: Sequence[str]) -> None:
        """Take in the files of these exercises that lie where a repository has them."""
        listed: dict[Parts, list[Child]] = {}
        closed: dict[Parts, str] = {}

        def children(at: Parts) -> list[Child]:
            """List a folder once, and none that its parent does not have."""
            if at not in listed:
                there = not at or any(c.name == at[-1] and c.folder and c.refused is None for c in children(at[:-1]))
                try:
                    listed[at] = tree.children(at) if there else []
                except Unlisted as error:
                    listed[at], closed[at] = [], error.why
            return listed[at]

        for slug in slugs:
            names = {slug + suffix for suffix in SUFFIXES}
            for at in places(slug):
                there = children(at)
                shut = next((closed[at[:n]] for n in range(len(at) + 1) if at[:n] in closed), None)
                if shut is not None:
                    self.refuse("/".join((*at, f"{slug}.py")), shut)
                for child in there:
                    if child.name not in names or child.folder:
                        continue
                    if child.refused is not None:
                        self.refuse("/".join((*at, child.name)), child.refused)
                    else:
                        self.add(tree, (*at, child.name), child.name)

    def add_all(self, tree: Tree, *, nested: bool = True) -> None:
        """Take in everything under a tree's root."""
        for at, child in tree.walk(SKIPPED):
            name = "/".join((*at, child.name))
            if child.refused is not None:
                self.refuse(name, child.refused)
            elif nested or not child.name.lower().endswith(".zip"):
                self.add(tree, (*at, child.name), child.name)

    def refuse_all(self, tree: Tree) -> None:
        """Remember every name of a tree that is not read."""
        for at, child in tree.walk(SKIPPED):
            if child.refused is not None:
                self.refuse("/".join((*at, child.name)), child.refused)

    def _open(self, tree: Tree, at: Parts, upload: int) -> None:
        from grader.intake.archive import NestedTree, NotAnArchive  # noqa: PLC0415 - archives are rare

        self.archives += 1
        if self.archives > MAX_ARCHIVES:
            self.refuse("/".join(at), f"it is one of more than {MAX_ARCHIVES} archives")
            return
        try:
            inner = NestedTree(tree, at)
        except NotAnArchive as error:
            self.refuse("/".join(at), error.why)
            return
        before = len(self.files)
        self.add_all(inner, nested=False)
        self.files[before:] = [File(f.tree, f.at, f.name, upload) for f in self.files[before:]]

    def found(self, exercises: Mapping[str, Exercise], wanted: Sequence[str], *, lone: bool) -> Iterator[Found]:
        """Give a submission for each exercise and each of the people; ``lone`` takes an only file by any name."""
        for slug in wanted:
            file, notes = self._answer(exercises[slug], alone=len(wanted) == 1, lone=lone)
            notes = (*self.notes, *notes, *(f"not read: {name}: {why}" for name, why in self.refused))
            for person in self.people or (None,):
                if file is None:
                    made = Found(self.where, slug, missing=self._why(slug, others=lone), notes=notes)
                else:
                    made = Found(file.path, slug, notes=notes, reader=file.read)
                made = replace(made, repository=self.repository, home=self.home, export=self.export)
                yield made if person is None else made.belonging_to(person)

    def _answer(self, exercise: Exercise, *, alone: bool, lone: bool) -> tuple[File | None, tuple[str, ...]]:
        """Choose the file that answers an exercise, and say what else there was."""
        slug = folded(exercise.slug)
        named = [f for f in self.files if slug in {folded(f.stem), folded(version_of(f.stem)[0])}]
        if named:
            best = min(named, key=partial(_precedence, exercise.slug))
            version = version_of(best.stem)[1] if folded(best.stem) != slug else 1
            again = (f"handed in again: version {version}",) if version > 1 else ()
            others = sorted(str(f.path) for f in named if f is not best)
            return best, (*again, *(f"there is also {other}, which was not graded" for other in others[:5]))
        if alone and lone and len(self.files) == 1:
            return self.files[0], ()
        looked = self.files if len(self.files) <= MAX_LOOKED else []
        fitting = [f for f in looked if exercise.entrypoint in self.defined(f)]
        if len(fitting) == 1 and not alone:
            return fitting[0], ()
        if len(fitting) == 1:
            return fitting[0], (f"not called {exercise.slug}.py, but it is the only file with `{exercise.entrypoint}`",)
        return None, ()

    def defined(self, file: File) -> set[str]:
        """Return the names a file binds; what this machine does not let us read is remembered."""
        source, why = file.glance()
        if isinstance(why, Fault):
            self.refuse("/".join(file.at), worded(why.rstrip("."), why))
        return defines(source)

    def _why(self, slug: str, *, others: bool) -> str:
        if self.refused:
            told = "; ".join(f"{name}: {why}" for name, why in self.refused[:3])
            return worded(f"There is no {slug}.py that could be read ({told}).", *(why for _, why in self.refused))
        there = sorted(f.name for f in self.files) or (sorted(self.others) if others else [])
        if there:
            names = ", ".join(there[:5])
            return f"None of the files handed in is called {slug}.py (there are: {names})."
        return self.instead or f"There is no {slug}.py in {self.where.name}."


def places(slug: str) -> tuple[Parts, ...]:
    """Return the folders of a repository in which an exercise's file may lie, nearest first."""
    return (), (slug,), ("exercises", slug)


def _precedence(slug: str, file: File) -> tuple[bool, int, int, int, int, Parts]:
    """Order files of one exercise: where it belongs, the shallowest, the latest, Python before a notebook."""
    version = version_of(file.stem)[1] if folded(file.stem) != folded(slug) else 1
    own = file.at[:-1] not in places(slug)
    return own, len(file.at), -file.upload, -version, SUFFIXES.index(file.suffix), file.at
