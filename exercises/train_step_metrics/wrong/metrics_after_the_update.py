# numbers test_metrics: the metrics are those of the new weights
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    off = x @ w - y
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(off))}


def train_step(w, x, y):
    (_, _), gradient = jax.value_and_grad(loss_fn, has_aux=True)(w, x, y)
    new_w = w - 0.1 * gradient
    return new_w, loss_fn(new_w, x, y)[1]


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
