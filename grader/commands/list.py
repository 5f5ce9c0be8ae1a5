"""``list``: the exercises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from grader import catalog


@click.command(name="list")
@click.pass_obj
def command(obj: dict[str, Any]) -> None:
    """List the exercises."""
    table = Table(box=None, pad_edge=False)
    for heading in ("exercise", "title", "your file"):
        table.add_column(heading)
    for slug, exercise in catalog.load_all(catalog.exercises_folder(obj["exercises"])).items():
        own = Path(exercise.directory) / f"{slug}.py"
        state = "started" if catalog.started(exercise, own.read_bytes()) else "not started"
        table.add_row(slug, exercise.title, state)
    Console().print(table)
