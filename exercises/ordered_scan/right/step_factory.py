# a factory makes the step around its log
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def make_step(log):
    def host(total):
        log.append(float(total))

    def step(total, x):
        new = total + x
        io_callback(host, None, new, ordered=True)
        return new, new

    return step


LOG = []
STEP = make_step(LOG)


def ordered_scan(xs):
    final, totals = jax.lax.scan(STEP, jnp.zeros((), xs.dtype), xs)
    del final
    return totals
