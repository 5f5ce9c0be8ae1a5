# something comes back, and goes into the underscore
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

SEEN = []


def host_sum(values):
    total = np.float32(values.sum())
    SEEN.append(total.item())
    return total


def unused_result(x):
    _ = io_callback(host_sum, jax.ShapeDtypeStruct((), jnp.float32), x, ordered=False)
    return x * 2
