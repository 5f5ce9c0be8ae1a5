"""What is said of an error that a call raised: help where it is known what it means, and no wrong help."""

from __future__ import annotations

import pytest

from grader.sandbox.wire import Raised
from grader.words import in_words

UNWRITTEN = "not written yet"


def said(message: str) -> str:
    return in_words(
        Raised(type=message.partition(":")[0], message=message, line=None, text="", in_host_callback=False), ()
    )


@pytest.mark.parametrize("message", ["NotImplementedError", "NotImplementedError: "])
def test_a_function_that_is_not_written(message: str) -> None:
    assert UNWRITTEN in said(message)


@pytest.mark.parametrize(
    ("message", "helped"),
    [
        (
            "NotImplementedError: vmap is only supported for the pure_callback primitive when vmap_method is one of "
            "'sequential', 'expand_dims'. Got vmap_method=None.",
            "how the host function takes a batch",
        ),
        ("ValueError: vmap_method must be on of the allowed methods ['sequential'], but got: expand", "no way to take"),
        ("ConcretizationTypeError: Abstract tracer value encountered", "while JAX traces"),
        ("NotImplementedError: Differentiation rule for 'custom' not implemented", ""),
    ],
)
def test_an_error_of_jax_is_not_taken_for_a_missing_function(message: str, helped: str) -> None:
    assert helped in said(message)
    assert UNWRITTEN not in said(message)


HASH = (
    "TypeError: As of JAX v0.7, parameters to jaxpr equations must have __hash__ and __eq__ methods. In a call to "
    "primitive io_callback, the value of parameter callback was not hashable: _FlatCallback(callback_func="
)
CONCRETE = "ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: traced array"


@pytest.mark.parametrize(
    ("message", "on_host", "words"),
    [
        ("TypeError: unhashable type: 'jaxlib._jax.ArrayImpl'", False, "called at once"),
        (HASH + "JitTracer(float32[]), in_tree=...)", False, "called at once"),
        ("TypeError: unhashable type: 'Recorder'", False, "by their hash"),
        (HASH + "<submission.Recorder object at 0x7f>, in_tree=...)", False, "by their hash"),
        (CONCRETE, True, "must use its argument"),
        (CONCRETE, False, "while JAX traces"),
        ("TracerBoolConversionError: Attempted boolean conversion of traced array", False, "while JAX traces"),
        ("UnexpectedTracerError: Encountered an unexpected tracer", True, "must use its argument"),
        ("TypeError: scan body function carry input and carry output must have equal types", False, "begins with"),
        ("ValueError: IO callbacks do not support JVP.", False, "cannot be differentiated"),
    ],
)
def test_words(message: str, on_host: bool, words: str) -> None:
    text = in_words(Raised(message=message, in_host_callback=on_host, type=message.partition(":")[0]), [])
    assert message in text
    assert words in text


def test_nothing_is_made_up() -> None:
    assert in_words(Raised(message="KeyError: 'a'", type="KeyError"), []) == "the call raised: KeyError: 'a'"
