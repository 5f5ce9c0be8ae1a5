"""Exercise: work whose result nobody uses. The lesson is in README.md, the task at its end."""

import jax

SEEN: list[float] = []


def unused_result(x: jax.Array) -> jax.Array:
    """Return ``x`` doubled on the device, after telling the host about it: the sum of ``x`` goes into ``SEEN``.

    ``x`` is a one-dimensional float32 array of any length, 0 included; the result has its shape and dtype.
    """
    # TODO: tell the host with a callback that is kept although nobody uses its result; return x * 2.
    raise NotImplementedError
