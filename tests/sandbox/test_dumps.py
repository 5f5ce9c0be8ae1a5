"""What stacks of a hanging child say: whether the host function waits for JAX."""

from __future__ import annotations

import pytest

from grader.sandbox.faults import FILE
from grader.sandbox.watch import waits_for_jax_in_callback

SITE = "/home/someone/jax/.venv/lib/python3.12/site-packages"
CALLBACK = f"{SITE}/jax/_src/callback.py"
LEARNER = FILE
WAITING = {
    "in JAX itself": [f"{SITE}/jax/_src/array.py", LEARNER, CALLBACK],
    "in NumPy, called by JAX": [f"{SITE}/numpy/core/numeric.py", f"{SITE}/jax/_src/array.py", LEARNER, CALLBACK],
    "in the standard library, called by JAX": ["/usr/lib/copy.py", f"{SITE}/jax/_src/pjit.py", LEARNER, CALLBACK],
    "in the compiler's Python": [f"{SITE}/jaxlib/mlir/ir.py", f"{SITE}/jax/_src/ffi.py", LEARNER, CALLBACK],
    "in the grader's shortcut": ["/g/sandbox/shortcuts.py", f"{SITE}/jax/_src/compiler.py", LEARNER, CALLBACK],
    "in a helper of the learner's": [f"{SITE}/jax/_src/array.py", LEARNER, LEARNER, CALLBACK, "/g/child.py"],
}
NOT_WAITING = {
    "in the learner's own loop": [LEARNER, CALLBACK],
    "in NumPy": [f"{SITE}/numpy/core/numeric.py", LEARNER, CALLBACK],
    "in the standard library": ["/usr/lib/threading.py", LEARNER, CALLBACK],
    "in JAX, but not on the host": [f"{SITE}/jax/_src/pjit.py", LEARNER, "/g/child.py"],
    "in a loop that JAX called back": [LEARNER, CALLBACK, f"{SITE}/jax/_src/pjit.py", LEARNER],
}


def dump(files: list[str]) -> str:
    lines = [f'  File "{name}", line {number} in step' for number, name in enumerate(files, 1)]
    other = f'Thread 0x1 (most recent call first):\n  File "{SITE}/jax/_src/pjit.py", line 9 in run\n'
    return other + "\nCurrent thread 0x2 (most recent call first):\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("where", WAITING)
def test_a_host_function_that_waits_for_jax_is_recognised(where: str) -> None:
    assert waits_for_jax_in_callback(dump(WAITING[where]))


@pytest.mark.parametrize("where", NOT_WAITING)
def test_a_host_function_that_hangs_by_itself_is_not_blamed_on_jax(where: str) -> None:
    assert not waits_for_jax_in_callback(dump(NOT_WAITING[where]))
