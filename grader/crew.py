"""The workers of a batch on this machine: processes that are handed jobs, watched, and replaced when they die."""

from __future__ import annotations

import contextlib
import selectors
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Protocol

import msgspec

from grader import interpreter
from grader.model import Exercise, GraderFault, Submission
from grader.worker import Done, Start, read_frame, write_frame

START = "from grader.worker import main; main()"
PATIENCE = 300.0
STEPS = 40
"""A worker is taken for dead after this many of the longest steps a submission may take, and the seconds above: each of
its own waits ends long before, so that this is for a worker that is stopped, not for one that is slow."""


@dataclass(slots=True, eq=False)
class Job:
    """One content to grade, for every submission that has it."""

    key: bytes
    submission: Submission
    tries: int = 0
    last: str = ""
    """Where it was tried last, for crews that can choose another place."""


class Crew(Protocol):
    """Whoever grades: takes jobs, and gives each back with what came of it."""

    @property
    def places(self) -> int:
        """How many jobs can run side by side."""

    @property
    def running(self) -> Mapping[Job, float]:
        """Jobs that were handed out and have not come back, and since when (monotonic seconds)."""

    def has_room(self) -> bool:
        """Tell whether another job can be handed out now."""

    def hand(self, job: Job) -> None:
        """Hand a job out. Raises GraderFault when there is nobody to take it."""

    def collect(self, seconds: float) -> list[tuple[Job | None, Done]]:
        """Wait at most so long for what comes back; a fault without a job is about the crew itself."""

    def close(self, *, at_once: bool) -> None:
        """Send everybody home; ``at_once`` without waiting for what they are doing."""


def patience(exercise: Exercise) -> float:
    """Return the seconds after which a worker that says nothing is taken for dead."""
    return PATIENCE + STEPS * exercise.limits.wall_seconds


class Worker:
    """A worker process and the job it has."""

    def __init__(self, start: Start) -> None:
        """Start it; OSError when that cannot be done."""
        self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            interpreter.command(START),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.job: Job | None = None
        self.since = 0.0
        with contextlib.suppress(BrokenPipeError):  # it died at once: the end of its answers will tell
            write_frame(self.inward, start)

    @property
    def inward(self) -> IO[bytes]:
        """Where it reads."""
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def outward(self) -> IO[bytes]:
        """Where it answers."""
        assert self.process.stdout is not None
        return self.process.stdout

    def hand(self, job: Job) -> None:
        """Hand a job over; OSError when the worker is gone."""
        write_frame(self.inward, job.submission)
        self.job, self.since = job, time.monotonic()

    def answer(self) -> Done | None:
        """Read what it answers; None when it died."""
        frame = read_frame(self.outward)
        try:
            return None if frame is None else msgspec.msgpack.decode(frame, type=Done)
        except msgspec.DecodeError:
            return None

    def end(self) -> None:
        """Let it end."""
        with contextlib.suppress(OSError):
            self.inward.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=5)
        self.kill()

    def kill(self) -> None:
        """End it now; what it started ends with it."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.inward.close()
        self.outward.close()


class Processes:
    """A crew of processes on this machine."""

    def __init__(self, start: Start, places: int) -> None:
        """Nobody is started before there is work."""
        self._start, self._places = start, places
        self.workers: list[Worker] = []
        self._selector = selectors.DefaultSelector()

    @property
    def places(self) -> int:
        """How many jobs can run side by side."""
        return self._places

    @property
    def running(self) -> dict[Job, float]:
        """Jobs being graded, and since when."""
        return {worker.job: worker.since for worker in self.workers if worker.job is not None}

    def has_room(self) -> bool:
        """Tell whether a worker is free, or may be started."""
        return len(self.workers) < self._places or any(worker.job is None for worker in self.workers)

    def hand(self, job: Job) -> None:
        """Hand a job to a free worker; a free worker that died meanwhile is replaced."""
        for worker in [w for w in self.workers if w.job is None]:
            try:
                worker.hand(job)
                return
            except OSError:
                self._drop(worker)
        worker = self._spawn()
        with contextlib.suppress(BrokenPipeError):
            worker.hand(job)
        worker.job, worker.since = job, time.monotonic()

    def collect(self, seconds: float) -> list[tuple[Job | None, Done]]:
        """Wait a little for answers; workers that died, failed or went silent are dropped."""
        finished: list[tuple[Job | None, Done]] = []
        for key, _ in self._selector.select(timeout=seconds):
            worker: Worker = key.data
            job, done = worker.job, worker.answer()
            worker.job = None
            if done is None or done.fault or job is None:
                self._drop(worker)
            if job is not None or (done is not None and not done.fault):
                finished.append((job, done or Done(fault="its worker died")))
        now = time.monotonic()
        for worker in list(self.workers):
            if (job := worker.job) is None:
                continue
            if now - worker.since > patience(self._start.exercises[job.submission.exercise]):
                self._drop(worker)
                finished.append((job, Done(fault="its worker fell silent")))
        return finished

    def close(self, *, at_once: bool) -> None:
        """End the workers."""
        for worker in self.workers:
            worker.kill() if at_once else worker.end()
        self.workers.clear()
        self._selector.close()

    def _spawn(self) -> Worker:
        try:
            worker = Worker(self._start)
        except OSError as error:
            raise GraderFault(f"a worker cannot be started: {error}") from error
        self.workers.append(worker)
        self._selector.register(worker.outward, selectors.EVENT_READ, worker)
        return worker

    def _drop(self, worker: Worker) -> None:
        self._selector.unregister(worker.outward)
        self.workers.remove(worker)
        worker.kill()
