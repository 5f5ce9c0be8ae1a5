import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype), x)
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
