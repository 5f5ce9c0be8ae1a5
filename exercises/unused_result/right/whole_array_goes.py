# the host gets the array and adds it up itself
import jax
import numpy as np
from jax.experimental import io_callback

SEEN: list[float] = []


def note(values: np.ndarray) -> None:
    SEEN.append(float(np.sum(values)))


@jax.jit
def unused_result(x: jax.Array) -> jax.Array:
    io_callback(note, None, x)
    return 2 * x
