"""The process that children are forked from: it has imported JAX, started nothing, and never runs learner code.

Forking is only sound while there is one thread and no backend, so both are checked before every fork.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
from typing import NoReturn

import msgspec

from grader.sandbox import control
from grader.sandbox.guards import kernel, ladder, namespaces

_WORTHLESS = frozenset({"namespaces", "landlock", "seccomp", "user"})


class Config(msgspec.Struct, frozen=True):
    """What the grader asks of a server: sent through a pipe, so that no child finds it on a command line."""

    warm: bool
    without: frozenset[str]
    """Guards to leave out, by name."""
    forbidden: tuple[str, ...]
    """Paths no child may read."""


def main(descriptor: int, settings: int) -> None:
    """Serve the grader at the other end of ``descriptor``; the configuration waits in ``settings``."""
    with os.fdopen(settings, "rb") as file:
        config = msgspec.msgpack.decode(file.read(), type=Config)
    end = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to handle
    linux = sys.platform == "linux"
    inside = linux and "namespaces" not in config.without and namespaces.available()
    if inside:
        namespaces.enter()
    if linux:
        with contextlib.suppress(OSError):
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    plan = ladder.prepare(config.without, in_namespaces=inside)
    leaks = _verify(plan, config.forbidden)
    if leaks:
        control.send(end, control.Refused(why=f"a guard does not hold on this machine: {leaks}"))
        return
    if linux:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    server = Server(end, plan)
    if plan.seccomp and plan.ruleset is None:
        server.preload()
    if config.warm:
        server.warm()
        gc.collect()
    gc.freeze()  # what is here now is shared with every child: no collection should touch it
    _assert_forkable()
    control.send(end, control.Up())
    server.serve()


def _verify(plan: ladder.Plan, forbidden: tuple[str, ...]) -> str:
    """Try the guards in a child that is thrown away; return what they let through."""
    reader, writer = os.pipe()
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        words = "the guards could not be put on"
        try:
            words = ladder.verify(plan, parent, forbidden)
        except OSError as error:
            words = f"{words}: {error}"
        finally:
            os.write(writer, words.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read().decode()
    code = os.waitpid(pid, 0)[1]
    return said if code == 0 else said or f"the trial ended with status {code}"


def _assert_forkable() -> None:
    if os.path.isdir("/proc/self/task"):
        threads = len(os.listdir("/proc/self/task"))
        if threads != 1:
            raise RuntimeError(f"the server has {threads} threads and cannot fork")


class Server:
    """Forks, and buries, children on request."""

    def __init__(self, end: socket.socket, plan: ladder.Plan) -> None:
        # The costly import happens here, after the cheap trials and before the first fork.
        from grader.sandbox import child  # noqa: PLC0415

        self._child = child
        self._end, self._plan = end, plan
        self._living: set[int] = set()
        self._ended: dict[int, control.Reaped] = {}

    def warm(self) -> None:
        """Import what JAX loads lazily, and trace once, so that no child pays for it."""
        from grader.sandbox import warmth  # noqa: PLC0415

        warmth.warm(self._child.rehearse, self._child.first_trace)

    def preload(self) -> None:
        """Import what a submission may import: on this rung its process opens no file, so it finds what is here."""
        from grader.sandbox import warmth  # noqa: PLC0415

        warmth.import_all([*warmth.COMMON, *warmth.modules_of(self._child.rehearse_widely)])

    def serve(self) -> None:
        """Answer until the grader is gone."""
        while True:
            try:
                message, descriptors = control.receive_in_server(self._end)
            except (EOFError, OSError):
                return
            if isinstance(message, control.Spawn):
                self._spawn(descriptors)
            else:
                self._reap(message.pid)

    def _spawn(self, descriptors: list[int]) -> None:
        _assert_forkable()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_child(parent, descriptors)
        self._living.add(pid)
        for descriptor in descriptors:
            os.close(descriptor)
        pidfds = [os.pidfd_open(pid)] if hasattr(os, "pidfd_open") else []
        control.send(self._end, control.Spawned(pid=pid), pidfds)
        for descriptor in pidfds:
            os.close(descriptor)

    def _become_child(self, parent: int, descriptors: list[int]) -> NoReturn:
        try:
            self._child.run(self._plan, parent, descriptors)
        finally:
            os._exit(70)

    def _reap(self, pid: int) -> None:
        if pid in self._living:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            self._bury(*os.wait4(pid, 0))
        self._end_orphans()
        control.send(self._end, self._ended.pop(pid, control.Reaped(pid=pid, code=0, cpu_seconds=0.0, peak_kb=0)))

    def _bury(self, pid: int, status: int, usage: object) -> None:
        self._living.discard(pid)
        cpu = float(usage.ru_utime + usage.ru_stime)  # type: ignore[attr-defined]
        peak = int(usage.ru_maxrss)  # type: ignore[attr-defined]
        code = os.waitstatus_to_exitcode(status)
        self._ended[pid] = control.Reaped(pid=pid, code=code, cpu_seconds=cpu, peak_kb=peak)

    def _end_orphans(self) -> None:
        """End what outlived its child: such processes became ours, because this process adopts orphans."""
        if self._plan.seccomp:
            return  # a child cannot start any
        path = f"/proc/self/task/{os.getpid()}/children"
        while True:
            try:
                with open(path) as file:
                    strangers = {int(word) for word in file.read().split()} - self._living
            except OSError:
                return
            if not strangers:
                return
            for pid in strangers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)
