import jax
from jax.experimental import io_callback
from jax.extend.core import Primitive

jax.config.update("jax_platforms", "cpu")
mine = Primitive("mine")
mine.def_impl(lambda x: x)
table = {"a": 1}
table.update(b=2)
table.pop("a")


@jax.custom_jvp
def square(x):
    return x**2


square.defjvp(lambda primals, tangents: (square(*primals), 2 * primals[0] * tangents[0]))


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
