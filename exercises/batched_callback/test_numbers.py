"""The numbers, and the rows the host saw. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
CLOSE = 4e-7
"""Not every way to the sum only adds: a mean times the length is right too, and rounds."""


def rows_of(solve) -> list[float]:
    values = solve.read("ROWS").plain(arrays=False)
    assert isinstance(values, list), "`ROWS` is no longer a list"
    return values


@both
def test_example(solve, jit):
    """[[1, 2], [3, 4]] becomes [[2, 4], [6, 8]]"""
    xs = np.array([[1, 2], [3, 4]], dtype=np.float32)
    solve(xs, jit=jit).check(xs * np.float32(2))


@both
def test_random(solve, rng, jit):
    """rows nobody has seen are doubled"""
    xs = rng.normal(size=(5, 3)).astype(np.float32)
    solve(xs, jit=jit).check(xs * np.float32(2))


@both
def test_one_row(solve, rng, jit):
    """a batch of one row is a batch"""
    xs = rng.normal(size=(1, 4)).astype(np.float32)
    solve(xs, jit=jit).check(xs * np.float32(2))


@both
def test_rows(solve, rng, jit):
    """the host sees every row once, alone"""
    before = len(rows_of(solve))
    # Odd multiples of 1/1024: float32 holds the sums exactly, in any order, and a rounded one shows.
    xs = ((2 * rng.integers(-2048, 2048, size=(5, 3)) + 1) / 1024).astype(np.float32)
    solve(xs, jit=jit)
    sums = xs.sum(axis=1).tolist()
    new = rows_of(solve)[before:]
    assert sorted(new) == pytest.approx(sorted(sums), rel=CLOSE), (
        f"the rows' sums were {sums}, but `ROWS` has gained {new}"
    )
