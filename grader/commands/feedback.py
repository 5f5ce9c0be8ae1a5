"""``feedback``: a file for each student."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from grader import catalog, outputs, saved
from grader.commands.paths import Named
from grader.gradebook.scores import by_student, person_of
from grader.intake.again import again
from grader.model import Exercise, Grade, Graded, UsageError, digest_of
from grader.report import markdown
from grader.results import text_of

UNSAFE = re.compile(r"[^\w.-]+")
LONGEST = 80
MADE = "<!-- made by grader feedback -->\n"
"""Ends every file of this command, so that it knows its own again."""


@click.command(name="feedback")
@click.argument("report", type=Named())
@click.argument("folder", type=Named())
@click.option(
    "--format", "form", type=click.Choice(["md", "html"]), default="md", show_default=True, help="Markdown or HTML."
)
@click.pass_obj
def command(obj: dict[str, Any], report: Path, folder: Path, form: str) -> None:
    """Write a file with feedback for each student of a JSON report into a folder."""
    results = saved.load(report)
    if not results.complete:
        raise UsageError(f"{report} is a journal, which has each file only once; feedback needs a JSON report")
    exercises = catalog.load_all(catalog.exercises_folder(obj["exercises"]))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from None
    of = by_student(results.grades)
    names = file_names([person_of(grades[0]).name for grades in of])
    paths = [folder / f"{name}.{form}" for name in names]
    _check(paths)
    for path, grades in zip(paths, of, strict=True):
        text = _html(grades, exercises) if form == "html" else _markdown(grades, exercises)
        try:
            outputs.write_whole(path, text.rstrip("\n") + "\n" + MADE)
        except OSError as error:
            raise UsageError(f"{path} could not be written: {error.strerror}") from None
    click.echo(f"{len(of)} files in {folder}")


def _check(paths: Sequence[Path]) -> None:
    """Refuse to write over files that this command did not make, before the first is written."""
    strange = [path.name for path in paths if os.path.lexists(path) and not _is_ours(path)]
    if strange:
        listed = ", ".join(strange[:8]) + (", ..." if len(strange) > 8 else "")
        raise UsageError(
            f"{paths[0].parent} has files that are no feedback and would be written over ({listed}); nothing was "
            "written. Name another folder, or take them away"
        )


def _is_ours(path: Path) -> bool:
    """Tell whether a file is feedback of an earlier time."""
    if path.is_symlink() or not path.is_file():
        return False
    try:
        return path.read_bytes().endswith(MADE.encode())
    except OSError:
        return False


def file_names(students: Sequence[str]) -> list[str]:
    """Make a name for a file of each: harmless, readable, and no two the same on any system."""
    made: list[str] = []
    taken: set[str] = set()
    for student in students:
        plain = UNSAFE.sub("_", student).strip("._-")[:LONGEST] or "student"
        name, number = plain, 2
        while name.casefold() in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.casefold())
        made.append(name)
    return made


def _markdown(grades: Sequence[Grade], exercises: Mapping[str, Exercise]) -> str:
    titles = {slug: exercise.title for slug, exercise in exercises.items()}
    notes = {slug: exercise.note for slug, exercise in exercises.items()}
    return markdown.render(person_of(grades[0]).name, grades, titles, notes)


def _html(grades: Sequence[Grade], exercises: Mapping[str, Exercise]) -> str:
    from grader.report import html  # noqa: PLC0415 - Markdown does not need it

    return html.render([_with_text(grade, exercises) for grade in grades])


def _with_text(grade: Grade, exercises: Mapping[str, Exercise]) -> Graded:
    """Put a submission's text beside its grade, where it is still the file that was judged."""
    unknown = Exercise(slug=grade.exercise, title=grade.exercise, entrypoint="", directory="")
    exercise = exercises.get(grade.exercise, unknown)
    submission = again(grade.submission) if grade.digest else None
    if submission is None or digest_of(submission) != grade.digest:
        return Graded(grade=grade, text=None, exercise=exercise)
    return Graded(grade=grade, text=text_of(submission), exercise=exercise, cells=submission.cells)
