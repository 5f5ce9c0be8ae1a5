from jax.experimental import io_callback
from grader import ANY, COMPUTED, HOST


def unused_result(x):
    io_callback(HOST, ANY, ANY, ordered=ANY)
    return COMPUTED
