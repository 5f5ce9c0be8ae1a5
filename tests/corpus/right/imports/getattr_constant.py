import jax
import jax.experimental

host_call = getattr(jax.experimental, "io_callback")


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return host_call(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
