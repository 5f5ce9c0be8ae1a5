# the plain way
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    error = x @ w - y
    loss = jnp.mean(error**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(error))}


def train_step(w, x, y):
    (loss, metrics), grads = jax.value_and_grad(loss_fn, has_aux=True)(w, x, y)
    return w - 0.1 * grads, metrics


def train(w, xs, ys):
    for i in range(len(xs)):
        w, metrics = train_step(w, xs[i], ys[i])
        HISTORY.append(float(metrics["loss"]))
    return w
