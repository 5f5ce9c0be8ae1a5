"""One submission that was found, and how it is read when its turn comes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from grader import notebook
from grader.intake.files import Fault, limit_of, read_file
from grader.intake.tree import visible
from grader.model import Submission
from grader.people import Person

Reader = Callable[[], tuple[bytes, str | None]]


@dataclass(frozen=True, slots=True)
class Found:
    """One submission that was found; it is read when its turn comes."""

    path: Path
    exercise: str
    student: str | None = None
    missing: str | None = None
    """Why there is no file at all: a sentence for the learner."""
    identity: tuple[str, ...] = ()
    """What else the student is known by, as in ``grader.people``."""
    notes: tuple[str, ...] = ()
    repository: str = ""
    """The whole name of the student's folder in a folder of repositories: it ends with the student's login."""
    home: Path | None = None
    """The folder in which the student has the name; in another one it may be another student's."""
    export: Path | None = None
    """The export whose ids the student is known by."""
    reader: Reader | None = None
    """Reads the file, where ``path`` is not one on disk."""

    @property
    def person(self) -> Person:
        """Return whose it is."""
        return Person(name=self.student or visible(self.path.stem), ids=self.identity)

    def belonging_to(self, person: Person) -> Found:
        """Give it to a student."""
        return replace(self, student=person.name, identity=person.ids)

    def with_notes(self, *notes: str) -> Found:
        """Say more about it."""
        return replace(self, notes=(*self.notes, *notes))

    def bytes(self) -> tuple[bytes, str | None]:
        """Read what is in the file; say why when it cannot be read."""
        if self.missing is not None:
            return b"", self.missing
        return read_file(self.path, limit_of(self.path.name)) if self.reader is None else self.reader()

    def read(self) -> Submission:
        """Read it."""
        source, unreadable = self.bytes()
        cells: tuple[int, ...] = ()
        notes: tuple[str, ...] = ()
        if self.path.suffix.lower() == ".ipynb" and unreadable is None:
            try:
                found = notebook.read(source)
                source, cells, notes = found.source, found.cells, found.notes
            except notebook.NotANotebook as error:
                source, unreadable = b"", str(error)
        return Submission(
            path=visible(str(self.path)),
            exercise=self.exercise,
            student=self.student,
            identity=self.identity,
            source=source,
            unreadable=None if unreadable is None else str(unreadable),
            fault=isinstance(unreadable, Fault),
            cells=cells,
            notes=(*self.notes, *notes),
        )


def defines(source: bytes) -> set[str]:
    """Return the names a source binds at its top level, as far as a glance shows them."""
    if len(source) > 100_000:
        return set()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return names
