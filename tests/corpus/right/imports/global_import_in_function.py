import jax


def _set_up():
    global io_callback
    from jax.experimental import io_callback


_set_up()


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
