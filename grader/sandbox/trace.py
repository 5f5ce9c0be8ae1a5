"""A jaxpr as plain facts: which callbacks it makes, what feeds them, where their results go.

Everything is found by the names of attributes, so this module needs no JAX: an equation has ``primitive.name``,
``invars``, ``outvars`` and ``params``; a jaxpr has ``eqns``; a closed jaxpr has ``jaxpr``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.model import Aval, Equation, TracePoint

_CALLBACKS = {"io_callback", "pure_callback", "debug_callback", "debug_print"}
# Programs that run exactly once with the equation's own operands and results: a value passes through unchanged.
_TRANSPARENT = {
    "jit",
    "pjit",
    "closed_call",
    "core_call",
    "remat",
    "remat2",
    "checkpoint",
    "custom_jvp_call",
    "custom_vjp_call",
    "custom_vjp_call_jaxpr",
}
_SUBMISSION = "submission.py"


def point(inputs: tuple[Aval, ...], closed: Any) -> TracePoint:
    """Describe the closed jaxpr that tracing on ``inputs`` gave."""
    walk = _Walk()
    jaxpr = closed.jaxpr
    sources = {var: f"input:{index}" for index, var in enumerate(jaxpr.invars)}
    sources |= dict.fromkeys(jaxpr.constvars, "const")
    outputs = walk.program(jaxpr, sources, ())
    return TracePoint(
        inputs=inputs,
        callbacks=tuple(walk.callbacks),
        outputs=tuple(outputs),
        output_avals=tuple(aval(var.aval) for var in jaxpr.outvars),
        primitives=tuple(sorted(walk.primitives)),
    )


def aval(value: Any) -> Aval:
    """Copy an abstract value: symbolic or unknown sides become -1."""
    sides = tuple(side if type(side) is int else -1 for side in getattr(value, "shape", ()))
    return Aval(shape=sides, dtype=str(getattr(value, "dtype", "?"))[:40])


class _Walk:
    def __init__(self) -> None:
        self.callbacks: list[Equation] = []
        self.primitives: set[str] = set()

    def program(
        self, jaxpr: Any, sources: dict[Any, str], inside: tuple[str, ...], line: int | None = None
    ) -> list[str]:
        """Follow the equations of one program, which ``line`` calls; return where each of its outputs comes from."""
        for eqn in jaxpr.eqns:
            name = str(eqn.primitive.name)
            self.primitives.add(name)
            operands = [_source(sources, var) for var in eqn.invars]
            results = self._equation(eqn, name, operands, inside, _line(eqn) or line)
            sources.update(zip(eqn.outvars, results, strict=True))
        return [_source(sources, var) for var in jaxpr.outvars]

    def _equation(
        self, eqn: Any, name: str, operands: list[str], inside: tuple[str, ...], line: int | None
    ) -> list[str]:
        count = len(eqn.outvars)
        if name in _CALLBACKS:
            number = len(self.callbacks)
            self.callbacks.append(_callback(eqn, name, operands, inside, line))
            # The first result is what nearly every callback has; further ones say which they are.
            return [f"callback:{number}" if index == 0 else f"callback:{number}.{index}" for index in range(count)]
        results: list[str] | None = None
        for program in _programs(eqn.params):
            inner = dict.fromkeys(getattr(program, "constvars", ()), "const")
            # Operands line up with a program's inputs from the right: what comes first are constants and predicates.
            offset = len(operands) - len(program.invars)
            whole = name in _TRANSPARENT and offset == 0
            for index, var in enumerate(program.invars):
                inner[var] = operands[index] if whole else f"op:{name}"
            outputs = self.program(program, inner, (*inside, name), line)
            if whole and results is None and len(outputs) == count:
                results = outputs
        return results if results is not None else [f"op:{name}"] * count


def _source(sources: dict[Any, str], var: Any) -> str:
    """Where a variable's value comes from; a literal has a ``val`` and is not hashable by identity everywhere."""
    if hasattr(var, "val"):
        return "const"
    return sources.get(var, "const")


def _programs(params: dict[str, Any]) -> Iterator[Any]:
    """Every program among an equation's parameters, alone or in tuples and lists."""
    for value in params.values():
        for item in value if isinstance(value, (tuple, list)) else (value,):
            inner = getattr(item, "jaxpr", item)
            if hasattr(inner, "eqns") and hasattr(inner, "invars"):
                yield inner


def _callback(eqn: Any, name: str, operands: list[str], inside: tuple[str, ...], line: int | None) -> Equation:
    ordered = eqn.params.get("ordered")
    return Equation(
        primitive=name,
        inside=inside,
        ordered=None if "ordered" not in eqn.params else ordered is True,
        ordered_repr=_short(ordered) if "ordered" in eqn.params else "",
        operands=tuple(operands),
        given=tuple(aval(var.aval) for var in eqn.invars),
        results=tuple(aval(var.aval) for var in eqn.outvars),
        line=line,
    )


def _short(value: Any) -> str:
    try:
        return repr(value)[:80]
    except Exception:  # noqa: BLE001, RUF100 - the learner's own object may do anything here
        return f"<{type(value).__name__}>"


def _line(eqn: Any) -> int | None:
    """Find the learner's innermost line that made the equation, where JAX recorded it."""
    traceback = getattr(getattr(eqn, "source_info", None), "traceback", None)
    for frame in getattr(traceback, "frames", ()):
        if frame.file_name == _SUBMISSION:
            return int(frame.line_num)
    return None
