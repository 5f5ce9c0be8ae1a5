import jax


def _send(fn, array):
    from jax.experimental import io_callback as send

    return send(fn, jax.ShapeDtypeStruct(array.shape, array.dtype), array, ordered=True)


def io_callback_passthrough(x):
    return _send(lambda a: a + a, x)
