"""Whole submissions through the real engine: every way a file can be wrong has its own words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.grade import Engine
from grader.model import Grade, Limits, Submission, Verdict
from grader.model import TestStatus as Status
from grader.numbers import Runner, with_tests
from grader.sandbox.client import Sandbox, Session
from grader.source.checker import Checker
from tests.engine import HONEST, changed, exercise, grade_all

HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom jax.experimental import io_callback\n\n\n"
CALL = "io_callback({host}, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)"


def answer(host: str = "lambda a: a * 2", before: str = "", result: str = "{call}") -> bytes:
    body = result.format(call=CALL.format(host=host))
    return f"{HEAD}{before}def io_callback_passthrough(x):\n    return {body}\n".encode()


RIGHT: dict[str, bytes] = {
    "plain": HONEST,
    "numpy on the host": answer("lambda a: np.asarray(a) * 2"),
    "float64 from the host": answer("lambda a: np.asarray(a, dtype=np.float64) * 2"),
    "a one-tuple from the host": answer("lambda a: (a * 2,)"),
    "jax on the host": answer("lambda a: jnp.multiply(a, 2)"),
    "waits the traceable way": answer(result="jax.block_until_ready({call})"),
    "waits the untraceable way": answer(result="{call}.block_until_ready()"),
    "under jit": answer(before="@jax.jit\n"),
    "keeps a list": answer("host", "SEEN = []\n\n\ndef host(a):\n    SEEN.append(a.shape)\n    return a * 2\n\n\n"),
    "counts its calls": answer("host", "N = [0]\n\n\ndef host(a):\n    N[0] += 1\n    return a * 2\n\n\n"),
    "after a failed one": HONEST,
}
WRONG: dict[str, tuple[bytes, str, str]] = {
    "empty": (b"", "load", "no function `io_callback_passthrough`"),
    "null bytes": (b"x = 1\0", "load", "null bytes"),
    "wrong encoding": (b"x = 1\n# \xff\n", "load", "not valid utf-8"),
    "syntax error": (b"def f(:\n", "load", "Python cannot read this"),
    "5 MB of comments": (b"#" * 5_000_000, "load", "5.0 MB"),
    "nested parentheses": (b"(" * 5000 + b")" * 5000, "load", "nested parentheses"),
    "no entrypoint": (b"x = 1\n", "load", "no function"),
    "misspelt": (HONEST.replace(b"passthrough", b"pass_through"), "load", "there is `io_callback_pass_through`"),
    "not callable": (b"io_callback_passthrough = 3\n", "load", "not a function"),
    "two parameters": (HONEST.replace(b"through(x)", b"through(x, y)"), "load", "needs 2 arguments"),
    "missing package": (b"import not_a_package\n" + HONEST, "load", "No module named 'not_a_package'"),
    "raises on import": (HONEST + b"\n\nassert 1 > 2, 'my own check'\n", "load", "my own check"),
    "raises on import at run time": (HONEST + b"\n\nN = 1 // int(jax.numpy.zeros(1)[0])\n", "load", "ZeroDivisionError"),
    "refuses the empty array": (HONEST.replace(b"    return", b"    assert len(x) > 0, 'nothing to do'\n    return"), "numbers", "nothing to do"),
    "raises on call": (answer("host", "def host(a):\n    raise ValueError('bad luck')\n\n\n"), "numbers", "bad luck"),
    "wrong result type": (answer(result="np.asarray({call})"), "structure", "changed before it is returned"),
    "wrong numbers": (answer("lambda a: a * 3"), "numbers", "expected [10, 12, 14], got [15, 18, 21]"),
    "host returns nothing": (answer("lambda a: None"), "numbers", "is there a `return`"),
    "host returns a list": (answer("lambda a: [1.0, 2.0, 3.0]"), "numbers", "one array"),
    "wrong host shape": (answer("lambda a: (a * 2).reshape(-1, 1)"), "numbers", "declared shape"),
    "in place": (answer("h", "def h(a):\n    v = np.asarray(a)\n    v *= 2\n    return v\n\n\n"), "numbers", "read-only"),
    "negative zero lost": (answer("lambda a: np.abs(np.asarray(a)) * 2 * np.sign(np.asarray(a))"), "numbers", "-0"),
    "loops": (answer("h", "def h(a):\n    while True:\n        pass\n\n\n"), "limits", "Still running after 2 s of CPU time in call 1"),
    "loops on import": (HONEST + b"\n\nN = 10 ** (10 ** 8)\n", "limits", "while the file was imported"),
    "too much memory": (answer("h", "def h(a):\n    return [np.ones(1 << 27) for _ in range(9)] and a * 2\n\n\n"), "limits", "More than 512 MB"),
    "too much output": (answer("h", "import os\n\n\ndef h(a):\n    for _ in range(10**6):\n        os.write(1, b'x' * 65536)\n    return a * 2\n\n\n"), "no-side-effects", "file access"),
}  # fmt: skip


@pytest.fixture(scope="module")
def grades() -> dict[str, Grade]:
    limited = changed(exercise(), limits=Limits(cpu_seconds=2.0, wall_seconds=60.0, memory_mb=512, output_kb=256))
    wrong = {name: source for name, (source, _, _) in WRONG.items()}
    return grade_all({**wrong, **RIGHT}, limited, seed=7)


@pytest.mark.parametrize("name", RIGHT)
def test_right_answers_pass(name: str, grades: dict[str, Grade]) -> None:
    grade = grades[name]
    assert grade.verdict is Verdict.PASS, grade
    assert grade.score == grade.max_score == 10
    assert not grade.agreement.startswith("disagree")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_fail_for_their_own_reason(name: str, grades: dict[str, Grade]) -> None:
    _, rule, words = WRONG[name]
    grade = grades[name]
    assert grade.verdict is Verdict.FAIL
    assert grade.score < grade.max_score
    assert grade.main is not None
    found = grade.findings[grade.main]
    assert found.rule == rule, found
    assert words in found.message, found
    assert "Traceback" not in found.message
    assert not grade.agreement.startswith("disagree"), grade.agreement


def test_waiting_the_untraceable_way_gets_advice(grades: dict[str, Grade]) -> None:
    grade = grades["waits the untraceable way"]
    assert any("jax.block_until_ready" in f.help for f in grade.findings)
    assert {t.status for t in grade.tests} == {Status.PASSED, Status.SKIPPED}
    assert any(n.what == "the trace" for n in grade.not_checked)


def test_jax_on_the_host_is_a_warning(grades: dict[str, Grade]) -> None:
    assert [f.rule for f in grades["jax on the host"].findings] == ["host-uses-jax"]


def test_a_seed_makes_the_hidden_inputs_the_same() -> None:
    wrong = answer("lambda a: a * 3")
    first, second = (grade_all({"w": wrong}, seed=3)["w"] for _ in range(2))
    assert [t.message for t in first.tests] == [t.message for t in second.tests]
    assert [t.message for t in grade_all({"w": wrong})["w"].tests] != [t.message for t in first.tests]


def killing(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """End the child that is about to trace, so many times, as a stranger would."""
    killed: list[int] = []
    trace = Session.trace

    def kill_first(self: Session, points: object) -> object:
        if len(killed) < times:
            assert self._child is not None
            killed.append(self._child.pid)
            self._child.kill()
        return trace(self, points)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "trace", kill_first)
    return killed


def test_a_child_killed_by_a_stranger_is_not_the_learners_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = killing(monkeypatch, 1)
    assert grade_all({"a": HONEST})["a"].verdict is Verdict.PASS
    assert len(killed) == 1


def test_a_child_that_ends_that_way_again_is(monkeypatch: pytest.MonkeyPatch) -> None:
    killing(monkeypatch, 2)
    grade = grade_all({"a": HONEST})["a"]
    assert grade.verdict is Verdict.FAIL
    assert grade.main is not None
    assert "SIGKILL" in grade.findings[grade.main].message


def test_a_server_killed_at_work_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Sandbox.open
    killed: list[int] = []

    def kill_then_open(self: Sandbox, *arguments: object) -> Session:
        if not killed and self._up:
            assert self._process is not None
            killed.append(self._process.pid)
            self._process.kill()
            self._process.wait()
        return opened(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Sandbox, "open", kill_then_open)
    grades = grade_all({"a": HONEST, "b": HONEST, "c": HONEST})
    assert killed
    assert [g.verdict for g in grades.values()] == [Verdict.PASS] * 3


def test_a_server_lost_in_the_middle_of_the_tests_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    call = Session.call
    killed: list[int] = []

    def kill_in_the_third(self: Session, *arguments: object, **options: object) -> object:
        if not killed and self._calls == 2:
            assert self._sandbox._process is not None
            killed.append(self._sandbox._process.pid)
            self._sandbox._process.kill()
            self._sandbox._process.wait()
            assert self._child is not None
            self._child.kill()
        return call(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "call", kill_in_the_third)
    grades = grade_all({"a": HONEST, "b": HONEST})
    assert killed
    assert [g.verdict for g in grades.values()] == [Verdict.PASS] * 2


def test_a_run_that_ends_in_the_middle_of_the_tests_leaves_another_exercise_alone(tmp_path: Path) -> None:
    other = changed(exercise(), slug="other", directory=str(shutil.copytree(exercise().directory, tmp_path / "other")))
    limited = changed(exercise(), limits=Limits(cpu_seconds=2.0, wall_seconds=20.0))
    given = {limited.slug: limited, "other": other}
    loops = answer("h", "def h(a):\n    while a.size == 0:\n        pass\n    return a * 2\n\n\n")
    verdicts: list[Verdict] = []

    def body(runner: Runner) -> None:
        with Engine(Sandbox(), Checker()) as engine:
            for slug, source in ((limited.slug, loops), ("other", HONEST), (limited.slug, HONEST)):
                grade, _ = engine.grade(Submission(path=slug, exercise=slug, source=source), given[slug], runner)
                verdicts.append(grade.verdict)

    with_tests(given, body)
    assert verdicts == [Verdict.FAIL, Verdict.PASS, Verdict.PASS]
