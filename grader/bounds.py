"""What the values of an exercise.toml may be, beyond their types: each mistake with its table, key and text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from grader.model import Aval, ExpectedCallback, Limits, Points, TraceSpec, Value

MOST = {"cpu_seconds": 3600, "wall_seconds": 24 * 3600, "memory_mb": 1_000_000, "output_kb": 1_000_000}
"""More than any exercise needs; beyond it the system's own limits could not be set."""
MOST_POINTS = 1_000_000
MOST_ELEMENTS = 2**31 - 1
"""Of an array that is traced."""
CALLBACKS = ("io_callback", "pure_callback", "debug_callback", "debug_print")
ORIGIN = re.compile(r"(?P<kind>input|callback):(?P<number>0|[1-9][0-9]{0,3})(?:\.[0-9]{1,4})?|const|op:[A-Za-z_][\w-]*")


class Mistake(Value, frozen=True, kw_only=True):
    """One value that cannot be meant."""

    message: str
    table: str
    key: str
    entry: str = ""
    """The text that was written, where one entry of several is meant."""


def of_order(order: float) -> Iterator[Mistake]:
    """Find what is wrong with the place in the course."""
    if not math.isfinite(order):
        yield Mistake(message=f"`order` must be a number, not {order}", table="", key="order")


def of_points(points: Points) -> Iterator[Mistake]:
    """Find what is wrong with the points."""
    for key in ("source", "trace", "numbers"):
        value = getattr(points, key)
        if not 0 <= value <= MOST_POINTS:  # not true of nan either
            message = f"`{key}` must not be negative, and at most {MOST_POINTS}, not {_number(value)}"
            yield Mistake(message=message, table="points", key=key)
    if points.source + points.trace + points.numbers == 0:
        yield Mistake(message="some part must have points", table="points", key="")


def of_limits(limits: Limits) -> Iterator[Mistake]:
    """Find what is wrong with the limits."""
    for key, most in MOST.items():
        value = getattr(limits, key)
        if not 0 < value <= most:
            message = f"`{key}` must be positive, and at most {most}, not {_number(value)}"
            yield Mistake(message=message, table="limits", key=key)


def of_trace(spec: TraceSpec) -> Iterator[Mistake]:
    """Find what is asked of a trace and cannot be there."""
    count = min(map(len, spec.inputs))
    for key, rows in (("inputs", spec.inputs), ("facts", spec.facts)):
        for aval in (aval for row in rows for aval in row if _too_large(aval)):
            message = f"an array of shape {aval.shape} is too large to be traced"
            yield Mistake(message=message, table="trace", key=key, entry=_text(aval))
    for entry in spec.outputs or ():
        found = ORIGIN.fullmatch(entry)
        if found is None or "." in entry:
            yield Mistake(message=_no_origin(entry), table="trace", key="outputs", entry=entry)
        elif found["kind"] == "callback" and int(found["number"]) >= len(spec.callbacks):
            message = f"`{entry}` is none of the callbacks under [[trace.callbacks]]: {_numbered(len(spec.callbacks))}"
            yield Mistake(message=message, table="trace", key="outputs", entry=entry)
        elif _no_input(entry, count):
            yield Mistake(message=_which_input(entry, count), table="trace", key="outputs", entry=entry)
    for callback in spec.callbacks:
        yield from _of_callback(callback, count)


def _of_callback(callback: ExpectedCallback, count: int) -> Iterator[Mistake]:
    table = "trace.callbacks"
    if callback.primitive not in CALLBACKS:
        message = f"there is no callback `{callback.primitive}` (there are: {', '.join(CALLBACKS)})"
        yield Mistake(message=message, table=table, key="primitive", entry=callback.primitive)
    for entry in callback.operands or ():
        if ORIGIN.fullmatch(entry) is None:
            yield Mistake(message=_no_origin(entry), table=table, key="operands", entry=entry)
        elif _no_input(entry, count):
            yield Mistake(message=_which_input(entry, count), table=table, key="operands", entry=entry)
    for key in ("operands_smaller", "result_like"):
        entry = getattr(callback, key)
        if entry is None:
            continue
        if ORIGIN.fullmatch(entry) is None or not entry.startswith("input:") or "." in entry:
            message = f"`{entry}` is no input: write `input:0` for the first"
            yield Mistake(message=message, table=table, key=key, entry=entry)
        elif _no_input(entry, count):
            yield Mistake(message=_which_input(entry, count), table=table, key=key, entry=entry)


def _number(value: float) -> str:
    text = str(value)
    return text if len(text) <= 30 else f"{text[:10]}... ({len(text)} digits)"


def _too_large(aval: Aval) -> bool:
    return any(side > MOST_ELEMENTS for side in aval.shape) or math.prod(aval.shape) > MOST_ELEMENTS


def _text(aval: Aval) -> str:
    return f"{aval.dtype}[{','.join(map(str, aval.shape))}]"


def _no_origin(entry: str) -> str:
    return f"`{entry}` is no origin of a value: write `input:0`, `callback:0`, `op:mul` or `const`"


def _no_input(entry: str, count: int) -> bool:
    found = ORIGIN.fullmatch(entry)
    return found is not None and found["kind"] == "input" and ("." in entry or int(found["number"]) >= count)


def _which_input(entry: str, count: int) -> str:
    return f"`{entry}` is none of the inputs: {_numbered(count)}"


def _numbered(count: int) -> str:
    if count < 2:
        return "there is one, number 0" if count else "there is none"
    return f"there are {count}, numbered from 0"
