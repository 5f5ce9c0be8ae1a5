import jax
import jax.experimental as jex


def io_callback_passthrough(x):
    return jex.io_callback(lambda v: v * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
