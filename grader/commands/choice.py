"""The exercise a command is about, where it was not named, and what is kept about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import catalog
from grader.model import UsageError
from grader.progress import Progress


def course_of(obj: dict[str, Any]) -> tuple[Path, Progress]:
    """Return the folder of exercises and the learner's progress in it."""
    folder = catalog.exercises_folder(obj["exercises"])
    return folder, Progress(folder)


def choose(folder: Path, progress: Progress, slug: str | None) -> str:
    """Return the exercise that was named, or the one that is being worked on."""
    known = catalog.slugs(folder)
    if slug is not None:
        return slug
    if len(known) == 1:
        return known[0]
    kept = progress.read()
    if kept.last in known and not kept.exercises[kept.last].passed:
        return kept.last
    raise UsageError(f"which exercise? (one of: {', '.join(known) or 'none'})")


def say_note(progress: Progress) -> None:
    """Tell the user why progress is ignored or cannot be kept; nothing else depends on it."""
    if progress.note:
        click.echo(f"grader: {progress.note}", err=True)
