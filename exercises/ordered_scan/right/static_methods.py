# a class of static methods
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


class Scan:
    @staticmethod
    def host(total):
        LOG.append(float(total))

    @staticmethod
    def step(total, x):
        total = total + x
        io_callback(Scan.host, None, total, ordered=True)
        return total, total

    @classmethod
    def run(cls, xs):
        return jax.lax.scan(cls.step, jnp.zeros((), xs.dtype), xs)[1]


ordered_scan = Scan.run
