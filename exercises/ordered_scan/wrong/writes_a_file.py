# no-side-effects: a file was not asked for
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))
    with open("log.txt", "a") as file:  # here
        file.write(f"{total}\n")


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
