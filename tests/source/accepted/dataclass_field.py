import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from dataclasses import dataclass, field, replace
@dataclass
class O:
    ordered: bool = False
    tags: list = field(default_factory=list)
opts = replace(O(), ordered=True)
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=opts.ordered)
