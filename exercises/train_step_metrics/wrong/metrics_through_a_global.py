# numbers: a tracer leaks out of the loss through a global
import jax
import jax.numpy as jnp

HISTORY = []
METRICS = {}


def loss_fn(w, x, y):
    off = x @ w - y
    METRICS["loss"] = jnp.mean(off**2)
    METRICS["error"] = jnp.mean(jnp.abs(off))
    return METRICS["loss"], None


def train_step(w, x, y):
    _, gradient = jax.value_and_grad(loss_fn, has_aux=True)(w, x, y)
    return w - 0.1 * gradient, dict(METRICS)


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
