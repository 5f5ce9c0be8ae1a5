# the loop also shows the metrics: it is Python, and may do with them what it likes
import jax
import jax.numpy as jnp

HISTORY = []


def loss_fn(w, x, y):
    off = x @ w - y
    loss = jnp.mean(off**2)
    return loss, {"loss": loss, "error": jnp.mean(jnp.abs(off))}


@jax.jit
def train_step(w, x, y):
    (_, metrics), gradient = jax.value_and_grad(loss_fn, has_aux=True)(w, x, y)
    return w - 0.1 * gradient, metrics


def train(w, xs, ys):
    for number, (x, y) in enumerate(zip(xs, ys)):
        w, metrics = train_step(w, x, y)
        HISTORY.append(float(metrics["loss"]))
        print(f"step {number}: loss {HISTORY[-1]:.4f}, error {metrics['error']:.4f}")
    return w
