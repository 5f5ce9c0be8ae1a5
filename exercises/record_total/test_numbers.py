"""The numbers, and what the host recorded. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


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
    x = (rng.normal(size=7) * 10).astype(np.float32)
    solve(x, jit=jit).check(np.asarray(x.sum(dtype=np.float64), dtype=np.float32), tolerance=1e-5)


@both
def test_recorded(solve, rng, jit):
    """every call records its own total, as a number, in order"""
    before = len(solve.numbers("TOTALS"))
    x = rng.integers(-50, 50, size=3).astype(np.float32) + np.float32(0.25)
    totals = []
    # A total may come again, and is then recorded again.
    for values in (x, -x, x):
        solve(values, jit=jit)
        totals.append(float(values.sum()))
    new = solve.numbers("TOTALS")[before:]
    assert new == totals, f"after calls with the totals {totals}, `TOTALS` has gained {new}"
