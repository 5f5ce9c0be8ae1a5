"""What is read after a batch: summary, evidence, difference, feedback; hostile text is inert in each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import msgspec
import pytest
from markdown_it import MarkdownIt

from grader.gradebook.scores import scores
from grader.model import (
    Aval,
    Equation,
    Finding,
    Grade,
    Phase,
    Rule,
    Severity,
    TimedOut,
    TracePoint,
)
from grader.model import TestOutcome as Ran
from grader.model import TestStatus as Status
from grader.report import difference, evidence, markdown, overview
from tests.gradebook.files import SLUG, fault, grade, nothing, wrong
from tests.report.samples import ALL, HOSTILE, NASTY, NOTEBOOK, WRONG

TRACE = TracePoint(
    inputs=(Aval(shape=(3,), dtype="float32"),),
    callbacks=(
        Equation(
            primitive="io_callback",
            ordered=True,
            operands=("input:0",),
            results=(Aval(shape=(3,), dtype="float32"),),
            line=7,
        ),
        Equation(primitive="pure_callback", operands=("op:mul",), inside=("jit", "scan")),
    ),
    outputs=("callback:0",),
    output_avals=(Aval(shape=(3,), dtype="float32"),),
)
CLASS = [
    grade("ann", seconds=3.0),
    wrong("bob", 4.0, seconds=9.0, notes=("late",)),
    wrong("cleo", 4.0),
    nothing("dan"),
    fault("eve"),
    grade("fay", exercise="other"),
]


def test_a_summary_counts_students_as_the_gradebook_does() -> None:
    twins = [grade("Smith, John", identity=(f"canvas:{n}",)) for n in (103, 104)]
    again = grade("Smith, John", identity=("canvas:104", "john"), exercise="other")
    nobodys = [grade("x", student=None, identity=(), submission=f"{n}/{SLUG}.py") for n in (1, 2)]
    for grades, count in ((twins, 2), ([*twins, again], 2), (nobodys, 2), ([grade("ann"), wrong("ann", 1.0)], 1)):
        assert f", {count} student" in overview.render(grades).splitlines()[0]
        assert len(scores(grades)) == count


def test_a_summary() -> None:
    text = overview.render(CLASS)
    lines = text.splitlines()
    assert lines[0] == "6 results, 6 students, 2 exercises"
    assert re.search(r"passed +2 +33 %", text)
    assert re.search(r"not yet +3 +50 %", text)
    assert re.search(r"not judged +1 +17 %", text)
    assert f"{SLUG}: 1 of 5 passed (20 %)" in text
    assert re.search(r" 2  #+ +how it is done: ordered", text)
    assert text.index("9.0 s  bob") < text.index("3.0 s  ann")
    assert "handed in nothing: 1 (dan)" in text
    assert "late: 1 (bob)" in text
    assert "eve/double_it.py (eve): the sandbox died" in text


def test_a_summary_of_nothing_and_of_one() -> None:
    assert overview.render([]) == "no results\n"
    assert overview.render([grade("ann")]).startswith("1 result, 1 student, 1 exercise\n")


def test_the_evidence_of_a_pass() -> None:
    passed = grade("ann", trace=(TRACE,), tests=(Ran(name="t", title="it doubles", status=Status.PASSED),))
    text = evidence.render(passed)
    assert text.startswith(f"PASS  10/10 points  {SLUG}  class/ann/{SLUG}.py\nstudent: ann (ann@example.edu)\n")
    assert "float32[3]: returns the callback's result, float32[3]" in text
    assert "io_callback, ordered: given the input, declares float32[3], line 7" in text
    assert "pure_callback: given the result of mul, declares nothing, inside jit > scan" in text
    assert "source and trace: agree" in text
    assert "  ok    it doubles" in text
    assert text.rstrip().endswith("So: the source says so, the numbers say so, and the trace does not contradict.")


def test_the_evidence_of_a_failure() -> None:
    text = evidence.render(WRONG.grade)
    for words in (
        "NOT YET  4/10 points",
        "error (structure: return, line 5, column 9)",
        "expected: the result of io_callback(...)",
        "advice (structure: return, line 4, column 5)",
        "5. Not checked\n  the trace: there is no call",
        "6. Isolation\n  seccomp",
        "So: 1 finding against it; to be mended first: how it is done: return.",
    ):
        assert words in text


def test_the_evidence_of_a_notebook_and_of_what_was_not_run() -> None:
    assert "cell 2, line 2, column 9" in evidence.render(NOTEBOOK.grade)
    text = evidence.render(nothing("dan"))
    assert "It was not run" in text
    assert "nothing had to be shut in" in text


def test_the_evidence_of_a_fault_blames_nobody() -> None:
    text = evidence.render(fault("eve"))
    assert "NOT JUDGED" in text
    assert "costs no points" in text


def changed(one: Grade, **fields: object) -> Grade:
    return msgspec.structs.replace(one, **fields)


def test_a_difference() -> None:
    test = Ran(name="t", title="it doubles", status=Status.PASSED)
    old = [grade("ann", tests=(test,)), wrong("bob", 4.0), wrong("cleo", 4.0), wrong("dan", 2.0), grade("gone")]
    timeout = TimedOut(phase=Phase.CALL, call=2, seconds=10.0, clock="cpu")
    slow = Finding(rule=Rule.LIMITS, severity=Severity.ERROR, message="It never came back.")
    failed = Ran(name="t", title="it doubles", status=Status.FAILED, message="got 3")
    new = [
        wrong("ann", 6.0, tests=(failed,), outcome=timeout, findings=(slow,)),
        grade("bob"),
        wrong("cleo", 4.0),
        wrong("dan", 2.0, findings=(slow,)),
        grade("new"),
    ]
    found = difference.compare(old, new)
    assert [(b.student, a.student) for b, a in found.changed] == [("ann", "ann"), ("bob", "bob")]
    assert (found.same, found.reworded) == (1, 1)
    assert [g.student for g in (*found.gone, *found.added)] == ["gone", "new"]
    text = difference.render(found, "graded by other versions: jax 1 -> 2")
    for words in (
        "4 compared: 2 changed, 2 with the same verdict and points",
        "1 of these have another main cause now",
        "jax 1 -> 2",
        f"ann ({SLUG}): pass 10/10 -> not yet 6/10\n  was: nothing against it\n  now: limits: It never came back.",
        "the run: completed, now timed-out",
        "test: it doubles: passed -> failed",
        "got 3",
        f"bob ({SLUG}): not yet 4/10 -> pass 10/10\n  was: structure ordered, line 7: `ordered` is left out.",
        "only in the old report: 1",
        "only in the new report: 1",
    ):
        assert words in text


def test_no_difference() -> None:
    found = difference.compare(CLASS, list(reversed(CLASS)))
    assert (found.changed, found.gone, found.added, found.reworded) == ((), (), (), 0)
    assert difference.render(found) == "6 compared: 0 changed, 6 with the same verdict and points\n"


def test_work_that_moved_is_matched_by_student() -> None:
    found = difference.compare([wrong("ann", 4.0)], [grade("ann", submission="elsewhere/x.py")])
    assert len(found.changed) == 1
    assert f"the file: class/ann/{SLUG}.py, now elsewhere/x.py" in difference.render(found)


@pytest.mark.parametrize(
    ("old", "new", "paired"),
    [
        (("chencai", ("canvas:101",), "a"), ("Chen, Cai", ("cai", "canvas:101"), "a"), True),
        (("chencai", ("canvas:101",), "a"), ("Chen, Cai", ("cai", "canvas:101"), "b"), True),
        ((None, ("cai",), "a"), ("Chen, Cai", ("canvas:101", "CAI"), "b"), True),
        (("cai", ("cai",), "a"), ("Chen, Cai", (), "a"), True),
        ((None, (), "a"), ("Chen, Cai", ("canvas:101",), "a"), True),
        (("Chen, Cai", ("canvas:101",), "a"), ("Chen, Cai", ("x",), "b"), True),
        (("Smith, John", ("canvas:103",), "a"), ("Smith, John", ("canvas:104",), "b"), False),
        (("ann", ("ann",), "a"), ("bob", ("bob",), "b"), False),
    ],
)
def test_work_is_matched_by_any_id(
    old: tuple[str | None, tuple[str, ...], str], new: tuple[str | None, tuple[str, ...], str], paired: bool
) -> None:
    before, after = (wrong("x", 4.0, student=who, identity=ids, submission=at) for who, ids, at in (old, new))
    assert difference.compare([before], [after]).same == paired


def test_two_who_handed_in_nothing_are_not_matched_by_that() -> None:
    old, new = (nothing(who, submission="class/none") for who in ("ann", "bob"))
    assert difference.compare([old], [new]).same == 0


def test_the_work_of_a_team_is_matched_member_by_member() -> None:
    old = [wrong(who, 4.0, submission="team/x.py") for who in ("ann", "bob")]
    new = [
        grade("Lee, Ann", identity=("1", "ann@example.edu"), submission="team/x.py"),
        wrong("Bo", 4.0, identity=("bob@example.edu",), submission="team/x.py"),
    ]
    found = difference.compare(old, list(reversed(new)))
    assert [(b.student, a.student) for b, a in found.changed] == [("ann", "Lee, Ann")]
    assert (found.same, found.gone, found.added) == (1, (), ())


def test_a_faster_run_is_no_difference() -> None:
    one = grade("ann", seconds=1.0)
    assert difference.compare([one], [changed(one, seconds=2.0)]).same == 1


@pytest.mark.parametrize(("digest", "words"), [("aa", "the file is the same"), ("bb", "the file was changed")])
def test_whether_the_file_changed(digest: str, words: str) -> None:
    found = difference.compare([wrong("ann", 4.0, digest="aa")], [grade("ann", digest=digest)])
    assert f"  {words}\n" in difference.render(found)


def test_points_count_as_they_are_shown() -> None:
    one = wrong("ann", 10 / 3)
    assert difference.compare([one], [changed(one, score=3.3333)]).same == 1
    assert len(difference.compare([one], [changed(one, score=3.4)]).changed) == 1


def as_markdown(one: Grade) -> str:
    return markdown.render(
        one.student or one.submission, [one], {one.exercise: HOSTILE}, {one.exercise: "Well `done`."}
    )


def test_feedback() -> None:
    text = markdown.render("Bob", [WRONG.grade, grade("bob", exercise="other")], {"double": "Double it"}, {})
    for words in (
        "# Feedback for Bob\n\n## Double it\n\n**Not yet**: 4 of 10 points.",
        "**This returns something other than the callback's result.** (line 5)",
        "* expected: `the result of io_callback(...)`",
        "* found: `x * 2`",
        "* try: Return what the call gives back.",
        "## other\n\n**Pass**: 10 of 10 points.",
    ):
        assert words in text
    assert text.index("other than the callback") < text.index("Shorter is possible")


def test_feedback_on_a_fault_is_no_failure() -> None:
    text = as_markdown(fault("eve"))
    assert "Not judged" in text
    assert "not your fault" in text
    assert "of 10 points" not in text


@pytest.mark.parametrize("entry", ALL, ids=lambda e: e.grade.submission[:20])
def test_feedback_is_inert(entry: object) -> None:
    html = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(as_markdown(entry.grade))  # type: ignore[attr-defined]
    tags = set(re.findall(r"<(\w+)", html))
    assert tags <= {"h1", "h2", "h3", "p", "ul", "li", "code", "strong"}
    assert "href" not in re.sub(r"<code>.*?</code>", "", html)


@pytest.mark.parametrize("text", ["a`b", "`", "``x`` `", "x` y", "", "a``b`c"])
def test_code_keeps_its_text(text: str) -> None:
    html = MarkdownIt().render(f"a {markdown.code(text)} b")
    inside = re.search(r"<code>(.*)</code>", html)
    assert (inside[1] if inside else "") == text


RENDERERS: list[Callable[[], str]] = [
    lambda: overview.render([e.grade for e in ALL]),
    lambda: evidence.render(NASTY.grade),
    lambda: difference.render(difference.compare([changed(NASTY.grade, score=1.0)], [NASTY.grade])),
    lambda: as_markdown(NASTY.grade),
]


@pytest.mark.parametrize("render", RENDERERS, ids=["summary", "evidence", "difference", "feedback"])
def test_nothing_acts_on_a_terminal(render: Callable[[], str]) -> None:
    text = render()
    assert text.endswith("\n")
    assert not [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c != "\n"]
