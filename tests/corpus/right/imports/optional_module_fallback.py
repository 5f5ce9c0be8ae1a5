try:
    import simplejson as json
except ModuleNotFoundError:
    import json

import jax
from jax.experimental import io_callback

OPTIONS = json.loads('{"factor": 2}')


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
