# the entrypoint is an object that can be called
import jax.numpy as jnp
from jax.experimental import io_callback


class Doubler:
    """Doubles, and tells the host."""

    def __init__(self):
        self.seen = []

    def _note(self, total):
        self.seen.append(float(total))

    def __call__(self, x):
        io_callback(self._note, None, jnp.sum(x))
        return x * self.factor

    @property
    def factor(self):
        return 2


unused_result = Doubler()
SEEN = unused_result.seen
