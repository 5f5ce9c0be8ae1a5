# structure call: right numbers, no host
import jax.numpy as jnp


def pure_callback_double(x):
    return jnp.multiply(x, 2)  # here
