from typing import NamedTuple

import jax
from jax.experimental import io_callback


class Options(NamedTuple):
    factor: int = 2
    ordered: bool = True


OPTIONS = Options()


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * OPTIONS.factor, spec, x, ordered=OPTIONS.ordered)
