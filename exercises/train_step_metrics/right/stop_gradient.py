# the metrics are cut off from the gradient, though they need not be
import jax
import jax.numpy as jnp
from jax import lax

HISTORY = []


def loss_fn(w, x, y):
    off = x @ w - y
    loss = jnp.mean(off**2)
    aux = {"loss": loss, "error": jnp.mean(jnp.abs(off))}
    return loss, lax.stop_gradient(aux)


def train_step(w, x, y):
    grad_fn = jax.value_and_grad(loss_fn, has_aux=True)
    out, gradient = grad_fn(w, x, y)
    metrics = out[1]
    new_w = w - 0.1 * gradient
    return (new_w, metrics)


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        out = train_step(w, x, y)
        w = out[0]
        HISTORY.append(float(out[1]["loss"]))
    return w
