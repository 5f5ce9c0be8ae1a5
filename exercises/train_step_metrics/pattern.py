import jax
from grader import ANY, HOST


def train_step(w, x, y):
    jax.value_and_grad(HOST, argnums=ANY, has_aux=True)(ANY)
    return ANY


def train_step__grad(w, x, y):
    jax.grad(HOST, argnums=ANY, has_aux=True)(ANY)
    return ANY


def train_step__jacrev(w, x, y):
    jax.jacrev(HOST, argnums=ANY, has_aux=True)(ANY)
    return ANY


def train_step__vjp(w, x, y):
    jax.vjp(HOST, ANY, has_aux=True)
    return ANY


def train(w, xs, ys):
    return ANY
