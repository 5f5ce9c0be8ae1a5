"""The numbers, and what the host saw. Each docstring is the line a learner reads.

What is added up are odd multiples of 1/1024: float32 holds their sums exactly, in whatever order they are added, and an
odd count of them has a sum that shows when it is rounded.
"""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
CLOSE = 4e-7
"""Not every way to the sum only adds: a mean times the length is right too, and rounds."""


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def drawn(rng, size: int) -> np.ndarray:
    return ((2 * rng.integers(-2048, 2048, size=size) + 1) / 1024).astype(np.float32)


@both
def test_example(solve, jit):
    """[5, 6, 7] becomes [10, 12, 14]"""
    solve(array(5, 6, 7), jit=jit).check(array(10, 12, 14))


@both
def test_empty(solve, jit):
    """an empty array stays empty, and the host is told of it"""
    before = len(solve.numbers("SEEN"))
    solve(array(), jit=jit).check(array())
    new = solve.numbers("SEEN")[before:]
    assert new == [0.0], f"after one call with an empty array, `SEEN` has gained {new}, not [0.0]"


@both
def test_random(solve, rng, jit):
    """values nobody has seen are doubled"""
    x = rng.normal(size=3).astype(np.float32)
    solve(x, jit=jit).check(x * np.float32(2))


@both
def test_once_per_call(solve, rng, jit):
    """the host is told once for each call"""
    before = len(solve.numbers("SEEN"))
    x = drawn(rng, 7)
    sums = []
    # A sum may come again, and the host is then told again.
    for values in (x, -x, x):
        solve(values, jit=jit)
        sums.append(float(values.sum()))
    new = solve.numbers("SEEN")[before:]
    # Unordered callbacks of several calls may overtake one another.
    assert sorted(new) == pytest.approx(sorted(sums), rel=CLOSE), (
        f"after calls with the sums {sums}, `SEEN` has gained {new}"
    )
