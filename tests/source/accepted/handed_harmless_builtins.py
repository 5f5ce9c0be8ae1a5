import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
import operator
from collections import defaultdict

SEEN = defaultdict(list)
NAMES = sorted(["float32", "int32"], key=len)
SIZES = list(map(len, NAMES))


def io_callback_passthrough(x):
    jax.tree.map(np.shape, (x,))
    functools.reduce(operator.mul, x.shape, 1)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
