# trace: the callback inside the loop gets the whole batch each time
import jax
from jax.experimental import io_callback

ROWS = []


def host(xs, i):
    ROWS.append(float(xs[i].sum()))
    return xs[i] * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)

    def body(i, out):
        return out.at[i].set(io_callback(host, spec, xs, i, ordered=True))  # here

    return jax.lax.fori_loop(0, xs.shape[0], body, xs)
