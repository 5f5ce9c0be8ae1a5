import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    request = {
        "callback": lambda values: values * 2,
        "result_shape_dtypes": jax.ShapeDtypeStruct(x.shape, x.dtype),
        "values": x,
        "ordered": True,
    }
    return io_callback(**request)
