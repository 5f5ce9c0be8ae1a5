import jax

run_on_host = jax.experimental.io_callback
Declaration = jax.ShapeDtypeStruct


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return run_on_host(double, Declaration(x.shape, x.dtype), x, ordered=True)
