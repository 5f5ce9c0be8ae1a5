"""``list``: the exercises, and how far one is."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from grader import catalog
from grader.commands.choice import course_of, say_note
from grader.model import Exercise
from grader.progress import Entry


@click.command(name="list")
@click.pass_obj
def command(obj: dict[str, Any]) -> None:
    """List the exercises and how far you are."""
    folder, progress = course_of(obj)
    kept = progress.read()
    table = Table(box=None, pad_edge=False)
    for heading in ("exercise", "title", "state", "points"):
        table.add_column(heading, no_wrap=heading != "title", justify="right" if heading == "points" else "left")
    exercises = catalog.load_all(folder)
    entries = {slug: kept.exercises.get(slug, Entry()) for slug in exercises}
    for slug, exercise in exercises.items():
        state, style = _state(exercise, entries[slug])
        table.add_row(slug, exercise.title, f"[{style}]{state}[/]", _points(entries[slug], exercise))
    Console().print(table)
    passed = sum(entry.passed for entry in entries.values())
    click.echo(f"{passed} of {len(exercises)} passed")
    say_note(progress)


def _state(exercise: Exercise, entry: Entry) -> tuple[str, str]:
    own = catalog.own_file(exercise)
    if entry.passed:
        behind = entry.score is not None and entry.score < entry.max_score
        return ("passed before" if behind else "passed"), "green"
    try:
        started = catalog.started(exercise, own.read_bytes())
    except OSError:
        return f"no {own.name}", "red"
    return ("started", "yellow") if started else ("not started", "dim")


def _points(entry: Entry, exercise: Exercise) -> str:
    most = exercise.points.source + exercise.points.trace + exercise.points.numbers
    return f"{entry.score or 0:g}/{most:g}" if entry.score is not None else f"-/{most:g}"
