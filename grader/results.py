"""The results of a batch, read back from the journal one at a time: memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from grader.model import Exercise, Grade, Graded, Submission, UsageError
from grader.source.decoding import Unreadable, decode


class Results(Sequence[Graded]):
    """Grades in the order asked, with the text each was given for."""

    def __init__(
        self,
        readers: Sequence[Callable[[], Submission]],
        grade_of: Callable[[int], Grade],
        exercises: dict[str, Exercise],
        was_graded: Callable[[int, Submission], bool] = lambda index, submission: True,
    ) -> None:
        """``grade_of`` reads a grade by its place in the order; ``readers`` read a submission again for its text.

        A file that went away since, or is another one by ``was_graded``, keeps its grade and has no text to show.
        """
        self._readers, self._grade_of, self._exercises = readers, grade_of, exercises
        self._was_graded = was_graded

    def __len__(self) -> int:
        """Count them."""
        return len(self._readers)

    @overload
    def __getitem__(self, index: int) -> Graded: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Graded]: ...

    def __getitem__(self, index: int | slice) -> Graded | Sequence[Graded]:
        """Read one, or a few."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        grade = self._grade_of(index)
        exercise = self._exercises[grade.exercise]
        try:
            submission = self._readers[index]()
        except (OSError, UsageError):
            return Graded(grade=grade, text=None, exercise=exercise)
        if not self._was_graded(index, submission):
            return Graded(grade=grade, text=None, exercise=exercise)
        return Graded(grade=grade, text=text_of(submission), exercise=exercise, cells=submission.cells)

    def __iter__(self) -> Iterator[Graded]:
        """Read them one after another."""
        return (self[i] for i in range(len(self)))


def text_of(submission: Submission) -> str | None:
    """Return a submission's text, or None when it cannot be decoded."""
    if submission.unreadable is not None:
        return None
    try:
        return decode(submission.source)
    except Unreadable:
        return None
