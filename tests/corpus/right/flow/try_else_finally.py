import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    try:
        out = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    except Exception as error:
        raise RuntimeError("the host call failed") from error
    else:
        return out
    finally:
        jax.effects_barrier()
