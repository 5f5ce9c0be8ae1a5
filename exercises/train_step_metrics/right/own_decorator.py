# a decorator of the file makes the step of a loss
import functools

import jax
import jax.numpy as jnp

HISTORY = []


def gradient_step(rate):
    def decorate(loss):
        grad = jax.value_and_grad(loss, has_aux=True)

        @functools.wraps(loss)
        def step(w, *batch):
            (_, metrics), gradient = grad(w, *batch)
            return w - rate * gradient, metrics

        return step

    return decorate


@gradient_step(0.1)
def train_step(w, x, y):
    off = x @ w - y
    metrics = {"loss": jnp.mean(off**2), "error": jnp.mean(jnp.abs(off))}
    return metrics["loss"], metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
