"""``new``: a new exercise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import catalog, skeleton


@click.command(name="new")
@click.argument("slug")
@click.option("--title", help="What the exercise is called  [default: made from its name].")
@click.pass_obj
def command(obj: dict[str, Any], slug: str, title: str | None) -> None:
    """Write a new exercise that holds from the start, to be replaced piece by piece."""
    folder = catalog.exercises_folder(obj["exercises"])
    made = skeleton.create(
        slug, title or slug.replace("_", " ").strip().capitalize(), folder, folder.parent / "solutions"
    )
    for path in made:
        click.echo(_near(path))
    click.echo(f"Now make it yours (docs/authors.md says how), and run `grader verify {slug}` until it holds.")


def _near(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
