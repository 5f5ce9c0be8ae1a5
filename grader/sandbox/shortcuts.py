"""What is done inside JAX so that small programs cost less. All of it leans on private functions of JAX.

Where these have changed, nothing is done and the children pay for it: no answer depends on anything here.
"""

from __future__ import annotations

import threading
from typing import Any

import jaxlib.version

from grader.sandbox.launch import TRIED_JAXLIB


def lower_once(traced: Any) -> None:
    """Lower a program as far as it goes without a backend, so that what JAX sets up for that is set up.

    JAX offers no public way: ``lower`` starts a backend.
    """
    from jax._src import sharding_impls  # noqa: PLC0415 - here, where whoever calls is ready to go without
    from jax._src.interpreters import mlir  # noqa: PLC0415

    make_context = mlir.make_ir_context

    def make_single_context() -> Any:
        context = make_context()
        context.enable_multithreading(False)  # its threads would make forking unsound
        return context

    mlir.make_ir_context = make_single_context
    try:
        mlir.lower_jaxpr_to_module(
            "warm",
            traced,
            num_const_args=0,
            in_avals=traced.in_avals,
            ordered_effects=[],
            platforms=["cpu"],
            backend=None,
            axis_context=sharding_impls.ShardingContext(num_devices=1),
            donated_args=[False],
            lowering_parameters=mlir.LoweringParameters(),
        )
    finally:
        mlir.make_ir_context = make_context


def skip_plugins() -> None:
    """Let JAX look for no plug-ins of other platforms: only the processor is used.

    Looking reads what every installed package says of itself, half of what starting the backend costs.
    """
    from jax._src import xla_bridge  # noqa: PLC0415

    if hasattr(xla_bridge, "_plugins_registered"):
        xla_bridge._plugins_registered = True


def keep_contexts() -> None:
    """Let every program a thread lowers live in the same MLIR context.

    JAX makes a new one for each, and reading all dialects into it is a quarter of what a small program costs.
    """
    if jaxlib.version.__version__ != TRIED_JAXLIB:
        return
    from jax._src.interpreters import mlir  # noqa: PLC0415

    make_context, kept = mlir.make_ir_context, threading.local()

    def kept_context() -> Any:
        if not hasattr(kept, "context"):
            kept.context = make_context()
        return kept.context

    mlir.make_ir_context = kept_context
