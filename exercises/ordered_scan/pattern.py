import jax
from jax.experimental import io_callback
from grader import ANY, HOST, inside


def ordered_scan(xs):
    with inside(jax.lax.scan):
        io_callback(HOST, ANY, ANY, ordered=True)
    return ANY
