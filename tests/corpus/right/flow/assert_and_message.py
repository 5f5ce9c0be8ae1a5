import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    assert x.ndim == 1, f"expected a vector, got shape {x.shape}"
    result = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    assert result.shape == x.shape, "shape changed"
    return result
