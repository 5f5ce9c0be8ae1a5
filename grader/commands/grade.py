"""``grade``: one submission in full, or a batch of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.commands import reports, screen
from grader.commands.codes import FAILED, PASSED, code_of
from grader.commands.many import grade_many
from grader.commands.paths import Named
from grader.commands.reports import Target
from grader.model import UsageError, Verdict

if TYPE_CHECKING:
    from grader.commands.many import Keeper
    from grader.intake import Found
    from grader.model import Exercise, Grade, Graded


@click.command(name="grade")
@click.argument("paths", nargs=-1, type=Named())
@click.option("--exercise", "slug", help="The exercise the files answer, where their names do not say it.")
@click.option(
    "--report",
    "wanted",
    multiple=True,
    metavar="FORMAT[=FILE]",
    help=f"Write a report ({', '.join(reports.FORMATS)}); may be given several times.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help="Workers side by side, also on a cluster  [default: one a core; all].",
)
@click.option("--dask", metavar="ADDRESS", help="Grade on the Dask cluster with this scheduler (an address or a file).")
@click.option("--journal", type=Named(), help="Where results are kept; the same command goes on there.")
@click.option("--fresh", is_flag=True, help="Grade again what was graded before.")
@click.option(
    "--roster",
    type=Named(),
    help="A CSV file of the class: names and orders the students, and lists who handed in nothing.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="NUMBER",
    help="Draw the same hidden inputs in every run (for looking into a failure).",
)
@click.option("--require-isolation", type=click.IntRange(0, 4), help="Refuse to grade below this level of isolation.")
@click.pass_obj
def command(obj: dict[str, Any], /, paths: tuple[Path, ...], wanted: tuple[str, ...], **options: Any) -> None:
    """Grade files, repositories or folders of them; without a path, your files under exercises/."""
    raise SystemExit(_grade(obj, paths, wanted, options))


def _grade(obj: dict[str, Any], paths: Sequence[Path], wanted: Sequence[str], options: dict[str, Any]) -> int:
    # The sandbox imports jax while this process reads everything else.
    from grader.sandbox.client import Sandbox  # noqa: PLC0415

    sandbox = Sandbox(require=options["require_isolation"], launched=obj["launched"])
    try:
        from grader import catalog  # noqa: PLC0415

        folder = catalog.exercises_folder(obj["exercises"])
        exercises = catalog.load_all(folder)
        if not exercises:
            raise UsageError("there are no exercises")
        targets = [reports.parse(text) for text in wanted] or [("terminal", None)]
        reports.check(targets)
        todo, untouched = _collect(paths, exercises, options["slug"], options["roster"])
        _keep_inputs(targets, paths, todo, exercises, options)
        keep = _keeper(folder, exercises)
        alone = options["journal"] is None and options["dask"] is None and options["jobs"] in {None, 1}
        if todo and alone and (len(todo) == 1 or not paths):
            done = _here(sandbox, todo, exercises, targets, options["seed"])
            for found, graded in zip(todo, done, strict=True):
                keep(found, graded.grade)
        elif todo:
            sandbox.close()
            return grade_many(
                todo,
                exercises,
                options,
                lambda done: reports.write(targets, done),
                keep,
                lines=("terminal", None) in targets,
                colours=(screen.colour(sys.stdout), screen.colour(sys.stderr)),
            )
        else:
            done = []
    finally:
        sandbox.close()
    _show_untouched(untouched)
    reports.write(targets, done)
    return max(code_of([g.grade for g in done]), FAILED if untouched else PASSED)


def _here(
    sandbox: Any, todo: Sequence[Found], exercises: dict[str, Exercise], targets: Sequence[Target], seed: int | None
) -> list[Graded]:
    """Grade one submission, or a learner's own, in this process; show each in full, passed ones among several short."""
    from msgspec import structs  # noqa: PLC0415

    from grader.grade import Engine  # noqa: PLC0415
    from grader.model import Graded  # noqa: PLC0415
    from grader.numbers import Runner, with_tests  # noqa: PLC0415
    from grader.report import terminal  # noqa: F401, PLC0415 - read now, while the sandbox starts
    from grader.source.checker import Checker  # noqa: PLC0415

    submissions = [(exercises[found.exercise], found.read()) for found in todo]
    done: list[Graded] = []

    # Started only now: with two cores, a third busy process would slow the server that everything waits for.
    with Checker() as checker:

        def body(runner: Runner) -> None:
            engine = Engine(sandbox, checker)
            for exercise, submission in submissions:
                grade, report = engine.grade(submission, exercise, runner)
                grade = structs.replace(grade, identity=submission.identity)
                done.append(Graded(grade=grade, text=report.text, exercise=exercise, cells=submission.cells))
                if len(done) == len(submissions):
                    # Both end while the answer is shown; nobody has to wait for that.
                    checker.kill()
                    sandbox.kill()
                if ("terminal", None) in targets:
                    _show(done[-1], short=len(submissions) > 1 and grade.verdict is Verdict.PASS)

        with_tests({exercise.slug: exercise for exercise, _ in submissions}, body, seed)
    return done


def _keep_inputs(
    targets: Sequence[Target],
    paths: Sequence[Path],
    todo: Sequence[Found],
    exercises: dict[str, Exercise],
    options: dict[str, Any],
) -> None:
    """Refuse reports that would be written over what is read: submissions, exercises, the roster, the journal."""
    written = [path for _, path in targets if path is not None]
    if not written:
        return
    from grader import outputs  # noqa: PLC0415

    named = [options["roster"], options["journal"], Path(options["dask"]) if options["dask"] else None]
    read = [*paths, *(path for path in named if path is not None), *(found.path for found in todo)]
    outputs.refuse_inputs(written, read, [*paths, *(Path(e.directory) for e in exercises.values())])


def _keeper(folder: Path, exercises: dict[str, Exercise]) -> Keeper:
    """Return what keeps the learner's progress: grades of the learner's own files count, no others."""
    from grader import catalog  # noqa: PLC0415
    from grader.commands.choice import say_note  # noqa: PLC0415
    from grader.progress import Progress  # noqa: PLC0415

    progress = Progress(folder)
    own = {slug: catalog.own_file(exercise).resolve() for slug, exercise in exercises.items()}

    def keep(found: Found, grade: Grade) -> None:
        if found.path.resolve() == own[found.exercise]:
            progress.graded(found.exercise, grade)
            say_note(progress)

    return keep


def _note(text: str) -> None:
    from grader.report.text import one_line  # noqa: PLC0415 - rarely anything to say

    click.echo(f"note: {one_line(text, 1000)}", err=True)


def _collect(
    paths: Sequence[Path], exercises: dict[str, Exercise], slug: str | None, roster: Path | None
) -> tuple[list[Found], list[Exercise]]:
    """Find what is to be graded; without paths, the learner's own files, the untouched ones apart."""
    from grader import catalog, intake  # noqa: PLC0415

    if roster is not None:
        from grader.intake import roster as rosters  # noqa: PLC0415

        if not paths:
            raise UsageError("a roster needs a folder or an archive of submissions beside it")
        people = rosters.read(roster)
        found = rosters.arranged(intake.find_all(paths, exercises, slug, _note), people, paths[0])
        return intake.apart(found), []
    if paths:
        return intake.apart(intake.find_all(paths, exercises, slug, _note)), []
    todo: list[Found] = []
    untouched: list[Exercise] = []
    for name, exercise in exercises.items():
        if slug is not None and name != slug:
            continue
        one = intake.Found(screen.from_here(Path(exercise.directory) / f"{name}.py"), name)
        if catalog.started(exercise, one.read().source):
            todo.append(one)
        else:
            untouched.append(exercise)
    return todo, untouched


def _show(graded: Graded, *, short: bool) -> None:
    from grader.report import terminal  # noqa: PLC0415

    text = terminal.render([graded], width=screen.width(), colour=screen.colour(sys.stdout))
    sys.stdout.write(text.partition("\n")[0] + "\n" if short else text)
    sys.stdout.flush()


def _show_untouched(untouched: Sequence[Exercise]) -> None:
    if not untouched:
        return
    click.echo(f"not started: {', '.join(exercise.slug for exercise in untouched)}")
    following = untouched[0]
    where = screen.from_here(Path(following.directory))
    click.echo(f"  Read {where / 'README.md'}, then edit {where / (following.slug + '.py')} and run this again.")
