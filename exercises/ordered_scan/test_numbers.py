"""The numbers, and the order in which the host heard of them. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def log(solve) -> list[float]:
    values = solve.read("LOG").plain()
    assert isinstance(values, list), "`LOG` is no longer a list"
    return values


@both
def test_example(solve, jit):
    """[1, 2, 3] becomes [1, 3, 6]"""
    solve(array(1, 2, 3), jit=jit).check(array(1, 3, 6))


@both
def test_empty(solve, jit):
    """an empty array stays empty, and the host hears of no step"""
    before = len(log(solve))
    solve(array(), jit=jit).check(array())
    assert log(solve)[before:] == [], "the host heard of a step, though there was none"


@both
def test_random(solve, rng, jit):
    """running totals of values nobody has seen"""
    xs = rng.integers(-50, 50, size=7).astype(np.float32)
    solve(xs, jit=jit).check(np.cumsum(xs, dtype=np.float32))


@both
def test_logged(solve, rng, jit):
    """the host hears of every step, in step order, over several calls"""
    before = len(log(solve))
    totals: list[float] = []
    for _ in range(2):
        xs = rng.integers(-50, 50, size=7).astype(np.float32)
        solve(xs, jit=jit)
        totals += np.cumsum(xs).tolist()
    new = log(solve)[before:]
    assert new == totals, f"the totals of the steps were {totals}, but `LOG` has gained {new}"
