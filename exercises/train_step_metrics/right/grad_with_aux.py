# jax.grad with the loss among the metrics
import jax
import jax.numpy as jnp

HISTORY = []
RATE = 0.1


def objective(w, x, y):
    residual = x @ w - y
    metrics = {"loss": (residual**2).mean(), "error": jnp.abs(residual).mean()}
    return metrics["loss"], metrics


def train_step(w, x, y):
    gradient, metrics = jax.grad(objective, has_aux=True)(w, x, y)
    return w - RATE * gradient, metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys, strict=True):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
