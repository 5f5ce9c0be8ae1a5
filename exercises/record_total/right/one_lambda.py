# the whole answer is one jitted lambda
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []

record_total = jax.jit(
    lambda x: io_callback(
        lambda t: (TOTALS.append(float(t)), t)[1], jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True
    )
)
