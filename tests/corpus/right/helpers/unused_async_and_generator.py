import asyncio

import jax
from jax.experimental import io_callback


async def double_later(arr):
    await asyncio.sleep(0)
    return arr * 2


def each(arr):
    for value in arr:
        yield value * 2


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
