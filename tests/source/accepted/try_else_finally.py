import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    done = False
    try:
        y = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    except ValueError:
        raise
    else:
        done = True
    finally:
        pass
    return y
