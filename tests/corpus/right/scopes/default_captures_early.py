import jax
from jax.experimental import io_callback


flag = True


def call(fn, a, ordered=flag):
    return io_callback(fn, jax.ShapeDtypeStruct(a.shape, a.dtype), a, ordered=ordered)


flag = False


def io_callback_passthrough(x):
    return call(lambda a: a * 2, x)
