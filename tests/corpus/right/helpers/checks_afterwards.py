import jax
from jax.experimental import io_callback


def same_kind(result, like):
    assert result.shape == like.shape and result.dtype == like.dtype
    return result


def io_callback_passthrough(x):
    out = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return same_kind(out, x)
