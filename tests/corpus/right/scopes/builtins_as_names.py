import jax
from jax.experimental import io_callback


def io_callback_passthrough(input):
    type, open, print = input.dtype, input.shape, True
    list = jax.ShapeDtypeStruct(open, type)

    def exec(eval):
        return eval * 2

    return io_callback(exec, list, input, ordered=print)
