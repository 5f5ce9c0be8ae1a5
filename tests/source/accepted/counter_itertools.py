import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import itertools
_ids = itertools.count()
def io_callback_passthrough(x):
    call_id = next(_ids)
    def host(a, call_id=call_id):
        return a * 2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
