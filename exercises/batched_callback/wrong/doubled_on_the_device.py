# trace: the host gives nothing back, and the device doubles
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))


def batched_callback(xs):
    def one(row):
        io_callback(host, None, row)  # here
        return row * 2

    return jax.vmap(one)(xs)
