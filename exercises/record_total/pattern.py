from jax.experimental import io_callback
from grader import ANY, COMPUTED, HOST


def record_total(x):
    return io_callback(HOST, ANY, COMPUTED, ordered=True)
