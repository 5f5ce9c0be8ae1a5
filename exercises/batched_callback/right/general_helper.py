# a helper that sends any function over the rows, a factory for the host function
import jax
from jax.experimental import io_callback

ROWS = []


def keeper(kept, factor):
    def keep(row):
        kept.append(float(row.sum()))
        return row * factor

    return keep


def over_rows(function, xs):
    def one(row):
        return io_callback(function, jax.ShapeDtypeStruct(row.shape, row.dtype), row)

    return jax.vmap(one)(xs)


def batched_callback(xs):
    return over_rows(keeper(ROWS, 2), xs)
