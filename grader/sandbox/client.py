"""The grader's end of the sandbox: a server it starts, and a session for each submission."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

import msgspec

from grader.model import (
    Aval,
    Crashed,
    Faulted,
    GraderFault,
    ImportFailed,
    Limits,
    NotRun,
    Outcome,
    OutOfMemory,
    OutputFlood,
    Phase,
    TimedOut,
    TracePoint,
    UsageError,
    Violation,
)
from grader.sandbox import control, wire
from grader.sandbox.guards import ladder
from grader.sandbox.launch import Launched, launch, settings_of
from grader.sandbox.loops import hanging_line
from grader.sandbox.room import fitted
from grader.sandbox.watch import (
    Ending,
    Output,
    Pipes,
    Watched,
    open_pipes,
    own_line_of,
    own_lines_of,
    waits_for_jax_in_callback,
)
from grader.sandbox.wire import Loaded, Raised, Returned

if TYPE_CHECKING:
    import numpy as np

Answered = Callable[["control.ToGrader", list[int]], None]
UP_SECONDS = 180.0
"""How long a server may take to import JAX on a loaded machine."""
SPAWN_SECONDS = 60.0
START_LIMITS = Limits(cpu_seconds=60.0, wall_seconds=120.0)
"""For the child's own start, before any learner code."""
MEMORY_WATCH, OUTPUT_LIMIT = "memory watch", "output limit"


class Sandbox:
    """A server process and the children it forks. Starting returns at once; the first question waits."""

    def __init__(
        self,
        *,
        warm: bool = False,
        spares: int = 0,
        require: int | None = None,
        without: frozenset[str] = frozenset(),
        forbidden: Sequence[Path] | None = None,
        launched: Launched | None = None,
    ) -> None:
        """Start the server, or go on with one that was launched already and told the same.

        ``warm`` spends a second once so that children start faster; ``spares`` children wait ready. ``require`` is the
        lowest level of isolation to run at; ``without`` leaves guards out, by name; ``forbidden`` are paths the server
        proves unreadable before it serves.
        """
        self._spares, self._require = spares, require
        paths = None if forbidden is None else [str(path) for path in forbidden if path.exists()]
        self._settings = settings_of(warm=warm, without=without, forbidden=paths)
        self._process: subprocess.Popen[bytes] | None = None
        self._end: socket.socket | None = None
        self._errors: IO[bytes] | None = None
        self._up = False
        self._ready: deque[Watched] = deque()
        self._coming: deque[Pipes] = deque()
        """Our ends for children that were asked for and are not here yet."""
        self._expected: deque[Answered] = deque()
        """What to do with the server's answers, in the order of the requests."""
        self._start(launched)

    def __enter__(self) -> Sandbox:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the server and every child."""
        self.close()

    def open(self, source: bytes, entrypoint: str, limits: Limits) -> Session:
        """Make a session for a submission; its child starts meanwhile."""
        if not self._ready and not self._coming:
            self._spawn()
        return Session(self, source, entrypoint, limits)

    # -- the server ----------------------------------------------------------------------------------------------

    def _start(self, launched: Launched | None = None) -> None:
        if launched is not None and launched.settings != self._settings:
            launched.process.kill()
            launched = None
        if launched is None:
            try:
                launched = launch(self._settings)
            except OSError as error:
                raise GraderFault(f"the sandbox cannot be started: {error}") from error
        self._process, self._errors = launched.process, launched.errors
        self._end, self._up = launched.end, False

    def _server(self) -> socket.socket:
        """Return the socket of a server that is up; start a new one where the old is gone."""
        if self._end is None:
            self._start()
        assert self._end is not None
        if not self._up:
            message, _ = self._receive(UP_SECONDS)
            if isinstance(message, control.Refused):
                self._drop()
                raise GraderFault(f"the sandbox refuses to serve: {message.why}")
            self._up = True
        return self._end

    def _receive(self, seconds: float) -> tuple[control.ToGrader, list[int]]:
        assert self._end is not None
        self._end.settimeout(seconds)
        try:
            return control.receive_in_grader(self._end)
        except (EOFError, OSError, msgspec.DecodeError) as error:
            why = f"it said nothing for {seconds:.0f} s" if isinstance(error, TimeoutError) else "it ended"
            detail = self._said()
            self._drop()
            raise GraderFault(f"the sandbox's server is gone: {why}{detail}") from error

    def _said(self) -> str:
        """Return the end of what the server wrote, for the report of a fault."""
        if self._errors is None:
            return ""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return f"; its last words: {lines[-1][:300]}" if lines else ""

    def _send(self, message: control.ToServer, descriptors: Sequence[int] = ()) -> None:
        assert self._end is not None
        try:
            control.send(self._end, message, descriptors)
        except OSError as error:
            detail = self._said()
            self._drop()
            raise GraderFault(f"the sandbox's server is gone: {error}{detail}") from error

    def _drop(self) -> None:
        """End the server; the next question starts a new one."""
        while self._ready:
            child = self._ready.popleft()
            child.kill()
            child.close()
        self._expected.clear()
        while self._coming:
            self._coming.popleft().close()
        if self._end is not None:
            self._end.close()
            self._end = None
        self._up = False
        if self._process is not None:
            # Nothing in it is worth a farewell, and with it every child ends.
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def kill(self) -> None:
        """End the server, and with it every child, without waiting for that; ``close`` waits."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the server and every child."""
        self._drop()

    # -- children ------------------------------------------------------------------------------------------------

    def _request(self, message: control.ToServer, descriptors: Sequence[int], answered: Answered) -> None:
        if self._end is None:
            self._start()
        self._send(message, descriptors)
        self._expected.append(answered)

    def _settle(self, enough: Callable[[], bool]) -> None:
        """Take the server's answers in until there is enough."""
        while not enough():
            self._server()
            message, descriptors = self._receive(SPAWN_SECONDS)
            self._expected.popleft()(message, descriptors)

    def _spawn(self) -> None:
        """Ask for a child; it starts its backend on its own."""
        pipes, theirs = open_pipes()

        def answered(message: control.ToGrader, descriptors: list[int]) -> None:
            self._coming.popleft()
            if not isinstance(message, control.Spawned):
                pipes.close()
                raise GraderFault("the sandbox's server answered out of turn")
            pidfd = descriptors[0] if descriptors else None
            self._ready.append(Watched(pipes, message.pid, _pid_here(pidfd, message.pid), pidfd))

        try:
            self._request(control.Spawn(), theirs, answered)
            self._coming.append(pipes)
        except GraderFault:
            pipes.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)

    def take(self) -> Watched:
        """Return a child that waits, or a new one; then see that spares will wait again."""
        if not self._ready and not self._coming:
            self._spawn()
        self._settle(lambda: bool(self._ready))
        child = self._ready.popleft()
        while len(self._ready) + len(self._coming) < self._spares:
            self._spawn()
        return child

    def reap(self, child: Watched) -> control.Reaped | None:
        """End a child and all it left; return how it had ended, or None when the server is gone."""
        found: list[control.ToGrader] = []
        if self._release(child, lambda message, _: found.append(message)):
            self._settle(lambda: bool(found))
        return next((m for m in found if isinstance(m, control.Reaped)), None)

    def release(self, child: Watched) -> None:
        """End a child and all it left, without waiting for that."""
        self._release(child, lambda message, _: None)

    def _release(self, child: Watched, answered: Answered) -> bool:
        child.kill()
        if self._end is None or not self._up:
            return False
        self._request(control.Reap(pid=child.server_pid), (), answered)
        return True

    def check_level(self, isolation: Sequence[str]) -> None:
        """Raise UsageError where less holds than was required."""
        reached = ladder.level(isolation)
        if self._require is not None and reached < self._require:
            raise UsageError(
                f"isolation level {self._require} is required, but this machine gives level {reached} "
                f"({', '.join(isolation)})"
            )


def _pid_here(pidfd: int | None, pid: int) -> int:
    """Return a child's pid as /proc here shows it: in a name space of its own the server sees another."""
    if pidfd is None:
        return pid
    try:
        with open(f"/proc/self/fdinfo/{pidfd}") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("Pid:")), 0)
    except OSError:
        return 0


@dataclass(frozen=True)
class Printed:
    """What a submission wrote on standard output, when it first did, and where."""

    text: bytes
    phase: Phase
    line: int | None = None
    """The learner's line, where the child could still tell."""


class Session:
    """One submission in the sandbox: load it, trace it, call it. Every answer is a value; how it ended is one too."""

    def __init__(self, sandbox: Sandbox, source: bytes, entrypoint: str, limits: Limits) -> None:
        """Nothing runs yet."""
        self._sandbox, self._source, self._entrypoint, self._limits = sandbox, source, entrypoint, limits
        self._child: Watched | None = None
        self._printed, self._printed_bytes = b"", 0
        self.ended: Outcome | None = None
        """How the run ended, once it has."""
        self.printed: Printed | None = None
        """What it wrote on standard output by the end of the step in which it first did."""
        self._phase = Phase.START
        self._calls = 0
        self._abandoned = False
        self._leaving = threading.RLock()
        self.isolation: tuple[str, ...] = ()
        """Guards that are active in the child; empty until it has started."""

    def load(self) -> Loaded | Outcome:
        """Start a child and import the submission in it."""
        if self.ended is not None:
            return self.ended
        answer = self._begin()
        if not isinstance(answer, wire.Ready):
            return answer
        self._limits = fitted(self._limits)
        load = wire.Load(
            source=self._source,
            entrypoint=self._entrypoint,
            memory_mb=self._limits.memory_mb,
            cpu_seconds=self._limits.cpu_seconds,
        )
        loaded = self._ask(load, Phase.IMPORT)
        if isinstance(loaded, wire.NotLoaded):
            return self._end(ImportFailed(error=loaded.error, line=loaded.line))
        return loaded if isinstance(loaded, Loaded) else self._unexpected(loaded, Phase.IMPORT)

    def trace(self, points: Sequence[tuple[Aval, ...]]) -> tuple[TracePoint, ...] | Outcome:
        """Trace the entrypoint on abstract arguments; facts in the order of ``points``."""
        answer = self._ask(wire.Trace(points=tuple(points)), Phase.TRACE)
        if isinstance(answer, wire.Traced):
            if [point.inputs for point in answer.points] != [tuple(point) for point in points]:
                return self._end(Violation(phase=Phase.TRACE, detail="facts of traces that were not asked for"))
            return answer.points
        return self._unexpected(answer, Phase.TRACE)

    def call(
        self, args: Sequence[np.ndarray], *, transform: str = "eager", function: str = "", **options: Any
    ) -> Returned | Raised | Outcome:
        """Call the entrypoint, or another function, on arrays: the child turns them into ready JAX arrays."""
        self._calls += 1
        question = wire.Call(
            args=tuple(_node(a) for a in args),
            options=wire.Mapping(keys=tuple(options), items=tuple(_node(v) for v in options.values())),
            transform=transform,
            function=function,
        )
        answer = self._ask(question, Phase.CALL)
        return answer if isinstance(answer, (Returned, Raised)) else self._unexpected(answer, Phase.CALL)

    def read(self, name: str) -> Returned | Raised | Outcome:
        """Read a module-level value of the submission."""
        answer = self._ask(wire.Read(name=name), Phase.CALL)
        return answer if isinstance(answer, (Returned, Raised)) else self._unexpected(answer, Phase.CALL)

    def fresh(self) -> Loaded | Outcome:
        """Go on in a new child with the same submission: an error may have poisoned the old one."""
        if self.ended is not None:
            return self.ended
        self._leave()
        if self._printed_bytes > self._limits.output_kb * 1024:
            return self._end(OutputFlood(phase=Phase.CALL, call=self._calls, limit_kb=self._limits.output_kb))
        return self.load()

    @property
    def output(self) -> bytes:
        """What the submission has printed so far: all of its start and end, at most 64 KiB a child."""
        return self._printed + (self._child.output.kept() if self._child is not None else b"")

    def close(self) -> None:
        """End the child."""
        self._leave()

    def abandon(self) -> None:
        """Give up, from another thread, whatever is being asked: every answer then is that nothing was run."""
        with self._leaving:
            self._abandoned = True
            if self._child is not None:
                self._child.kill()

    # -- one child -----------------------------------------------------------------------------------------------

    def _begin(self) -> wire.Ready | Outcome:
        self._child = self._sandbox.take()
        answer = self._child.ask(wire.Hello(), START_LIMITS)
        if isinstance(answer, wire.Ready):
            self._child.base_kb, self._child.printed_before = answer.rss_kb, self._printed_bytes
            self._child.printed = Output()  # what came before was no submission's
            self.isolation = (*answer.guards, MEMORY_WATCH, OUTPUT_LIMIT)
            self._sandbox.check_level(answer.guards)
            return answer
        return self._end(Faulted(detail=f"a child of the sandbox did not start: {_told(answer, self.output)}"))

    def _ask(self, body: wire.Question, phase: Phase) -> wire.Answer | Outcome:
        if self._abandoned:
            self._end(NotRun(reason="it was abandoned"))
        if self.ended is not None:
            return self.ended
        if self._child is None:
            return self._end(Faulted(detail="a session was asked before it was loaded"))
        self._phase = phase
        answer = self._child.ask(body, self._limits)
        if self.printed is None and self._child.printed.total:
            answer = self._note_first_print(self._child, answer)
        if isinstance(answer, Ending):
            return self._end(self._outcome(answer, phase))
        return answer

    def _note_first_print(self, child: Watched, answer: wire.Answer | Ending) -> wire.Answer | Ending:
        """Keep what was printed, and ask where; return the answer, or how asking ended the run."""
        where: wire.Answer | Ending | None = None
        if not isinstance(answer, Ending | wire.Exited | wire.Exhausted):
            where = child.ask(wire.FirstPrint(), self._limits)
        line = where.line if isinstance(where, wire.PrintedAt) else None
        self.printed = Printed(child.printed.kept(), self._phase, line)
        return where if isinstance(where, Ending) else answer

    def _unexpected(self, answer: wire.Answer | Outcome, phase: Phase) -> Outcome:
        """Turn an answer that ends the run into its outcome."""
        call = self._calls if phase is Phase.CALL else None
        match answer:
            case wire.Exhausted():
                return self._end(OutOfMemory(phase=phase, call=call, limit_mb=self._limits.memory_mb))
            case wire.Exited(code=code):
                return self._end(Crashed(phase=phase, call=call, exit_code=code))
            case Raised() | Returned() | Loaded() | wire.NotLoaded() | wire.Traced() | wire.Ready() | wire.PrintedAt():
                return self._end(Violation(phase=phase, call=call, detail="an answer of another kind than was asked"))
        return answer

    def _outcome(self, ending: Ending, phase: Phase) -> Outcome:
        call = self._calls if phase is Phase.CALL else None
        limits = self._limits
        match ending.why:
            case "cpu" | "wall":
                return TimedOut(
                    phase=phase,
                    call=call,
                    seconds=limits.cpu_seconds if ending.why == "cpu" else limits.wall_seconds,
                    clock=ending.why,
                    jax_in_callback=waits_for_jax_in_callback(ending.dump),
                    line=hanging_line(self._source, own_lines_of(ending.dump)),
                )
            case "memory":
                return OutOfMemory(phase=phase, call=call, limit_mb=limits.memory_mb)
            case "output":
                return OutputFlood(phase=phase, call=call, limit_kb=limits.output_kb)
            case "violation":
                return Violation(phase=phase, call=call, detail=ending.detail)
        return self._gone(phase, call, ending)

    def _gone(self, phase: Phase, call: int | None, ending: Ending) -> Outcome:
        """Find out how a child ended that was not ended by us."""
        assert self._child is not None
        reaped = self._sandbox.reap(self._child)
        if reaped is None:
            raise GraderFault("the sandbox's server is gone")
        line = own_line_of(ending.dump)
        if reaped.code == -signal.SIGXCPU:
            line = hanging_line(self._source, own_lines_of(ending.dump))
            return TimedOut(phase=phase, call=call, seconds=self._limits.cpu_seconds, clock="cpu", line=line)
        if reaped.code < 0:
            try:
                name = signal.Signals(-reaped.code).name
            except ValueError:
                name = f"signal {-reaped.code}"
            return Crashed(phase=phase, call=call, signal=name, line=line)
        return Crashed(phase=phase, call=call, exit_code=reaped.code, line=line)

    def _end(self, outcome: Outcome) -> Outcome:
        self.ended = outcome
        return outcome

    def _leave(self) -> None:
        """Give the child up: end it, keep what it printed."""
        with self._leaving:
            child, self._child = self._child, None
        if child is None:
            return
        try:
            self._sandbox.release(child)
        finally:
            child.finish_output()
            self._printed = (self._printed + child.output.kept())[-(1 << 17) :]
            self._printed_bytes += child.output.total
            if self.printed is None and child.printed.total and self._phase is not Phase.START:
                self.printed = Printed(child.printed.kept(), self._phase)
            child.close()


def _told(answer: wire.Answer | Ending, output: bytes) -> str:
    if isinstance(answer, Ending):
        tail = output.decode("utf-8", "replace").strip().splitlines()
        return f"{answer.why} {answer.detail} {tail[-1][:200] if tail else ''}".strip()
    return type(answer).__name__


def _node(value: Any) -> wire.Node:
    """Turn a NumPy array or a plain value into what crosses the pipe."""
    if type(value) is complex:
        return wire.Scalar(type="complex", value=value.real, imag=value.imag)
    # The exact types: NumPy's own float64 is a float too, and crosses as the array it is.
    if value is None or type(value) in (bool, int, float, str):
        return wire.Scalar(type=type(value).__name__, value=value)
    if isinstance(value, list | tuple):
        return wire.Sequence(type=type(value).__name__, items=tuple(_node(v) for v in value))
    if isinstance(value, dict):
        return wire.Mapping(keys=tuple(value), items=tuple(_node(v) for v in value.values()))
    native = value.astype(value.dtype.newbyteorder("="), copy=False)
    return wire.Array(kind="numpy.ndarray", dtype=native.dtype.name, shape=tuple(native.shape), data=native.tobytes())
