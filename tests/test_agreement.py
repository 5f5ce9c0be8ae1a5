"""When source and trace contradict each other, and when one of them only sees less."""

from __future__ import annotations

import pytest

from grader.judge import agreement, judge
from grader.model import Aval, Equation, ExpectedCallback, Finding, Severity, TracePoint, TraceSpec

INPUT = (Aval(shape=(3,), dtype="float32"),)
ASKED = ExpectedCallback(primitive="io_callback", ordered=True)
STRICT = TraceSpec(inputs=(INPUT,), callbacks=(ASKED,))
LOOSE = TraceSpec(inputs=(INPUT,))
AS_ASKED = TracePoint(inputs=INPUT, callbacks=(Equation(primitive="io_callback", ordered=True),))
NOT_SO = TracePoint(inputs=INPUT)
NO_CALL = Finding(rule="structure", severity=Severity.ERROR, message="never called", place="call")
NOT_ALWAYS = Finding(rule="structure", severity=Severity.ERROR, message="not every time", place="call.always")
NO_ORDER = Finding(rule="structure", severity=Severity.ERROR, message="left out", place="ordered")


@pytest.mark.parametrize(
    ("source", "spec", "point", "leaves_open", "said"),
    [
        ((), STRICT, AS_ASKED, False, "agree"),
        ((NO_CALL,), STRICT, NOT_SO, False, "agree"),
        ((NO_ORDER,), STRICT, AS_ASKED, False, "agree: only the source"),
        ((NOT_ALWAYS,), STRICT, AS_ASKED, False, "agree: only the source"),
        ((NO_CALL,), LOOSE, NOT_SO, False, "agree: only the source"),
        ((), STRICT, NOT_SO, True, "agree: only the trace"),
        ((), STRICT, NOT_SO, False, "disagree: the source is as asked"),
        ((NO_CALL,), STRICT, AS_ASKED, False, "disagree: the trace is as asked"),
        ((NO_CALL,), STRICT, AS_ASKED, True, "disagree: the trace is as asked"),
    ],
)
def test_agreement(
    source: tuple[Finding, ...], spec: TraceSpec, point: TracePoint, leaves_open: bool, said: str
) -> None:
    found = agreement(source, spec, [point], source[0] if source else None, leaves_open=leaves_open)
    assert found.startswith(said)
    assert (said == "agree") == (found == "agree")


@pytest.mark.parametrize(
    ("output", "accepted"), [("callback:0", True), ("callback:0.1", True), ("callback:1", False), ("input:0", False)]
)
def test_one_of_several_results_is_the_callbacks(output: str, accepted: bool) -> None:
    spec = TraceSpec(inputs=(INPUT,), callbacks=(ASKED,), outputs=("callback:0",))
    other = Equation(primitive="pure_callback")
    point = TracePoint(inputs=INPUT, callbacks=(*AS_ASKED.callbacks, other), outputs=(output,))
    assert (judge(spec, [point]) == []) == accepted
