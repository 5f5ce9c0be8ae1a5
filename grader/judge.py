"""Judge what the trace showed, and hold it against what the source said."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grader.model import Aval, Equation, ExpectedCallback, Finding, Rule, Severity, TracePoint, TraceSpec
from grader.solve import UNTRACEABLE

ONLY_SOURCE = {
    "call.always": "a trace takes one way through the function",
    "call.forbidden": "what is forbidden may stand beside what is asked for",
    "call.inside": "several of JAX's functions make the same loop of a jaxpr",
    "callback": "a jaxpr does not say where a host function was written",
    "result_shape_dtypes": "every declaration of the same shape and dtype gives the same jaxpr",
    "args": "rewrites such as x[:] leave no equation",
    "ordered": "a jaxpr shows the value, not whether the source fixes it",
    "return": "rewrites without an equation, and code that behaves differently when it is not traced",
}
"""Places at which the source may refuse what the trace shows as right, and why; the policy lists the same."""


def judge(spec: TraceSpec, points: Sequence[TracePoint]) -> list[Finding]:
    """Compare each judged trace with what the exercise expects of it."""
    findings: list[Finding] = []
    seen: set[tuple[object, ...]] = set()
    for point in points[: len(spec.inputs)]:
        found = _judge_one(spec, point)
        if found is None:
            continue
        # The same cause on another input is the same finding.
        cause = (point.error, found.line, found.message.replace(_inputs(point), ""))
        if cause not in seen:
            seen.add(cause)
            findings.append(found)
    return findings


def waits_on_result(points: Sequence[TracePoint]) -> bool:
    """Tell whether tracing failed only because the function waits on its result."""
    errors = [p.error for p in points if p.error is not None]
    return bool(errors) and all(UNTRACEABLE.search(e) for e in errors)


def waiting_advice(points: Sequence[TracePoint]) -> Finding:
    """Advise the way of waiting that can be traced."""
    line = next((p.error_line for p in points if p.error_line is not None), None)
    return Finding(
        rule=Rule.TRACE,
        severity=Severity.ADVICE,
        message="`.block_until_ready()` on the result cannot be traced, so this function does not work under jax.jit.",
        help="Write `jax.block_until_ready(result)`, or leave the waiting to the caller.",
        line=line,
    )


def _inputs(point: TracePoint) -> str:
    return ", ".join(f"{a.dtype}[{','.join(map(str, a.shape))}]" for a in point.inputs)


def _finding(message: str, *, expected: str = "", found: str = "", line: int | None = None, step: str = "") -> Finding:
    return Finding(
        rule=Rule.TRACE,
        severity=Severity.ERROR,
        message=message,
        expected=expected,
        found=found,
        help=step,
        line=line,
    )


def _judge_one(spec: TraceSpec, point: TracePoint) -> Finding | None:
    inputs = _inputs(point)
    if point.error is not None:
        return _finding(
            f"JAX cannot trace the function on {inputs}: {point.error}",
            line=point.error_line,
            step="The function must also work under jax.jit.",
        )
    matched: list[set[int]] = []
    for expected in spec.callbacks:
        fits = {i for i, eqn in enumerate(point.callbacks) if _fits(expected, eqn, point) == ""}
        if not fits:
            return _missing(expected, point, inputs)
        matched.append(fits)
    for name in spec.forbid:
        if name in point.primitives:
            line = next((e.line for e in point.callbacks if e.primitive == name), None)
            return _finding(
                f"Traced on {inputs}, the program holds a {name}, which has no place in it.",
                expected=f"no {name}",
                found=name,
                line=line,
            )
    if spec.outputs is not None:
        if len(point.outputs) != len(spec.outputs):
            return _finding(
                f"Traced on {inputs}, the function returns {len(point.outputs)} arrays, not {len(spec.outputs)}."
            )
        for wanted, real in zip(spec.outputs, point.outputs, strict=True):
            if not _same_origin(wanted, real, matched):
                return _finding(
                    f"Traced on {inputs}, the result does not come straight from the callback.",
                    expected="the callback's result",
                    found=_origin(real),
                )
    return None


def _same_origin(wanted: str, real: str, matched: Sequence[set[int]]) -> bool:
    kind, _, number = wanted.partition(":")
    if kind != "callback":
        return wanted == real
    real_kind, _, real_number = real.partition(":")
    real_number = real_number.partition(".")[0]  # one of several results is the callback's too
    return real_kind == "callback" and real_number.isdigit() and int(real_number) in matched[int(number)]


def _fits(expected: ExpectedCallback, eqn: Equation, point: TracePoint) -> str:
    """Say in what an equation differs from the expected one; empty when it does not."""
    if eqn.primitive != expected.primitive:
        return "primitive"
    if expected.inside is not None and expected.inside not in eqn.inside:
        return "inside"
    if expected.ordered is not None and eqn.ordered is not expected.ordered:
        return "ordered"
    if expected.operands is not None and eqn.operands != expected.operands:
        return "operands"
    if expected.operands_smaller is not None:
        index = int(expected.operands_smaller.partition(":")[2])
        if not all(_smaller(aval, point.inputs[index]) for aval in eqn.given):
            return "operands_smaller"
    if expected.gives_back is not None and bool(eqn.results) is not expected.gives_back:
        return "gives_back"
    if expected.result_like is not None:
        index = int(expected.result_like.partition(":")[2])
        if tuple(eqn.results) != (point.inputs[index],):
            return "result"
    return ""


def _smaller(part: Aval, whole: Aval) -> bool:
    """Tell whether an array is less than another. One element is less than any array, also than an empty one."""
    elements = math.prod(part.shape)
    return elements < math.prod(whole.shape) or (elements <= 1 and bool(whole.shape))


def _missing(expected: ExpectedCallback, point: TracePoint, inputs: str) -> Finding:
    name = expected.primitive
    same = [e for e in point.callbacks if e.primitive == name]
    if not same:
        others = (
            ", ".join(sorted({e.primitive for e in point.callbacks})) or ", ".join(point.primitives[:6]) or "nothing"
        )
        return _finding(
            f"Traced on {inputs}, the program holds no {name}.",
            expected=name,
            found=others,
            step=f"Return {name}'s result.",
        )
    eqn = same[0]
    match _fits(expected, eqn, point):
        case "inside":
            return _finding(
                f"Traced on {inputs}, the {name} is not inside a {expected.inside}.",
                expected=f"{name} inside {expected.inside}",
                found=" in ".join([name, *reversed(eqn.inside)]),
                line=eqn.line,
            )
        case "ordered":
            return _finding(
                f"Traced on {inputs}, the {name} is not ordered.",
                expected=f"ordered={expected.ordered}",
                found=f"ordered={eqn.ordered_repr or eqn.ordered}",
                line=eqn.line,
            )
        case "operands":
            return _finding(
                f"Traced on {inputs}, the host function does not get the input itself.",
                expected=", ".join(map(_origin, expected.operands or ())),
                found=", ".join(map(_origin, eqn.operands)) or "no argument",
                line=eqn.line,
            )
        case "operands_smaller":
            return _finding(
                f"Traced on {inputs}, the host function gets as much as the whole input.",
                expected="less than the whole input",
                found=", ".join(map(_aval, eqn.given)),
                line=eqn.line,
                step="Hand it what the task says, not everything at once.",
            )
        case "gives_back":
            return _finding(
                f"Traced on {inputs}, the {name} gives {'nothing' if expected.gives_back else 'something'} back.",
                expected="a declared result" if expected.gives_back else "no declared result",
                found=", ".join(map(_aval, eqn.results)) or "None",
                line=eqn.line,
                step="Declare the shape and dtype of what the host function returns."
                if expected.gives_back
                else "Declare `None`.",
            )
    return _finding(
        f"Traced on {inputs}, the declared result differs from the input.",
        expected=inputs,
        found=", ".join(map(_aval, eqn.results)),
        line=eqn.line,
    )


def _aval(aval: Aval) -> str:
    return f"{aval.dtype}[{','.join(map(str, aval.shape))}]"


def _origin(text: str) -> str:
    kind, _, detail = text.partition(":")
    return {"input": "the input", "const": "a constant", "callback": "the callback's result"}.get(
        kind, f"the result of `{detail}`" if kind == "op" else text
    )


def agreement(
    source: Sequence[Finding],
    spec: TraceSpec,
    points: Sequence[TracePoint],
    main: Finding | None,
    *,
    leaves_open: bool = False,
) -> str:
    """Say whether source and trace tell the same story: ``agree``, ``disagree: ...`` or ``not compared: ...``.

    Only what could be traced is compared: a function that raises on some input says nothing about its structure there.
    ``leaves_open`` is true where the pattern has holes that anything fills.
    """
    judged = [p for p in points[: len(spec.inputs)] if p.error is None]
    if not judged:
        return "not compared: the function raises when it is traced"
    traced = [f for p in judged if (f := _judge_one(spec, p)) is not None]
    about = [
        f for f in source if f.rule in {Rule.STRUCTURE, Rule.TOO_DYNAMIC, Rule.LOAD} and f.severity is Severity.ERROR
    ]
    refused = [f for f in traced if f.severity is Severity.ERROR]
    if not about and refused:
        if leaves_open:
            return "agree: only the trace can see this (the pattern leaves it open)"
        return f"disagree: the source is as asked, but the trace is not: {refused[0].message}"
    if about and not refused:
        first = main if main is not None and main in about else about[0]
        if first.rule != Rule.STRUCTURE:
            return "agree: only the source can see this (it is too dynamic to follow)"
        reason = ONLY_SOURCE.get(first.place) or ONLY_SOURCE.get(
            first.place.partition(".")[0].partition("[")[0], "a jaxpr does not show this option"
        )
        if first.place != "call":
            return f"agree: only the source can see this ({reason})"
        if not spec.callbacks:
            return "agree: only the source can see this (the exercise expects no callback of the trace)"
        if "private" in first.message:
            return "agree: only the source can see this (a jaxpr does not say how a function was imported)"
        return f"disagree: the trace is as asked, but the source is not: {first.message}"
    return "agree"
