import jax
import jax.numpy as jnp
from jax.experimental import io_callback
from grader import ANY, HOST, inside


def batched_callback(xs):
    with inside(jax.vmap):
        io_callback(HOST, ANY, ANY)
    return ANY


def batched_callback__vectorize(xs):
    with inside(jnp.vectorize):
        io_callback(HOST, ANY, ANY)
    return ANY


def batched_callback__map(xs):
    with inside(jax.lax.map):
        io_callback(HOST, ANY, ANY, ordered=ANY)
    return ANY


def batched_callback__fori_loop(xs):
    with inside(jax.lax.fori_loop):
        io_callback(HOST, ANY, ANY, ordered=ANY)
    return ANY


def batched_callback__scan(xs):
    with inside(jax.lax.scan):
        io_callback(HOST, ANY, ANY, ordered=ANY)
    return ANY
