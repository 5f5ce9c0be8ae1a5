"""The numbers, and the history. Each docstring is the line a learner reads."""

import numpy as np
import pytest

both = pytest.mark.parametrize("jit", [False, True], ids=["eager", "jit"])
CLOSE = 2e-5


def batch(rng, *, size: int = 4, features: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    w, x, y = rng.normal(size=features), rng.normal(size=(size, features)), rng.normal(size=size)
    return w.astype(np.float32), x.astype(np.float32), y.astype(np.float32)


def step(w: np.ndarray, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float, float]:
    off = x.astype(np.float64) @ w - y
    return w - 0.1 * 2 * (off @ x) / len(y), float(np.mean(off**2)), float(np.mean(np.abs(off)))


def pair_of(result):
    got = result.plain()
    assert isinstance(got, list), "`train_step` must return the new weights and the metrics"
    assert len(got) == 2, f"`train_step` must return two things, the new weights and the metrics, not {len(got)}"
    assert isinstance(got[1], dict), "the metrics must be a dict"
    assert set(got[1]) == {"loss", "error"}, f"the metrics must be `loss` and `error`, not {sorted(got[1])}"
    return got


def close(got, wanted, what: str) -> None:
    shapes = np.shape(wanted), np.shape(got)
    assert shapes[0] == shapes[1], f"{what}: the shape should be {shapes[0]}, not {shapes[1]}"
    assert np.allclose(got, wanted, rtol=CLOSE, atol=CLOSE), f"{what}: expected {show(wanted)}, got {show(got)}"


def show(value) -> str:
    return np.array2string(np.asarray(value), precision=4, separator=", ")


@both
def test_weights(solve, rng, jit):
    """the new weights are one step down the gradient"""
    w, x, y = batch(rng)
    close(pair_of(solve(w, x, y, jit=jit))[0], step(w, x, y)[0], "the new weights")


@both
def test_metrics(solve, rng, jit):
    """the metrics are those before the update"""
    w, x, y = batch(rng)
    metrics = pair_of(solve(w, x, y, jit=jit))[1]
    _, loss, error = step(w, x, y)
    close(metrics["loss"], loss, "the loss")
    close(metrics["error"], error, "the error")


@both
def test_other_shapes(solve, rng, jit):
    """batches and weights of other sizes work as well"""
    w, x, y = batch(rng, size=2, features=1)
    close(pair_of(solve(w, x, y, jit=jit))[0], step(w, x, y)[0], "the new weights")


def test_training(solve, rng):
    """the loop returns the last weights and appends each step's loss to HISTORY"""
    before = solve.read("HISTORY").plain(arrays=False)
    assert isinstance(before, list), "`HISTORY` is no longer a list"
    batches = [batch(rng) for _ in range(3)]
    w = batches[0][0]
    xs, ys = np.stack([x for _, x, _ in batches]), np.stack([y for _, _, y in batches])
    got = solve(w, xs, ys, function="train").plain()
    losses = []
    for x, y in zip(xs, ys, strict=True):
        w, loss, _ = step(w, x, y)
        losses.append(loss)
    close(got, w, "the last weights")
    new = solve.read("HISTORY").plain(arrays=False)[len(before) :]
    assert len(new) == len(losses), f"three steps should append three losses to `HISTORY`, not {len(new)}"
    close(new, losses, "`HISTORY`")
