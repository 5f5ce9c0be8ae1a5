import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from dataclasses import dataclass, field
@dataclass(frozen=True)
class Config:
    ordered: bool = True
    factor: int = 2
CFG = Config()
def io_callback_passthrough(x):
    return io_callback(lambda a: a*CFG.factor, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=CFG.ordered)
