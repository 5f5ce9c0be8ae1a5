# structure call: gives nothing back
import jax


def pure_callback_double(x):
    jax.debug.callback(lambda arr: arr * 2, x)  # here
    return x * 2
