import jax
from jax.experimental import io_callback


def scaler(kind):
    def by(factor):
        if kind == "mul":
            return lambda arr: arr * factor
        return lambda arr: sum([arr] * factor)

    return by


double = scaler("mul")(2)


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
