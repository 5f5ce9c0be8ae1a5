# trace: the whole batch goes to the host, with a row of zeros that nobody needs
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(padded):
    ROWS.extend(padded[:-1].sum(axis=1).tolist())
    return padded[:-1] * 2


def batched_callback(xs):
    def one(padded):
        return io_callback(host, jax.ShapeDtypeStruct(xs.shape, xs.dtype), padded)  # here

    return jax.vmap(one)(jnp.pad(xs, ((0, 1), (0, 0)))[None])[0]
