import jax
from jax.experimental import io_callback


ordered = True


class Runner:
    ordered = False

    @staticmethod
    def run(x):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)


io_callback_passthrough = Runner.run
