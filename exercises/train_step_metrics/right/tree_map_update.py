# the weights as a tree, the update by tree map
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(params, batch):
    x, y = batch
    off = x @ params["w"] - y
    return jnp.mean(off**2), {"loss": jnp.mean(off**2), "error": jnp.mean(jnp.abs(off))}


def sgd(params, gradients, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, gradients)


def train_step(w, x, y):
    params = {"w": w}
    (_, metrics), gradients = jax.value_and_grad(loss_fn, has_aux=True)(params, (x, y))
    return sgd(params, gradients, 0.1)["w"], metrics


def train(w, xs, ys):
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
    return w
