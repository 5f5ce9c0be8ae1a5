"""``hint``: help in stages."""

from __future__ import annotations

from typing import Any

import click

from grader import catalog
from grader.commands.choice import choose, course_of, say_note
from grader.model import UsageError


@click.command(name="hint")
@click.argument("slug", required=False)
@click.option("--stage", type=click.IntRange(min=1), help="Show this hint again, or go further  [default: the next].")
@click.pass_obj
def command(obj: dict[str, Any], slug: str | None, stage: int | None) -> None:
    """Show the next hint for an exercise, from a nudge to nearly there; never the answer."""
    folder, progress = course_of(obj)
    exercise = catalog.load(folder, choose(folder, progress, slug))
    count = len(exercise.hints)
    reached = progress.entry(exercise.slug).hints
    if stage is not None and stage > count:
        raise UsageError(f"there are {count} hints for {exercise.slug}")
    shown = stage or min(reached + 1, count)
    click.echo(f"Hint {shown} of {count} for {exercise.slug}: {exercise.hints[shown - 1]}")
    if stage is None and reached >= count:
        click.echo("(that is the last one; `--stage 1` begins again)")
    elif shown < count:
        click.echo("(there is more: ask again)")
    progress.hinted(exercise.slug, shown)
    say_note(progress)
