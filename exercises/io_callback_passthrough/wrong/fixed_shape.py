# structure result_shape_dtypes.shape: declared for one length only
import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct((3,), x.dtype), x, ordered=True)  # here
