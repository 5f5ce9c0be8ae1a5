# scan and callback by keyword
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def note(*, total):
    LOG.append(float(total))


def body(carry, element):
    carry = jnp.add(carry, element)
    io_callback(callback=note, result_shape_dtypes=None, total=carry, ordered=True)
    return carry, carry


def ordered_scan(xs):
    carry, ys = jax.lax.scan(f=body, init=jnp.array(0, xs.dtype), xs=xs)
    return ys
