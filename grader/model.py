"""The values every room shares. All are frozen; this module imports nothing of ours.

Lines and columns start at 1 and count Unicode code points; an end column is one past the last character.
Seconds are wall-clock seconds unless a name says ``cpu``. Sizes are in the unit the name says.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from pathlib import Path

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the value types: immutable, compared by content, built by keyword."""


class Verdict(StrEnum):
    """What a grade says: ``ERROR`` means the grader could not judge, which never costs points."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"


class Severity(StrEnum):
    """How much a finding weighs: only ``ERROR`` fails a submission."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


class Rule(StrEnum):
    """The rules a finding can name."""

    LOAD = "load"
    STRUCTURE = "structure"
    TOO_DYNAMIC = "too-dynamic"
    NO_SIDE_EFFECTS = "no-side-effects"
    NO_TAMPERING = "no-tampering"
    HOST_USES_JAX = "host-uses-jax"
    ONE_CALLBACK = "one-callback"
    TRACE = "trace"
    NUMBERS = "numbers"
    LIMITS = "limits"


NO_SUBMISSION = "There is no submission."
"""The finding of a student of the roster who handed in nothing."""

OUTPUT = "output"
"""The place of a finding on what a submission printed: the run saw it, the source did not."""


class AuthorError(Exception):
    """A mistake in an exercise: ``path`` and ``line`` say where its author finds it."""

    def __init__(self, message: str, path: Path | str, line: int | None = None) -> None:
        """Keep the place beside the message; ``line`` is None when the whole file is meant."""
        self.message, self.path, self.line = message, str(path), line
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")


class GraderFault(Exception):  # noqa: N818 - a fault of ours is not an error of the caller
    """The grader or its machine failed; the submission is not to blame and keeps its points."""


class UsageError(Exception):
    """The command was asked for something that cannot be done; the message says what and why."""


class Submission(Value, frozen=True, kw_only=True):
    """One learner's file, as read: nothing of it has been run or decoded yet."""

    path: str
    """As the caller gave it."""
    exercise: str
    """Slug of the exercise it answers."""
    source: bytes
    """The file's bytes; for a notebook, its code cells joined."""
    student: str | None = None
    identity: tuple[str, ...] = ()
    """What else the student is known by, as an export or a roster says it: ``canvas:12345``, a login, an address."""
    notes: tuple[str, ...] = ()
    """What intake left out or changed, for the reader of the report."""
    cells: tuple[int, ...] = ()
    """For a notebook: the 1-based source line at which each code cell starts."""
    unreadable: str | None = None
    """Why there is no source to judge (too large, not a regular file, ...); a learner-facing sentence."""
    fault: bool = False
    """That reason lies with the machine (no permission, gone meanwhile, ...), so nothing is judged by it."""


def digest_of(submission: Submission) -> str:
    """Return the SHA-256 of a submission's code in hexadecimal; empty when it could not be read."""
    return "" if submission.unreadable is not None else hashlib.sha256(submission.source).hexdigest()


class Finding(Value, frozen=True, kw_only=True):
    """One thing wrong with (or worth saying about) a submission, at its place."""

    rule: str
    severity: Severity
    message: str
    """What is wrong, in the learner's own names; one sentence."""
    place: str = ""
    """The part of the answer it is about: ``call``, ``callback``, ``result_shape_dtypes.dtype``, ``args[0]``,
    ``ordered``, ``return``, or ``output`` for what was printed; empty where the rule has no parts."""
    expected: str = ""
    found: str = ""
    help: str = ""
    """The next step to try."""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    cell: int | None = None
    """For a notebook: the 1-based code cell that ``line`` then counts in."""


class Limits(Value, frozen=True, kw_only=True):
    """What one submission may use. Each step (import, trace, each call) has its own clocks."""

    cpu_seconds: float = 10.0
    """CPU time of one step, summed over threads."""
    wall_seconds: float = 30.0
    """Elapsed time of one step: reached only by code that sleeps or waits."""
    memory_mb: int = 1024
    """Memory on top of what JAX itself needs."""
    output_kb: int = 1024
    """Bytes on standard output and standard error together, over the whole run."""


class Phase(StrEnum):
    """The step a run was in when it ended."""

    START = "start"
    IMPORT = "import"
    TRACE = "trace"
    CALL = "call"


class Completed(Value, frozen=True, kw_only=True, tag="completed"):
    """Every step asked for was answered (the answers may still be wrong)."""


class ImportFailed(Value, frozen=True, kw_only=True, tag="import-failed"):
    """The module raised while it was imported, or does not bind the entrypoint to a callable."""

    error: str
    """Last line of the traceback: ``TypeError: ...``."""
    line: int | None = None
    """The learner's own innermost line."""


class TimedOut(Value, frozen=True, kw_only=True, tag="timed-out"):
    """A step used up its CPU or wall time."""

    phase: Phase
    call: int | None = None
    """1-based number of the call, when the phase is ``CALL``."""
    seconds: float
    clock: str
    """``cpu`` or ``wall``."""
    jax_in_callback: bool = False
    """True when the stuck thread was seen waiting for JAX from inside a host callback."""
    line: int | None = None
    """The learner's innermost line at that moment, where the child could still tell."""


class OutOfMemory(Value, frozen=True, kw_only=True, tag="out-of-memory"):
    """A step needed more memory than the limit."""

    phase: Phase
    call: int | None = None
    limit_mb: int


class Crashed(Value, frozen=True, kw_only=True, tag="crashed"):
    """The process was ended by a signal, or left by exiting."""

    phase: Phase
    call: int | None = None
    signal: str | None = None
    """``SIGSEGV``, ...; None when the process exited by itself."""
    exit_code: int | None = None
    line: int | None = None
    """The learner's innermost line when the signal came, where the child could still tell."""


class OutputFlood(Value, frozen=True, kw_only=True, tag="output-flood"):
    """More was printed than the limit allows."""

    phase: Phase
    call: int | None = None
    limit_kb: int


class Violation(Value, frozen=True, kw_only=True, tag="violation"):
    """The child broke the protocol: forged, torn or unasked-for frames."""

    phase: Phase
    call: int | None = None
    detail: str


class NotRun(Value, frozen=True, kw_only=True, tag="not-run"):
    """The submission was never started; ``reason`` says why, to the learner."""

    reason: str


class Faulted(Value, frozen=True, kw_only=True, tag="grader-fault"):
    """The grader failed while it ran the submission."""

    detail: str


Outcome = Completed | ImportFailed | TimedOut | OutOfMemory | Crashed | OutputFlood | Violation | NotRun | Faulted
"""How a run ended; match it exhaustively."""


class Aval(Value, frozen=True, kw_only=True):
    """Shape and dtype of an array, as JAX's tracing sees it."""

    shape: tuple[int, ...]
    dtype: str


class Equation(Value, frozen=True, kw_only=True):
    """One callback equation of a jaxpr, in program order, nested programs flattened."""

    primitive: str
    """``io_callback``, ``pure_callback``, ``debug_callback`` or ``debug_print``."""
    inside: tuple[str, ...] = ()
    """Primitives that enclose it, outermost first: ``("jit", "scan")``."""
    ordered: bool | None = None
    """True only for the bool ``True``; None where the primitive has no such parameter."""
    ordered_repr: str = ""
    operands: tuple[str, ...] = ()
    """Where each operand comes from: ``input:0``, ``const``, ``callback:0`` (result of the first callback
    equation), or ``op:mul`` (computed by that primitive)."""
    given: tuple[Aval, ...] = ()
    """Shape and dtype of each operand."""
    results: tuple[Aval, ...] = ()
    line: int | None = None
    """The learner's line that made the call, where JAX recorded it."""


class TracePoint(Value, frozen=True, kw_only=True):
    """What tracing the entrypoint on one abstract input showed, as the child reported it."""

    inputs: tuple[Aval, ...]
    error: str | None = None
    """Last line of the traceback where tracing raised; the other fields are then empty."""
    error_line: int | None = None
    callbacks: tuple[Equation, ...] = ()
    outputs: tuple[str, ...] = ()
    """Where each output comes from, in the notation of ``Equation.operands``."""
    output_avals: tuple[Aval, ...] = ()
    primitives: tuple[str, ...] = ()
    """Every primitive of the program, nested ones included, sorted, without repeats."""


class TestStatus(StrEnum):
    """How one numerical test ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class TestOutcome(Value, frozen=True, kw_only=True):
    """One numerical test of the exercise."""

    name: str
    """The test function's name, with its parameters in brackets."""
    title: str
    """First line of its docstring: what the learner reads."""
    status: TestStatus
    message: str = ""
    """Why it failed or was skipped."""
    line: int | None = None
    """The learner's own line, where an exception has one."""
    score: float = 0.0
    max_score: float = 0.0


class NotChecked(Value, frozen=True, kw_only=True):
    """Something left unjudged, and why."""

    what: str
    why: str


class Grade(Value, frozen=True, kw_only=True):
    """All that is known about one submission once it was judged."""

    submission: str
    student: str | None = None
    identity: tuple[str, ...] = ()
    """As in ``Submission``. Set where results are put together: a grade that is reused must not carry another's."""
    digest: str = ""
    """SHA-256 of the code that was judged, in hexadecimal; empty where none could be read."""
    exercise: str
    verdict: Verdict
    outcome: Outcome
    score: float
    max_score: float
    seconds: float
    findings: tuple[Finding, ...] = ()
    """Sorted by position, then rule."""
    main: int | None = None
    """Index in ``findings`` of the one to mend first; None when nothing is wrong."""
    tests: tuple[TestOutcome, ...] = ()
    trace: tuple[TracePoint, ...] = ()
    isolation: tuple[str, ...] = ()
    """Guards that were active in the child, strongest claim first; empty when nothing ran."""
    not_checked: tuple[NotChecked, ...] = ()
    agreement: str = ""
    """``agree``, ``disagree: ...`` or ``not compared: ...``: whether source and trace say the same."""
    output: str = ""
    """The end of what the submission printed, control characters made visible."""
    notes: tuple[str, ...] = ()


class ExpectedCallback(Value, frozen=True, kw_only=True):
    """A callback equation an exercise asks for, in the notation of ``Equation``."""

    primitive: str
    """``io_callback``, ``pure_callback`` or ``debug_callback``."""
    ordered: bool | None = None
    """Whether it must be ordered; left out when that does not matter."""
    operands: tuple[str, ...] | None = None
    """Where each operand must come from (``input:0``, ``op:mul``); left out when that does not matter."""
    operands_smaller: str | None = None
    """``input:0``: each operand has fewer elements than that input, so the host does not get all of it at once. One
    element is less than any array, so trace longer ones too."""
    gives_back: bool | None = None
    """Whether it must give an array back, or must give nothing back; left out when that does not matter."""
    result_like: str | None = None
    """``input:0``: the declared result has that input's shape and dtype."""
    inside: str | None = None
    """A primitive that encloses it: ``scan``."""


class TraceSpec(Value, frozen=True, kw_only=True):
    """What to trace, and what the jaxpr must then show."""

    inputs: tuple[tuple[Aval, ...], ...] = ()
    """One tuple of argument avals for each trace that is judged."""
    facts: tuple[tuple[Aval, ...], ...] = ()
    """Traced and reported, never judged."""
    callbacks: tuple[ExpectedCallback, ...] = ()
    outputs: tuple[str, ...] | None = None
    """Where each output must come from, in the notation of ``Equation.operands``."""
    forbid: tuple[str, ...] = ()
    """Primitives that must not occur."""


class Forbidden(Value, frozen=True, kw_only=True):
    """Calls that an answer must not reach."""

    calls: tuple[str, ...]
    """Canonical names: ``jax.experimental.io_callback``."""
    inside: tuple[str, ...] = ()
    """Forbidden only in what these functions call (``jax.grad``); everywhere when empty."""
    message: str
    """What is wrong with it, to the learner; one sentence."""
    help: str = ""
    """The next step to try."""


class Points(Value, frozen=True, kw_only=True):
    """Points of each part; the numbers' points are shared evenly among the tests."""

    source: float = 5.0
    """For a source without a finding that fails it."""
    trace: float = 1.0
    """For a trace as asked; given where there is no ``[trace]``."""
    numbers: float = 4.0
    """Shared evenly among the numerical tests."""


class Exercise(Value, frozen=True, kw_only=True):
    """One exercise as its author wrote it, read and checked by ``catalog``."""

    slug: str
    title: str
    order: float = 0
    """Where it stands in the course: smaller numbers first, then by name."""
    entrypoint: str
    """The function that is traced."""
    others: tuple[str, ...] = ()
    """Further functions the submission defines."""
    directory: str
    """Absolute path of its folder."""
    pattern: str = ""
    """Text of pattern.py: the answer written as code with holes; never executed."""
    forbid: tuple[Forbidden, ...] = ()
    rules: tuple[str, ...] = ("no-side-effects", "no-tampering", "host-uses-jax")
    """Named rules that apply on top of the pattern."""
    points: Points = Points()
    limits: Limits = Limits()
    trace: TraceSpec | None = None
    hints: tuple[str, ...] = ()
    """From a nudge to nearly there; never the answer."""
    note: str = ""
    """Shown after a pass: what the exercise does not teach by itself."""
    words: dict[str, str] = {}
    """The author's own help for a place or a rule, by name; it replaces the built-in next step."""


class Graded(Value, frozen=True, kw_only=True):
    """A grade with what a renderer needs besides."""

    grade: Grade
    text: str | None
    """The decoded source, for showing its lines; None when it could not be decoded."""
    exercise: Exercise
    cells: tuple[int, ...] = ()
    """For a notebook: the 1-based line of ``text`` at which each code cell starts."""

    def line_of(self, finding: Finding) -> int | None:
        """Return the line of ``text`` a finding stands on."""
        if finding.line is None or finding.cell is None or not 0 < finding.cell <= len(self.cells):
            return finding.line
        return self.cells[finding.cell - 1] + finding.line - 1
