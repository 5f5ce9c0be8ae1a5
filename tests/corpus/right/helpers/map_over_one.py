import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    results = [
        io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(v.shape, v.dtype), v, ordered=True) for v in (x,)
    ]
    return results[0]
