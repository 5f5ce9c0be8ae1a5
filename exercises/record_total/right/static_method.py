# everything in a class, the entrypoint is one of its methods
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


class Totals:
    kept = []

    @classmethod
    def keep(cls, total):
        cls.kept.append(float(total))
        return total

    @staticmethod
    def of(x):
        total = jnp.sum(x)
        return io_callback(Totals.keep, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)


TOTALS = Totals.kept
record_total = Totals.of
