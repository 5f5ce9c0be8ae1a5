"""The numbers. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def doubled(x: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return x * np.float32(2)


@both
def test_example(solve, jit):
    """[5, 6, 7] becomes [10, 12, 14]"""
    solve(array(5, 6, 7), jit=jit).check(array(10, 12, 14))


@both
def test_empty(solve, jit):
    """an empty array stays empty"""
    solve(array(), jit=jit).check(array())


@both
def test_special_values(solve, jit):
    """negative zero, NaN, infinities and overflow double as floats do"""
    for x in (array(-0.0, np.nan, np.inf), array(-np.inf, 3e38, -3e38)):
        solve(x, jit=jit).check(doubled(x))


@both
def test_random(solve, rng, jit):
    """values nobody has seen are doubled"""
    x = rng.normal(size=3).astype(np.float32)
    solve(x, jit=jit).check(doubled(x))


@pytest.mark.parametrize("transform", ["vmap", "jit vmap"])
def test_batch(solve, rng, transform):
    """a batch of rows is doubled, row by row"""
    x = rng.normal(size=(4, 3)).astype(np.float32)
    solve(x, transform=transform).check(doubled(x))


def test_input_is_left_alone(solve, rng):
    """the input is the same after the call"""
    x = rng.normal(size=3).astype(np.float32)
    assert solve(x).input_unchanged, "the input was changed by the call"
