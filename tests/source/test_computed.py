"""What the device must have computed, and what a callback gives back in parts."""

from __future__ import annotations

import pytest

from tests.source.test_required import errors, exercise

HANDS_ON = exercise("def f(x):\n    return io_callback(HOST, ANY, COMPUTED, ordered=True)\n")
CALL = "io_callback(note, jax.ShapeDtypeStruct((), x.dtype), {}, ordered=True)"
RIGHT = {
    "a sum": f"def f(x):\n    return {CALL.format('x.sum()')}\n",
    "two values": f"def f(x):\n    return {CALL.format('x.sum(), x.size')}\n",
    "by name": "def f(x):\n    return io_callback(note, jax.ShapeDtypeStruct((), x.dtype), v=x.sum(), ordered=True)\n",
    "a loop": (
        "def f(x):\n    total = jax.lax.scan(lambda c, v: (c + v, None), 0.0, x)[0]\n"
        f"    return {CALL.format('total')}\n"
    ),
    "one part of a tuple": (
        "def f(x):\n    s = jax.ShapeDtypeStruct((), x.dtype)\n"
        "    first, second = io_callback(note, (s, s), x.sum(), ordered=True)\n    return first\n"
    ),
    "one of a list": f"def f(x):\n    return {CALL.replace('jax.S', '[jax.S', 1).replace('dtype)', 'dtype)]').format('x.sum()')}[0]\n",
    "a key of a dict": (
        "def f(x):\n    s = jax.ShapeDtypeStruct((), x.dtype)\n"
        "    return io_callback(note, {'total': s}, x.sum(), ordered=True)['total']\n"
    ),
}
WRONG = {
    "the input": (f"def f(x):\n    return {CALL.format('x')}\n", "args[0]"),
    "the input under another name": (f"def f(x):\n    y = jnp.asarray(x)\n    return {CALL.format('y')}\n", "args[0]"),
    "the input in a list": (f"def f(x):\n    return {CALL.format('[x]')}\n", "args[0]"),
    "nothing": ("def f(x):\n    return io_callback(note, x, ordered=True)\n", "args[0]"),
    "the second of two": (f"def f(x):\n    return {CALL.format('x.sum(), x')}\n", "args[1]"),
    "from the host": (
        f"def f(x):\n    total = {CALL.format('x.sum()')}\n    return {CALL.format('total + 1')}\n",
        "args[0]",
    ),
    "nothing comes back": (
        "def f(x):\n    return io_callback(note, None, x.sum(), ordered=True)\n",
        "result_shape_dtypes",
    ),
    "a part that is not there": (
        "def f(x):\n    s = jax.ShapeDtypeStruct((), x.dtype)\n"
        "    return io_callback(note, {'total': s}, x.sum(), ordered=True)['sum']\n",
        "return",
    ),
}
RETURNS = exercise("def f(x):\n    io_callback(HOST, ANY, ANY, ordered=ANY)\n    return COMPUTED\n")
NOTE = "    back = io_callback(note, x, x)\n"
RETURNS_RIGHT = {
    "doubled": f"def f(x):\n{NOTE}    return x * 2\n",
    "dropped": f"def f(x):\n{NOTE}    del back\n    return jnp.add(x, x)\n",
    "mapped": f"def f(x):\n{NOTE}    return jax.vmap(lambda v: v * 2)(x)\n",
    "out of a tuple": "def f(x):\n    return (io_callback(note, x, x), x * 2)[1]\n",
}
RETURNS_WRONG = {
    "the input": f"def f(x):\n{NOTE}    return x\n",
    "the host's": f"def f(x):\n{NOTE}    return back\n",
    "made from it": f"def f(x):\n{NOTE}    return x * 2 + 0 * back\n",
    "on one path": f"def f(x):\n{NOTE}    return back * 2 if x.size else x * 2\n",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_device_computed_is_accepted(name: str) -> None:
    assert errors(RIGHT[name], HANDS_ON) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_it_did_not_is_found(name: str) -> None:
    text, place = WRONG[name]
    assert [f.place or f.rule for f in errors(text, HANDS_ON)] == [place]


@pytest.mark.parametrize("name", RETURNS_RIGHT)
def test_a_result_of_the_device_is_accepted(name: str) -> None:
    assert errors(RETURNS_RIGHT[name], RETURNS) == []


@pytest.mark.parametrize("name", RETURNS_WRONG)
def test_a_result_of_the_host_is_found(name: str) -> None:
    assert [f.place for f in errors(RETURNS_WRONG[name], RETURNS)] == ["return"]
