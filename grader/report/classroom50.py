"""Classroom 50's result.json: whole points of one student's repository, with what its runner says of the submission."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from grader.model import Graded, Severity, TestStatus, UsageError, Value, Verdict
from grader.report.best import best
from grader.report.text import one_line

SCHEMA = "classroom50/result/v1"
KINDS = ("individual", "group", "team")


class Context(Value, frozen=True, kw_only=True):
    """What the platform's runner says about the submission."""

    classroom: str
    assignment: str
    assignment_type: str
    owner: str
    submission: str
    """The tag, ``submit/...``."""
    commit: str
    release: str
    review: str
    datetime: str


def context(environment: Mapping[str, str], now: datetime) -> Context:
    """Read what the runner says. Raises UsageError where it says too little: then this is not such a runner."""
    needed = ("CLASSROOM", "ASSIGNMENT", "USERNAME", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL")
    missing = [name for name in needed if not environment.get(name)]
    if missing:
        raise UsageError(
            f"the format classroom50 is for the runner of Classroom 50, which sets {', '.join(needed)}; "
            f"not set here: {', '.join(missing)}"
        )
    tag = environment["SUBMISSION_TAG"]
    if not tag.startswith("submit/"):
        raise UsageError(f"SUBMISSION_TAG is `{one_line(tag, 60)}`; Classroom 50 takes only tags that begin `submit/`")
    kind = environment.get("ASSIGNMENT_TYPE") or KINDS[0]
    if kind not in KINDS:
        raise UsageError(f"ASSIGNMENT_TYPE is `{one_line(kind, 60)}`; Classroom 50 knows {', '.join(KINDS)}")
    return Context(
        classroom=environment["CLASSROOM"],
        assignment=environment["ASSIGNMENT"],
        assignment_type=kind,
        owner=environment.get("OWNER") or environment["USERNAME"],
        submission=tag,
        commit=environment["COMMIT_URL"],
        release=environment["RELEASE_URL"],
        review=environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        datetime=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def render(graded: Sequence[Graded], about: Context) -> str:
    """Render the grades of one repository: exercises are added up, each once; parts of points are rounded down."""
    tests = [test for entry, _ in best(graded) for test in _tests(entry)]
    result = {
        "schema": SCHEMA,
        **msgspec.to_builtins(about),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def _tests(entry: Graded) -> list[dict[str, Any]]:
    """Make one entry that carries the points, since they must be whole; one without points for each numerical test."""
    grade = entry.grade
    title = one_line(entry.exercise.title, 80)
    highest = math.ceil(grade.max_score)
    passed = grade.verdict is Verdict.PASS
    # A score is a sum of shares such as 4/14: what is whole but for rounding is whole.
    score = highest if passed else min(highest, math.floor(grade.score + 1e-6))
    made = [_test(title, passed, score, highest)]
    wrong = any(f.severity is Severity.ERROR and f.rule != "numbers" for f in grade.findings)
    made.append(_test(f"{title}: how it is done", not wrong and grade.verdict is not Verdict.ERROR))
    made += [_test(f"{title}: {one_line(t.title, 160)}", passed or t.status is TestStatus.PASSED) for t in grade.tests]
    return made


def _test(name: str, passed: bool, score: int = 0, highest: int = 0) -> dict[str, Any]:
    return {"test-name": name, "passed": passed, "score": score, "max-score": highest}
