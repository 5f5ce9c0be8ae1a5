from jax.experimental import io_callback
from grader import ANY, HOST


def record_total(x):
    return io_callback(HOST, ANY, ANY, ordered=True)
