# everything by keyword, jitted by the learner
import jax
from jax.experimental import io_callback


def double(arr):
    return 2 * arr


@jax.jit
def io_callback_passthrough(x):
    return io_callback(callback=double, result_shape_dtypes=jax.ShapeDtypeStruct(x.shape, x.dtype), arr=x, ordered=True)
