"""``explain``: the chain of evidence behind a grade."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from grader import saved
from grader.commands.paths import Named
from grader.model import Grade, UsageError
from grader.report import evidence
from grader.report.text import one_line

MANY = 8
"""More results than this are not shown at once."""


@click.command(name="explain")
@click.argument("submission")
@click.option(
    "--in",
    "report",
    type=Named(),
    help="The JSON report or journal to look in  [default: the journal of batches].",
)
@click.option("--exercise", "slug", help="Only this exercise.")
def command(submission: str, report: Path | None, slug: str | None) -> None:
    """Show what source, run, trace and numbers each said of a submission: a path or part of one, a student, an id."""
    if report is None:
        from grader.batch import journal_place  # noqa: PLC0415

        report = journal_place()
        if not report.is_file():
            raise UsageError("nothing was graded as a batch yet; say where to look with --in FILE")
    results = saved.load(report)
    if results.note:
        click.echo(f"grader: {results.note}", err=True)
    found = [g for g in saved.matching(results.grades, submission) if slug is None or g.exercise == slug]
    if not found:
        raise UsageError(f"there is no result of {submission} in {report}")
    if len(found) > MANY:
        raise UsageError(f"{len(found)} results fit {submission}; name one by its path{_listed(found)}")
    for number, grade in enumerate(found):
        if number:
            click.echo("\n" + "-" * 40 + "\n")
        click.echo(evidence.render(grade), nl=False)
    if results.environment is not None:
        e = results.environment
        click.echo(f"graded by grader {e.grader}, jax {e.jax}, jaxlib {e.jaxlib}, numpy {e.numpy}, libcst {e.libcst}")


def _listed(grades: Sequence[Grade]) -> str:
    names = ", ".join(one_line(grade.submission, 120) for grade in grades[:MANY])
    return f" (there are: {names}{', ...' if len(grades) > MANY else ''})"
