# the host extends the list by one, and says how many it has
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

SEEN = []
COUNT = jax.ShapeDtypeStruct(shape=(), dtype=jnp.int32)


def see(values):
    SEEN.extend([float(np.asarray(values).sum())])
    return np.int32(len(SEEN))


def unused_result(x):
    count = io_callback(see, COUNT, x, ordered=True)
    assert count.shape == ()
    return x * 2
