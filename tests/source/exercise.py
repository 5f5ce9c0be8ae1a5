"""The exercise the source tests judge by, built in place so that they need no file."""

from __future__ import annotations

from grader.model import Aval, Exercise, Finding, TraceSpec
from grader.source.check import check_source
from grader.source.report import SourceReport

PATTERN = """
import jax
from jax.experimental import io_callback
from grader import HOST


def io_callback_passthrough(x):
    return io_callback(HOST, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
EXERCISE = Exercise(
    slug="io_callback_passthrough",
    title="Double on the host",
    entrypoint="io_callback_passthrough",
    directory="exercises/io_callback_passthrough",
    pattern=PATTERN,
    trace=TraceSpec(inputs=tuple((Aval(shape=(n,), dtype="float32"),) for n in (3, 0, 7))),
)
HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom jax.experimental import io_callback\n"
CALL = "io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)"


def check(text: str) -> SourceReport:
    return check_source(text.encode(), EXERCISE)


def main(report: SourceReport) -> Finding:
    assert report.main is not None, report
    return report.findings[report.main]
