from dataclasses import dataclass, field
from typing import Callable

import jax
from jax.experimental import io_callback


@dataclass
class Stage:
    fn: Callable
    ordered: bool = True
    seen: list = field(default_factory=list)

    def __call__(self, x):
        return io_callback(self.fn, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=self.ordered)


def io_callback_passthrough(x):
    return Stage(lambda a: a * 2)(x)
