# x itself is the declaration: the host sends back what it got, and nobody looks
import jax.experimental as experimental

SEEN = []


def look(x):
    SEEN.append(float(x.sum()))
    return x


def unused_result(x):
    unused = experimental.io_callback(look, x, x)
    del unused
    return x * 2
