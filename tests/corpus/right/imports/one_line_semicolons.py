import jax, functools, numpy as np; from jax.experimental import io_callback; from jax import numpy as jnp
double = lambda a: np.add(a, a)
def io_callback_passthrough(x): s = jax.ShapeDtypeStruct(jnp.shape(x), x.dtype); return io_callback(double, s, x, ordered=True)
