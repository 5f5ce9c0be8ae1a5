"""Grade many submissions with several workers; lose nothing, grade nothing twice, give results in the order asked.

Every result goes to the journal before it counts. A worker that dies, or says nothing for too long, is replaced and its
submission tried once more; what fails twice is listed for a human and never scored.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from grader.grade import faulted
from grader.journal import Journal, exercise_digest, key_of
from grader.model import AuthorError, Exercise, Grade, GraderFault, Submission
from grader.worker import Done, Start, read_frame, write_frame

ROOT = Path(__file__).resolve().parents[1]
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from grader.worker import main; main()"
PATIENCE = 120.0
"""Seconds beyond a submission's own limits after which a silent worker is taken for dead."""
TRIES = 2
AHEAD = 64
"""Items whose results are known already that are read before they are given out."""


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
    running: dict[str, float] = field(default_factory=dict)
    """Submissions being graded, and since when (monotonic seconds)."""


class Stopped(Exception):  # noqa: N818 - a request of the user
    """The batch was asked to stop; what was finished is in the journal."""


@dataclass(slots=True, eq=False)
class _Job:
    key: bytes
    submission: Submission
    tries: int = 0


class _Run:
    """Where one pass over the items stands."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.names: list[tuple[bytes, str, str | None, tuple[str, ...]]] = []
        """Key, path, student and notes of the items read so far."""
        self.emitted = 0
        self.queue: deque[_Job] = deque()
        self.flying: dict[bytes, _Job] = {}
        self.failed: dict[bytes, Grade] = {}
        self.fresh: set[bytes] = set()
        """Keys graded in this pass."""


class _Worker:
    """A worker process and the job it has."""

    def __init__(self, start: Start) -> None:
        self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-I", "-B", "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.job: _Job | None = None
        self.since = 0.0
        write_frame(self.inward, start)

    @property
    def inward(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def outward(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def hand(self, job: _Job) -> None:
        """Hand a job over; OSError when the worker is gone."""
        self.job, self.since = job, time.monotonic()
        job.tries += 1
        write_frame(self.inward, job.submission)

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.inward.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.outward.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.inward.close()
        self.outward.close()


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
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """``fresh`` grades again what the journal already has."""
        self.exercises = dict(exercises)
        self.digests = {slug: exercise_digest(e) for slug, e in exercises.items()}
        self.journal, self.jobs, self.seed, self.fresh = journal, jobs, seed, fresh
        self.start = Start(exercises=self.exercises, seed=seed, require=require)
        self.on_progress = on_progress
        self.stopping = False
        self.progress = Progress(0)
        self.run = _Run(())
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Batch:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.kill() if error is not None else worker.end()
        self._workers.clear()
        self._selector.close()

    def stop(self) -> None:
        """Finish what is running, then raise ``Stopped``."""
        self.stopping = True

    def results(self, items: Sequence[Item]) -> Iterator[Grade]:
        """Grade the items and give their grades in order, each as soon as it and all before it are there.

        Raises Stopped after ``stop``, AuthorError where an exercise is wrong.
        """
        self.progress = Progress(len(items))
        run = self.run = _Run(items)
        while run.emitted < len(items):
            self._admit(run)
            self._hand_out(run.queue)
            yield from self._ready(run)
            busy = any(w.job is not None for w in self._workers)
            if self.stopping and not busy:
                raise Stopped
            if busy:
                self._keep(run, self._collect(run.queue))
            self.on_progress(self.progress)

    def grade_of(self, index: int) -> Grade:
        """Read again the grade of an item whose result was given."""
        key, path, student, notes = self.run.names[index]
        grade = self.run.failed[key] if key in self.run.failed else self.journal[key]
        return _for(grade, path, student, notes)

    def _admit(self, run: _Run) -> None:
        """Read submissions ahead, only as far as the workers can use them."""
        while len(run.names) < len(run.items) and len(run.queue) < 2 * self.jobs and not self.stopping:
            submission = run.items[len(run.names)].read()
            key = key_of(submission.source, submission.unreadable, self.digests[submission.exercise], self.seed)
            run.names.append((key, submission.path, submission.student, submission.notes))
            if key in run.failed or (key in self.journal and (not self.fresh or key in run.fresh)):
                self.progress.reused += 1
                if len(run.names) - run.emitted > AHEAD:
                    return
            elif key in run.flying:
                self.progress.reused += 1
            else:
                run.flying[key] = _Job(key, submission)
                run.queue.append(run.flying[key])

    def _ready(self, run: _Run) -> Iterator[Grade]:
        """Give the results whose turn has come."""
        while run.emitted < len(run.names):
            if run.names[run.emitted][0] in run.flying:
                return
            grade = self.grade_of(run.emitted)
            run.emitted += 1
            self._count(grade)
            yield grade

    def _keep(self, run: _Run, finished: Sequence[tuple[_Job, Done]]) -> None:
        """Put finished jobs into the journal; faults only into this run, so that the next one tries again."""
        for job, done in finished:
            if done.author is not None:
                raise AuthorError(*done.author)
            if done.grade is not None:
                self.journal.append(job.key, done.grade)
                run.fresh.add(job.key)
            else:
                exercise = self.exercises[job.submission.exercise]
                run.failed[job.key] = faulted(job.submission, exercise, done.fault, 0.0)
            del run.flying[job.key]

    def _count(self, grade: Grade) -> None:
        self.progress.done += 1
        self.progress.passed += grade.verdict == "pass"
        self.progress.faults += grade.verdict == "error"

    def _hand_out(self, queue: deque[_Job]) -> None:
        while queue and not self.stopping:
            worker = next((w for w in self._workers if w.job is None), None)
            if worker is None:
                if len(self._workers) >= self.jobs:
                    return
                worker = self._spawn()
            job = queue.popleft()
            try:
                worker.hand(job)
                self.progress.running[job.submission.path] = worker.since
            except OSError:
                worker.job = None
                job.tries -= 1
                queue.appendleft(job)
                self._drop(worker)

    def _spawn(self) -> _Worker:
        try:
            worker = _Worker(self.start)
        except OSError as error:
            raise GraderFault(f"a worker cannot be started: {error}") from error
        self._workers.append(worker)
        self._selector.register(worker.outward, selectors.EVENT_READ, worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        self._selector.unregister(worker.outward)
        worker.kill()
        self._workers.remove(worker)

    def _collect(self, queue: deque[_Job]) -> list[tuple[_Job, Done]]:
        """Wait a little for results; replace workers that died or went silent."""
        finished: list[tuple[_Job, Done]] = []
        for key, _ in self._selector.select(timeout=0.5):
            worker: _Worker = key.data
            job = worker.job
            frame = read_frame(worker.outward)
            if frame is None:
                self._lost(worker, queue, finished, "a worker died")
                continue
            done = msgspec.msgpack.decode(frame, type=Done)
            if job is None:
                if done.author is not None:
                    raise AuthorError(*done.author)
                self._drop(worker)
                continue
            worker.job = None
            self.progress.running.pop(job.submission.path, None)
            if done.fault:
                worker.job = job
                self._lost(worker, queue, finished, done.fault)
            else:
                finished.append((job, done))
        now = time.monotonic()
        for worker in list(self._workers):
            if worker.job is not None and now - worker.since > PATIENCE + self._allowance(worker.job):
                self._lost(worker, queue, finished, "a worker fell silent")
        return finished

    def _allowance(self, job: _Job) -> float:
        limits = self.exercises[job.submission.exercise].limits
        return 4 * limits.wall_seconds

    def _lost(self, worker: _Worker, queue: deque[_Job], finished: list[tuple[_Job, Done]], why: str) -> None:
        job = worker.job
        self._drop(worker)
        if job is None:
            return
        self.progress.running.pop(job.submission.path, None)
        if job.tries < TRIES:
            queue.appendleft(job)
        else:
            finished.append((job, Done(fault=f"{why} twice while it graded this submission")))


def _for(grade: Grade, path: str, student: str | None, notes: tuple[str, ...]) -> Grade:
    """Give a grade the name of the submission it answers."""
    if (grade.submission, grade.student, grade.notes) == (path, student, notes):
        return grade
    return msgspec.structs.replace(grade, submission=path, student=student, notes=notes)


@contextlib.contextmanager
def interruptible(batch: Batch) -> Iterator[None]:
    """Let the first Ctrl-C finish what is running, the second leave at once."""

    def first(number: int, frame: object) -> None:
        batch.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def default_journal() -> Path:
    """Return where results are kept between runs: the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "jax-exercise-grader"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "results.journal"
