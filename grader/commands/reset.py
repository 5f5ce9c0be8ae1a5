"""``reset``: begin an exercise anew."""

from __future__ import annotations

from typing import Any

import click

from grader import catalog
from grader.commands.choice import course_of, say_note
from grader.model import UsageError
from grader.outputs import write_whole
from grader.progress import keep_aside


@click.command(name="reset")
@click.argument("slug")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def command(obj: dict[str, Any], slug: str, yes: bool) -> None:
    """Put your file for an exercise back to what it was at the start; what was in it is kept elsewhere."""
    folder, progress = course_of(obj)
    exercise = catalog.load(folder, slug)
    own, starter = catalog.own_file(exercise), catalog.starter(exercise)
    try:
        written = own.read_bytes()
    except FileNotFoundError:
        written = None
    except OSError as error:
        raise UsageError(f"{own} cannot be read: {error.strerror}") from None
    if written == starter:
        click.echo(f"{own.name} is as it was at the start.")
    elif written is not None and not yes and not click.confirm(f"Put {own} back to what it was at the start?"):
        click.echo("Nothing was changed.")
        return
    else:
        try:
            kept = None if written is None else keep_aside(slug, written)
            write_whole(own, starter.decode())
        except OSError as error:
            raise UsageError(f"{own} was not changed: {error.strerror}") from None
        click.echo(f"{own.name} is as it was at the start." + (f" Your version is in {kept}." if kept else ""))
    progress.forget(slug)
    say_note(progress)
