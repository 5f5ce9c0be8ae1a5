# telling the host is a helper of its own, the result is declared and dropped
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback as host_call

LOG = []
NOTHING = jax.ShapeDtypeStruct((), np.bool_)


def _write(total):
    LOG.append(float(total))
    return np.bool_(True)


def tell(total):
    """Tell the host; the answer is of no interest."""
    host_call(_write, NOTHING, total, ordered=True)


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        tell(total)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), jnp.float32), xs)[1]
