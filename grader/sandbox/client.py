"""The grader's door to the sandbox: ``Sandbox`` starts the server, ``Session`` runs one submission in a child of it.

Nothing here imports JAX or a submission. A learner's code can end a session in many ways; each becomes an ``Outcome``.
"""

from __future__ import annotations

import collections
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import msgspec

from grader.model import (
    Aval,
    Crashed,
    GraderFault,
    ImportFailed,
    Limits,
    Outcome,
    OutOfMemory,
    OutputFlood,
    Phase,
    TimedOut,
    TracePoint,
    UsageError,
    Violation,
)
from grader.sandbox import control, watch, wire
from grader.sandbox.guards import ladder
from grader.sandbox.guards.limits import JAX_SLACK_MB
from grader.sandbox.nodes import Argument, node_of

if TYPE_CHECKING:
    from grader.sandbox.wire import Loaded, Node, Raised, Returned

_BOOTSTRAP = (
    "import sys; sys.path.insert(0, {root!r}); from grader.sandbox import server; server.main({end}, {settings})"
)
_SERVER_SECONDS = 120.0
_START = Limits(cpu_seconds=60.0, wall_seconds=90.0)
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "JAX_PLATFORMS": "cpu",
    # XLA sizes its pools by this. One thread deadlocks with host callbacks; one a core makes memory depend on the host.
    "NPROC": "2",
    "OPENBLAS_NUM_THREADS": "1",  # else numpy starts a thread, and the server could not fork
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "4",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}
_PASSED_ON = ("LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")


class Sandbox:
    """A server process and its children.

    ``warm`` prepares it for many submissions, at the price of a slower start. ``spares`` children are kept ready.
    ``require`` is the least isolation level to accept. ``forbidden`` are paths that no child may be able to read: the
    server refuses to serve when one can. ``without`` leaves out guards by name (``namespaces``, ``landlock``,
    ``seccomp``, ``user``), to try the lower rungs.
    """

    def __init__(
        self,
        *,
        warm: bool = False,
        spares: int = 0,
        require: int | None = None,
        forbidden: Iterable[Path | str] = (),
        without: Iterable[str] = (),
    ) -> None:
        """Start the server and return at once; what it cannot do is only told by ``open``."""
        self._settings = msgspec.msgpack.encode(
            {"warm": warm, "without": sorted(without), "forbidden": [str(path) for path in forbidden]}
        )
        self._spares, self._require = spares, require
        self._lock = threading.RLock()
        self._ready: collections.deque[watch.Watched] = collections.deque()
        self._server: _Server | None = _Server(self._settings)
        self._fill(spares)

    def open(self, source: bytes, entrypoint: str, limits: Limits = Limits()) -> Session:  # noqa: B008 - frozen
        """Begin a session; nothing of ``source`` runs before ``Session.load``. GraderFault: the server does not work."""
        return Session(self, source, entrypoint, limits)

    def close(self) -> None:
        """End the server and everything in it."""
        with self._lock:
            while self._ready:
                child = self._ready.popleft()
                child.kill()
                child.close()
            if self._server is not None:
                self._server.close()
                self._server = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def server_pid(self) -> int | None:
        """Process id of the server; None once closed."""
        return self._server.process.pid if self._server is not None else None

    def take(self) -> watch.Watched:
        """Hand out a child that has been asked for readiness; GraderFault when none can be had."""
        with self._lock:
            self._live_server()
            if not self._ready:
                self._fill(1)
            child = self._ready.popleft()
            server = self._live_server()
            try:
                server.collect(child)
            except GraderFault:
                child.close()
                self._drop_server()
                raise
            self._fill(self._spares)
            return child

    def end(self, child: watch.Watched) -> control.Reaped | None:
        """Bury a child and what it left behind; None when the server is gone (and with it the child)."""
        child.kill()
        with self._lock:
            if self._server is None or child.server_pid == 0:
                return None
            try:
                return self._server.reap(child)
            except GraderFault:
                self._drop_server()
                return None

    def check_level(self, isolation: tuple[str, ...]) -> None:
        """UsageError when the isolation that was reached is less than required."""
        reached = ladder.level(isolation)
        if self._require is not None and reached < self._require:
            raise UsageError(f"isolation level {self._require} is required, but this machine only offers {reached}")

    def _live_server(self) -> _Server:
        if self._server is not None and self._server.process.poll() is not None:
            fault = self._server.fault()
            self._drop_server()
            raise fault
        if self._server is None:
            self._server = _Server(self._settings)
        return self._server

    def _drop_server(self) -> None:
        while self._ready:
            self._ready.popleft().close()
        if self._server is not None:
            self._server.close()
            self._server = None

    def _fill(self, count: int) -> None:
        """Ask for children until ``count`` are on their way."""
        assert self._server is not None
        while len(self._ready) < count:
            pipes, theirs = watch.open_pipes()
            child = watch.Watched(pipes)
            try:
                self._server.spawn(child, theirs)
            except OSError:
                child.close()
                fault = self._server.fault()
                self._drop_server()
                raise fault from None
            finally:
                for descriptor in theirs:
                    os.close(descriptor)
            self._ready.append(child)


class _Server:
    """The server process and the conversation with it; answers come in the order of the requests."""

    def __init__(self, settings: bytes) -> None:
        ours, theirs = socket.socketpair()
        reader, writer = os.pipe()
        self._end = ours
        self._end.settimeout(_SERVER_SECONDS)
        self._waiting: collections.deque[watch.Watched | int] = collections.deque()
        self._reaped: dict[int, control.Reaped] = {}
        self._up = False
        root = str(Path(__file__).resolve().parents[2])
        environment = {**_ENVIRONMENT, **{name: os.environ[name] for name in _PASSED_ON if name in os.environ}}
        code = _BOOTSTRAP.format(root=root, end=theirs.fileno(), settings=reader)
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own code
            [sys.executable, "-I", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            cwd="/",
            pass_fds=(theirs.fileno(), reader),
            start_new_session=True,
        )
        theirs.close()
        os.close(reader)
        with os.fdopen(writer, "wb") as file, contextlib.suppress(BrokenPipeError):
            file.write(settings)

    def spawn(self, child: watch.Watched, theirs: list[int]) -> None:
        """Ask for a child; OSError when the server is gone."""
        control.send(self._end, control.Spawn(), theirs)
        self._waiting.append(child)

    def collect(self, child: watch.Watched) -> None:
        """Wait until the server has made this child."""
        while child.server_pid == 0:
            self._receive()

    def reap(self, child: watch.Watched) -> control.Reaped:
        """Have a child ended and buried."""
        pid = child.server_pid
        try:
            control.send(self._end, control.Reap(pid=pid))
        except OSError:
            raise self.fault() from None
        self._waiting.append(pid)
        while pid not in self._reaped:
            self._receive()
        return self._reaped.pop(pid)

    def _receive(self) -> None:
        try:
            message, descriptors = control.receive_in_grader(self._end)
        except (EOFError, OSError):
            raise self.fault() from None
        match message:
            case control.Up():
                self._up = True
            case control.Refused():
                raise GraderFault(f"the sandbox will not start: {message.why}")
            case control.Spawned():
                child = self._waiting.popleft()
                assert isinstance(child, watch.Watched)
                child.server_pid = message.pid
                child.pidfd = descriptors[0] if descriptors else None
                child.pid = _pid_here(child.pidfd, message.pid)
            case control.Reaped():
                self._waiting.popleft()
                self._reaped[message.pid] = message

    def fault(self) -> GraderFault:
        """End the server and say what it said last."""
        words = self._ended()
        state = "died" if self._up else "did not start"
        return GraderFault(f"the sandbox's server {state}: {words or 'it said nothing'}")

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        if self.process.stderr.closed:
            return ""
        # Not to its end: a process that inherited the pipe would hold it open.
        os.set_blocking(self.process.stderr.fileno(), False)
        said = (self.process.stderr.read() or b"").decode("utf-8", "replace")
        lines = [line for line in said.strip().splitlines() if line.strip()]
        status = self.process.returncode
        how = f"ended by {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"
        return " | ".join([how, *lines[-3:]])

    def close(self) -> None:
        """End it; its children end with it."""
        self._end.close()
        self.process.kill()
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


def _pid_here(pidfd: int | None, pid: int) -> int:
    """Translate a child's pid into the name space that our ``/proc`` shows; 0 when that cannot be told."""
    if pidfd is None:
        return pid
    try:
        with open(f"/proc/self/fdinfo/{pidfd}") as file:
            found = re.search(r"^Pid:\s*(\d+)$", file.read(), re.MULTILINE)
    except OSError:
        return pid
    return int(found[1]) if found else 0


class Session:
    """One submission in one child (and, after ``fresh``, in the next one). Once an Outcome came, only that comes."""

    def __init__(self, sandbox: Sandbox, source: bytes, entrypoint: str, limits: Limits) -> None:
        """Take a child of the sandbox, which may still be starting."""
        self._sandbox, self._source, self._entrypoint, self._limits = sandbox, source, entrypoint, limits
        self._child = sandbox.take()
        self._printed: list[bytes] = []
        self._printed_total = 0
        self._calls = 0
        self._loaded: Loaded | None = None
        self.outcome: Outcome | None = None
        """How the session ended, once it did."""
        self.isolation: tuple[str, ...] = ()
        """The guards that hold in the child, known from ``load`` on."""

    def load(self) -> Loaded | Outcome:
        """Import the submission and find its entrypoint. Once loaded, it says so again without another import."""
        if self.outcome is not None:
            return self.outcome
        if self._loaded is not None:
            return self._loaded
        self._await_ready()
        limits = self._limits
        question = wire.Load(
            source=self._source,
            entrypoint=self._entrypoint,
            memory_mb=limits.memory_mb,
            cpu_seconds=limits.cpu_seconds,
        )
        answer = self._ask(question, Phase.IMPORT)
        if isinstance(answer, wire.Loaded):
            self._loaded = answer
            return answer
        if isinstance(answer, wire.NotLoaded):
            return self._finish(ImportFailed(error=answer.error, line=answer.line))
        return self._unexpected(answer, Phase.IMPORT)

    def trace(self, points: Sequence[tuple[Aval, ...]]) -> tuple[TracePoint, ...] | Outcome:
        """Trace the entrypoint on each tuple of abstract arguments; an exception there is a fact of its point."""
        answer = self._after_load(wire.Trace(points=tuple(points)), Phase.TRACE)
        if isinstance(answer, wire.Traced):
            if [point.inputs for point in answer.points] != list(points):
                return self._finish(Violation(phase=Phase.TRACE, detail="traces that were not asked for"))
            return answer.points
        if isinstance(answer, wire.Raised):
            return self._finish(Violation(phase=Phase.TRACE, detail=f"tracing answered {answer.message[:200]!r}"))
        return self._unexpected(answer, Phase.TRACE)

    def call(
        self,
        args: Sequence[Argument],
        *,
        transform: str = "eager",
        options: dict[str, Argument] | None = None,
    ) -> Returned | Raised | Outcome:
        """Call the entrypoint with arrays (and plain values) and wait for its effects.

        ``transform`` is ``eager``, ``jit``, ``vmap`` or ``grad``, or several applied from the right (``jit vmap``).
        After ``Raised`` JAX's state in the child may be damaged: use ``fresh`` before the next call.
        """
        tree = node_of(dict(options or {}))
        assert isinstance(tree, wire.Mapping)
        if self.outcome is None:
            self._calls += 1
        question = wire.Call(args=tuple(node_of(one) for one in args), options=tree, transform=transform)
        answer = self._after_load(question, Phase.CALL)
        if isinstance(answer, (wire.Returned, wire.Raised)):
            return answer
        return self._unexpected(answer, Phase.CALL)

    def read(self, name: str) -> Node | Raised | Outcome:
        """Fetch a module-level value of the submission as it is now."""
        answer = self._after_load(wire.Read(name=name), Phase.CALL)
        if isinstance(answer, wire.Returned):
            return answer.result
        return answer if isinstance(answer, wire.Raised) else self._unexpected(answer, Phase.CALL)

    def fresh(self) -> Loaded | Outcome:
        """Go on in a new child with the same source loaded; calls are counted on."""
        if self.outcome is not None:
            return self.outcome
        self._bury()
        self._child, self._loaded = self._sandbox.take(), None
        return self.load()

    @property
    def output(self) -> bytes:
        """What the submission printed so far: start and end, at most about 64 KiB a child."""
        return b"".join([*self._printed, self._child.output.kept()])

    def close(self) -> None:
        """End the child and everything it may have started."""
        self._bury()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _await_ready(self) -> None:
        answer = self._child.ask(wire.Hello(), _START)
        if not isinstance(answer, wire.Ready):
            reaped = self._bury()
            how = f"status {reaped.code}" if reaped else "unknown status"
            said = self._child.output.kept().decode("utf-8", "replace").strip().splitlines()[-3:]
            why = answer.detail or answer.why if isinstance(answer, watch.Ending) else "it answered something else"
            raise GraderFault(" | ".join([f"a sandboxed process did not start ({why}, {how})", *said]))
        self.isolation = answer.guards
        try:
            self._sandbox.check_level(answer.guards)
        except UsageError:
            self._bury()
            raise
        self._child.base_kb = answer.rss_kb

    def _after_load(self, question: wire.Question, phase: Phase) -> wire.Answer | Outcome:
        loaded = self.load()
        if not isinstance(loaded, wire.Loaded):
            return loaded
        return self._ask(question, phase)

    def _ask(self, question: wire.Question, phase: Phase) -> wire.Answer | Outcome:
        limits = self._limits
        left_kb = max(limits.output_kb - self._printed_total // 1024, 1)
        answer = self._child.ask(question, msgspec.structs.replace(limits, output_kb=left_kb))
        if isinstance(answer, watch.Ending):
            return self._finish(self._outcome_of(answer, phase))
        if isinstance(answer, wire.Exhausted):
            return self._finish(OutOfMemory(phase=phase, call=self._call_number(phase), limit_mb=limits.memory_mb))
        if isinstance(answer, wire.Exited):
            return self._finish(Crashed(phase=phase, call=self._call_number(phase), exit_code=answer.code & 0xFF))
        return answer

    def _call_number(self, phase: Phase) -> int | None:
        return self._calls if phase is Phase.CALL else None

    def _outcome_of(self, ending: watch.Ending, phase: Phase) -> Outcome:
        call, limits, line = self._call_number(phase), self._limits, watch.own_line_of(ending.dump)
        match ending.why:
            case "cpu" | "wall":
                return TimedOut(
                    phase=phase,
                    call=call,
                    seconds=limits.cpu_seconds if ending.why == "cpu" else limits.wall_seconds,
                    clock=ending.why,
                    jax_in_callback=watch.waits_for_jax_in_callback(ending.dump),
                    line=line,
                )
            case "memory":
                return OutOfMemory(phase=phase, call=call, limit_mb=limits.memory_mb)
            case "output":
                return OutputFlood(phase=phase, call=call, limit_kb=limits.output_kb)
            case "violation":
                return Violation(phase=phase, call=call, detail=ending.detail)
        reaped = self._bury()
        if reaped is None:
            raise GraderFault("the sandbox's server died while a submission was running")
        if reaped.code == -signal.SIGXCPU:
            return TimedOut(phase=phase, call=call, seconds=limits.cpu_seconds, clock="cpu", line=line)
        if reaped.code < 0:
            return Crashed(phase=phase, call=call, signal=_signal_name(-reaped.code), line=line)
        return Crashed(phase=phase, call=call, exit_code=reaped.code)

    def _finish(self, outcome: Outcome) -> Outcome:
        self.outcome = outcome
        self._bury()
        return outcome

    def _unexpected(self, answer: wire.Answer | Outcome, phase: Phase) -> Outcome:
        """Pass an outcome on; any other kind of answer is one that the question does not have."""
        if isinstance(answer, msgspec.Struct) and isinstance(answer, wire.Frame):
            detail = f"an answer of kind {type(answer).__name__} to another question"
            return self._finish(Violation(phase=phase, call=self._call_number(phase), detail=detail))
        return answer  # type: ignore[return-value]

    def _bury(self) -> control.Reaped | None:
        child = self._child
        if child.closed:
            return None
        reaped = self._sandbox.end(child)
        child.finish_output()
        child.close()
        self._printed.append(child.output.kept())
        self._printed_total += child.output.total
        child.output = watch.Output()
        return reaped


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


__all__ = ["JAX_SLACK_MB", "Sandbox", "Session"]
