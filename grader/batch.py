"""Grade many submissions with several workers; lose nothing, grade nothing twice, give results in the order asked.

Every result goes to the journal before it counts. What a worker failed on is tried once more by a fresh one; what fails
twice is listed for a human and never scored.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import msgspec

from grader.crew import Crew, Job, Processes
from grader.grade import faulted
from grader.journal import Journal
from grader.keys import exercise_digest, key_of
from grader.model import AuthorError, Exercise, Grade, GraderFault, Submission, UsageError, Verdict
from grader.sandbox.guards import ladder
from grader.worker import Done, Start

TRIES = 2
AHEAD = 64
"""Items whose results are known already that are read before they are given out."""
HOPELESS = 5
"""Submissions in a row that nobody could grade, while nothing was graded at all, after which the batch gives up."""
WAIT = 0.5


@dataclass(frozen=True, slots=True)
class Item:
    """One submission to grade: how to read it, and whose it is. Its content is read when its turn comes."""

    read: Callable[[], Submission]
    path: str


@dataclass(slots=True)
class Progress:
    """How far a batch is."""

    total: int
    done: int = 0
    passed: int = 0
    reused: int = 0
    faults: int = 0
    stopping: bool = False
    running: dict[str, float] = field(default_factory=dict)
    """Submissions being graded, and since when (monotonic seconds)."""

    def count(self, verdict: Verdict, times: int = 1) -> None:
        """Count a result."""
        self.done += times
        self.passed += times * (verdict is Verdict.PASS)
        self.faults += times * (verdict is Verdict.ERROR)


class Stopped(Exception):  # noqa: N818 - a request of the user
    """The batch was asked to stop; what was finished is in the journal."""


_Whose = tuple[str, str | None, tuple[str, ...], tuple[str, ...]]
"""Path, student, identity and notes: what a grade of equal content has of its own."""


class _Run:
    """Where one pass over the items stands."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.names: list[tuple[bytes, _Whose]] = []
        """Key of the items read so far, and whose each is."""
        self.emitted = 0
        self.queue: deque[Job] = deque()
        self.waiting: dict[bytes, list[int]] = {}
        """Items, by their place, that wait for a job to come back; the keys of all jobs on their way."""
        self.counted: set[int] = set()
        """Items not given out yet that progress has counted."""
        self.failed: dict[bytes, Grade] = {}
        self.fresh: set[bytes] = set()
        """Keys graded in this pass."""
        self.known = False
        """Whether some result was there already."""

    def head_is_known(self) -> bool:
        """Tell whether the next result to give is there."""
        return self.emitted < len(self.names) and self.names[self.emitted][0] not in self.waiting


class Batch:
    """Runs a batch; iterate over ``results`` for the grades in the order of the items."""

    def __init__(
        self,
        exercises: Mapping[str, Exercise],
        journal: Journal,
        *,
        jobs: int = 1,
        seed: int | None = None,
        require: int | None = None,
        fresh: bool = False,
        crew: Callable[[Start], Crew] | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """``fresh`` grades again what the journal has; ``crew`` makes other workers than ``jobs`` processes here."""
        self.exercises = dict(exercises)
        self.digests = {slug: exercise_digest(e) for slug, e in exercises.items()}
        self.journal, self.seed, self.require, self.fresh = journal, seed, require, fresh
        self.on_progress = on_progress
        self.stopping = False
        self.progress = Progress(0)
        self.run = _Run(())
        start = Start(exercises=self.exercises, seed=seed, require=require)
        self.crew: Crew = Processes(start, jobs) if crew is None else crew(start)

    def __enter__(self) -> Batch:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the workers."""
        self.crew.close(at_once=error is not None)

    def stop(self) -> None:
        """Finish what is running, then raise ``Stopped``."""
        self.stopping = self.progress.stopping = True

    def results(self, items: Sequence[Item]) -> Iterator[Grade]:
        """Grade the items and give their grades in order, each as soon as it and all before it are there.

        Raises Stopped after ``stop``, AuthorError where an exercise is wrong, UsageError when the journal is full.
        """
        self.progress = Progress(len(items), stopping=self.stopping)
        run = self.run = _Run(items)
        while run.emitted < len(items):
            self._admit(run)
            self._hand_out(run)
            yield from self._ready(run)
            busy = bool(self.crew.running)
            if self.stopping and not busy and run.emitted < len(items):
                raise Stopped
            if busy:
                # Grades first: an error that ends the batch should not cost the results that came with it.
                for job, done in sorted(self.crew.collect(WAIT), key=lambda pair: pair[1].grade is None):
                    self._take(run, job, done)
            self.progress.running = {job.submission.path: since for job, since in self.crew.running.items()}
            self.on_progress(self.progress)

    def grade_of(self, index: int) -> Grade:
        """Read again the grade of an item whose result was given."""
        key, whose = self.run.names[index]
        return _for(self.run.failed[key] if key in self.run.failed else self.journal[key], whose)

    def was_graded(self, index: int, submission: Submission) -> bool:
        """Tell whether this is still the content that the item's grade is about."""
        return self.run.names[index][0] == self._key(submission)

    def _key(self, submission: Submission) -> bytes:
        return key_of(submission, self.digests[submission.exercise], self.seed)

    def _admit(self, run: _Run) -> None:
        """Read submissions ahead, as far as the workers can use them, and give out early what is known already."""
        while len(run.names) < len(run.items) and len(run.queue) < 2 * self.crew.places and not self.stopping:
            if run.head_is_known() and len(run.names) - run.emitted > AHEAD:
                return
            index = len(run.names)
            submission = run.items[index].read()
            key = b"unread %d" % index if submission.fault else self._key(submission)
            # The item's own string where it is the same: a batch holds one for each submission.
            path = submission.path if submission.path != run.items[index].path else run.items[index].path
            run.names.append((key, (path, submission.student, submission.identity, submission.notes)))
            if submission.fault:
                # No worker can judge what cannot be read, and the next run tries it again.
                exercise = self.exercises[submission.exercise]
                run.failed[key] = faulted(submission, exercise, submission.unreadable or "", 0.0)
                continue
            if key in run.waiting:
                run.waiting[key].append(index)
            elif not self._is_known(run, key):
                run.waiting[key] = [index]
                run.queue.append(Job(key, submission))
                continue
            else:
                run.known |= key in self.journal
            self.progress.reused += 1

    def _is_known(self, run: _Run, key: bytes) -> bool:
        if key in run.failed or key in run.fresh:
            return True
        if self.fresh or key not in self.journal:
            return False
        if self.require is None:
            return True
        # Nothing ran where no guard is named, so there was nothing to shut in.
        guards = self.journal[key].isolation
        return not guards or ladder.level(guards) >= self.require

    def _ready(self, run: _Run) -> Iterator[Grade]:
        """Give the results whose turn has come."""
        while run.head_is_known():
            grade = self.grade_of(run.emitted)
            if run.emitted in run.counted:
                run.counted.remove(run.emitted)
            else:
                self.progress.count(grade.verdict)
            run.emitted += 1
            yield grade

    def _hand_out(self, run: _Run) -> None:
        while run.queue and not self.stopping and self.crew.has_room():
            job = run.queue.popleft()
            job.tries += 1
            self.crew.hand(job)

    def _take(self, run: _Run, job: Job | None, done: Done) -> None:
        """Put what came back into the journal; faults only into this run, so that the next one tries again."""
        if done.author is not None:
            raise AuthorError(*done.author)
        if done.usage:
            raise UsageError(done.usage)
        if job is None:
            return
        if done.grade is not None:
            self.journal.append(job.key, done.grade)
            run.fresh.add(job.key)
            verdict = done.grade.verdict
        elif job.tries < TRIES:
            run.queue.appendleft(job)
            return
        else:
            exercise = self.exercises[job.submission.exercise]
            why = f"{done.fault} (tried again by another worker: the same)" if job.tries == TRIES else done.fault
            run.failed[job.key] = faulted(job.submission, exercise, why, 0.0)
            verdict = Verdict.ERROR
            if len(run.failed) >= HOPELESS and not run.fresh and not run.known:
                raise GraderFault(f"nothing could be graded; {HOPELESS} submissions were tried: {done.fault}")
        places = run.waiting.pop(job.key)
        run.counted.update(places)
        self.progress.count(verdict, len(places))


def _for(grade: Grade, whose: _Whose) -> Grade:
    """Give a grade the name of the submission it answers."""
    path, student, identity, notes = whose
    if (grade.submission, grade.student, grade.identity, grade.notes) == whose:
        return grade
    return msgspec.structs.replace(grade, submission=path, student=student, identity=identity, notes=notes)


@contextlib.contextmanager
def interruptible(batch: Batch, said: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Let the first Ctrl-C finish what is running, the second leave at once; ``said`` is called at the first."""

    def first(number: int, frame: object) -> None:
        batch.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        said()

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def journal_place() -> Path:
    """Return where results are kept between runs: the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "jax-exercise-grader" / "results.journal"


def default_journal() -> Path:
    """Return where results are kept between runs, and make its folder."""
    place = journal_place()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"no journal can be kept in {place.parent}: {error.strerror}; name one with --journal"
        ) from None
    return place
