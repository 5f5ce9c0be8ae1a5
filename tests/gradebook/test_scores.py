"""Points of a student: the best counts, what was not judged is never scored, nothing is no zero unless asked."""

from __future__ import annotations

import csv
import io

from grader.gradebook import plain
from grader.gradebook.scores import scores
from tests.gradebook.files import SLUG, fault, grade, nothing, wrong


def test_points_in_the_order_of_the_report() -> None:
    got = scores([grade("cleo"), wrong("ann", 4.0), nothing("dan"), fault("eve")])
    assert [(s.person.name, s.points, s.why) for s in got] == [
        ("cleo", 10.0, ""),
        ("ann", 4.0, ""),
        ("dan", None, "handed in nothing"),
        ("eve", None, "not judged"),
    ]


def test_nothing_is_zero_when_asked() -> None:
    assert [s.points for s in scores([nothing("dan"), fault("eve")], nothing_is_zero=True)] == [0.0, None]


def test_the_best_of_several_counts() -> None:
    (got,) = scores([wrong("ann", 4.0), grade("ann", notes=("late",)), wrong("ann", 2.0)])
    assert (got.points, got.max_points) == (10.0, 10.0)
    assert got.notes == (f"3 submissions of {SLUG}, the best counts", "late")


def test_several_exercises_are_added_up() -> None:
    got = scores(
        [
            grade("ann"),
            wrong("ann", 3.0, exercise="other", max_score=5.0),
            grade("bob"),
            nothing("bob", exercise="other", max_score=5.0),
        ]
    )
    assert [(s.person.name, s.points, s.max_points) for s in got] == [("ann", 13.0, 15.0), ("bob", 10.0, 15.0)]
    assert got[1].parts == {SLUG: 10.0, "other": None}


def test_a_fault_in_one_exercise_gives_no_total() -> None:
    (got,) = scores([grade("ann"), fault("ann")])
    assert (got.points, got.why) == (None, "not judged")


def test_two_of_one_name_are_two() -> None:
    got = scores([grade("Ann", identity=("1",)), wrong("Ann", 2.0, identity=("2",))])
    assert [s.points for s in got] == [10.0, 2.0]


def test_without_a_student_the_file_stands_for_one() -> None:
    (got,) = scores([grade("x", student=None, identity=(), submission="class/ann_lee.py")])
    assert got.person.name == "ann_lee.py"


def test_a_plain_gradebook() -> None:
    text = plain.render(scores([grade("=cmd()"), nothing("dan"), wrong("ann", 2.5, notes=("late",))]))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [r["student"] for r in rows] == ["'=cmd()", "dan", "ann"]
    assert [(r[SLUG], r["points"], r["max_points"], r["notes"]) for r in rows] == [
        ("10", "10", "10", ""),
        ("", "", "10", "handed in nothing"),
        ("2.5", "2.5", "10", "late"),
    ]


def test_nobody() -> None:
    assert plain.render(scores([])) == "student,ids,points,max_points,notes\n"


def test_what_is_nobodys_is_never_put_together() -> None:
    grades = [grade("x", student=None, identity=(), submission=f"class/{who}/{SLUG}.py") for who in ("ann", "bob")]
    assert [score.points for score in scores(grades)] == [10.0, 10.0]


def test_any_id_in_common_makes_one_student() -> None:
    (got,) = scores([wrong("Ann", 4.0, identity=("a@x", "canvas:1")), grade("leeann", identity=("canvas:1",))])
    assert (got.person.name, got.points) == ("Ann", 10.0)
