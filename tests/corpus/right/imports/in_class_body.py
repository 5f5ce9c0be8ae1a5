import jax


class Api:
    from jax import ShapeDtypeStruct as Spec
    from jax.experimental import io_callback as call


def io_callback_passthrough(x):
    return Api.call(lambda a: a * 2, Api.Spec(x.shape, x.dtype), x, ordered=True)
