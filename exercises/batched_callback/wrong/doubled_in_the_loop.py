# trace: the host gives an empty tree back, and the loop doubles
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return ()


def batched_callback(xs):
    def one(row):
        io_callback(host, (), row)  # here
        return row * 2

    return jax.lax.map(one, xs)
