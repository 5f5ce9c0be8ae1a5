"""Signatures of the functions outside a submission whose arguments are compared by name.

The few that nearly every exercise needs stand here; those of all public jax functions are in a shipped table, read when
a pattern names one. Tests pin both to ``inspect.signature`` of the supported jax.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from inspect import Parameter
from pathlib import Path
from typing import Any

import msgspec

from grader.source.values import Arg


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters of one function, in order; ``...`` as a default means there is none."""

    positional: tuple[tuple[str, Any], ...]
    keyword_only: tuple[tuple[str, Any], ...] = ()
    varargs: str | None = None
    varkw: str | None = None


@dataclass(frozen=True, slots=True)
class BoundArgs:
    """Arguments of a call by parameter; what the signature does not name is in ``extra`` and ``extra_kw``."""

    named: dict[str, Arg]
    extra: tuple[Arg, ...] = ()
    extra_kw: tuple[tuple[str, Arg], ...] = ()
    error: str = ""
    """Why Python would refuse the call, in the words of its TypeError; empty when it would not."""


NEEDED = ...
OTHER = "a default that is no constant"
"""Stands for a default that source cannot spell; nothing a submission writes equals it."""

_GRADIENT = Signature(
    (
        ("fun", NEEDED),
        ("argnums", 0),
        ("has_aux", False),
        ("holomorphic", False),
        ("allow_int", False),
        ("reduce_axes", ()),
    ),
)
SIGNATURES: dict[str, Signature] = {
    "jax.experimental.io_callback": Signature(
        (("callback", NEEDED), ("result_shape_dtypes", NEEDED)),
        (("sharding", None), ("ordered", False)),
        varargs="args",
        varkw="kwargs",
    ),
    "jax.pure_callback": Signature(
        (("callback", NEEDED), ("result_shape_dtypes", NEEDED)),
        (("sharding", None), ("vmap_method", None)),
        varargs="args",
        varkw="kwargs",
    ),
    "jax.debug.callback": Signature(
        (("callback", None),),
        (("ordered", False), ("partitioned", False)),
        varargs="args",
        varkw="kwargs",
    ),
    "jax.ShapeDtypeStruct": Signature(
        (("shape", NEEDED), ("dtype", NEEDED)),
        (("sharding", None), ("weak_type", False), ("manual_axis_type", None), ("is_ref", False)),
    ),
    "jax.lax.scan": Signature(
        (
            ("f", NEEDED),
            ("init", NEEDED),
            ("xs", None),
            ("length", None),
            ("reverse", False),
            ("unroll", 1),
            ("_split_transpose", False),
        ),
    ),
    **dict.fromkeys(("jax.grad", "jax.value_and_grad"), _GRADIENT),
    "jax.lax.map": Signature((("f", NEEDED), ("xs", NEEDED)), (("batch_size", None),)),
    "jax.vmap": Signature(
        (
            ("fun", NEEDED),
            ("in_axes", 0),
            ("out_axes", 0),
            ("axis_name", None),
            ("axis_size", None),
            ("spmd_axis_name", None),
            ("sum_match", False),
        ),
    ),
}


def signature_of(name: str) -> Signature | None:
    """Return the signature of an outside function, by its canonical name; None when it is not known."""
    known = SIGNATURES.get(name)
    if known is not None or not name.startswith("jax."):
        return known
    return _shipped(name)


@cache
def _table() -> dict[str, list[list[Any]]]:
    path = Path(__file__).with_name("signatures.json")
    return msgspec.json.decode(path.read_bytes(), type=dict[str, list[list[Any]]])


@cache
def _shipped(name: str) -> Signature | None:
    parameters = _table().get(name)
    if parameters is None:
        return None
    by_kind: dict[int, list[tuple[str, Any]]] = {}
    for parameter, kind, *default in parameters:
        by_kind.setdefault(kind, []).append((parameter, _default(default)))
    either_way = [*by_kind.get(Parameter.POSITIONAL_ONLY, ()), *by_kind.get(Parameter.POSITIONAL_OR_KEYWORD, ())]
    return Signature(
        tuple(either_way),
        tuple(by_kind.get(Parameter.KEYWORD_ONLY, ())),
        varargs=next((n for n, _ in by_kind.get(Parameter.VAR_POSITIONAL, ())), None),
        varkw=next((n for n, _ in by_kind.get(Parameter.VAR_KEYWORD, ())), None),
    )


def _default(written: list[Any]) -> Any:
    if not written:
        return NEEDED
    return () if written[0] == [] else OTHER if written[0] == {} else written[0]


def bind(signature: Signature, args: tuple[Arg, ...], kwargs: tuple[tuple[str, Arg], ...]) -> BoundArgs:
    """Bind arguments as Python would; defaults are left out."""
    named: dict[str, Arg] = {}
    extra: list[Arg] = []
    extra_kw: list[tuple[str, Arg]] = []
    names = [name for name, _ in signature.positional]
    for position, arg in enumerate(args):
        if position < len(names):
            named[names[position]] = arg
        else:
            extra.append(arg)
    error = ""
    if extra and signature.varargs is None:
        error = f"takes {len(names)} positional arguments but {len(args)} were given"
    known = {*names, *(name for name, _ in signature.keyword_only)}
    for key, arg in kwargs:
        if key in named:
            error = f"got multiple values for argument '{key}'"
        elif key in known:
            named[key] = arg
        elif signature.varkw is not None:
            extra_kw.append((key, arg))
        else:
            error = f"got an unexpected keyword argument '{key}'"
    return BoundArgs(named, tuple(extra), tuple(extra_kw), error)


def default(signature: Signature, name: str) -> Any:
    """Return a parameter's default, or ``NEEDED``."""
    for key, value in (*signature.positional, *signature.keyword_only):
        if key == name:
            return value
    return NEEDED
