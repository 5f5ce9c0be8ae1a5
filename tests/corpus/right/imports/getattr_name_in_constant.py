import jax

FEATURE = "io_callback"


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    call = getattr(jax.experimental, FEATURE)
    return call(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
