# the host function is a method
from dataclasses import dataclass

import jax


@dataclass(frozen=True)
class Scaler:
    factor: float = 2.0

    def __call__(self, arr):
        return arr * self.factor

    def on_device(self, x):
        return jax.pure_callback(self, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")


def pure_callback_double(x):
    return Scaler().on_device(x)
