"""The whole corpus through the whole grader: verdicts as labelled, and the two witnesses never contradict each other.

``corpus/right`` and ``source/accepted`` are right answers; ``source/rejected`` says in its first line what is wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.model import Grade, Limits, Severity, Submission, Verdict
from grader.source.check import check_source
from tests.engine import changed, exercise, grade_batch
from tests.source.exercise import EXERCISE

HERE = Path(__file__).parent
RIGHT = [*sorted((HERE / "corpus" / "right").rglob("*.py")), *sorted((HERE / "source" / "accepted").glob("*.py"))]
WRONG = sorted((HERE / "source" / "rejected").glob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(HERE))


def test_right_answers_are_the_majority_of_at_least_two_hundred() -> None:
    assert len(RIGHT) + len(WRONG) >= 200
    assert len(RIGHT) > len(WRONG)


@pytest.mark.parametrize("path", RIGHT, ids=name)
def test_the_source_of_a_right_answer_is_accepted(path: Path) -> None:
    report = check_source(path.read_bytes(), EXERCISE)
    assert [f.message for f in report.findings if f.severity is Severity.ERROR] == []


@pytest.fixture(scope="module")
def grades() -> dict[str, Grade]:
    limited = changed(exercise(), limits=Limits(cpu_seconds=5.0, wall_seconds=20.0))
    submissions = [Submission(path=name(p), exercise=limited.slug, source=p.read_bytes()) for p in [*RIGHT, *WRONG]]
    return {grade.submission: grade for grade in grade_batch(submissions, {limited.slug: limited})}


@pytest.mark.parametrize("path", RIGHT, ids=name)
def test_a_right_answer_passes(path: Path, grades: dict[str, Grade]) -> None:
    grade = grades[name(path)]
    assert grade.verdict is Verdict.PASS, grade


@pytest.mark.parametrize("path", WRONG, ids=name)
def test_a_wrong_answer_does_not(path: Path, grades: dict[str, Grade]) -> None:
    assert grades[name(path)].verdict is Verdict.FAIL


@pytest.mark.parametrize("path", [*RIGHT, *WRONG], ids=name)
def test_source_and_trace_tell_the_same_story(path: Path, grades: dict[str, Grade]) -> None:
    assert not grades[name(path)].agreement.startswith("disagree"), grades[name(path)].agreement
