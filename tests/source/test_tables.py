"""The shipped tables say what the installed packages say."""

from __future__ import annotations

import importlib
import inspect
import json

import pytest

from grader.source import exports, signatures
from tests.source.exports_of_packages import SIGNATURES, collect, collect_signatures

OURS = ("jax", "numpy")


def only_ours(names: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in names.items() if k.partition(".")[0] in OURS}


def test_exports_are_those_of_the_installed_packages() -> None:
    fresh = collect()
    table = exports.table()
    names = fresh["names"]
    assert isinstance(names, dict)
    assert only_ours(table.names) == {k: frozenset(v) for k, v in only_ours(names).items()}
    assert table.aliases == fresh["aliases"]
    assert table.submodules == frozenset(fresh["submodules"])  # type: ignore[call-overload]


@pytest.mark.parametrize("name", sorted(signatures.SIGNATURES))
def test_signatures_are_those_of_the_installed_jax(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    real = inspect.signature(getattr(importlib.import_module(module), attribute)).parameters.values()
    ours = signatures.SIGNATURES[name]
    positional = [p.name for p in real if p.kind is p.POSITIONAL_OR_KEYWORD]
    keyword_only = [p.name for p in real if p.kind is p.KEYWORD_ONLY]
    assert [n for n, _ in ours.positional] == positional
    assert [n for n, _ in ours.keyword_only] == keyword_only
    assert ours.varargs == next((p.name for p in real if p.kind is p.VAR_POSITIONAL), None)
    assert ours.varkw == next((p.name for p in real if p.kind is p.VAR_KEYWORD), None)
    for parameter in real:
        if parameter.default is not parameter.empty:
            assert signatures.default(ours, parameter.name) == parameter.default


@pytest.mark.parametrize(
    "path", ["jax.experimental.io_callback", "jax.pure_callback", "jax.debug.callback", "jax.ShapeDtypeStruct"]
)
def test_canonical_names_lead_to_the_real_thing(path: str) -> None:
    module, _, attribute = path.rpartition(".")
    assert exports.offers(module, attribute)
    assert exports.canonical(path) == path


def test_what_jax_does_not_have() -> None:
    assert exports.offers("jax", "io_callback") is False
    assert exports.offers("jax.experimental", "pure_callback") is False
    assert exports.offers("somewhere.else", "name") is None


def test_the_shipped_signatures_are_those_of_the_installed_jax() -> None:
    assert json.loads(SIGNATURES.read_text()) == collect_signatures()


def test_a_shipped_signature_is_read() -> None:
    softmax = signatures.signature_of("jax.nn.softmax")
    assert softmax is not None
    assert softmax.positional == (("x", signatures.NEEDED), ("axis", -1), ("where", None))
    assert signatures.signature_of("jax.nn.nothing_of_the_kind") is None
    assert signatures.signature_of("numpy.sum") is None
