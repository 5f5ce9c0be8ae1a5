# doubled by adding two copies up
import jax.numpy as jnp
import jax.experimental as jex

SEEN = []


class Host:
    """What happens on the host."""

    @staticmethod
    def note(values):
        SEEN.append(float(values.sum()))


def unused_result(x):
    jex.io_callback(Host.note, None, x)
    return jnp.stack([x, x]).sum(axis=0)
