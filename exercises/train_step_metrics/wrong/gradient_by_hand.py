# structure call: the derivative is worked out by hand
import jax.numpy as jnp

HISTORY = []


def train_step(w, x, y):  # here
    off = x @ w - y
    gradient = 2 * off @ x / len(y)
    return w - 0.1 * gradient, {"loss": jnp.mean(off**2), "error": jnp.mean(jnp.abs(off))}


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
