# the options of value_and_grad in a dict, the batch by keyword
import jax
import jax.numpy as jnp

HISTORY = []
OPTIONS = {"argnums": 0, "has_aux": True}


def loss_fn(w, *, inputs, targets):
    off = inputs @ w - targets
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.abs(off).mean()}


def train_step(w, x, y):
    (_, metrics), gradient = jax.value_and_grad(fun=loss_fn, **OPTIONS)(w, inputs=x, targets=y)
    return w - 0.1 * gradient, metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
