"""``verify``: whether the exercises themselves hold."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader import catalog
from grader.commands.codes import ERROR, FAILED, PASSED
from grader.commands.paths import Named
from grader.model import AuthorError, Exercise, UsageError

if TYPE_CHECKING:
    from grader.verify.result import Checked

EVERY = 5.0
"""Seconds between lines of progress where there is no terminal to redraw."""


@click.command(name="verify")
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Workers side by side  [default: one a core].")
@click.option(
    "--keep",
    type=Named(file_okay=False),
    help="Write programs that were not judged as they should be into this folder.",
)
@click.pass_obj
def command(obj: dict[str, Any], slugs: tuple[str, ...], jobs: int | None, keep: Path | None) -> None:
    """Check exercises: solutions pass, starters, mutants and wrong answers fail, nothing is idle or stray."""
    folder = catalog.exercises_folder(obj["exercises"])
    known = catalog.slugs(folder)
    for slug in slugs:
        if slug not in known:
            raise UsageError(f"there is no exercise `{slug}` (there are: {', '.join(known) or 'none'})")
    if not known:
        raise UsageError(f"there are no exercises in {folder}")
    exercises, mistakes = _load(folder, slugs or tuple(known))
    stray = [] if slugs else _stray(folder)
    for line in (*mistakes, *stray):
        click.echo(f"FAIL  {line}")
    checked = _verify(exercises, folder, jobs or os.cpu_count() or 1)
    if keep is not None:
        _keep(keep, checked)
    broken = bool(mistakes) or any(p.author for c in checked for p in c.problems)
    sound = sum(c.ok for c in checked)
    click.echo(f"{sound} of {len(checked) + len(mistakes)} exercises hold")
    raise SystemExit(ERROR if broken else FAILED if stray or sound < len(checked) else PASSED)


def _load(folder: Path, slugs: tuple[str, ...]) -> tuple[dict[str, Exercise], list[str]]:
    """Read the exercises; an author's mistake in one does not keep the others from being verified."""
    exercises: dict[str, Exercise] = {}
    mistakes: list[str] = []
    for slug in slugs:
        try:
            exercises[slug] = catalog.load(folder, slug)
        except AuthorError as error:
            mistakes.append(f"{slug}  {error}")
    return exercises, mistakes


def _stray(folder: Path) -> list[str]:
    from grader.verify.files import stray_in_tree  # noqa: PLC0415 - read while nothing waits for it

    return [f"{path}: this belongs to no exercise" for path in stray_in_tree(folder, _solutions(folder))]


def _solutions(folder: Path) -> Path:
    return folder.parent / "solutions"


def _verify(exercises: Mapping[str, Exercise], folder: Path, jobs: int) -> list[Checked]:
    from grader.verify.exercise import Verifier  # noqa: PLC0415
    from grader.verify.gradings import Gradings  # noqa: PLC0415
    from grader.verify.show import lines_of  # noqa: PLC0415

    done: list[Checked] = []
    progress = _Progress()
    with Gradings(exercises, jobs=jobs, said=progress) as gradings:
        for slug, exercise in exercises.items():
            checked = Verifier(exercise, _solutions(folder) / f"{slug}.py", gradings).verify()
            progress.clear()
            for line in lines_of(checked):
                click.echo(line)
            done.append(checked)
    return done


class _Progress:
    """Says how far it is: on one line of a terminal, or a line now and then."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self.at = time.monotonic()

    def __call__(self, slug: str, done: int, total: int) -> None:
        words = f"{slug}: {done} of {total} programs graded"
        if self.terminal:
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()
        elif time.monotonic() - self.at > EVERY:
            self.at = time.monotonic()
            click.echo(words, err=True)

    def clear(self) -> None:
        if self.terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _keep(folder: Path, checked: list[Checked]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for entry in checked:
            for number, program in enumerate(entry.programs, 1):
                name = re.sub(r"[^a-z0-9]+", "_", program.name.lower())[:60].strip("_")
                (folder / f"{entry.slug}-{number}-{name}.py").write_bytes(program.source)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from None
