import jax

call, Spec = jax.experimental.io_callback, jax.ShapeDtypeStruct


def io_callback_passthrough(x):
    return call(lambda a: a * 2.0, Spec(x.shape, x.dtype), x, ordered=True)
