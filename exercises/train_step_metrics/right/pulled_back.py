# the gradient is pulled back by hand
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    off = x @ w - y
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(off))}


def train_step(w, x, y):
    loss, pull_back, metrics = jax.vjp(lambda weights: loss_fn(weights, x, y), w, has_aux=True)
    (gradient,) = pull_back(jnp.ones_like(loss))
    return w - 0.1 * gradient, metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
