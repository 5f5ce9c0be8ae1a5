"""Check files again whenever they are saved: what the source says at once, the numbers as soon as they are there.

One thread looks at the files and checks their text; the main thread runs the numbers in a warm sandbox. A newer save
gives up what is still running for the older one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol

import watchfiles

from grader.catalog import own_file
from grader.grade import Abandoned, Engine
from grader.intake import Found
from grader.model import Exercise, Graded, Submission, UsageError
from grader.numbers import Runner, with_tests
from grader.sandbox.client import Sandbox
from grader.source.checker import Checker
from grader.source.report import SourceReport, load_finding

QUIET_MS = 20
"""How long nothing must happen to a file before it is read: editors save in several steps."""
LONGEST_MS = 100
TICK_MS = 250
"""How often the files are looked at anyway: some file systems tell nobody about a save."""


class Job:
    """One saved state of a file, on its way through the checks."""

    def __init__(self, submission: Submission, exercise: Exercise, report: SourceReport) -> None:
        """``given_up`` is set once a newer state was saved."""
        self.submission, self.exercise, self.report = submission, exercise, report
        self.given_up = Event()


class Screen(Protocol):
    """Who is told what was found; calls come from two threads."""

    def checked(self, job: Job) -> None:
        """Hear what the source says; the numbers follow."""

    def graded(self, job: Job, graded: Graded) -> None:
        """Hear all of it."""

    def gone(self, path: Path) -> None:
        """Hear that a file is not there any more."""


class _Known:
    """Gives the engine the report that is there already."""

    def __init__(self) -> None:
        self.report = SourceReport()

    def submit(self, source: bytes, exercise: Exercise) -> None:
        """Take nothing in."""

    def result(self) -> SourceReport:
        return self.report

    def close(self) -> None:
        """End nothing."""


class Watching:
    """Watches the learner's own files of some exercises."""

    def __init__(self, exercises: Mapping[str, Exercise], sandbox: Sandbox, screen: Screen) -> None:
        """Nothing is watched yet."""
        self.exercises, self.sandbox, self.screen = exercises, sandbox, screen
        self.files = {slug: own_file(exercise) for slug, exercise in exercises.items()}
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._stop = Event()
        self._newest: Job | None = None
        self._engine: Engine | None = None
        self._failure: BaseException | None = None
        self._seen: dict[str, tuple[bytes, str | None]] = {}
        # Read here: what is saved from now on counts.
        self._stats = {slug: _stat(path) for slug, path in self.files.items()}
        self._absent: set[str] = set()

    def run(self, first: str | None = None) -> None:
        """Watch until ``stop``; the file of the exercise ``first`` is checked without waiting for a save."""
        if first is not None:
            del self._stats[first]
        looking = Thread(target=self._look, name="looking", daemon=True)
        looking.start()
        try:
            with_tests(self.exercises, self._numbers)
        finally:
            self.stop()
            looking.join(timeout=5)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End the watching; may be called from a signal handler."""
        self._stop.set()
        self._jobs.put(None)
        self._give_up()

    # -- the main thread -----------------------------------------------------------------------------------------

    def _numbers(self, runner: Runner) -> None:
        known = _Known()
        engine = self._engine = Engine(self.sandbox, known)
        while (job := self._jobs.get()) is not None:
            known.report = job.report
            try:
                grade, report = engine.grade(job.submission, job.exercise, runner, job.given_up)
            except Abandoned:
                continue
            if not job.given_up.is_set():
                self.screen.graded(job, Graded(grade=grade, text=report.text, exercise=job.exercise))

    # -- the thread that looks at the files ----------------------------------------------------------------------

    def _look(self) -> None:
        try:
            with Checker() as checker:
                self._changed(checker)
                folders = sorted({path.parent for path in self.files.values()})
                for changes in watchfiles.watch(
                    *folders,
                    watch_filter=None,
                    debounce=LONGEST_MS,
                    step=QUIET_MS,
                    stop_event=self._stop,
                    rust_timeout=TICK_MS,
                    yield_on_timeout=True,
                    raise_interrupt=False,
                    recursive=False,
                ):
                    self._changed(checker, tick=not changes)
        except FileNotFoundError as error:
            self._failure = UsageError(f"a folder of exercises is gone: {error}")
        except BaseException as error:
            self._failure = error
        self.stop()

    def _changed(self, checker: Checker, *, tick: bool = False) -> None:
        """Check the files that are not as they were."""
        for slug, path in self.files.items():
            stat = _stat(path)
            if not stat:
                if tick and slug not in self._absent and slug in self._stats:
                    # Still gone after a while: no editor that moves a new file into its place.
                    self._absent.add(slug)
                    self._seen.pop(slug, None)
                    self._give_up_on(slug)
                    self.screen.gone(path)
                continue
            if stat != self._stats.get(slug):
                self._absent.discard(slug)
                self._stats[slug] = stat
                self._saved(slug, path, checker)

    def _saved(self, slug: str, path: Path, checker: Checker) -> None:
        submission = Found(_near(path), slug).read()
        content = submission.source, submission.unreadable
        if self._seen.get(slug) == content:
            return
        self._seen[slug] = content
        self._give_up()
        exercise = self.exercises[slug]
        if submission.unreadable is not None:
            report = SourceReport(findings=(load_finding(submission.unreadable),), main=0, loads=False)
        else:
            report = checker.check(submission.source, exercise)
        job = self._newest = Job(submission, exercise, report)
        self.screen.checked(job)
        self._jobs.put(job)

    def _give_up_on(self, slug: str) -> None:
        if self._newest is not None and self._newest.submission.exercise == slug:
            self._give_up()

    def _give_up(self) -> None:
        job, engine = self._newest, self._engine
        if job is None:
            return
        if engine is None:
            job.given_up.set()
        else:
            engine.abandon(job.given_up)


def _stat(path: Path) -> tuple[int, ...]:
    """Return what changes when a file is saved; empty when it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _near(path: Path) -> Path:
    """Name a file as one would type it here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
