import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec: jax.ShapeDtypeStruct
    result: jax.Array
    spec = jax.ShapeDtypeStruct(shape=x.shape, dtype=x.dtype)
    result = io_callback(lambda a: a * 2, spec, x, ordered=True)
    return result
