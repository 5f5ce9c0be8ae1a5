"""What an author reads of a verification."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.verify.files import EQUIVALENT, quoted
from grader.verify.result import Checked, Problem


def lines_of(checked: Checked) -> Iterator[str]:
    """Give the lines about one exercise: its score, then what there is to mend."""
    yield f"{'ok  ' if checked.ok else 'FAIL'}  {checked.slug}  {_score(checked)}  ({checked.seconds:.0f} s)"
    for name, reason in checked.equivalent:
        yield f"      equivalent: {name}"
        yield f"        because {reason}"
    for problem in checked.problems:
        yield f"      {_where(problem)}: {problem.message}"
        yield from (f"        | {line}" for line in problem.detail.splitlines())
    for mutant in checked.survivors:
        yield "      a mutant of the model answer survives: nothing refuses"
        yield from (f"        | {line}" for line in mutant.diff.splitlines())
        yield f"        a rule or a test must refuse it; if it means the same, say why in {EQUIVALENT}:"
        yield f'        {quoted(mutant.name)} = "..."'
    yield from (f"      note: {note}" for note in checked.notes)


def _score(checked: Checked) -> str:
    if not checked.mutants:
        return "not judged"
    killed = checked.by_source + checked.by_run
    parts = [
        f"{killed} of {checked.mutants} mutants refused ({100 * killed / checked.mutants:.0f}%): "
        f"{checked.by_source} by the source, {checked.by_run} by a run",
        f"{len(checked.equivalent)} equivalent" if checked.equivalent else "",
        f"{checked.tests} tests, {checked.right} right, {checked.wrong} wrong, {checked.rewrites} rewritten answers",
    ]
    return "; ".join(filter(None, parts))


def _where(problem: Problem) -> str:
    path = problem.path
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{problem.line}" if problem.line is not None else str(path)
