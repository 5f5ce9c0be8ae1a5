"""A batch for ``grade``: a line for each submission, progress meanwhile, and how to go on when it is stopped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.commands.codes import ERROR, FAILED, INTERRUPTED, PASSED
from grader.model import UsageError

if TYPE_CHECKING:
    from grader.crew import Crew
    from grader.intake import Found
    from grader.model import Exercise, Grade, Graded
    from grader.worker import Start

Writer = Callable[[Sequence["Graded"]], None]
Keeper = Callable[["Found", "Grade"], None]
STOPPING = "stopping: what is running is finished first; Ctrl-C again leaves at once"


def grade_many(
    todo: Sequence[Found],
    exercises: dict[str, Exercise],
    options: dict[str, Any],
    write: Writer,
    keep: Keeper,
    *,
    lines: bool,
    colours: tuple[bool, bool],
) -> int:
    """Grade a batch and return the exit code: lines go to standard output, progress to standard error.

    ``write`` is given all results at the end, which are read back one by one; ``keep`` each grade as it comes;
    ``colours`` are for the two streams.
    """
    from grader import shown  # noqa: PLC0415
    from grader.batch import Batch, Item, Stopped, default_journal, interruptible  # noqa: PLC0415
    from grader.journal import Journal  # noqa: PLC0415
    from grader.results import Results  # noqa: PLC0415

    path: Path = options["journal"] or default_journal()
    items = [Item(found.read, str(found.path)) for found in todo]
    needed = {found.exercise: exercises[found.exercise] for found in todo}
    counts = shown.Counts()
    with (
        Journal(path) as journal,
        shown.Live(sys.stdout, sys.stderr, colours) as live,
        Batch(
            needed,
            journal,
            jobs=options["jobs"] or min(len(todo), os.cpu_count() or 1),
            seed=options["seed"],
            require=options["require_isolation"],
            fresh=options["fresh"],
            crew=_crew(options["dask"], options["jobs"]),
            on_progress=live.progress,
        ) as batch,
        interruptible(batch, lambda: live.say(STOPPING)),
    ):
        if journal.note:
            live.say(f"grader: {journal.note}")
        try:
            for found, grade in zip(todo, batch.results(items), strict=True):
                counts.add(grade)
                keep(found, grade)
                if lines:
                    live.line(shown.line_of(grade))
        except (Stopped, KeyboardInterrupt):
            live.close()
            done = batch.progress.done - batch.progress.faults
            click.echo(
                f"stopped: {done} of {len(items)} are graded and kept in {path}; {going_on(fresh=options['fresh'])}",
                err=True,
            )
            return INTERRUPTED
        live.close()
        if lines:
            sys.stdout.write("\n" + counts.text())
        write(Results([item.read for item in items], batch.grade_of, needed, batch.was_graded))
    return counts.code(passed=PASSED, failed=FAILED, error=ERROR)


def going_on(*, fresh: bool) -> str:
    """Say what the next command would do."""
    if not fresh:
        return "the same command goes on from there"
    return (
        "the same command without --fresh goes on from there, and takes what was graded before for the rest; with "
        "--fresh it begins again"
    )


def _crew(dask: str | None, jobs: int | None) -> Callable[[Start], Crew] | None:
    """Return how to gather workers elsewhere; None for processes on this machine."""
    if dask is None:
        return None
    try:
        from grader.cluster import Cluster  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as error:
        raise UsageError(
            f"--dask needs a package that is not installed ({error.name}): pip install 'jax-exercise-grader[cluster]'"
        ) from None
    return lambda start: Cluster(dask, start, jobs)
