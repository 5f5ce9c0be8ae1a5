"""The labelled answers of every exercise through the whole grader: verdict, rule, place and line as their labels say."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import catalog
from grader.model import Exercise, Grade, Limits, Submission, Verdict
from grader.verify.files import Answer, right_answers, wrong_answers
from grader.verify.result import main_of, said
from tests.engine import changed, grade_batch

FOLDER = catalog.exercises_folder()
SEED = 20_260_101
"""Hidden inputs are the same in every run: whether an answer fails its test does not depend on luck."""
EXERCISES = {slug: catalog.load(FOLDER, slug) for slug in catalog.slugs(FOLDER)}
RIGHT = [(slug, answer) for slug, exercise in EXERCISES.items() for answer in right_answers(exercise)]
WRONG = [(slug, answer) for slug, exercise in EXERCISES.items() for answer in wrong_answers(exercise)]


def name(entry: object) -> str:
    return str(entry.path.relative_to(FOLDER)) if isinstance(entry, Answer) else ""


@pytest.fixture(scope="module")
def grades() -> dict[Path, Grade]:
    limits = Limits(cpu_seconds=5.0, wall_seconds=30.0)
    exercises: dict[str, Exercise] = {slug: changed(e, limits=limits) for slug, e in EXERCISES.items()}
    answers = [*RIGHT, *WRONG]
    submissions = [Submission(path=answer.name, exercise=slug, source=answer.source) for slug, answer in answers]
    graded = grade_batch(submissions, exercises, seed=SEED)
    return {answer.path: grade for (_, answer), grade in zip(answers, graded, strict=True)}


@pytest.mark.parametrize(("slug", "answer"), RIGHT, ids=name)
def test_a_right_answer_passes(slug: str, answer: Answer, grades: dict[Path, Grade]) -> None:
    grade = grades[answer.path]
    assert grade.verdict is Verdict.PASS, said(main_of(grade))
    assert grade.score == grade.max_score


@pytest.mark.parametrize(("slug", "answer"), WRONG, ids=name)
def test_a_wrong_answer_fails_as_its_label_says(slug: str, answer: Answer, grades: dict[Path, Grade]) -> None:
    grade, label = grades[answer.path], answer.label
    found = main_of(grade)
    assert label is not None
    assert grade.verdict is Verdict.FAIL, "it passes"
    assert grade.score < grade.max_score
    assert found is not None
    assert found.rule == label.rule, said(found)
    assert (
        found.place == label.place
        or found.place.startswith((f"{label.place}.", f"{label.place}["))
        or (not label.place)
    ), said(found)
    assert not label.lines or found.line in label.lines, said(found)


@pytest.mark.parametrize(("slug", "answer"), [*RIGHT, *WRONG], ids=name)
def test_source_and_trace_tell_the_same_story(slug: str, answer: Answer, grades: dict[Path, Grade]) -> None:
    agreement = grades[answer.path].agreement
    assert not agreement.startswith("disagree"), agreement
