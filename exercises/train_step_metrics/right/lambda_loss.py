# a lambda of the weights, over helpers for the parts
import jax
import jax.numpy as jnp

HISTORY = []


def predict(w, x):
    return x @ w


def metrics_of(w, x, y):
    off = predict(w, x) - y
    return {"loss": jnp.mean(off**2), "error": jnp.mean(jnp.abs(off))}


def with_loss(metrics):
    return metrics["loss"], metrics


def train_step(w, x, y):
    (_, metrics), gradient = jax.value_and_grad(lambda v: with_loss(metrics_of(v, x, y)), has_aux=True)(w)
    return jnp.subtract(w, 0.1 * gradient), metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
