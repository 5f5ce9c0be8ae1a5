"""The process that children are forked from: it has imported JAX, started nothing, and never runs learner code.

Forking is only sound while there is one thread and no backend, so both are checked before every fork.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from typing import NoReturn

from grader.sandbox import child, control, shortcuts, warmth
from grader.sandbox.guards import ladder


def _assert_forkable() -> None:
    if os.path.isdir("/proc/self/task"):
        threads = len(os.listdir("/proc/self/task"))
        if threads != 1:
            raise RuntimeError(f"the server has {threads} threads and cannot fork")


class Server:
    """Forks, and buries, children on request."""

    def __init__(self, end: socket.socket, plan: ladder.Plan) -> None:
        self._end, self._plan = end, plan
        self._living: set[int] = set()
        self._ended: dict[int, control.Reaped] = {}

    def refuse(self, why: str) -> None:
        """Tell the grader why there will be no service."""
        control.send(self._end, control.Refused(why=why))

    def warm(self) -> None:
        """Import what JAX loads lazily, and trace once, so that no child pays for it."""
        warmth.warm(child.rehearse, child.first_trace)

    def preload(self) -> None:
        """Import what a submission may import: on this rung its process opens no file, so it finds what is here."""
        warmth.import_all([*warmth.COMMON, *warmth.modules_of(child.rehearse_widely)])

    def serve(self) -> None:
        """Say that all is ready, then answer until the grader is gone."""
        shortcuts.skip_plugins()
        _assert_forkable()
        control.send(self._end, control.Up())
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
            child.run(self._plan, parent, descriptors)
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
