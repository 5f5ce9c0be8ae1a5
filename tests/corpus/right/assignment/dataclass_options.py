from dataclasses import dataclass

import jax
from jax.experimental import io_callback


@dataclass(frozen=True)
class Config:
    factor: float = 2.0
    ordered: bool = False


CONFIG = Config(ordered=True)


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * CONFIG.factor, spec, x, ordered=CONFIG.ordered)
