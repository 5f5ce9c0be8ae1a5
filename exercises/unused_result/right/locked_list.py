# a lock and a nested function
import threading

from jax.experimental import io_callback

SEEN: list[float] = []
LOCK = threading.Lock()


def unused_result(x):
    """Double x; the host hears of it."""

    def note(values):
        total = float(values.sum())
        with LOCK:
            SEEN.append(total)

    io_callback(note, None, x, ordered=True)
    return x * 2
