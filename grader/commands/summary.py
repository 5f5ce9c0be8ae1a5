"""``summary``: a class in one screen."""

from __future__ import annotations

from pathlib import Path

import click

from grader import saved
from grader.commands.paths import Named
from grader.report import overview


@click.command(name="summary")
@click.argument("report", type=Named())
def command(report: Path) -> None:
    """Sum up a JSON report or a journal: pass rate, causes, the slowest, what was not judged."""
    results = saved.load(report)
    if results.note:
        click.echo(f"grader: {results.note}", err=True)
    click.echo(overview.render(results.grades), nl=False)
    if not results.complete:
        click.echo("(a journal has each different file once, from every run that used it; a JSON report has the class)")
