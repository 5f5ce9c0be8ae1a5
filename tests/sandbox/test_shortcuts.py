"""What is done inside JAX for speed changes no answer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from grader.model import Limits
from grader.sandbox.client import Sandbox
from grader.sandbox.wire import Array, Loaded, Raised, Returned

HEAD = """
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

calls = 0

def counted():
    global calls
    calls += 1
    return calls

def like(x):
    return jax.ShapeDtypeStruct(x.shape, x.dtype)

"""
X = np.array([5, 6, 7], dtype=np.float32)

# Each makes its host function anew in each call, so the program is the same and only the host function differs.
# The results for X are X times 1, 2, 3, 4.
ANEW = {
    "a closure": "return io_callback(lambda a, n=counted(): a * n, like(x), x, ordered=True)",
    "not ordered": "return io_callback(lambda a, n=counted(): a * n, like(x), x)",
    "pure": "return jax.pure_callback(lambda a, n=counted(): a * n, like(x), x)",
    "two of them": """
    n = counted()
    low = io_callback(lambda a: a * (n - 10), like(x), x, ordered=True)
    return low + io_callback(lambda a: a * 10, like(x), x, ordered=True)
""",
    "two that change places": """
    n = counted()
    hosts = [lambda a: a * n, lambda a: a * 100]
    first, second = hosts if n % 2 else hosts[::-1]
    y, z = io_callback(first, like(x), x, ordered=True), io_callback(second, like(x), x, ordered=True)
    return y if n % 2 else z
""",
    "a program made anew": """
    n = counted()
    return jax.jit(lambda v: io_callback(lambda a: a * n, like(v), v, ordered=True))(x)
""",
    "a donated argument": """
    n = counted()
    inner = jax.jit(lambda v: io_callback(lambda a: a * n, like(v), v, ordered=True), donate_argnums=0)
    return inner(x + 0)
""",
    "in a scan": """
    n = counted()
    def step(carry, v):
        return carry, io_callback(lambda a: a * n, like(v), v, ordered=True)
    return jax.lax.scan(step, 0, x)[1]
""",
    "in a branch": """
    n = counted()
    return jax.lax.cond(
        x[0] > 0, lambda v: io_callback(lambda a: a * n, like(v), v), lambda v: v, x
    )
""",
    "in a map over rows": """
    n = counted()
    one = lambda v: jax.pure_callback(lambda a: a * n, like(v), v, vmap_method="expand_dims")
    return jax.vmap(one)(x)
""",
    "another result type each time": """
    n = counted()
    dtype = jnp.int32 if n % 2 else jnp.float32
    made = io_callback(lambda a: np.asarray(a * n, dtype), jax.ShapeDtypeStruct(x.shape, dtype), x, ordered=True)
    return made.astype(jnp.float32)
""",
    "nothing comes back": """
    n, seen = counted(), []
    io_callback(lambda a: seen.append(float(a[0]) * n), None, x, ordered=True)
    jax.effects_barrier()
    return x * (seen[0] / 5)
""",
    "debug callback": """
    n, seen = counted(), []
    jax.debug.callback(lambda a: seen.append(float(a[0]) * n), x)
    jax.effects_barrier()
    return x * (seen[0] / 5)
""",
    "in a callback": """
    n = counted()
    def host(a):
        return np.asarray(io_callback(lambda b: np.asarray(b) * n, like(x), np.asarray(a), ordered=True))
    return host(x) + 0 * x
""",
    "lowered and compiled by hand": """
    n = counted()
    inner = jax.jit(lambda v: io_callback(lambda a: a * n, like(v), v, ordered=True))
    compiled = inner.lower(x).compile()
    assert "callback" in compiled.as_text()
    return compiled(x)
""",
    "gone before it is called": """
    n = counted()
    inner = jax.jit(lambda v: io_callback(lambda a: a * n, like(v), v, ordered=True)).lower(x).compile()
    import gc
    gc.collect()
    return inner(x)
""",
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@pytest.mark.parametrize("kind", ANEW)
def test_each_call_reaches_the_host_function_made_for_it(sandbox: Sandbox, kind: str) -> None:
    source = HEAD + "def f(x):\n    " + ANEW[kind].strip("\n").removeprefix("    ") + "\n"
    session = sandbox.open(source.encode(), "f", Limits())
    assert isinstance(session.load(), Loaded)
    for number in (1, 2, 3, 4):
        answer = session.call((X,))
        assert isinstance(answer, Returned), answer
        assert isinstance(answer.result, Array)
        np.testing.assert_array_equal(answer.result.numpy(), X * number)
    session.close()


LARGE = {
    "in a program that calls the host": """
    n = counted()
    table = np.full(32 << 18, n, np.float32)  # 32 MB
    table[-1] = 0  # else the compiler stores one number for all of it
    inner = jax.jit(lambda v: io_callback(lambda a: a, like(v), v, ordered=True) * jnp.asarray(table)[jnp.int32(v[0])])
    return inner(x)
""",
    "in a program of its own": """
    n = counted()
    table = np.full(32 << 18, n, np.float32)
    table[-1] = 0
    y = io_callback(lambda a: a, like(x), x, ordered=True)
    return jax.jit(lambda v: v * jnp.asarray(table)[jnp.int32(v[0])])(y)
""",
    "in a function within a program": """
    n = counted()
    table = np.full(32 << 18, n, np.float32)
    table[-1] = 0
    pick = jax.jit(lambda v: jnp.asarray(table)[jnp.int32(v[0])])
    return jax.jit(lambda v: io_callback(lambda a: a, like(v), v, ordered=True) * pick(v))(x)
""",
}


@pytest.mark.parametrize("where", LARGE)
def test_large_constants_of_earlier_programs_take_no_memory(sandbox: Sandbox, where: str) -> None:
    source = HEAD + "def f(x):" + LARGE[where]
    session = sandbox.open(source.encode(), "f", Limits(memory_mb=400))
    assert isinstance(session.load(), Loaded)
    for number in range(1, 17):  # 512 MB in all, in programs for arrays of other lengths
        x = np.resize(X, 3 + number)
        answer = session.call((x,))
        assert isinstance(answer, Returned), (number, answer)
        assert isinstance(answer.result, Array)
        np.testing.assert_array_equal(answer.result.numpy(), x * number)
    session.close()


def test_numbers_that_the_compiler_draws_are_drawn_anew(sandbox: Sandbox) -> None:
    source = HEAD + (
        "def f(x):\n    n = counted()\n"
        "    low = lambda v: io_callback(lambda a: a * 0, like(v), v, ordered=True)\n"
        "    return jax.jit(lambda v: jax.lax.rng_uniform(low(v)[0], jnp.float32(1), (8,)))(x)\n"
    )
    session = sandbox.open(source.encode(), "f", Limits())
    assert isinstance(session.load(), Loaded)
    drawn = []
    for _ in range(3):
        answer = session.call((X,))
        assert isinstance(answer, Returned), answer
        assert isinstance(answer.result, Array)
        drawn.append(tuple(answer.result.numpy()))
    assert len(set(drawn)) == 3, drawn
    session.close()


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("1 / (n - 2) * a", "ZeroDivisionError"),
        ("a[:2] if n == 2 else a", "shape"),
        ("missing if n == 2 else a", "missing"),
    ],
)
def test_an_error_in_a_later_host_function_is_that_call_s(sandbox: Sandbox, host: str, said: str) -> None:
    source = HEAD + (
        f"def f(x):\n    n = counted()\n    def host(a):\n        return {host}\n"
        "    return io_callback(host, like(x), x, ordered=True)\n"
    )
    session = sandbox.open(source.encode(), "f", Limits())
    assert isinstance(session.load(), Loaded)
    assert isinstance(session.call((X,)), Returned)
    answer = session.call((X,))
    assert isinstance(answer, Raised), answer
    assert said in answer.message
    session.close()


COUNTING = """
import jax, numpy as np
from jax._src import compiler
from jax.experimental import io_callback
from grader.sandbox import shortcuts

compiled, compile_anew = [], compiler.backend_compile_and_load

def counting(backend, module, devices, options, host_callbacks):
    compiled.append(bool(host_callbacks))
    return compile_anew(backend, module, devices, options, host_callbacks)

compiler.backend_compile_and_load = counting
shortcuts.reuse_programs()
x = jax.device_put(np.ones(3, np.float32))
for number in range(5):
    result = io_callback(lambda a: np.asarray(a) * number, jax.ShapeDtypeStruct((3,), "float32"), x, ordered=True)
    assert float(result[0]) == number, result
print(compiled.count(True))
"""


def test_a_program_is_compiled_once_for_all_its_host_functions() -> None:
    done = subprocess.run([sys.executable, "-c", COUNTING], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "1", done.stdout + done.stderr
