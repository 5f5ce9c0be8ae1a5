"""The numbers, and what the host saw. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def seen(solve) -> list[float]:
    values = solve.read("SEEN").plain()
    assert isinstance(values, list), "`SEEN` is no longer a list"
    return values


@both
def test_example(solve, jit):
    """[5, 6, 7] becomes [10, 12, 14]"""
    solve(array(5, 6, 7), jit=jit).check(array(10, 12, 14))


@both
def test_empty(solve, jit):
    """an empty array stays empty, and the host is told of it"""
    before = len(seen(solve))
    solve(array(), jit=jit).check(array())
    assert seen(solve)[before:] == [0.0], "the host was not told once of the empty array"


@both
def test_random(solve, rng, jit):
    """values nobody has seen are doubled"""
    x = rng.normal(size=3).astype(np.float32)
    solve(x, jit=jit).check(x * np.float32(2))


@both
def test_once_per_call(solve, rng, jit):
    """the host is told once for each call"""
    before = len(seen(solve))
    sums = []
    for _ in range(3):
        x = rng.integers(-50, 50, size=7).astype(np.float32)
        solve(x, jit=jit)
        sums.append(float(x.sum()))
    new = seen(solve)[before:]
    # Unordered callbacks of several calls may overtake one another.
    assert sorted(new) == sorted(sums), f"after three calls with the sums {sums}, `SEEN` has gained {new}"
