"""The numbers, and the order in which the host heard of them. Each docstring is the line a learner reads.

What is added up are odd multiples of 1/1024: float32 holds their totals exactly, and every other total shows when it is
rounded.
"""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def drawn(rng, size: int) -> np.ndarray:
    return ((2 * rng.integers(-2048, 2048, size=size) + 1) / 1024).astype(np.float32)


@both
def test_example(solve, jit):
    """[1, 2, 3] becomes [1, 3, 6]"""
    solve(array(1, 2, 3), jit=jit).check(array(1, 3, 6))


@both
def test_empty(solve, jit):
    """an empty array stays empty, and the host hears of no step"""
    before = len(solve.numbers("LOG"))
    solve(array(), jit=jit).check(array())
    new = solve.numbers("LOG")[before:]
    assert not new, f"there was no step, but `LOG` has gained {new}"


@both
def test_random(solve, rng, jit):
    """running totals of values nobody has seen"""
    xs = drawn(rng, 7)
    solve(xs, jit=jit).check(np.cumsum(xs, dtype=np.float32))


@both
def test_logged(solve, rng, jit):
    """the host hears of every step, in step order, over several calls"""
    before = len(solve.numbers("LOG"))
    xs = drawn(rng, 3)
    totals: list[float] = []
    # A total may come again, and is then told again.
    for values in (xs, -xs, xs):
        solve(values, jit=jit)
        totals += np.cumsum(values).tolist()
    new = solve.numbers("LOG")[before:]
    assert new == totals, f"the totals of the steps were {totals}, but `LOG` has gained {new}"
