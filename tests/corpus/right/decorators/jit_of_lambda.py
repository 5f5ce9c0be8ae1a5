import jax
from jax.experimental import io_callback


io_callback_passthrough = jax.jit(
    lambda x: io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
)
