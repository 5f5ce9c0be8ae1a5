"""Grades made by hand for the renderers: right, wrong, hostile, faulted, a notebook."""

from __future__ import annotations

from grader.model import (
    Completed,
    Exercise,
    Faulted,
    Finding,
    Grade,
    Graded,
    NotChecked,
    Rule,
    Severity,
    TestOutcome,
    Verdict,
)
from grader.model import TestStatus as Status

EXERCISE = Exercise(slug="double", title="Double it", entrypoint="f", directory="exercises/double", note="Well done.")
HOSTILE = "</failure>]]><script>alert(1)</script>::error::pwned%0A\x1b[31mred\x1b]0;t\x07\x00\u202eevil\u2066 =cmd|'/c calc'!A1, \"q\" & <b>"
TEXT = "import jax\n\n\ndef f(x):\n\treturn x * 2  # дважды 双倍 🚀\n"


def grade(**fields: object) -> Grade:
    given: dict[str, object] = {
        "submission": "students/ann.py",
        "student": "ann",
        "exercise": "double",
        "verdict": Verdict.PASS,
        "outcome": Completed(),
        "score": 10.0,
        "max_score": 10.0,
        "seconds": 0.25,
        "tests": (TestOutcome(name="test_a", title="it doubles", status=Status.PASSED, score=4.0, max_score=4.0),),
        "isolation": ("seccomp", "landlock (ABI 7)"),
        "agreement": "agree",
    }
    return Grade(**{**given, **fields})  # type: ignore[arg-type]


def finding(**fields: object) -> Finding:
    given: dict[str, object] = {
        "rule": Rule.STRUCTURE,
        "severity": Severity.ERROR,
        "message": "This returns something other than the callback's result.",
        "place": "return",
        "expected": "the result of io_callback(...)",
        "found": "x * 2",
        "help": "Return what the call gives back.",
        "line": 5,
        "column": 9,
        "end_line": 5,
        "end_column": 14,
    }
    return Finding(**{**given, **fields})  # type: ignore[arg-type]


RIGHT = Graded(grade=grade(), text=TEXT, exercise=EXERCISE)
WRONG = Graded(
    grade=grade(
        submission="students/bob.py",
        student="bob",
        verdict=Verdict.FAIL,
        score=4.0,
        findings=(
            finding(),
            finding(
                severity=Severity.ADVICE, message="Shorter is possible.", line=4, column=5, end_line=4, end_column=6
            ),
        ),
        main=0,
        not_checked=(NotChecked(what="the trace", why="there is no call"),),
    ),
    text=TEXT,
    exercise=EXERCISE,
)
NASTY = Graded(
    grade=grade(
        submission=f"=students/{HOSTILE}.py",
        student=f"@{HOSTILE}",
        verdict=Verdict.FAIL,
        score=0.0,
        findings=(finding(message=HOSTILE, found=HOSTILE, help=HOSTILE),),
        main=0,
        tests=(TestOutcome(name=HOSTILE, title=HOSTILE, status=Status.FAILED, message=HOSTILE * 50, max_score=4.0),),
        output=HOSTILE * 1000,
        notes=(HOSTILE,),
    ),
    text=TEXT.replace("x * 2", HOSTILE.replace("\n", " ")),
    exercise=EXERCISE,
)
FAULT = Graded(
    grade=grade(
        submission="students/cleo.py",
        student=None,
        verdict=Verdict.ERROR,
        outcome=Faulted(detail="it broke"),
        score=0.0,
        tests=(),
    ),
    text=None,
    exercise=EXERCISE,
)
NOTEBOOK = Graded(
    grade=grade(
        submission="n.ipynb", verdict=Verdict.FAIL, score=4.0, findings=(finding(cell=2, line=2, end_line=2),), main=0
    ),
    text="import jax\n" + TEXT,
    exercise=EXERCISE,
    cells=(1, 5),
)
ALL = (RIGHT, WRONG, NASTY, FAULT, NOTEBOOK)
