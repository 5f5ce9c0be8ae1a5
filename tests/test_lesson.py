"""The lessons hold: their examples run and print what they say, and their facts are facts of the installed JAX."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

READMES = sorted((Path(__file__).parents[1] / "exercises").glob("*/README.md"))
HEAD = """
import os
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp, numpy as np
from jax.experimental import io_callback
seen = []
def host(a):
    seen.append(np.asarray(a).tolist())
    return np.asarray(a)
def like(a):
    return jax.ShapeDtypeStruct(a.shape, a.dtype)
x = jnp.array([1.0, 2.0, 3.0])
"""
FACTS = {
    "an unused io_callback is kept": (
        "jax.jit(lambda x: (io_callback(host, like(x), x, ordered=True), x)[1])(x); jax.effects_barrier(); print(len(seen))",
        "1",
    ),
    "an unused pure_callback is dropped": (
        "jax.jit(lambda x: (jax.pure_callback(host, like(x), x), x)[1])(x).block_until_ready(); print(len(seen))",
        "0",
    ),
    "ordered calls keep their order": (
        "def many(x):\n    for n in range(20):\n        io_callback(host, like(x[0]), x[0] * n, ordered=True)\n    return x\n"
        "jax.jit(many)(x); jax.effects_barrier(); print(seen == sorted(seen) and len(seen) == 20)",
        "True",
    ),
    "ordered is off by default": (
        "print('ordered=False' in str(jax.make_jaxpr(lambda x: io_callback(host, like(x), x))(x)))",
        "True",
    ),
    "an ordered callback cannot be vmapped": (
        "try:\n    jax.vmap(lambda v: io_callback(host, like(v), v, ordered=True))(x)\nexcept ValueError as e:\n    print('vmap' in str(e))",
        "True",
    ),
    "a callback cannot be differentiated": (
        "try:\n    jax.grad(lambda v: io_callback(host, like(v), v, ordered=True).sum())(x)\nexcept ValueError as e:\n    print('JVP' in str(e))",
        "True",
    ),
}


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.parent.name)
def test_a_lesson_prints_what_it_says(readme: Path) -> None:
    program = "\n".join(re.findall(r"```python\n(.*?)```", readme.read_text(), re.DOTALL))
    claimed = re.findall(r"^ *print\(.*\)  # (.*)$", program, re.MULTILINE)
    assert claimed
    assert run("import os\nos.environ['JAX_PLATFORMS'] = 'cpu'\n" + program).splitlines() == claimed


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_of_the_lesson(fact: str) -> None:
    program, printed = FACTS[fact]
    assert run(HEAD + program) == printed
