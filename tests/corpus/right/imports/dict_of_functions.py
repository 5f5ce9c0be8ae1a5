import jax

TOOLS = {"host": jax.experimental.io_callback, "spec": jax.ShapeDtypeStruct}


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return TOOLS["host"](double, TOOLS["spec"](x.shape, x.dtype), x, ordered=True)
