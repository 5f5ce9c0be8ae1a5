"""``hint``: help in stages."""

from __future__ import annotations

from typing import Any

import click

from grader import catalog
from grader.model import UsageError


@click.command(name="hint")
@click.argument("slug", required=False)
@click.option("--stage", type=click.IntRange(min=1), default=1, show_default=True, help="How far to be helped.")
@click.pass_obj
def command(obj: dict[str, Any], slug: str | None, stage: int) -> None:
    """Show a hint for an exercise, from a nudge to nearly there; never the answer."""
    folder = catalog.exercises_folder(obj["exercises"])
    known = catalog.slugs(folder)
    if slug is None and len(known) != 1:
        raise UsageError(f"which exercise? (one of: {', '.join(known)})")
    exercise = catalog.load(folder, slug or known[0])
    count = len(exercise.hints)
    if stage > count:
        raise UsageError(f"there are {count} hints for {exercise.slug}")
    click.echo(f"Hint {stage} of {count}: {exercise.hints[stage - 1]}")
    if stage < count:
        click.echo(f"(more: make hint EXERCISE={exercise.slug} ARGS='--stage {stage + 1}')")
