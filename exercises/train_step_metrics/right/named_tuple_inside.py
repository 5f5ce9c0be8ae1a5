# the metrics travel as a named tuple and come out as a dict
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, value_and_grad

HISTORY: list[float] = []


class Metrics(NamedTuple):
    loss: Array
    error: Array


def loss_fn(w: Array, x: Array, y: Array) -> tuple[Array, Metrics]:
    off = x @ w - y
    loss = jnp.mean(off**2)
    return loss, Metrics(loss=loss, error=jnp.mean(jnp.abs(off)))


def train_step(w: Array, x: Array, y: Array) -> tuple[Array, dict[str, Array]]:
    (_, metrics), gradient = value_and_grad(loss_fn, has_aux=True)(w, x, y)
    return w - 0.1 * gradient, metrics._asdict()


def train(w: Array, xs: Array, ys: Array) -> Array:
    for x, y in zip(xs, ys, strict=True):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
