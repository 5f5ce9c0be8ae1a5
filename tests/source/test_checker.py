"""The process that checks sources may die; the grader gets a finding and goes on."""

from __future__ import annotations

import os
import signal

import pytest

from grader.model import AuthorError
from grader.source.checker import Checker
from tests.source.exercise import CALL, EXERCISE, HEAD
from tests.source.test_reader import OK


def test_reports_come_back_whole() -> None:
    with Checker() as checker:
        assert checker.check(OK.encode(), EXERCISE).main is None
        wrong = checker.check(OK.replace("ordered=True", "ordered=False").encode(), EXERCISE)
        assert wrong.main is not None
        assert wrong.findings[wrong.main].place == "ordered"


def killed_at_work(checker: Checker, number: int) -> None:
    """End the process while it has a file to check."""
    process = checker._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    checker.submit(OK.encode(), EXERCISE)
    os.kill(process.pid, number)
    os.kill(process.pid, signal.SIGCONT)


def test_a_file_that_ends_the_process_is_at_fault_and_the_next_check_is_right() -> None:
    with Checker() as checker:
        killed_at_work(checker, signal.SIGSEGV)
        report = checker.result()
        assert report.main is not None
        assert not report.loads
        assert checker.check(OK.encode(), EXERCISE).main is None


def test_a_process_worn_out_by_the_files_before_is_not_the_files_fault() -> None:
    with Checker() as checker:
        checker.check(OK.encode(), EXERCISE)
        killed_at_work(checker, signal.SIGSEGV)
        assert checker.result().main is None


def test_the_process_is_replaced_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.source.checker.RENEWED", 2)
    with Checker() as checker:
        processes = set()
        for _ in range(5):
            assert checker.check(OK.encode(), EXERCISE).main is None
            processes.add(None if checker._process is None else checker._process.pid)
        assert len(processes) > 2


def test_a_process_killed_by_a_stranger_is_not_the_files_fault() -> None:
    with Checker() as checker:
        checker.check(OK.encode(), EXERCISE)
        killed_at_work(checker, signal.SIGKILL)
        assert checker.result().main is None
        assert checker.check(OK.encode(), EXERCISE).main is None


def test_an_answer_nobody_read_is_not_taken_for_the_next() -> None:
    with Checker() as checker:
        checker.submit(OK.replace("ordered=True", "ordered=False").encode(), EXERCISE)
        assert checker.check(OK.encode(), EXERCISE).main is None


def test_a_process_that_died_between_checks_is_replaced() -> None:
    with Checker() as checker:
        checker.check(OK.encode(), EXERCISE)
        process = checker._process
        assert process is not None
        process.kill()
        process.wait()
        assert checker.check(OK.encode(), EXERCISE).main is None


def test_an_authors_mistake_is_not_the_learners() -> None:
    broken = EXERCISE.__class__(**{f: getattr(EXERCISE, f) for f in EXERCISE.__struct_fields__} | {"pattern": "def ("})
    with Checker() as checker, pytest.raises(AuthorError) as caught:
        checker.check(f"{HEAD}def io_callback_passthrough(x):\n    return {CALL}\n".encode(), broken)
    assert caught.value.path.endswith("pattern.py")
    assert caught.value.line == 1
