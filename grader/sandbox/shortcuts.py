"""What is done inside JAX so that small programs cost less. All of it leans on private functions of JAX.

Where these have changed, nothing is done and the children pay for it: no answer depends on anything here.
"""

from __future__ import annotations

import threading
from typing import Any

import jaxlib.version

from grader.sandbox.launch import TRIED_JAXLIB

KEPT_PROGRAMS, KEPT_BYTES = 64, 1 << 16
"""How many compiled programs a child keeps, and how large one may be: that memory is taken from the learner's."""
CONSTANT_BYTES = 1 << 20
"""Constants that programs may leave in a shared MLIR context, which never gives them back."""


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

    JAX makes a new one for each, and reading all dialects into it is a quarter of what a small program costs. Programs
    with large constants do not share one.
    """
    if jaxlib.version.__version__ != TRIED_JAXLIB:
        return
    from jax._src.interpreters import mlir  # noqa: PLC0415

    make_context, lower, kept = mlir.make_ir_context, mlir.lower_jaxpr_to_module, threading.local()

    def kept_context() -> Any:
        room = getattr(kept, "room", 0) - getattr(kept, "coming", 0)
        if room >= 0 and hasattr(kept, "context"):
            kept.room = room
            return kept.context
        context = make_context()
        if getattr(kept, "coming", 0) <= CONSTANT_BYTES:
            kept.context, kept.room = context, CONSTANT_BYTES
        return context

    def lower_weighed(name: str, traced: Any, **options: Any) -> Any:
        kept.coming = _constant_bytes(traced)
        try:
            return lower(name, traced, **options)
        finally:
            kept.coming = 0

    mlir.make_ir_context = kept_context
    mlir.lower_jaxpr_to_module = lower_weighed  # type: ignore[assignment]


def _constant_bytes(traced: Any) -> int:
    """Add up the constants of a closed jaxpr and of those within it."""
    from jax._src import core  # noqa: PLC0415

    found, todo, seen = 0, [traced], set[int]()
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        constants = list(getattr(one, "consts", ()))
        for equation in one.eqns:
            constants += [v.val for v in equation.invars if isinstance(v, core.Literal)]
            for value in equation.params.values():
                inner = value if isinstance(value, tuple | list) else (value,)
                todo += [v for v in inner if isinstance(v, core.Jaxpr | core.ClosedJaxpr)]
        found += sum(getattr(constant, "nbytes", 0) for constant in constants)
    return found


def reuse_programs() -> None:
    """Compile a program that calls the host once, whichever host function it calls.

    A host function made anew in each call makes JAX compile anew, though the program only names it by its place in a
    list that goes along: here the compiled program is read back with the new list, which takes a tenth of the time.
    Left alone are large programs, and those that draw numbers: how XLA seeds ``rng`` differs from compilation to
    compilation.
    """
    if jaxlib.version.__version__ != TRIED_JAXLIB:
        return
    from jax._src import compiler  # noqa: PLC0415
    from jax._src.interpreters import mlir  # noqa: PLC0415

    compile_anew, kept = compiler.backend_compile_and_load, dict[tuple[Any, ...], bytes | None]()

    def compile_once(backend: Any, module: Any, devices: Any, options: Any, host_callbacks: Any) -> Any:
        if not host_callbacks:
            return compile_anew(backend, module, devices, options, host_callbacks)  # JAX keeps these itself
        code = mlir.module_to_bytecode(module)
        if len(code) > KEPT_BYTES or b"rng" in code:
            return compile_anew(backend, module, devices, options, host_callbacks)
        key = backend, code, options.SerializeAsString()
        known = kept.get(key)
        if known is not None:
            return backend.deserialize_executable(known, devices, options, host_callbacks)
        compiled = compile_anew(backend, module, devices, options, host_callbacks)
        if key not in kept and len(kept) < KEPT_PROGRAMS:
            written = backend.serialize_executable(compiled)
            kept[key] = written if len(written) <= KEPT_BYTES else None
        return compiled

    compiler.backend_compile_and_load = compile_once
