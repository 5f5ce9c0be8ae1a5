"""The sandbox by itself: JAX works in it on every rung, and answers are what they claim."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.model import Aval, GraderFault, ImportFailed, Limits, OutputFlood, TracePoint, UsageError, Violation
from grader.sandbox.client import Sandbox
from grader.sandbox.guards.ladder import level
from grader.sandbox.wire import Array, Loaded, Raised, Returned

HEAD = b"import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom jax.experimental import io_callback\n\n"
WIDE = (
    HEAD
    + b"""
def f(x):
    m = jnp.ones((16, 16)) + jnp.eye(16) * 16
    parts = [x.sum(), x.mean(), x.std(), jnp.dot(x, x), jnp.sort(x)[0], jnp.cumsum(x)[-1], jnp.fft.fft(x).real[0]]
    parts += [jnp.linalg.inv(m)[0, 0], jnp.linalg.svd(m)[1][0], (m @ m)[0, 0], jax.random.normal(jax.random.key(0), (3,))[0]]

    def host(a):
        total = float(np.sum(a)) + float(a.max())
        return np.asarray(a) * 2 + 0 * total

    jax.block_until_ready(parts)
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
)
RUNGS = {
    "all guards": frozenset(),
    "no name spaces": frozenset({"namespaces"}),
    "no Landlock": frozenset({"namespaces", "landlock"}),
    "no guards of the kernel": frozenset({"namespaces", "landlock", "seccomp", "user"}),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@pytest.mark.parametrize("rung", RUNGS)
def test_jax_works_on_every_rung(rung: str) -> None:
    with Sandbox(without=RUNGS[rung]) as made:
        session = made.open(WIDE, "f", Limits())
        assert isinstance(session.load(), Loaded)
        for size in (1, 3, 4096, 100_000):
            x = np.arange(size, dtype=np.float32)
            for transform in ("eager", "jit"):
                answer = session.call((x,), transform=transform)
                assert isinstance(answer, Returned), answer
                assert isinstance(answer.result, Array)
                np.testing.assert_array_equal(answer.result.numpy(), x * 2)
        session.close()


def test_levels_are_what_they_say() -> None:
    found = {}
    for rung, without in RUNGS.items():
        with Sandbox(without=without) as made:
            session = made.open(WIDE, "f", Limits())
            session.load()
            found[rung] = level(session.isolation)
            session.close()
    assert found["all guards"] >= found["no name spaces"] >= found["no Landlock"] > found["no guards of the kernel"]


def test_a_required_level_that_is_not_reached_refuses() -> None:
    with Sandbox(require=3, without=RUNGS["no guards of the kernel"]) as made:
        session = made.open(WIDE, "f", Limits())
        with pytest.raises(UsageError, match="isolation level 3 is required"):
            session.load()
        session.close()


def test_facts_of_the_trace_go_through_nested_jit(sandbox: Sandbox) -> None:
    source = (
        HEAD
        + b"""
@jax.jit
def inner(v):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(v.shape, v.dtype), v, ordered=True)


@jax.jit
def f(x):
    return jax.jit(inner)(x)
"""
    )
    session = sandbox.open(source, "f", Limits())
    session.load()
    points = session.trace([(Aval(shape=(3,), dtype="float32"),), (Aval(shape=(2,), dtype="int32"),)])
    assert isinstance(points, tuple)
    for point, dtype in zip(points, ("float32", "int32"), strict=True):
        assert isinstance(point, TracePoint)
        (callback,) = point.callbacks
        assert callback.primitive == "io_callback"
        assert callback.ordered is True
        assert callback.operands == ("input:0",)
        assert point.outputs == ("callback:0",)
        assert callback.results[0].dtype == dtype
        assert callback.line is not None
    session.close()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return np.asarray(x)", "numpy.ndarray"),
        ("return jnp.asarray(x)", "jax.Array"),
    ],
)
def test_arrays_say_their_real_kind(sandbox: Sandbox, body: str, kind: str) -> None:
    session = sandbox.open(HEAD + f"def f(x):\n    {body}\n".encode(), "f", Limits())
    session.load()
    answer = session.call((np.ones(2, np.float32),))
    assert isinstance(answer, Returned)
    assert isinstance(answer.result, Array)
    assert answer.result.kind == kind
    session.close()


@pytest.mark.parametrize(
    ("argument", "seen"),
    [
        (np.array([1.0, -2.5], ">f4"), [1.0, -2.5]),
        (np.array([1.0, -2.5], "<f4"), [1.0, -2.5]),
        (np.arange(6, dtype=np.int32).reshape(2, 3).T, [[0, 3], [1, 4], [2, 5]]),
        (np.float64(0.25), 0.25),
        (np.int32(7), 7),
        (1 + 2j, 1 + 2j),
        (True, True),
    ],
    ids=["big-endian", "little-endian", "transposed", "float64 scalar", "int32 scalar", "complex", "bool"],
)
def test_an_argument_arrives_with_the_values_it_had(sandbox: Sandbox, argument: object, seen: object) -> None:
    session = sandbox.open(HEAD + b"def f(x):\n    return jnp.asarray(x)\n", "f", Limits())
    session.load()
    answer = session.call((argument,))
    assert isinstance(answer, Returned)
    assert isinstance(answer.result, Array)
    np.testing.assert_array_equal(answer.result.numpy(), seen)
    session.close()


def test_an_error_names_the_learners_line_and_a_fresh_child_goes_on(sandbox: Sandbox) -> None:
    source = (
        HEAD
        + b"""
def f(x):
    def host(a):
        if a.size == 0:
            raise ValueError("nothing here")
        return a * 2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
    )
    session = sandbox.open(source, "f", Limits())
    session.load()
    answer = session.call((np.ones(0, np.float32),))
    assert isinstance(answer, Raised)
    assert answer.in_host_callback
    assert (answer.message, answer.line) == ("ValueError: nothing here", 10)
    assert isinstance(session.fresh(), Loaded)
    assert isinstance(session.call((np.ones(3, np.float32),)), Returned)
    session.close()


def test_a_missing_entrypoint_is_said(sandbox: Sandbox) -> None:
    session = sandbox.open(b"x = 1\n", "f", Limits())
    outcome = session.load()
    assert isinstance(outcome, ImportFailed)
    assert "does not define `f`" in outcome.error
    session.close()


def test_a_dead_server_is_a_fault_and_the_next_session_works() -> None:
    with Sandbox() as made:
        first = made.open(WIDE, "f", Limits())
        first.load()
        assert made._process is not None
        made._process.kill()
        made._process.wait()
        first.close()
        second = made.open(WIDE, "f", Limits())
        try:
            loaded = second.load()
        except GraderFault:
            second = made.open(WIDE, "f", Limits())
            loaded = second.load()
        assert isinstance(loaded, Loaded)
        second.close()


def test_the_output_limit_is_over_the_whole_run(sandbox: Sandbox) -> None:
    source = HEAD + b"def f(x):\n    print('x' * 40_000)\n    raise ValueError('again')\n"
    session = sandbox.open(source, "f", Limits(output_kb=100))
    session.load()
    found: list[object] = []
    while len(found) < 6 and session.ended is None:
        found.append(session.call((np.ones(1, np.float32),)))
        found.append(session.fresh())
    session.close()
    assert isinstance(session.ended, OutputFlood), found
    assert sum(isinstance(one, Raised) for one in found) == 2


@pytest.mark.parametrize(
    "lie",
    [
        "points[::-1]",
        "points[:1]",
        "(*points, points[0])",
        "(points[0], points[0])",
        "(points[0], msgspec.structs.replace(points[1], inputs=()))",
    ],
)
def test_facts_of_other_traces_than_were_asked_for_are_refused(sandbox: Sandbox, lie: str) -> None:
    """A submission that finds the child's own functions can answer in their place."""
    source = (
        HEAD
        + b"""
import msgspec
from grader.sandbox import child, wire
real = child.Child._trace

def lying(self, question):
    points = real(self, question).points
    return wire.Traced(points="""
        + lie.encode()
        + b""")

child.Child._trace = lying

def f(x):
    return x
"""
    )
    session = sandbox.open(source, "f", Limits())
    assert isinstance(session.load(), Loaded)
    outcome = session.trace([(Aval(shape=(3,), dtype="float32"),), (Aval(shape=(2,), dtype="int32"),)])
    session.close()
    assert isinstance(outcome, Violation)
    assert "not asked for" in outcome.detail


@pytest.mark.parametrize(
    ("error", "message", "line"),
    [
        (r"ValueError('half a \ud800 pair')", "ValueError: half a ? pair", 7),
        ("SyntaxError('odd', ('submission.py', 7, 1, 'text'))", "SyntaxError: odd", 7),
        ("SyntaxError('odd', ('submission.py', 10**30, 1, 'text'))", "SyntaxError: odd", None),
        ("SyntaxError('odd', ('submission.py', -3, 1, 'text'))", "SyntaxError: odd", None),
        ("SyntaxError('odd', ('submission.py', 'x', 1, 'text'))", "SyntaxError: odd", None),
        ("SyntaxError('odd', ('submission.py', True, 1, 'text'))", "SyntaxError: odd", None),
    ],
)
def test_an_error_may_say_anything_and_is_still_an_error(
    sandbox: Sandbox, error: str, message: str, line: int | None
) -> None:
    session = sandbox.open(HEAD + f"def f(x):\n    raise {error}\n".encode(), "f", Limits())
    session.load()
    answer = session.call((np.ones(1, np.float32),))
    session.close()
    assert isinstance(answer, Raised)
    assert answer.message.startswith(message)
    assert answer.line == line
