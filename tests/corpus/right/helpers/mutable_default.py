import jax
from jax.experimental import io_callback


def run(x, options={"ordered": True}):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **options)


def io_callback_passthrough(x):
    return run(x)
