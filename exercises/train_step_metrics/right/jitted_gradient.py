# the differentiated function is jitted, and the step is bound by jit
import jax
import jax.numpy as jnp

HISTORY = []


@jax.jit
def loss_fn(w, x, y):
    off = jnp.einsum("bf,f->b", x, w) - y
    return jnp.sum(off**2) / y.shape[0], {"loss": jnp.sum(off**2) / len(y), "error": jnp.mean(jnp.abs(off))}


value_and_gradient = jax.jit(jax.value_and_grad(loss_fn, has_aux=True))


def _step(w, x, y):
    (_, metrics), gradient = value_and_gradient(w, x, y)
    return w - 0.1 * gradient, metrics


train_step = jax.jit(_step)


def train(w, xs, ys):
    history = []
    for x, y in zip(xs, ys):
        w, metrics = train_step(w, x, y)
        history.append(metrics)
    HISTORY.extend(float(m["loss"]) for m in history)
    return w
