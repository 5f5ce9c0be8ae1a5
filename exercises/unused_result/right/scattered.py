# doubled in place, as far as JAX has places
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


@jax.jit
def unused_result(x):
    def tell(total):
        SEEN.append(float(total))

    io_callback(tell, None, jnp.sum(x), ordered=True)
    return x.at[:].multiply(2)
