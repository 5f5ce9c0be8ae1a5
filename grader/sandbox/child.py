"""The process that runs one submission: it restricts itself, starts JAX's backend, then answers questions.

Everything it says is believed no further than a learner is: learner code shares this process and could answer itself.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import inspect
import io
import linecache
import os
import signal
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import jax
import jax.experimental
import numpy as np

from grader.model import Aval, TracePoint
from grader.sandbox import shortcuts, trace, wire
from grader.sandbox.faults import FILE, describe, own_line, own_line_now, type_name
from grader.sandbox.guards import ladder, limits, seccomp
from grader.sandbox.trees import Reader, TooLarge, build

REQUESTS, REPLIES, DUMPS = 3, 4, 5
"""Descriptors of a child, beside 0 (nothing), 1 and 2 (its streams)."""
_RULESET = 6
"""Where the ruleset waits until the child has entered it."""
MODULE = "submission"
_ENVIRONMENT = {"HOME": "/", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
_BACKSTOP_STEPS = 60
_TAKEN = ("ShapeDtypeStruct", "block_until_ready", "device_put", "effects_barrier", "make_jaxpr")

_PARAMETER_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional-only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
    inspect.Parameter.VAR_POSITIONAL: "var-positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword-only",
    inspect.Parameter.VAR_KEYWORD: "var-keyword",
}


def run(plan: ladder.Plan, parent: int, descriptors: list[int]) -> NoReturn:
    """Become the child: ``descriptors`` are the ends of requests, replies, both streams and dumps. Never returns."""
    try:
        _flush()  # what the server may have left in its streams is none of the child's
        _take(descriptors, plan)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, "r"))
        printed = StandardOutput(1, "w")
        sys.stdout = sys.__stdout__ = _text(printed)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = _text(io.FileIO(2, "w"))  # type: ignore[misc]
        with open("/proc/self/status") if os.path.exists("/proc/self/status") else io.StringIO() as status:
            if plan.ruleset is not None:
                plan = replace(plan, ruleset=_RULESET)
            guards = [*ladder.restrict(plan, parent), ladder.DESCRIPTORS, ladder.ENVIRONMENT]
            Child(plan, guards, status, printed).serve()
    finally:
        os._exit(70)


class StandardOutput(io.FileIO):
    """Standard output, which remembers where it was first written to."""

    first_line: int | None = None
    written = False

    def write(self, data: Any, /) -> int:
        """Write, after a look at who asks."""
        if not self.written:
            self.written, self.first_line = True, own_line_now()
        return super().write(data)


def _text(raw: io.FileIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


def _take(descriptors: list[int], plan: ladder.Plan) -> None:
    """Put descriptors where they belong and close every other one."""
    null = os.open(os.devnull, os.O_RDONLY)
    requests, replies, printed, errors, dumps = descriptors
    wanted = [null, printed, errors, requests, replies, dumps]
    if plan.ruleset is not None:
        wanted.append(plan.ruleset)
    # First out of the way of the targets, so that no dup2 overwrites one that is still needed.
    moved = [_above(descriptor, 64) for descriptor in wanted]
    for target, descriptor in enumerate(moved):
        os.dup2(descriptor, target, inheritable=False)
    os.closerange(len(wanted), 4096)


def _above(descriptor: int, least: int) -> int:
    import fcntl  # noqa: PLC0415 - POSIX only

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)


@dataclass
class Child:
    """One submission's life: load it, then trace and call it as asked."""

    plan: ladder.Plan
    guards: list[str]
    status: Any
    """``/proc/self/status``, opened before files were denied; closed before learner code runs."""
    printed: StandardOutput
    entrypoint: Any = None
    module: types.ModuleType | None = None
    lines: list[str] = field(default_factory=list)
    transformed: dict[tuple[str, str], Callable[..., Any]] = field(default_factory=dict)

    def serve(self) -> None:
        """Answer questions until the pipe ends."""
        self._start()
        while (body := wire.read_frame(REQUESTS)) is not None:
            ask = wire.ask_from(body)
            answer = self._answer(ask.body)
            _flush()
            try:
                frame = wire.frame(wire.Reply(nonce=ask.nonce, body=answer))
            except wire.WireError as error:
                answer = wire.Raised(type="ValueError", message=f"ValueError: the result is too large: {error}")
                frame = wire.frame(wire.Reply(nonce=ask.nonce, body=answer))
            wire.write_all(REPLIES, frame)
            if isinstance(answer, wire.Exited):
                os._exit(answer.code & 0xFF)

    def _start(self) -> None:
        """Start the backend, then take what must be the real thing while no learner code has run."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        faulthandler.enable(file=DUMPS, all_threads=True)
        faulthandler.register(signal.SIGUSR1, file=DUMPS, all_threads=True, chain=False)
        ready = jax.device_put(np.zeros((), np.float32)).block_until_ready()
        self.reader = Reader(type(ready))
        if self.plan.seccomp and self.plan.ruleset is None:
            # What JAX and XLA open, they open now or never; the reduction is large enough to ask for the kind of CPU.
            many = jax.device_put(np.ones(1 << 16, np.float32))
            jax.jit(lambda x: (x + 1).sum() + x @ x)(many).block_until_ready()
            seccomp.install(seccomp.no_open_filter(), all_threads=True)
            self.guards.append(ladder.NO_OPEN)
        shortcuts.keep_contexts()
        shortcuts.reuse_programs()
        gc.set_threshold(50_000, 50, 50)  # a child is short-lived: what it leaves lying is freed with it
        os.environ.clear()
        os.environ.update(_ENVIRONMENT)
        self.jax = types.SimpleNamespace(**{name: getattr(jax, name) for name in _TAKEN})
        self.transforms: dict[str, Callable[..., Any]] = {
            "eager": lambda function: function,
            "jit": jax.jit,
            "vmap": jax.vmap,
            "grad": jax.grad,
        }

    def _answer(self, question: wire.Question) -> wire.Answer:
        match question:
            case wire.Hello():
                return wire.Ready(guards=tuple(self.guards), rss_kb=_resident_kb(self.status))
            case wire.Load():
                return self._load(question)
            case wire.Trace():
                return self._guarded(lambda: self._trace(question))
            case wire.Call():
                return self._guarded(lambda: self._call(question))
            case wire.FirstPrint():
                return wire.PrintedAt(line=self.printed.first_line)
            case wire.Read():
                return self._guarded(
                    lambda: wire.Returned(result=self.reader.read(getattr(self.module, question.name)))
                )

    def _guarded(self, step: Callable[[], wire.Answer]) -> wire.Answer:
        """Run learner code and turn every way it can raise into an answer."""
        try:
            return step()
        except MemoryError:
            return wire.Exhausted()
        except SystemExit as error:
            return wire.Exited(code=_exit_code(error))
        except TooLarge as error:
            return wire.Raised(type="ValueError", message=f"ValueError: the result is too large: {error}")
        except BaseException as error:  # noqa: BLE001, RUF100 - everything a learner can raise is data here
            return self._describe(error)

    def _describe(self, error: BaseException) -> wire.Answer:
        raised = describe(error, self.lines)
        if raised.type == "MemoryError" or "RESOURCE_EXHAUSTED" in raised.message:
            return wire.Exhausted()
        return raised

    def _load(self, question: wire.Load) -> wire.Answer:
        self.status.seek(0)
        limits.set_memory(self.status.read(), question.memory_mb)
        self.status.close()
        limits.set_cpu(question.cpu_seconds * _BACKSTOP_STEPS)
        text = question.source.decode("utf-8", "replace")
        self.lines = text.splitlines()
        module = types.ModuleType(MODULE)
        module.__file__ = FILE
        sys.modules[MODULE] = module
        # No modification time: linecache then never looks for the file.
        linecache.cache[FILE] = (len(text), None, [line + "\n" for line in self.lines], FILE)
        try:
            code = compile(question.source, FILE, "exec", dont_inherit=True)
            exec(code, module.__dict__)  # noqa: S102 - this is the room made for it
        except MemoryError:
            return wire.Exhausted()
        except SystemExit as error:
            code_text = _exit_code(error)
            return wire.NotLoaded(
                error=f"SystemExit: the file ends the program ({code_text}) on import", line=own_line(error)
            )
        except BaseException as error:  # noqa: BLE001, RUF100
            raised = self._describe(error)
            if isinstance(raised, wire.Exhausted):
                return raised
            assert isinstance(raised, wire.Raised)
            return wire.NotLoaded(error=raised.message, line=raised.line)
        self.module = module
        return self._look_up(question.entrypoint)

    def _look_up(self, name: str) -> wire.Answer:
        if name not in self.module.__dict__:
            return wire.NotLoaded(error=f"NameError: the file does not define `{name}`")
        self.entrypoint = self.module.__dict__[name]
        if not callable(self.entrypoint):
            kind = type_name(self.entrypoint)
            return wire.NotLoaded(error=f"TypeError: `{name}` is a {kind}, which cannot be called")
        loaded = self._guarded(lambda: _facts(self.entrypoint))
        return wire.NotLoaded(error=loaded.message, line=loaded.line) if isinstance(loaded, wire.Raised) else loaded

    def _trace(self, question: wire.Trace) -> wire.Answer:
        return wire.Traced(points=tuple(self._trace_point(inputs) for inputs in question.points))

    def _trace_point(self, inputs: tuple[Aval, ...]) -> TracePoint:
        try:
            abstract = [self.jax.ShapeDtypeStruct(one.shape, np.dtype(one.dtype)) for one in inputs]
            return trace.point(inputs, self.jax.make_jaxpr(self.entrypoint)(*abstract))
        except (MemoryError, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001, RUF100
            raised = describe(error, self.lines)
            return TracePoint(inputs=inputs, error=raised.message, error_line=raised.line)

    def _call(self, question: wire.Call) -> wire.Answer:
        kept: list[tuple[Any, bytes]] = []
        args = [build(node, self._ready_array, kept) for node in question.args]
        options = build(question.options, self._ready_array, kept)
        result = self._function(question.transform, question.function)(*args, **options)
        self.reader.bounded(result)
        self.jax.block_until_ready(result)
        self.jax.effects_barrier()
        node = self.reader.read(result)
        return wire.Returned(result=node, inputs_kept=all(_still(array, data) for array, data in kept))

    def _ready_array(self, value: np.ndarray) -> Any:
        return self.jax.device_put(value).block_until_ready()

    def _function(self, transform: str, name: str) -> Callable[..., Any]:
        """Apply the transformations once and keep the result, so that a program is compiled once a shape."""
        key = (transform, name)
        if key not in self.transformed:
            function = getattr(self.module, name) if name else self.entrypoint
            for one in reversed(transform.split()):
                function = self.transforms[one](function)
            self.transformed[key] = function
        return self.transformed[key]


def _example(x: Any) -> Any:
    declared = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.experimental.io_callback(lambda a: a * 2, declared, x, ordered=True)


def first_trace() -> None:
    """Trace a small program: what JAX sets up at its first trace is then set up in every child. Starts no backend."""
    abstract = jax.ShapeDtypeStruct((3,), np.dtype("float32"))
    jax.make_jaxpr(jax.jit(_example))(abstract)
    traced = jax.make_jaxpr(jax.jit(lambda x: x * 2))(abstract)
    with contextlib.suppress(Exception):
        shortcuts.lower_once(traced)


def rehearse() -> None:
    """Do once what a graded child does, backend and all: only in a process that is thrown away."""
    first_trace()
    x = jax.device_put(np.arange(3, dtype=np.float32)).block_until_ready()
    jax.block_until_ready(_example(x))
    jax.effects_barrier()


def rehearse_widely() -> None:
    """Do what many submissions do, so that the modules JAX loads for it are known."""
    rehearse()
    x = jax.device_put(np.arange(1, 4, dtype=np.float32)).block_until_ready()
    matrix = jax.numpy.eye(4)
    for step in (
        lambda: [x.sum(), x.std(), x @ x, jax.numpy.sort(x), jax.numpy.cumsum(x), jax.numpy.fft.fft(x), np.sum(x)],
        lambda: [jax.numpy.linalg.inv(matrix), jax.numpy.linalg.svd(matrix), jax.numpy.linalg.eigh(matrix)],
        lambda: [jax.random.normal(jax.random.key(0), (3,)), jax.nn.softmax(x), jax.nn.relu(x)],
        lambda: [jax.grad(lambda v: (v**2).sum())(x), jax.vmap(lambda v: v * 2)(x)],
        lambda: [jax.lax.scan(lambda c, v: (c + v, c), 0.0, x), jax.lax.map(lambda v: v, x)],
        lambda: [jax.lax.cond(True, lambda: x, lambda: x), jax.lax.fori_loop(0, 2, lambda i, v: v + i, x)],
        lambda: [jax.pure_callback(lambda v: v, x, x, vmap_method="sequential"), repr(x), str(x)],
        lambda: jax.debug.callback(lambda v: None, x),
    ):
        with contextlib.suppress(Exception):
            jax.block_until_ready(step())


def _still(array: Any, data: bytes) -> bool:
    try:
        return bool(np.asarray(array).tobytes() == data)
    except RuntimeError:  # deleted, or donated
        return False


def _exit_code(error: SystemExit) -> int:
    code = error.code
    return 0 if code is None else code if type(code) is int else 1


def _resident_kb(status: Any) -> int:
    status.seek(0)
    for line in status:
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def _facts(entrypoint: Any) -> wire.Loaded:
    try:
        signature = inspect.signature(entrypoint)
    except (TypeError, ValueError):
        signature = None
    inner = inspect.unwrap(entrypoint)
    code = getattr(inner, "__code__", None)
    return wire.Loaded(
        type=type_name(entrypoint),
        parameters=None if signature is None else tuple(_parameter(one) for one in signature.parameters.values()),
        one_argument=signature is None or _fits_one(signature),
        coroutine=inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner),
        generator=inspect.isgeneratorfunction(inner) or inspect.isasyncgenfunction(inner),
        line=code.co_firstlineno if isinstance(code, types.CodeType) and code.co_filename == FILE else None,
    )


def _parameter(one: inspect.Parameter) -> wire.Parameter:
    return wire.Parameter(
        name=one.name, kind=_PARAMETER_KINDS[one.kind], has_default=one.default is not inspect.Parameter.empty
    )


def _fits_one(signature: inspect.Signature) -> bool:
    try:
        signature.bind(None)
    except TypeError:
        return False
    return True
