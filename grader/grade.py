"""Grade one submission: source, trace and numbers, then one verdict."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Event
from types import TracebackType
from typing import Protocol

import msgspec

from grader.judge import agreement, judge, waiting_advice, waits_on_result
from grader.model import (
    OUTPUT,
    Completed,
    Crashed,
    Exercise,
    Faulted,
    Finding,
    Grade,
    GraderFault,
    ImportFailed,
    NotChecked,
    NotRun,
    Outcome,
    OutOfMemory,
    OutputFlood,
    Phase,
    Rule,
    Severity,
    Submission,
    TestOutcome,
    TestStatus,
    TimedOut,
    TracePoint,
    Verdict,
    Violation,
    digest_of,
)
from grader.numbers import Numbers, Runner
from grader.report.endings import ending
from grader.report.text import one_line, visible
from grader.sandbox.client import Printed, Sandbox, Session
from grader.sandbox.wire import Loaded
from grader.source.report import SourceReport

OUTPUT_SHOWN = 2000
"""Characters of a submission's output that a grade keeps: the end of it."""
MAIN_ORDER = (
    Rule.LOAD,
    Rule.NO_TAMPERING,
    Rule.STRUCTURE,
    Rule.TOO_DYNAMIC,
    Rule.ONE_CALLBACK,
    Rule.NO_SIDE_EFFECTS,
    Rule.LIMITS,
    Rule.NUMBERS,
    Rule.TRACE,
)
FULL = "the submission"
PRINTED_SHOWN = 80
"""Characters of what was printed that a finding quotes: the start of it."""
PRINTED_WHEN = {
    Phase.IMPORT: "when the file is imported",
    Phase.TRACE: "when the function is traced",
    Phase.CALL: "when the function runs",
}


class Abandoned(Exception):  # noqa: N818 - a request of the caller
    """The grading was given up; there is no grade."""


class SourceCheck(Protocol):
    """What checks sources: one is handed in, then its report is waited for."""

    def submit(self, source: bytes, exercise: Exercise) -> None:
        """Hand a source in."""

    def result(self) -> SourceReport:
        """Return its report."""

    def close(self) -> None:
        """End it."""


class Engine:
    """Owns the process that checks sources and the sandbox, and grades with them."""

    def __init__(self, sandbox: Sandbox, checker: SourceCheck) -> None:
        """Take both over; leaving the context ends them."""
        self.sandbox, self.checker = sandbox, checker
        self._session: Session | None = None

    def __enter__(self) -> Engine:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End both processes."""
        self.close()

    def close(self) -> None:
        """End both processes."""
        self.checker.close()
        self.sandbox.close()

    def grade(
        self, submission: Submission, exercise: Exercise, runner: Runner, given_up: Event | None = None
    ) -> tuple[Grade, SourceReport]:
        """Grade one submission; a fault of the grader is retried once, then reported as such.

        A process ended by SIGKILL that we did not send may have met a stranger, or a machine short of memory, so it has
        a second try too: what ends itself that way does so again. Raises Abandoned once ``given_up`` is set.
        """
        began = time.monotonic()
        if submission.fault:
            return faulted(submission, exercise, submission.unreadable or "", 0.0), SourceReport()
        fault = ""
        for last in (False, True):
            try:
                parts, report = self._parts(submission, exercise, runner, given_up)
            except GraderFault as error:
                _check(given_up)
                fault = str(error)
                continue
            _check(given_up)
            if last or not (isinstance(parts.outcome, Crashed) and parts.outcome.signal == "SIGKILL"):
                return _assemble(submission, exercise, parts, time.monotonic() - began), report
        return faulted(submission, exercise, fault, time.monotonic() - began), SourceReport()

    def abandon(self, given_up: Event) -> None:
        """Give up, from another thread, the grading that was begun with this event."""
        given_up.set()
        session = self._session
        if session is not None:
            session.abandon()

    def _parts(
        self, submission: Submission, exercise: Exercise, runner: Runner, given_up: Event | None
    ) -> tuple[_Parts, SourceReport]:
        if submission.unreadable is not None:
            found = Finding(rule=Rule.LOAD, severity=Severity.ERROR, message=submission.unreadable)
            report = SourceReport(findings=(found,), main=0, loads=False)
            return _not_run(exercise, runner, report, "the file cannot be read"), report
        self.checker.submit(submission.source, exercise)
        session = self._session = self.sandbox.open(submission.source, exercise.entrypoint, exercise.limits)
        try:
            report = self.checker.result()
            _check(given_up)
            if not report.loads:
                return _not_run(exercise, runner, report, "there is nothing to run"), report
            if any(f.rule == Rule.NO_TAMPERING and f.severity is Severity.ERROR for f in report.findings):
                why = "a submission that reaches behind the language is not run: its numbers would prove nothing"
                return _not_run(exercise, runner, report, why), report
            return _run(exercise, runner, report, session), report
        finally:
            self._session = None
            session.close()


def _check(given_up: Event | None) -> None:
    if given_up is not None and given_up.is_set():
        raise Abandoned


class _Parts:
    """What the three witnesses said of one submission."""

    def __init__(self, report: SourceReport) -> None:
        self.findings: list[Finding] = list(report.findings)
        self.source = report
        self.outcome: Outcome = Completed()
        self.trace: tuple[TracePoint, ...] = ()
        self.tests: tuple[TestOutcome, ...] = ()
        self.trace_ok = False
        self.agreement = ""
        self.isolation: tuple[str, ...] = ()
        self.output = ""
        self.not_checked: list[NotChecked] = list(report.not_checked)


def _not_run(exercise: Exercise, runner: Runner, report: SourceReport, why: str) -> _Parts:
    parts = _Parts(report)
    parts.outcome = NotRun(reason=why)
    parts.tests = runner.skipped(exercise, why)
    parts.agreement = f"not compared: {why}"
    known = {entry.what for entry in parts.not_checked}
    parts.not_checked += [NotChecked(what=w, why=why) for w in ("the trace", "the numbers") if w not in known]
    return parts


def _run(exercise: Exercise, runner: Runner, report: SourceReport, session: Session) -> _Parts:
    parts = _Parts(report)
    loaded = session.load()
    if isinstance(loaded, Loaded):
        _trace(exercise, parts, session)
        if isinstance(parts.outcome, Completed):
            numbers = runner.run(exercise, session)
            parts.tests, parts.outcome = numbers.tests, numbers.outcome
            _note_numbers(parts, numbers)
        else:
            parts.tests = runner.skipped(exercise, "the run had ended before the tests")
    else:
        parts.outcome = loaded
        parts.tests = runner.skipped(exercise, "the import did not finish")
        parts.agreement = "not compared: the import did not finish"
        parts.not_checked += [
            NotChecked(what=what, why="the import did not finish") for what in ("the trace", "the numbers")
        ]
    session.close()  # what its threads print until then is printed too
    parts.isolation = session.isolation
    parts.output = shown_output(session.output)
    _note_printed(exercise, parts, session.printed)
    ended = ending_finding(parts.outcome)
    if ended is not None and not _explained(ended, report.findings):
        if ended.rule == Rule.LOAD:
            # The real run names the cause better than the source can.
            parts.findings = [f for f in parts.findings if f.rule != Rule.LOAD]
        parts.findings.append(ended)
    if isinstance(parts.outcome, Faulted):
        raise GraderFault(parts.outcome.detail)
    return parts


def _explained(found: Finding, findings: Sequence[Finding]) -> bool:
    """Tell whether a finding on the same line already names the cause: a side effect that the sandbox refused, say."""
    causes = {Rule.NO_SIDE_EFFECTS, Rule.TOO_DYNAMIC, Rule.STRUCTURE}
    return found.line is not None and any(
        f.rule in causes and f.severity is Severity.ERROR and f.line == found.line for f in findings
    )


def _trace(exercise: Exercise, parts: _Parts, session: Session) -> None:
    spec = exercise.trace
    if spec is None:
        parts.trace_ok = True
        parts.agreement = "not compared: the exercise asks for no trace"
        return
    points = session.trace([*spec.inputs, *spec.facts])
    if not isinstance(points, tuple):
        parts.outcome = points
        parts.agreement = "not compared: tracing did not finish"
        parts.not_checked += [
            NotChecked(what=what, why="the run ended while it was traced") for what in ("the trace", "the numbers")
        ]
        return
    parts.trace = points
    judged = points[: len(spec.inputs)]
    if waits_on_result(judged):
        parts.trace_ok = True
        parts.findings.append(waiting_advice(judged))
        parts.agreement = "not compared: the function waits on its result, so it cannot be traced"
        parts.not_checked.append(
            NotChecked(what="the trace", why="`.block_until_ready()` on the result cannot be traced")
        )
        return
    found = judge(spec, points)
    parts.trace_ok = not found
    main = None if parts.source.main is None else parts.source.findings[parts.source.main]
    leaves_open = any(hole in exercise.pattern for hole in ("ANY", "GIVEN", "COMPUTED"))
    parts.agreement = agreement(parts.source.findings, spec, points, main, leaves_open=leaves_open)
    parts.findings += [f for f in found if not _explained(f, parts.source.findings)]


def _note_printed(exercise: Exercise, parts: _Parts, printed: Printed | None) -> None:
    """Hold what was printed against the rule on side effects, where the source could not follow how it came about."""
    if printed is None or Rule.NO_SIDE_EFFECTS not in exercise.rules:
        return
    known = [f for f in parts.findings if f.rule == Rule.NO_SIDE_EFFECTS]
    if any(f.severity is Severity.ERROR for f in known):
        return
    doubted = next((f for f in known if f.line is not None and f.line == printed.line), None)
    if doubted is not None:  # the source did not know whether that line runs: it does
        parts.findings[parts.findings.index(doubted)] = msgspec.structs.replace(doubted, severity=Severity.ERROR)
        return
    what = one_line(printed.text.decode("utf-8", "backslashreplace"), PRINTED_SHOWN)
    parts.findings.append(
        Finding(
            rule=Rule.NO_SIDE_EFFECTS,
            severity=Severity.ERROR,
            message=f"Something is printed {PRINTED_WHEN[printed.phase]}; the answer must have no side effects.",
            place=OUTPUT,
            found=what or "an empty line",
            help="Remove the print: a pure function computes its result and does nothing else.",
            line=printed.line,
        )
    )


def _note_numbers(parts: _Parts, numbers: Numbers) -> None:
    failed = [t for t in numbers.tests if t.status is TestStatus.FAILED]
    if failed and isinstance(numbers.outcome, Completed):
        first = failed[0]
        found = Finding(
            rule=Rule.NUMBERS,
            severity=Severity.ERROR,
            message=f"{first.title}: {first.message}",
            line=first.line,
            place=first.name,
        )
        if not _explained(found, parts.findings):
            # What raises in a call raises in tracing too: the call is what a learner can try out.
            parts.findings = [
                f for f in parts.findings if f.rule != Rule.TRACE or f.line != found.line or f.line is None
            ]
            parts.findings.append(found)
    if numbers.waits and not any(f.rule == Rule.TRACE for f in parts.findings):
        parts.findings.append(waiting_advice(parts.trace))


def ending_finding(outcome: Outcome) -> Finding | None:
    """Make a finding of how a run ended, where it did not end well."""
    rule, step = Rule.LIMITS, ""
    match outcome:
        case Completed() | NotRun() | Faulted():
            return None
        case ImportFailed():
            rule = Rule.LOAD
        case TimedOut(jax_in_callback=True):
            step = "Use NumPy on the host."
        case TimedOut():
            step = "Look for a loop that does not end."
        case OutOfMemory():
            step = "The answer needs no more memory than the array."
        case OutputFlood():
            step = "Take the printing out."
        case Crashed(signal=None):
            step = "Do not exit: return the result."
        case Crashed() | Violation():
            pass
    line: int | None = getattr(outcome, "line", None)
    return Finding(rule=rule, severity=Severity.ERROR, message=ending(outcome), help=step, line=line)


def shown_output(output: bytes) -> str:
    """Return the end of an output with control characters made visible."""
    text = output.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    return visible(text[-OUTPUT_SHOWN:], keep="\n\t")


def _assemble(submission: Submission, exercise: Exercise, parts: _Parts, seconds: float) -> Grade:
    findings = sorted(
        {_key(f): f for f in parts.findings}.values(), key=lambda f: (f.line or 0, f.column or 0, f.rule, f.place)
    )
    errors = [f for f in findings if f.severity is Severity.ERROR]
    passed = (
        not errors
        and isinstance(parts.outcome, Completed)
        and parts.trace_ok
        and all(t.status is TestStatus.PASSED or t.score == t.max_score for t in parts.tests)
    )
    points = exercise.points
    maximum = points.source + points.trace + points.numbers
    tampered = any(f.rule == Rule.NO_TAMPERING for f in errors)
    source_rules = {Rule.STRUCTURE, Rule.TOO_DYNAMIC, Rule.LOAD, Rule.ONE_CALLBACK, Rule.NO_SIDE_EFFECTS}
    source_ok = not any(f.rule in source_rules for f in errors)
    score = (
        (points.source if source_ok else 0.0)
        + (points.trace if parts.trace_ok else 0.0)
        + sum(t.score for t in parts.tests)
    )
    if passed:
        score = maximum
    elif tampered:
        score = 0.0
    return Grade(
        submission=submission.path,
        student=submission.student,
        digest=digest_of(submission),
        exercise=exercise.slug,
        verdict=Verdict.PASS if passed else Verdict.FAIL,
        outcome=parts.outcome,
        score=round(score, 6),
        max_score=maximum,
        seconds=round(seconds, 3),
        findings=tuple(_in_cell(f, submission.cells) for f in findings),
        main=_main(findings, parts.source),
        tests=parts.tests,
        trace=parts.trace,
        isolation=parts.isolation,
        not_checked=tuple(parts.not_checked),
        agreement=parts.agreement,
        output=parts.output,
        notes=submission.notes,
    )


def _in_cell(finding: Finding, cells: Sequence[int]) -> Finding:
    """Say a finding in a notebook by its cell and the line in it."""
    if not cells or finding.line is None:
        return finding
    cell = max(1, sum(start <= finding.line for start in cells))
    shift = cells[cell - 1] - 1
    end = None if finding.end_line is None else finding.end_line - shift
    return msgspec.structs.replace(finding, cell=cell, line=finding.line - shift, end_line=end)


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.rule, finding.place, finding.line, finding.column, finding.message


def _main(findings: Sequence[Finding], source: SourceReport) -> int | None:
    """Choose the finding to mend first: the first rule of the order; within the source its own choice."""
    preferred = None if source.main is None else source.findings[source.main]
    errors = [(i, f) for i, f in enumerate(findings) if f.severity is Severity.ERROR]
    same = (Rule.STRUCTURE, Rule.TOO_DYNAMIC)
    for rule in MAIN_ORDER:
        group = same if rule in same else (rule,)
        candidates = [(i, f) for i, f in errors if f.rule in group]
        if candidates:
            return next((i for i, f in candidates if f == preferred), candidates[0][0])
    return errors[0][0] if errors else None


def faulted(submission: Submission, exercise: Exercise, detail: str, seconds: float) -> Grade:
    """Grade what the grader failed on: verdict ``error``, no points taken, for a human to look at."""
    points = exercise.points
    return Grade(
        submission=submission.path,
        student=submission.student,
        exercise=exercise.slug,
        verdict=Verdict.ERROR,
        outcome=Faulted(detail=detail),
        score=0.0,
        max_score=points.source + points.trace + points.numbers,
        seconds=round(seconds, 3),
        not_checked=(NotChecked(what=FULL, why="the grader failed; this is not the submission's fault"),),
        notes=submission.notes,
    )
