# a lambda: append gives None, so `or` hands on the total
import jax
import jax.experimental

TOTALS = []


def record_total(x):
    total = x.sum()
    return jax.experimental.io_callback(
        lambda t: TOTALS.append(t.item()) or t,
        jax.ShapeDtypeStruct((), x.dtype),
        total,
        ordered=True,
    )
