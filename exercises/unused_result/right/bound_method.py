# a class watches; its method is the host function
import jax
import jax.experimental


class Watcher:
    def __init__(self, into):
        self.into = into

    def see(self, values):
        self.into.append(float(values.sum()))


SEEN = []
watcher = Watcher(SEEN)


def unused_result(x):
    jax.experimental.io_callback(watcher.see, None, x)
    return x + x
