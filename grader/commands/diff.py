"""``diff``: what a re-grade changed."""

from __future__ import annotations

from pathlib import Path

import click

from grader import saved
from grader.commands.codes import FAILED, PASSED
from grader.commands.paths import Named
from grader.report import difference
from grader.report.json import Environment


@click.command(name="diff")
@click.argument("old", type=Named())
@click.argument("new", type=Named())
def command(old: Path, new: Path) -> None:
    """Compare two JSON reports: verdicts and points that changed, and why. Exit code 1 when any did."""
    before, after = saved.load(old), saved.load(new)
    found = difference.compare(before.grades, after.grades)
    click.echo(difference.render(found, _environments(before.environment, after.environment)), nl=False)
    raise SystemExit(FAILED if found.changed or found.gone or found.added else PASSED)


def _environments(old: Environment | None, new: Environment | None) -> str:
    """Say which versions changed between two runs."""
    if old is None or new is None:
        return ""
    changed = [
        f"{name} {getattr(old, name)} -> {getattr(new, name)}"
        for name in Environment.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    ]
    return f"graded by other versions: {', '.join(changed)}" if changed else ""
