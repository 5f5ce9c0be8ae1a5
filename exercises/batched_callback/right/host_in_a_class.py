# an object keeps the list
import jax
import numpy as np
from jax.experimental import io_callback

ROWS = []


class Rows:
    def __init__(self, kept):
        self.kept = kept

    def handle(self, row):
        self.kept.append(float(np.sum(row)))
        return np.asarray(row) * 2

    def on_device(self, row):
        return io_callback(self.handle, jax.ShapeDtypeStruct(row.shape, row.dtype), row)


rows = Rows(ROWS)


def batched_callback(xs):
    return jax.vmap(rows.on_device)(xs)
