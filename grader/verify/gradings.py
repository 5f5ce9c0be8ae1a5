"""Grade an exercise's own programs with the workers of a batch, in processes that stay warm."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from grader.batch import Batch, Item
from grader.journal import Journal
from grader.model import AuthorError, Exercise, Grade, Limits, Submission

LIMITS = Limits(cpu_seconds=5.0, wall_seconds=15.0)
"""A mutant that loops need not be waited for as long as a learner's answer."""
SEED = 20_260_101
"""Hidden inputs are the same in every run: what a mutant's score is does not depend on luck."""
Said = Callable[[str, int, int], None]
"""Called with a slug, how many of its programs are graded, and of how many."""


class Gradings:
    """Grades programs as answers to exercises; the workers start with the first one."""

    def __init__(self, exercises: Mapping[str, Exercise], *, jobs: int, said: Said) -> None:
        """``said`` hears how far it is."""
        self.exercises = {slug: _bounded(e) for slug, e in exercises.items()}
        self.jobs, self.said = jobs, said
        self.broken: dict[str, AuthorError] = {}
        """Exercises whose tests cannot be read."""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._journal: Journal | None = None
        self._batch: Batch | None = None

    def __enter__(self) -> Gradings:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the workers."""
        self._close(error)

    def grade(self, slug: str, programs: Sequence[tuple[str, bytes]]) -> list[Grade]:
        """Grade programs, each with a name. Raises AuthorError where the exercise's tests are wrong."""
        items = [Item(_reader(name, source, slug), name) for name, source in programs]
        while slug not in self.broken:
            grades: list[Grade] = []
            try:
                for grade in self._running().results(items):
                    grades.append(grade)
                    self.said(slug, len(grades), len(items))
            except AuthorError as error:
                self._close(error)
                self._set_aside(self._named(error, slug, items[len(grades) :]), slug)
            else:
                return grades
        raise self.broken[slug]

    def _named(self, error: AuthorError, slug: str, items: Sequence[Item]) -> AuthorError:
        """Say on which program a test broke, where it broke on one: the first of those that were not graded yet."""
        if Path(self.exercises[slug].directory) not in Path(error.path).parents:
            return error
        for item in items:
            try:
                list(self._running().results([item]))
            except AuthorError as again:
                self._close(again)
                # Alone it breaks as well, so that is where; a file that cannot even be collected breaks on nothing.
                return (
                    again
                    if len(items) == 1
                    else AuthorError(f"{again.message} (on {item.path})", again.path, again.line)
                )
        return error

    def _set_aside(self, error: AuthorError, asked: str) -> None:
        """Leave out the exercise at fault, so that the others can be verified."""
        at_fault = next((s for s, e in self.exercises.items() if Path(e.directory) in Path(error.path).parents), asked)
        self.broken[at_fault] = error
        self.exercises.pop(at_fault, None)

    def _running(self) -> Batch:
        if self._batch is None:
            self._folder = tempfile.TemporaryDirectory(prefix="verify-")
            self._journal = Journal(Path(self._folder.name, "results"))
            self._batch = Batch(self.exercises, self._journal, jobs=self.jobs, seed=SEED)
        return self._batch

    def _close(self, error: BaseException | None) -> None:
        if self._batch is not None:
            self._batch.__exit__(type(error) if error is not None else None, error, None)
        if self._journal is not None:
            self._journal.close()
        if self._folder is not None:
            self._folder.cleanup()
        self._batch = self._journal = self._folder = None


def _bounded(exercise: Exercise) -> Exercise:
    limits = msgspec.structs.replace(
        exercise.limits,
        cpu_seconds=min(exercise.limits.cpu_seconds, LIMITS.cpu_seconds),
        wall_seconds=min(exercise.limits.wall_seconds, LIMITS.wall_seconds),
    )
    return msgspec.structs.replace(exercise, limits=limits)


def _reader(name: str, source: bytes, slug: str) -> Callable[[], Submission]:
    submission = Submission(path=name, exercise=slug, source=source)
    return lambda: submission
