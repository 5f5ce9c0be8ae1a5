"""How a run ended, in one sentence."""

from __future__ import annotations

from typing import assert_never

from grader.model import (
    Completed,
    Crashed,
    Faulted,
    ImportFailed,
    NotRun,
    Outcome,
    OutOfMemory,
    OutputFlood,
    Phase,
    TimedOut,
    Violation,
)

PHASES = {
    Phase.START: "before the file was read",
    Phase.IMPORT: "while the file was imported",
    Phase.TRACE: "while the function was traced",
    Phase.CALL: "in a call",
}


def ending(outcome: Outcome) -> str:
    """Say how a run ended; what a submission wrote in it is not made harmless here."""
    match outcome:
        case Completed():
            return "It ran to its end."
        case ImportFailed(error=error):
            return f"The file cannot be imported: {error}"
        case TimedOut(phase=phase, call=call, jax_in_callback=True):
            return f"The host function called JAX and both waited for each other {_when(phase, call)}."
        case TimedOut(phase=phase, call=call, seconds=seconds, clock=clock):
            unit = "s of CPU time" if clock == "cpu" else "s"
            return f"Still running after {seconds:g} {unit} {_when(phase, call)}."
        case OutOfMemory(phase=phase, call=call, limit_mb=limit):
            return f"More than {limit} MB of memory were needed {_when(phase, call)}."
        case Crashed(phase=phase, call=call, signal=signal, exit_code=code):
            how = f"ended by {signal}" if signal is not None else f"left with exit code {code}"
            return f"The Python process was {how} {_when(phase, call)}."
        case OutputFlood(phase=phase, call=call, limit_kb=limit):
            return f"More than {limit} KB were printed {_when(phase, call)}."
        case Violation(phase=phase, call=call, detail=detail):
            return f"The process answered what was not asked {_when(phase, call)}: {detail}."
        case NotRun(reason=reason):
            return f"It was not run: {reason}."
        case Faulted(detail=detail):
            return f"The grader failed, the submission is not to blame: {detail}"
    assert_never(outcome)


def _when(phase: Phase, call: int | None) -> str:
    return PHASES[phase] if call is None else f"in call {call}"
