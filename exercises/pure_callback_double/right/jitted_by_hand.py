# jit called on another function of the file
import jax
from jax import pure_callback as call_host


def _double(values):
    return values * 2.0


def _pure_callback_double(x):
    return call_host(_double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="expand_dims")


pure_callback_double = jax.jit(_pure_callback_double)
