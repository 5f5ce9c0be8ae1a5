"""What is done inside JAX so that small programs cost less. All of it leans on private functions of JAX.

Where these have changed, nothing is done and the children pay for it: no answer depends on anything here.
"""

from __future__ import annotations

import threading
from typing import Any

import jaxlib.version

from grader.sandbox.launch import TRIED_JAXLIB

KEPT_PROGRAMS = 256
"""Compiled programs a child keeps, some 5 KB each: one that makes a new one in each call would fill its memory."""


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
    try:
        from jax._src import xla_bridge  # noqa: PLC0415
    except ImportError:
        return
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


def reuse_programs() -> None:
    """Compile a program that calls the host once, whichever host function it calls.

    A host function made anew in each call makes JAX compile anew, though the program only names it by its place in a
    list that goes along: here the compiled program is read back with the new list, which takes a tenth of the time.
    """
    if jaxlib.version.__version__ != TRIED_JAXLIB:
        return
    from jax._src import compiler  # noqa: PLC0415
    from jax._src.interpreters import mlir  # noqa: PLC0415

    compile_anew, kept = compiler.backend_compile_and_load, dict[tuple[Any, ...], bytes]()

    def compile_once(backend: Any, module: Any, devices: Any, options: Any, host_callbacks: Any) -> Any:
        if not host_callbacks:
            return compile_anew(backend, module, devices, options, host_callbacks)  # JAX keeps these itself
        key = backend, mlir.module_to_bytecode(module), options.SerializeAsString()
        if key in kept:
            return backend.deserialize_executable(kept[key], devices, options, host_callbacks)
        compiled = compile_anew(backend, module, devices, options, host_callbacks)
        if len(kept) < KEPT_PROGRAMS:
            kept[key] = backend.serialize_executable(compiled)
        return compiled

    compiler.backend_compile_and_load = compile_once
