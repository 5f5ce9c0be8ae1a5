# structure call: pure_callback may be dropped and knows no order
import jax


def io_callback_passthrough(x):
    return jax.pure_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # here
