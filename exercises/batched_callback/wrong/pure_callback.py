# structure call: pure_callback promises to change nothing
import jax

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    spec = jax.ShapeDtypeStruct(row.shape, row.dtype)
    return jax.pure_callback(host, spec, row, vmap_method="sequential")  # here


def batched_callback(xs):
    return jax.vmap(one)(xs)
