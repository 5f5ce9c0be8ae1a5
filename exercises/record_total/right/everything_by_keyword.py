# every argument by its name: the total too, which then reaches the host function by name
import jax
import jax.experimental as jex
import jax.numpy as jnp

TOTALS: list[float] = []


def write_down(*, total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    return jex.io_callback(
        callback=write_down,
        result_shape_dtypes=jax.ShapeDtypeStruct(shape=(), dtype=x.dtype),
        total=jnp.sum(x),
        ordered=True,
    )
