"""What the source check and the trace reader lean on, in the JAX that is installed."""

from __future__ import annotations

import importlib
import inspect

import jax
import pytest

from grader.source import exports, signatures

LEANED_ON = {
    "jax.experimental.io_callback": ("callback", "result_shape_dtypes", "sharding", "ordered"),
    "jax.pure_callback": ("callback", "result_shape_dtypes", "sharding"),
    "jax.debug.callback": ("callback", "ordered"),
    "jax.ShapeDtypeStruct": ("shape", "dtype", "sharding"),
    "jax.lax.scan": ("f", "init", "xs", "length", "reverse", "unroll"),
    "jax.lax.map": ("f", "xs"),
    "jax.vmap": ("fun", "in_axes", "out_axes"),
    "jax.grad": ("fun", "argnums", "has_aux"),
    "jax.value_and_grad": ("fun", "argnums", "has_aux"),
}
"""Parameters whose names and defaults every supported version shares."""


def real(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize("name", LEANED_ON)
def test_a_function_has_the_parameters_it_is_compared_by(name: str) -> None:
    parameters = inspect.signature(real(name)).parameters  # type: ignore[arg-type]
    ours = signatures.SIGNATURES[name]
    for wanted in LEANED_ON[name]:
        assert wanted in parameters
        default = parameters[wanted].default
        expected = signatures.default(ours, wanted)
        # Up to 0.9 debug.callback had to be given its function.
        if default is not inspect.Parameter.empty:
            assert default == expected


def test_the_signature_of_io_callback_never_moved() -> None:
    parameters = inspect.signature(real("jax.experimental.io_callback")).parameters.values()  # type: ignore[arg-type]
    ours = signatures.SIGNATURES["jax.experimental.io_callback"]
    assert [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD] == [n for n, _ in ours.positional]
    assert [p.name for p in parameters if p.kind is p.KEYWORD_ONLY] == [n for n, _ in ours.keyword_only]


@pytest.mark.parametrize("name", ["io_callback", "pure_callback", "debug_callback", "callback"])
def test_what_jax_does_not_have_at_its_top(name: str) -> None:
    assert hasattr(jax, name) == (name == "pure_callback") == bool(exports.offers("jax", name))
