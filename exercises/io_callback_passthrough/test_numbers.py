"""The numbers. Each docstring is the line a learner reads; the inputs drawn from ``rng`` are new for every run.

Lengths are few on purpose: JAX compiles anew for each, and that is most of what a grading costs.
"""

import numpy as np
import pytest


def doubled(x: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return x * np.float32(2)


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_example(solve, jit):
    """[5, 6, 7] becomes [10, 12, 14]"""
    solve(array(5, 6, 7), jit=jit).check(array(10, 12, 14))


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_empty(solve, jit):
    """an empty array stays empty"""
    solve(array(), jit=jit).check(array())


def test_one_element(solve, rng):
    """one element is doubled"""
    x = rng.normal(size=1).astype(np.float32)
    solve(x).check(doubled(x))


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_special_values(solve, jit):
    """negative zero, NaN, infinities and overflow double as floats do"""
    for x in (array(-0.0, np.nan, np.inf), array(-np.inf, 3e38, -3e38)):
        solve(x, jit=jit).check(doubled(x))


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_random(solve, rng, jit):
    """values nobody has seen are doubled"""
    x = (rng.normal(size=3) * 10.0 ** rng.integers(-3, 6)).astype(np.float32)
    solve(x, jit=jit).check(doubled(x))


def test_large(solve, rng):
    """a long array is doubled, every element of it"""
    x = rng.normal(size=4096).astype(np.float32)
    solve(x).check(doubled(x))


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_again(solve, rng, jit):
    """further calls give their own results"""
    for _ in range(2):
        x = rng.normal(size=3).astype(np.float32)
        solve(x, jit=jit).check(doubled(x))


@pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
def test_input_is_left_alone(solve, rng, jit):
    """the input is the same after the call"""
    x = rng.normal(size=3).astype(np.float32)
    assert solve(x, jit=jit).input_unchanged, "the input was changed by the call"
