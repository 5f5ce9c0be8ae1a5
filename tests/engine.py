"""Grade many sources with the real engine in one go: the tests then look at the grades."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader import catalog
from grader.batch import Batch, Item
from grader.grade import Engine
from grader.journal import Journal
from grader.model import Exercise, Grade, Submission
from grader.numbers import Runner, with_tests
from grader.sandbox.client import Sandbox
from grader.source.checker import Checker

SLUG = "io_callback_passthrough"
HONEST = b"""
import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""


def exercise() -> Exercise:
    return catalog.load(catalog.exercises_folder(), SLUG)


def changed(given: Exercise, **fields: object) -> Exercise:
    return Exercise(**{f: getattr(given, f) for f in given.__struct_fields__} | fields)  # type: ignore[arg-type]


def grade_all(
    sources: Mapping[str, bytes],
    given: Exercise | None = None,
    *,
    sandbox: Sandbox | None = None,
    checker: Checker | None = None,
    seed: int | None = None,
) -> dict[str, Grade]:
    """Grade sources by name, in order, in one engine."""
    given = exercise() if given is None else given
    grades: dict[str, Grade] = {}

    def body(runner: Runner) -> None:
        with Engine(sandbox or Sandbox(), checker or Checker()) as engine:
            for name, source in sources.items():
                submission = Submission(path=name, exercise=given.slug, source=source)
                grades[name], _ = engine.grade(submission, given, runner)

    with_tests({given.slug: given}, body, seed)
    return grades


def grade_batch(
    submissions: Sequence[Submission], exercises: Mapping[str, Exercise], *, seed: int | None = None
) -> list[Grade]:
    """Grade many with a worker for each core; the grades in the order of the submissions."""
    items = [Item(lambda one=one: one, one.path) for one in submissions]  # type: ignore[misc]
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder, "journal")) as journal,
        Batch(exercises, journal, jobs=os.cpu_count() or 1, seed=seed) as batch,
    ):
        return list(batch.results(items))
