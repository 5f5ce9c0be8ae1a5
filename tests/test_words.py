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
