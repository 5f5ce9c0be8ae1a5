# structure call.forbidden: the loop is the device's, and the history is filled when all is over
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    off = x @ w - y
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(off))}


def train_step(w, x, y):
    (loss, metrics), gradient = jax.value_and_grad(loss_fn, has_aux=True)(w, x, y)
    return w - 0.1 * gradient, metrics


def train(w, xs, ys):
    def step(w, batch):
        w, metrics = train_step(w, *batch)
        return w, metrics["loss"]

    w, losses = jax.lax.scan(step, w, (xs, ys))  # here
    HISTORY.extend(losses.tolist())
    return w
