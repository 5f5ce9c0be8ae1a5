"""Run the exercises' own pytest files, in this process, against a function in the sandbox.

The files are collected once; their tests then run again for each submission, inside one pytest session.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.model import (
    AuthorError,
    Completed,
    Exercise,
    GraderFault,
    Outcome,
    TestOutcome,
    TestStatus,
)
from grader.sandbox.client import Session
from grader.solve import WAITING_ADVICE, Ended, LearnerError, Solve

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS = (
    "--capture=no",
    "--import-mode=importlib",
    "--noconftest",
    "-c",
    os.devnull,
    *(
        part
        for plugin in (
            "terminal cacheprovider logging faulthandler unraisableexception threadexception warnings junitxml doctest "
            "debugging pastebin stepwise nose setuponly setupplan"
        ).split()
        for part in ("-p", f"no:{plugin}")
    ),
)


@dataclass(slots=True)
class Numbers:
    """How the numerical tests of one submission went."""

    tests: tuple[TestOutcome, ...]
    outcome: Outcome
    """``Completed``, or how the process that ran the submission ended."""
    waits: bool = False
    """True when the function cannot be traced only because it waits on its result."""


@dataclass(slots=True)
class _Current:
    """The submission being tested."""

    solve: Solve
    rng: np.random.Generator
    reports: dict[str, TestOutcome] = field(default_factory=dict)
    broken: AuthorError | GraderFault | None = None
    """What ended a test that is no learner's doing."""


class Runner:
    """Runs the tests of an exercise against one session after another."""

    def __init__(self, seed: int | None = None) -> None:
        """``seed`` makes the hidden inputs the same in every run; without it they are new for each submission."""
        self.seed = seed
        self.items: dict[str, list[pytest.Item]] = {}
        self.files: dict[Path, str] = {}
        self.root = Path()
        """What pytest's own paths start from."""
        self.current: _Current | None = None
        self.error: BaseException | None = None
        self.collect_error: AuthorError | None = None
        self.body: Callable[[Runner], None] | None = None

    # -- what pytest calls ---------------------------------------------------------------------------------------

    @pytest.fixture
    def solve(self) -> Solve:
        """Call the learner's function in the sandbox."""
        assert self.current is not None
        return self.current.solve

    @pytest.fixture
    def rng(self) -> np.random.Generator:
        """Draw hidden inputs: a NumPy generator whose seed never leaves this process."""
        assert self.current is not None
        return self.current.rng

    def pytest_configure(self, config: pytest.Config) -> None:
        """Note where pytest counts paths from."""
        self.root = config.rootpath

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the first file that cannot be collected."""
        if report.failed and self.collect_error is None:
            path = self.root / str(getattr(report, "fspath", "") or report.nodeid)
            self.collect_error = AuthorError(
                f"pytest cannot collect this file: {_last_line(report.longreprtext)}", path
            )

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the collected tests by exercise."""
        for item in items:
            slug = self.files.get(Path(item.path).resolve())
            if slug is not None:
                self.items.setdefault(slug, []).append(item)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Grade, with the tests at hand; pytest's own loop does not run."""
        if self.collect_error is None and self.body is not None:
            try:
                self.body(self)
            except BaseException as error:
                self.error = error
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Turn what a test did into an outcome."""
        report = yield
        self._note(item, call)
        return report

    # -- what the grader calls -----------------------------------------------------------------------------------

    def run(self, exercise: Exercise, session: Session) -> Numbers:
        """Run every test of an exercise against a loaded session."""
        items = self.items.get(exercise.slug, [])
        seed = secrets.randbits(64) if self.seed is None else self.seed
        current = self.current = _Current(Solve(session), np.random.default_rng(seed))
        share = exercise.points.numbers / len(items) if items else 0.0
        outcomes: list[TestOutcome] = []
        for item in items:
            if current.solve.ended is not None:
                outcomes.append(_skipped(item, "the run had ended before it", share))
                continue
            # Taken down in full each time: the next to be set up may be of another exercise, or of a second try.
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if current.broken is not None:
                raise current.broken
            found = current.reports.get(item.nodeid)
            if found is None:
                raise GraderFault(f"the test {item.name} gave no outcome")
            passed = found.status is TestStatus.PASSED
            excused = found.status is TestStatus.SKIPPED and current.solve.waits
            outcomes.append(_scored(found, share, earned=passed or excused))
        self.current = None
        ended = current.solve.ended
        return Numbers(tuple(outcomes), Completed() if ended is None else ended, current.solve.waits)

    def skipped(self, exercise: Exercise, why: str) -> tuple[TestOutcome, ...]:
        """List an exercise's tests as not run."""
        items = self.items.get(exercise.slug, [])
        share = exercise.points.numbers / len(items) if items else 0.0
        return tuple(_skipped(item, why, share) for item in items)

    def _note(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        current = self.current
        if current is None or (item.nodeid in current.reports and call.excinfo is None):
            return
        error = None if call.excinfo is None else call.excinfo.value
        line: int | None = None
        match error:
            case None if call.when != "call":
                return
            case None:
                status, message = TestStatus.PASSED, ""
            case pytest.skip.Exception():
                status, message = TestStatus.SKIPPED, str(error.msg or WAITING_ADVICE)
            case Ended():
                status, message = TestStatus.FAILED, "the run ended during this test"
            case LearnerError():
                status, message, line = TestStatus.FAILED, str(error), error.line
            case AssertionError():
                status, message = TestStatus.FAILED, str(error).split("\nassert ")[0].strip() or "it does not hold"
            case KeyboardInterrupt():
                raise error
            case GraderFault():
                current.broken = error  # raised once pytest has taken the test down
                return
            case _:
                frame = call.excinfo.traceback[-1] if call.excinfo is not None else None
                own = (
                    [e for e in call.excinfo.traceback if Path(str(e.path)) == Path(item.path)] if call.excinfo else []
                )
                where = own[-1] if own else frame
                line_number = None if where is None else where.lineno + 1
                current.broken = AuthorError(
                    f"the test {item.name} raised {type(error).__name__}: {error}", item.path, line_number
                )
                return
        current.reports[item.nodeid] = TestOutcome(
            name=item.name, title=title_of(item), status=status, message=message, line=line
        )


def title_of(item: pytest.Item) -> str:
    """Return the line a learner reads: the first line of the test's docstring, with its parameters."""
    function = getattr(item, "function", None)
    text = (getattr(function, "__doc__", None) or item.name).strip().splitlines()[0].rstrip(".")
    spec = getattr(item, "callspec", None)
    return f"{text} ({spec.id})" if spec is not None else text


def _skipped(item: pytest.Item, why: str, share: float) -> TestOutcome:
    return TestOutcome(
        name=item.name, title=title_of(item), status=TestStatus.SKIPPED, message=why, score=0.0, max_score=share
    )


def _scored(found: TestOutcome, share: float, *, earned: bool) -> TestOutcome:
    return TestOutcome(
        name=found.name,
        title=found.title,
        status=found.status,
        message=found.message,
        line=found.line,
        score=share if earned else 0.0,
        max_score=share,
    )


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("E").strip() if lines else "no reason was given"


def with_tests(exercises: Mapping[str, Exercise], body: Callable[[Runner], None], seed: int | None = None) -> None:
    """Collect the exercises' tests, then run ``body`` with them at hand.

    Whatever ``body`` raises is raised here again. Raises AuthorError where tests cannot be collected.
    """
    runner = Runner(seed)
    runner.body = body
    for slug, exercise in exercises.items():
        runner.files[Path(exercise.directory, "test_numbers.py").resolve()] = slug
    with _quiet_environment():
        code = pytest.main([*OPTIONS, *map(str, runner.files)], plugins=[runner])
    if runner.error is not None:
        raise runner.error
    if runner.collect_error is not None:
        raise runner.collect_error
    # Failed tests are what learners have; only a session that broke is a fault.
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise GraderFault(f"pytest ended with {code!r} while collecting the exercises' tests")


@contextmanager
def _quiet_environment() -> Iterator[None]:
    """Keep the caller's pytest settings and plugins out, and write no bytecode beside the tests."""
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    before = {name: os.environ.pop(name, None) for name in names}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = bytecode
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
