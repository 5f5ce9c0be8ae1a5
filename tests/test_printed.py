"""What a submission printed speaks against it, however it came about; what libraries say on standard error does not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader import catalog
from grader.model import OUTPUT, Exercise, Finding, Grade, Limits, Phase, Rule, Severity, Submission, Verdict
from grader.report.evidence import render
from grader.sandbox.client import Printed, Sandbox
from grader.source.checker import Checker
from tests.engine import HONEST, changed, exercise, grade_all, grade_batch

HEAD = """import contextlib
import functools
import io
import itertools
import sys
import threading

import jax
import numpy as np
from jax.experimental import io_callback

"""
ANSWER = """

def host(a):
    {host}
    return a * 2


def io_callback_passthrough(x):
    {entry}
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
FIRST = HEAD.count("\n") + 1
"""The line at which what is put before the functions begins."""


def answer(before: str = "", host: str = "pass", entry: str = "pass") -> bytes:
    return (HEAD + before + ANSWER.format(host=host, entry=entry)).encode()


IMPORTED, TRACED, CALLED = "when the file is imported", "when the function is traced", "when the function runs"
QUIET: dict[str, bytes] = {
    "nothing": HONEST,
    "numpy warns of an overflow": answer(host="np.float32(3e38) * np.float32(10)"),
    "jax logs what it compiles": answer("jax.config.update('jax_log_compiles', True)"),
    "a print that is never reached": answer(host="print('never') if False else None"),
    "the program's own part": answer("if __name__ == '__main__':\n    jax.tree.map(print, [1])"),
    "a question whether there is a terminal": answer("WIDE = sys.stdout.isatty()"),
}
LOUD: dict[str, tuple[bytes, str, int | None, str]] = {
    "mapped over a tree": (answer(entry="jax.tree.map(print, {'a': 1})"), TRACED, FIRST + 8, "1"),
    "a way to sort": (answer(host="functools.reduce(lambda a, b: a, sorted([7], key=print))"), CALLED, FIRST + 3, "7"),
    "from a thread": (answer("t = threading.Thread(target=print, args=('t',))\nt.start()\nt.join()"), IMPORTED, None, "t"),
    "a missing attribute": (answer("class Q:\n    __getattr__ = print\n\n\nQ().x"), IMPORTED, FIRST + 4, "x"),
    "a module that prints": (answer("import this"), IMPORTED, FIRST, "The Zen of Python, by Tim Peters"),
    "starred over arguments": (answer(host="list(itertools.starmap(print, [(1, 2)]))"), CALLED, FIRST + 3, "1 2"),
    "numpy's own loop": (answer(host="np.frompyfunc(print, 1, 1)(np.arange(1))"), CALLED, FIRST + 3, "0"),
    "a callback of its own": (answer(entry="jax.debug.callback(print, 5)"), CALLED, None, "5"),
    "the stream of old": (answer("jax.tree.map(sys.__stdout__.write, ['old'])"), IMPORTED, FIRST, "old"),
    "an empty line": (answer(entry="jax.tree.map(print, [''])"), TRACED, FIRST + 8, "an empty line"),
    "control characters": (answer(r"jax.tree.map(print, ['\x1b[31mPASS\x1b[0m'])"), IMPORTED, FIRST, r"\x1b[31mPASS\x1b[0m"),
    "a great deal": (answer("jax.tree.map(print, ['y' * 9000])"), IMPORTED, FIRST, "y" * 77 + "..."),
}  # fmt: skip
SEEN_BY_THE_SOURCE: dict[str, tuple[bytes, int]] = {
    "a plain print": (answer(host="print('seen')"), FIRST + 3),
    "a print that only some input reaches": (answer(host="a.size == 1 and print('one')"), FIRST + 3),
    "a branch that only some input takes": (answer(host="if a.size == 1:\n        print('one')"), FIRST + 4),
}


class Unseeing(Checker):
    """A source check that overlooks side effects: what it may one day overlook, the run still sees."""

    def submit(self, source: bytes, exercise: Exercise) -> None:
        rules = tuple(rule for rule in exercise.rules if rule != Rule.NO_SIDE_EFFECTS)
        super().submit(source, changed(exercise, rules=rules))


@pytest.fixture(scope="module")
def grades() -> dict[str, Grade]:
    loud = {name: source for name, (source, _, _, _) in LOUD.items()}
    seen = {name: source for name, (source, _) in SEEN_BY_THE_SOURCE.items()}
    return {**grade_all({**QUIET, **seen}), **grade_all(loud, checker=Unseeing())}


def of_the_rule(grade: Grade) -> list[Finding]:
    return [f for f in grade.findings if f.rule == Rule.NO_SIDE_EFFECTS and f.severity is Severity.ERROR]


@pytest.mark.parametrize("name", QUIET)
def test_who_prints_nothing_passes(name: str, grades: dict[str, Grade]) -> None:
    assert grades[name].verdict is Verdict.PASS, grades[name]


def test_the_warnings_were_there(grades: dict[str, Grade]) -> None:
    assert "overflow encountered" in grades["numpy warns of an overflow"].output
    assert "Finished tracing" in grades["jax logs what it compiles"].output


@pytest.mark.parametrize("name", LOUD)
def test_who_prints_does_not_pass(name: str, grades: dict[str, Grade]) -> None:
    _, when, line, text = LOUD[name]
    grade = grades[name]
    assert grade.verdict is Verdict.FAIL
    (found,) = of_the_rule(grade)
    assert when in found.message
    assert found.found.startswith(text)
    assert found.help.startswith("Remove the print")
    assert found.place == OUTPUT
    assert line is None or found.line == line
    assert grade.main is not None
    assert grade.findings[grade.main] == found
    assert grade.score == grade.max_score - exercise().points.source
    assert not grade.agreement.startswith("disagree"), grade.agreement


@pytest.mark.parametrize("name", SEEN_BY_THE_SOURCE)
def test_what_the_source_has_found_is_not_said_twice(name: str, grades: dict[str, Grade]) -> None:
    _, line = SEEN_BY_THE_SOURCE[name]
    grade = grades[name]
    assert grade.verdict is Verdict.FAIL
    (found,) = [f for f in grade.findings if f.rule == Rule.NO_SIDE_EFFECTS]
    assert (found.severity, found.line, found.place) == (Severity.ERROR, line, "")


def test_the_chain_of_evidence_has_it_where_it_was_seen(grades: dict[str, Grade]) -> None:
    source, _, run = render(grades["a module that prints"]).partition("2. The run")
    assert "Something is printed" not in source
    assert "Something is printed when the file is imported" in run.partition("3. The trace")[0]


def test_an_exercise_without_the_rule_lets_print() -> None:
    given = catalog.load(catalog.exercises_folder(), "train_step_metrics")
    assert Rule.NO_SIDE_EFFECTS not in given.rules
    text = (catalog.exercises_folder().parent / "solutions" / "train_step_metrics.py").read_text()
    told = text.replace("        HISTORY.append(", '        print("loss", metrics["loss"])\n        HISTORY.append(')
    assert told != text
    (grade,) = grade_batch([Submission(path="told", exercise=given.slug, source=told.encode())], {given.slug: given})
    assert grade.verdict is Verdict.PASS, grade
    assert "loss" in grade.output


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(spares=1) as made:
        yield made


def printed(sandbox: Sandbox, source: str, *, calls: int = 1) -> Printed | None:
    session = sandbox.open(source.encode(), "f", Limits())
    session.load()
    for _ in range(calls):
        session.call((np.ones(1, np.float32),))
    session.close()
    assert session.ended is None
    return session.printed


def test_a_session_tells_what_was_printed_when_and_where(sandbox: Sandbox) -> None:
    assert printed(sandbox, "print(1)\ndef f(x):\n    return x\n") == Printed(b"1\n", Phase.IMPORT, 1)
    assert printed(sandbox, "def f(x):\n    print(2)\n    return x\n", calls=3) == Printed(b"2\n", Phase.CALL, 2)
    assert printed(sandbox, "def f(x):\n    return x\n") is None


def test_standard_error_is_another_stream(sandbox: Sandbox) -> None:
    source = (
        "import os, sys\nsys.stderr.write('a')\nos.write(2, b'b')\nsys.__stderr__.write('c')\ndef f(x):\n    return x\n"
    )
    session = sandbox.open(source.encode(), "f", Limits())
    session.load()
    session.close()
    assert session.printed is None
    assert session.output == b"abc"


def test_what_ends_the_process_was_still_printed(sandbox: Sandbox) -> None:
    session = sandbox.open(b"import os\nprint(1)\nos._exit(3)\n", "f", Limits())
    session.load()
    session.close()
    assert session.printed is not None
    assert (session.printed.text, session.printed.phase) == (b"1\n", Phase.IMPORT)
