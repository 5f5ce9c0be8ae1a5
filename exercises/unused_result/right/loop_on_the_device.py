# the sum and the doubling come out of one scan
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN: list[float] = []


def note(total):
    SEEN.append(float(total))


def unused_result(x):
    total, doubled = jax.lax.scan(lambda acc, v: (acc + v, v * 2), jnp.float32(0), x)
    io_callback(note, None, total, ordered=True)
    return doubled
