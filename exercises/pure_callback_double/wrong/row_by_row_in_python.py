# structure return: a loop over the elements, and the results put together again
import jax
import jax.numpy as jnp


def one(value):
    return jax.pure_callback(
        lambda v: v * 2, jax.ShapeDtypeStruct(value.shape, value.dtype), value, vmap_method="sequential"
    )


def pure_callback_double(x):
    if x.size == 0:
        return x
    return jnp.stack([one(value) for value in x])
