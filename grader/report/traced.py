"""What a trace showed, in words."""

from __future__ import annotations

from grader.model import Aval, Equation, TracePoint
from grader.report.text import one_line


def aval(value: Aval) -> str:
    """Show a shape and dtype the way JAX does."""
    return f"{value.dtype}[{','.join(map(str, value.shape))}]"


def place(where: str) -> str:
    """Say where a value of the traced program comes from."""
    kind, _, rest = where.partition(":")
    match kind:
        case "input":
            return "the input" if rest == "0" else f"input {rest}"
        case "callback":
            return "the callback's result" if rest == "0" else f"the result of callback {rest}"
        case "op":
            return f"the result of {one_line(rest, 60)}"
        case "const":
            return "a constant"
    return one_line(where, 80)


def traced(point: TracePoint) -> list[str]:
    """Say on a few lines what tracing on one input showed."""
    inputs = ", ".join(aval(a) for a in point.inputs)
    if point.error is not None:
        return [f"{inputs}: tracing raised {one_line(point.error)}"]
    outputs = ", ".join(place(o) for o in point.outputs[:8])
    results = ", ".join(aval(a) for a in point.output_avals[:8])
    lines = [f"{inputs}: returns {outputs or 'nothing'}" + (f", {results}" if results else "")]
    return [*lines, *(f"  {equation(e)}" for e in point.callbacks[:8])]


def equation(made: Equation) -> str:
    """Say one callback of a traced program on one line."""
    order = "" if made.ordered is None else ", ordered" if made.ordered is True else ", not ordered"
    given = ", ".join(place(o) for o in made.operands[:8]) or "nothing"
    declared = ", ".join(aval(a) for a in made.results[:8])
    within = f", inside {' > '.join(one_line(p, 40) for p in made.inside[:4])}" if made.inside else ""
    line = f", line {made.line}" if made.line is not None else ""
    return f"{one_line(made.primitive, 40)}{order}: given {given}, declares {declared or 'nothing'}{within}{line}"
