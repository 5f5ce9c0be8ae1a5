# one example's prediction, vmapped inside the loss
import jax
import jax.numpy as jnp

HISTORY = []


def predict(w, example):
    return jnp.vdot(w, example)


def loss_fn(w, x, y):
    off = jax.vmap(predict, in_axes=(None, 0))(w, x) - y
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(off))}


def train_step(w, x, y):
    gradient, metrics = jax.grad(loss_fn, argnums=0, has_aux=True)(w, x, y)
    return w + -0.1 * gradient, metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
