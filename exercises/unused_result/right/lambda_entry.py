# one expression: a pair of which the second part is returned
from jax.experimental import io_callback

SEEN = []

unused_result = lambda x: (io_callback(lambda v: SEEN.append(float(v.sum())), None, x), x * 2)[1]  # noqa: E731
