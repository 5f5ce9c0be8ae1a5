"""The numbers, and what the host recorded. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def recorded(solve) -> list[float]:
    totals = solve.read("TOTALS").plain()
    assert isinstance(totals, list), "`TOTALS` is no longer a list"
    return totals


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
    before = len(recorded(solve))
    totals = []
    for _ in range(3):
        x = rng.integers(-50, 50, size=3).astype(np.float32)
        solve(x, jit=jit)
        totals.append(float(x.sum()))
    new = recorded(solve)[before:]
    assert new == totals, f"after three calls with the totals {totals}, `TOTALS` has gained {new}"
