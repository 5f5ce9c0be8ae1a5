"""The numbers, and what the host recorded. Each docstring is the line a learner reads.

What is added up are odd multiples of 1/1024: float32 holds their totals exactly, in whatever order they are added, and
an odd count of them has a total that shows when it is rounded.
"""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
CLOSE = 4e-7
"""Not every way to the total only adds: a mean times the length is right too, and rounds."""


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def drawn(rng, size: int) -> np.ndarray:
    return ((2 * rng.integers(-2048, 2048, size=size) + 1) / 1024).astype(np.float32)


@both
def test_example(solve, jit):
    """the total of [1, 2, 3] is 6"""
    solve(array(1, 2, 3), jit=jit).check(np.float32(6).reshape(()))


@both
def test_empty(solve, jit):
    """the total of an empty array is 0"""
    solve(array(), jit=jit).check(np.float32(0).reshape(()))


@both
def test_random(solve, rng, jit):
    """values nobody has seen are added up"""
    x = drawn(rng, 7)
    solve(x, jit=jit).check(np.asarray(x.sum()), tolerance=CLOSE)


@both
def test_recorded(solve, rng, jit):
    """every call records its own total, as a number, in order"""
    before = len(solve.numbers("TOTALS"))
    x = drawn(rng, 3)
    totals = []
    # A total may come again, and is then recorded again.
    for values in (x, -x, x):
        solve(values, jit=jit)
        totals.append(float(values.sum()))
    new = solve.numbers("TOTALS")[before:]
    assert new == pytest.approx(totals, rel=CLOSE), f"after calls with the totals {totals}, `TOTALS` has gained {new}"
