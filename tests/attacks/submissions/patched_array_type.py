# ends: completed violation out-of-memory crashed
import jax
import numpy as np
from jax.experimental import io_callback


class Liar(np.ndarray):
    nbytes = 0
    shape = (3,)

    def astype(self, *a, **k):
        return self

    def tobytes(self, *a, **k):
        return b"\0" * 50_000_000


type(jax.numpy.zeros(1)).__array__ = lambda self, *a, **k: np.zeros(3, np.float32).view(Liar)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
