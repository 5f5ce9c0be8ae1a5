# everything inside the call of vmap
import jax
from jax.experimental import io_callback

ROWS: list[float] = []


def note_and_double(row):
    ROWS.append(float(row.sum()))
    return 2 * row


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)
    return jax.vmap(lambda row: io_callback(note_and_double, spec, row))(xs)
