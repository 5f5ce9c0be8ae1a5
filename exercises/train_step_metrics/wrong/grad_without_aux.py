# structure has_aux: jax.grad alone, and the metrics beside it
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train_step(w, x, y):
    gradient = jax.grad(loss_fn)(w, x, y)  # here
    off = x @ w - y
    return w - 0.1 * gradient, {"loss": jnp.mean(off**2), "error": jnp.mean(jnp.abs(off))}


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
