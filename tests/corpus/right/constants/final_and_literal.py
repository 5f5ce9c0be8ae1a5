import typing as t

import jax
from jax.experimental import io_callback

ORDERED: t.Final[t.Literal[True]] = True


def io_callback_passthrough(x: "jax.Array") -> "jax.Array":
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ORDERED)
