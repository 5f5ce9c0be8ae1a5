"""How the process starts that children are forked from: it tries the guards while it imports JAX, then serves.

Only the standard library is read before the trial is under way.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING

from grader.sandbox.guards import kernel, namespaces

if TYPE_CHECKING:
    from grader.sandbox.guards import ladder


class Config:
    """What the grader asks of a server, as ``launch.settings_of`` wrote it."""

    def __init__(self, told: bytes) -> None:
        kind, without, *self.forbidden = told.decode(errors="surrogateescape").split("\0")
        self.warm = kind == "warm"
        self.without = frozenset(without.split(",")) - {""}


def main(descriptor: int, settings: int) -> None:
    """Serve the grader at the other end of ``descriptor``; the configuration waits in ``settings``."""
    with os.fdopen(settings, "rb") as file:
        config = Config(file.read())
    end = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to handle
    linux = sys.platform == "linux"
    inside = linux and "namespaces" not in config.without and namespaces.available()
    if inside:
        namespaces.enter()
    if linux:
        with contextlib.suppress(OSError):
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    trial = Trial(config, in_namespaces=inside)
    # The costly import happens here, while the trial runs beside it and before the first fork. What is read in now
    # stays for good: looking for garbage in between is a tenth of the whole import.
    gc.disable()
    from grader.sandbox import forking  # noqa: PLC0415

    plan, leaks = trial.result()
    server = forking.Server(end, plan)
    if leaks:
        server.refuse(f"a guard does not hold on this machine: {leaks}")
        return
    if linux:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    if plan.seccomp and plan.ruleset is None:
        server.preload()
    if config.warm:
        server.warm()
        gc.collect()
    sys.dont_write_bytecode = True  # no child shall try: what it may not write is not ours to keep
    gc.freeze()  # what is here now is shared with every child: no collection should touch it
    gc.enable()
    server.serve()


class Trial:
    """A process that finds out which guards work here, tries them, and tells the server what it found."""

    def __init__(self, config: Config, *, in_namespaces: bool) -> None:
        self._end, theirs = socket.socketpair()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                self._end.close()
                _try(config, theirs, in_namespaces=in_namespaces)
            finally:
                os._exit(0)
        theirs.close()

    def result(self) -> tuple[ladder.Plan, str]:
        """Wait for the guards that work, and what they let through when they were tried."""
        import dataclasses  # noqa: PLC0415 - all of these after the fork, so that the trial does not wait for them

        import msgspec  # noqa: PLC0415

        from grader.sandbox.guards import ladder  # noqa: PLC0415

        body, descriptors, _, _ = socket.recv_fds(self._end, 1 << 16, 1)
        self._end.close()
        code = os.waitpid(self._pid, 0)[1]
        if not body:
            return ladder.Plan(), f"the trial ended with status {code}"
        plan, leaks = msgspec.msgpack.decode(body, type=tuple[ladder.Plan, str])
        return dataclasses.replace(plan, ruleset=descriptors[0] if descriptors else None), leaks


def _try(config: Config, end: socket.socket, *, in_namespaces: bool) -> None:
    import msgspec  # noqa: PLC0415

    from grader.sandbox.guards import ladder  # noqa: PLC0415

    plan = ladder.prepare(config.without, in_namespaces=in_namespaces)
    body = msgspec.msgpack.encode((plan, _leaks(plan, config.forbidden)))
    socket.send_fds(end, [body], [] if plan.ruleset is None else [plan.ruleset])


def _leaks(plan: ladder.Plan, forbidden: list[str]) -> str:
    """Try the guards in a child that is thrown away; return what they let through."""
    from grader.sandbox.guards import ladder  # noqa: PLC0415

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
