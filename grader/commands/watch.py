"""``watch``: check again on every save."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import click

from grader import catalog
from grader.commands import screen
from grader.commands.choice import course_of
from grader.commands.codes import PASSED
from grader.model import Finding, Grade, Graded, NotRun, Severity, UsageError, Verdict

if TYPE_CHECKING:
    from grader.model import Exercise
    from grader.progress import Progress
    from grader.watching import Job

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


@click.command(name="watch")
@click.argument("slug", required=False)
@click.pass_obj
def command(obj: dict[str, Any], slug: str | None) -> None:
    """Check your file whenever it is saved: what the source says at once, the numbers right after."""
    from grader.sandbox.client import Sandbox  # noqa: PLC0415 - jax starts loading in its server meanwhile

    sandbox = Sandbox(warm=True, spares=1, launched=obj["launched"])
    try:
        folder, progress = course_of(obj)
        exercises = {slug: catalog.load(folder, slug)} if slug is not None else catalog.load_all(folder)
        if not exercises:
            raise UsageError(f"there are no exercises in {folder}")
        from grader.watching import Watching  # noqa: PLC0415

        screen = _Screen(progress, exercises)
        watching = Watching(exercises, sandbox, screen)
        before = signal.signal(signal.SIGINT, lambda number, frame: watching.stop())
        try:
            screen.welcome()
            watching.run(first=_first(slug, progress, exercises))
        finally:
            signal.signal(signal.SIGINT, before)
    finally:
        sandbox.close()
    click.echo("\nNo longer watching.")
    raise SystemExit(PASSED)


def _first(slug: str | None, progress: Progress, exercises: dict[str, Exercise]) -> str | None:
    """Return the exercise to check without waiting for a save: the one that is being worked on."""
    kept = progress.read()
    if slug is None and kept.last in exercises and not kept.exercises[kept.last].passed:
        slug = kept.last
    if slug is None:
        return None
    own = catalog.own_file(exercises[slug])
    return slug if own.is_file() and catalog.started(exercises[slug], own.read_bytes()) else None


class _Screen:
    """Shows the newest state; a terminal is cleared for it."""

    def __init__(self, progress: Progress, exercises: dict[str, Exercise]) -> None:
        self.progress, self.exercises = progress, exercises
        self.terminal = sys.stdout.isatty()
        self.colour = screen.colour(sys.stdout)
        self.lock = Lock()

    def welcome(self) -> None:
        from grader.report import terminal  # noqa: F401, PLC0415 - read now: the first finding should not wait for it

        own = [catalog.own_file(exercise) for exercise in self.exercises.values()]
        what = (
            screen.from_here(own[0])
            if len(own) == 1
            else f"your {len(own)} files under {screen.from_here(own[0].parent.parent)}"
        )
        self._write(f"Watching {what}: save and see. Each README.md has the task. Ctrl-C leaves.\n")

    def checked(self, job: Job) -> None:
        from grader.report import terminal  # noqa: PLC0415

        errors = sum(f.severity is Severity.ERROR for f in job.report.findings)
        count = f"{errors} thing{'s' if errors > 1 else ''} to mend" if errors else "as asked"
        head = f"SOURCE  {count}  {job.submission.path}  (the numbers follow)\n"
        text = terminal.render_findings(_unfinished(job), width=screen.width(), colour=self.colour)
        self._write(head + text.rstrip("\n") + "\n", clear=True)

    def graded(self, job: Job, graded: Graded) -> None:
        from grader.report import terminal  # noqa: PLC0415

        self.progress.graded(job.exercise.slug, graded.grade)
        text = terminal.render([graded], width=screen.width(), colour=self.colour)
        if graded.grade.verdict is Verdict.PASS:
            text += f"\n{self._next(job.exercise.slug)}\n"
        self._write(text, clear=True, about=job)

    def gone(self, path: Path) -> None:
        self._write(
            f"{path.name} is gone. It is checked again once it is back; `grader reset` brings the start back.\n"
        )

    def _next(self, slug: str) -> str:
        kept = self.progress.read().exercises
        left = [s for s in self.exercises if s != slug and not (s in kept and kept[s].passed)]
        if left:
            return f"Next: {screen.from_here(catalog.own_file(self.exercises[left[0]]))}"
        return "Everything that is watched has passed." if len(self.exercises) > 1 else ""

    def _write(self, text: str, *, clear: bool = False, about: Job | None = None) -> None:
        with self.lock:
            if about is not None and about.given_up.is_set():
                return  # something newer is shown already
            sys.stdout.write((CLEAR if clear and self.terminal else "") + text)
            sys.stdout.flush()


def _unfinished(job: Job) -> Graded:
    """Make a grade of what the source says."""
    findings: tuple[Finding, ...] = job.report.findings
    grade = Grade(
        submission=job.submission.path,
        exercise=job.exercise.slug,
        verdict=Verdict.FAIL,
        outcome=NotRun(reason="the numbers follow"),
        score=0.0,
        max_score=0.0,
        seconds=0.0,
        findings=findings,
        main=job.report.main,
    )
    return Graded(grade=grade, text=job.report.text, exercise=job.exercise)
