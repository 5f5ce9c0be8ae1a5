import jax

try:
    from jax.experimental import io_callback
except ImportError:

    def io_callback(*args, **kwargs):
        raise NotImplementedError("upgrade JAX to run this exercise")


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
