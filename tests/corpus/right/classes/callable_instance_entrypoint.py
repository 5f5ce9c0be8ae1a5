import jax
from jax.experimental import io_callback


class Passthrough:
    def __call__(self, x):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


io_callback_passthrough = Passthrough()
