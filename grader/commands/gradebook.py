"""``gradebook``: the points of a class, as a CSV file of our own or in the teacher's own export."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from grader import outputs, saved
from grader.commands.paths import Named
from grader.gradebook import canvas, moodle, plain
from grader.gradebook.filling import Plan, Target, plan
from grader.gradebook.scores import Score, exercises_of, scores
from grader.model import Grade, UsageError
from grader.report.text import one_line

NAMED = 12
"""Names of one kind that are listed; the number is always said."""
FILLING = ("output", "column", "scale", "skip_unmatched")
"""Options that mean something only where an export is filled in."""
FILE = Named()


@click.command(name="gradebook")
@click.argument("report", type=FILE)
@click.option("--csv", "own", type=FILE, help="Write a gradebook of our own into this file.")
@click.option("--canvas", "canvas_file", type=FILE, help="Fill in a gradebook that Canvas exported.")
@click.option("--moodle", "moodle_file", type=FILE, help="Fill in a grading worksheet that Moodle exported.")
@click.option("--output", type=FILE, help="Write the filled file here, and leave the export as it is.")
@click.option("--exercise", "slug", help="The points of this exercise; otherwise all of the report together.")
@click.option("--column", help="The column to fill in, by its heading, where that is not clear.")
@click.option(
    "--scale", is_flag=True, help="Where the column takes another number of points: fill in the share of them."
)
@click.option("--missing-as-zero", is_flag=True, help="Give 0 points to those who handed in nothing.")
@click.option("--skip-unmatched", is_flag=True, help="Fill in the others when the export does not name everybody.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
def command(report: Path, own: Path | None, canvas_file: Path | None, moodle_file: Path | None, **options: Any) -> None:
    """Turn a JSON report into a gradebook; without an option, print it."""
    if canvas_file is not None and moodle_file is not None:
        raise UsageError("fill in one export at a time: --canvas or --moodle")
    export = moodle_file if canvas_file is None else canvas_file
    idle = [f"--{name.replace('_', '-')}" for name in FILLING if options[name]]
    if export is None and idle:
        raise UsageError(f"{' and '.join(idle)} only when an export is filled in: name it with --canvas or --moodle")
    _check(report, own, export, options["output"], dry=options["dry_run"])
    results = saved.load(report)
    if not results.complete:
        raise UsageError(f"{report} is a journal, which has each file only once; a gradebook needs a JSON report")
    grades = _of_exercise(results.grades, options["slug"])
    points = scores(grades, nothing_is_zero=options["missing_as_zero"])
    made: Plan | None = None
    if canvas_file is not None:
        made = _planned(canvas.read(canvas_file, options["column"], _titles(grades)), points, options)
    elif moodle_file is not None:
        made = _planned(moodle.read(moodle_file, options["column"]), points, options)
    elif own is None:
        sys.stdout.write(plain.render(points))
        return
    if options["dry_run"]:
        click.echo("nothing was written (--dry-run)")
        return
    if own is not None:
        _write(own, plain.render(points))
        click.echo(f"{own}: {len(points)} students")
    if made is not None:
        into = options["output"] or made.target.sheet.path
        _write(into, made.text)
        click.echo(f"written: {into}")


def _check(report: Path, own: Path | None, export: Path | None, output: Path | None, *, dry: bool) -> None:
    """Refuse what cannot be written or would be written over what is read; an export may be filled in place."""
    written = [path for path in (own, output) if path is not None]
    outputs.refuse_inputs(written, [path for path in (report, export) if path is not None])
    if export is not None and output is None:
        outputs.refuse_inputs([export], [report])
        written.append(export)
    if own is not None and output is not None:
        outputs.refuse_inputs([own], [output])
    if not dry:
        for path in written:
            outputs.check_writable(path)


def _write(path: Path, text: str) -> None:
    try:
        outputs.write_whole(path, text)
    except OSError as error:
        raise UsageError(f"{path} could not be written: {error.strerror}") from None


def _of_exercise(grades: Sequence[Grade], slug: str | None) -> list[Grade]:
    chosen = [grade for grade in grades if slug is None or grade.exercise == slug]
    if not chosen:
        known = ", ".join(exercises_of(grades)) or "none"
        raise UsageError(
            f"the report has no results of `{slug}` (there are: {known})" if slug else "the report is empty"
        )
    return chosen


def _titles(grades: Sequence[Grade]) -> list[str]:
    """Return what a column of these results may be called: only one exercise has a name of its own."""
    slugs = exercises_of(grades)
    return slugs if len(slugs) == 1 else []


def _planned(target: Target, points: Sequence[Score], options: dict[str, Any]) -> Plan:
    """Say what is to be filled in: whoever is left out is named before anything changes."""
    path = target.sheet.path
    made = plan(target, points, scale=options["scale"])
    click.echo(f"{path}, column `{one_line(target.heading)}`")
    for line in _said(made):
        click.echo(f"  {line}")
    if made.unmatched and not options["skip_unmatched"]:
        raise UsageError(
            f"{path} does not name {len(made.unmatched)} of the report's students; nothing was written. "
            "`--skip-unmatched` fills in the others"
        )
    return made


def _said(made: Plan) -> Iterable[str]:
    yield f"filled in: {len(made.filled)}"
    for words, names in (
        ("changed", made.changed),
        ("there already", made.same),
        ("left as it is", made.kept),
        ("no points", made.pointless),
        ("not in the report", made.ungraded),
        ("NOT IN THE FILE", made.unmatched),
    ):
        if names:
            listed = ", ".join(one_line(name, 80) for name in names[:NAMED])
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield f"{words}: {len(names)} ({listed}{more})"
