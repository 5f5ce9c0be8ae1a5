# structure has_aux: the metrics are computed a second time beside the gradient
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train_step(w, x, y):
    loss, gradient = jax.value_and_grad(loss_fn)(w, x, y)  # here
    return w - 0.1 * gradient, {"loss": loss, "error": jnp.mean(jnp.abs(x @ w - y))}


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
