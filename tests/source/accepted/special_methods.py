import jax
from jax.experimental import io_callback


class Factor:
    """Compares, shows and hashes itself as any value does."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Factor({self.value})"

    def __eq__(self, other):
        return isinstance(other, Factor) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __iter__(self):
        yield self.value

    def __len__(self):
        return 1

    def __bool__(self):
        return True

    def __getattr__(self, name):
        raise AttributeError(name)

    def __mul__(self, other):
        return other * self.value

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)


class Two(Factor):
    def __init__(self):
        super().__init__(2)


FACTOR = Two()


def host(a):
    return FACTOR * a


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
