"""The JSON report: one entry a submission, for machines. Its schema is generated from these types and shipped."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from grader import __version__
from grader.model import (
    Finding,
    Grade,
    Graded,
    NotChecked,
    Outcome,
    TestOutcome,
    TracePoint,
    Value,
    Verdict,
)
from grader.report.text import HIDDEN

SCHEMA = "jax-exercise-grader/report/v1"
SCHEMA_FILE = Path(__file__).with_name("schema.json")


class Entry(Value, frozen=True, kw_only=True):
    """One submission and what is known about it."""

    submission: str
    student: str | None
    identity: tuple[str, ...]
    digest: str
    exercise: str
    verdict: Verdict
    outcome: Outcome
    score: float
    max_score: float
    seconds: float
    findings: tuple[Finding, ...]
    main: int | None
    tests: tuple[TestOutcome, ...]
    trace: tuple[TracePoint, ...]
    isolation: tuple[str, ...]
    not_checked: tuple[NotChecked, ...]
    agreement: str
    output: str
    notes: tuple[str, ...]


class Environment(Value, frozen=True, kw_only=True):
    """What graded: versions only, so that reports of two machines compare."""

    grader: str
    jax: str
    jaxlib: str
    numpy: str
    libcst: str


class Report(Value, frozen=True, kw_only=True):
    """The whole report."""

    schema: str = SCHEMA
    environment: Environment
    submissions: tuple[Entry, ...]


@cache
def environment() -> Environment:
    """Read the versions without importing the packages."""
    return Environment(grader=__version__, **{name: _version(name) for name in ("jax", "jaxlib", "numpy", "libcst")})


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def entry(grade: Grade) -> Entry:
    """Turn a grade into its entry."""
    return Entry(**{name: getattr(grade, name) for name in Entry.__struct_fields__})


def render(graded: Sequence[Graded]) -> str:
    """Render grades as one JSON document with a final newline."""
    return "".join(parts(graded))


def parts(graded: Sequence[Graded]) -> Iterator[str]:
    """Render entry by entry: the reports of a large class need no memory of that size."""
    head, _, foot = _indented(Report(environment=environment(), submissions=()), "").rpartition("[]")
    yield head + "["
    for number, one in enumerate(graded):
        yield ("," if number else "") + "\n" + _indented(entry(one.grade), "    ")
    yield ("\n  ]" if len(graded) else "]") + foot + "\n"


def _indented(value: Value, by: str) -> str:
    """Format a value; no string in it can hold a line feed of its own."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return escaped(by + text.replace("\n", "\n" + by))


def escaped(text: str) -> str:
    """Write characters that show nothing, or reorder what others show, as JSON escapes."""
    if text.isascii() and "\x7f" not in text:
        return text  # the other control characters are escaped in any JSON
    return "".join(_escape(c) if unicodedata.category(c) in HIDDEN and c != "\n" else c for c in text)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def schema() -> dict[str, Any]:
    """Generate the JSON Schema of the report."""
    made = msgspec.json.schema(Report)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **made}


def write_schema() -> None:
    """Write the shipped schema anew; run after a change of the types."""
    text = msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode()
    SCHEMA_FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_schema()
