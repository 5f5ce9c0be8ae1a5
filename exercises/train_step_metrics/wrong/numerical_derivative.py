# structure call: differences instead of a derivative
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train_step(w, x, y):  # here
    steps = jnp.eye(w.shape[0], dtype=w.dtype)
    gradient = jax.vmap(lambda d: (loss_fn(w + d, x, y) - loss_fn(w - d, x, y)) / 2)(steps)
    return w - 0.1 * gradient, {"loss": loss_fn(w, x, y), "error": jnp.mean(jnp.abs(x @ w - y))}


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
