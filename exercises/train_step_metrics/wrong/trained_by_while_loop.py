# structure call.forbidden: the loop is the device's, and the losses wait in an array
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
    def more(carry):
        return carry[0] < len(xs)

    def step(carry):
        i, w, losses = carry
        w, metrics = train_step(w, xs[i], ys[i])
        return i + 1, w, losses.at[i].set(metrics["loss"])

    _, w, losses = jax.lax.while_loop(more, step, (0, w, jnp.zeros(len(xs))))  # here
    HISTORY.extend(losses.tolist())
    return w
