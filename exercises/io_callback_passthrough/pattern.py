import jax
from jax.experimental import io_callback
from grader import HOST


def io_callback_passthrough(x):
    return io_callback(HOST, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
