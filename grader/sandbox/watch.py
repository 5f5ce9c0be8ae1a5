"""The grader's side of one child: ask, wait under every clock, and end it when a limit is passed."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import select
import signal
import time
from dataclasses import dataclass, field

from grader.model import Limits
from grader.sandbox import wire
from grader.sandbox.faults import FILE
from grader.sandbox.guards.limits import JAX_SLACK_MB

_TICK_MS = 40
_KEPT = 32 * 1024
_DUMP = 64 * 1024
_DUMP_WAIT = 0.5
_CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass(frozen=True)
class Ending:
    """Why no answer came: ``cpu``, ``wall``, ``memory``, ``output``, ``violation`` or ``gone``."""

    why: str
    seconds: float = 0.0
    detail: str = ""
    dump: str = ""
    """Stacks of the child's threads at that moment, as it wrote them."""


class Output:
    """What a submission printed: all of its start and of its end, at most 64 KiB, and how much there was."""

    def __init__(self) -> None:
        self._head, self._tail = bytearray(), bytearray()
        self.total = 0

    def add(self, piece: bytes) -> None:
        """Take more of it."""
        self.total += len(piece)
        room = _KEPT - len(self._head)
        self._head += piece[:room]
        self._tail += piece[room:] if room > 0 else piece
        del self._tail[:-_KEPT]

    def kept(self) -> bytes:
        """Return the start and the end, with a word between them on what is left out."""
        left_out = self.total - len(self._head) - len(self._tail)
        between = b"\n[... %d bytes left out ...]\n" % left_out if left_out else b""
        return bytes(self._head) + between + bytes(self._tail)


@dataclass
class Pipes:
    """The grader's ends."""

    requests: int
    replies: int
    printed: int
    """Its standard output."""
    errors: int
    """Its standard error."""
    dumps: int

    def close(self) -> None:
        """Close them all."""
        for descriptor in (self.requests, self.replies, *self.streams, self.dumps):
            os.close(descriptor)

    @property
    def streams(self) -> tuple[int, int]:
        """Standard output and standard error."""
        return self.printed, self.errors


def open_pipes() -> tuple[Pipes, list[int]]:
    """Make the pipes of a child; return our ends and its ends, in the order the server expects."""
    child_reads, requests = os.pipe()
    replies, child_writes = os.pipe()
    printed, child_prints = os.pipe()
    errors, child_errs = os.pipe()
    dumps, child_dumps = os.pipe()
    for descriptor in (requests, replies, printed, errors, dumps):
        os.set_blocking(descriptor, False)
    theirs = [child_reads, child_writes, child_prints, child_errs, child_dumps]
    return Pipes(requests, replies, printed, errors, dumps), theirs


@dataclass
class Watched:
    """A child as the grader holds it."""

    pipes: Pipes
    server_pid: int = 0
    """Its pid as the server knows it."""
    pid: int = 0
    """Its pid as ``/proc`` here shows it; 0 when that cannot be told."""
    pidfd: int | None = None
    output: Output = field(default_factory=Output)
    """Both of its streams, in the order in which they were read."""
    printed: Output = field(default_factory=Output)
    """Its standard output alone: libraries warn on standard error, nothing but a submission writes here."""
    printed_before: int = 0
    """Bytes the run had printed in earlier children: the limit is on all of it."""
    base_kb: int | None = None
    """Resident memory before learner code; from then on the memory limit is watched."""
    closed: bool = False

    def ask(self, body: wire.Question, limits: Limits) -> wire.Answer | Ending:
        """Ask one question and wait for its answer; on an Ending the child has been sent SIGKILL."""
        try:
            return self._ask(body, limits)
        except wire.WireError as error:
            return self._end("violation", 0.0, str(error))

    def _ask(self, body: wire.Question, limits: Limits) -> wire.Answer | Ending:
        started, cpu_before = time.monotonic(), self.cpu_seconds() or 0.0
        nonce = secrets.token_bytes(16)
        waiting = memoryview(wire.frame(wire.Ask(nonce=nonce, body=body)))
        reader = wire.FrameReader()
        poll = select.poll()
        poll.register(self.pipes.replies, select.POLLIN)
        for descriptor in self.pipes.streams:
            poll.register(descriptor, select.POLLIN)
        if any(descriptor == self.pipes.replies for descriptor, _ in poll.poll(0)) and not self._at_end():
            return self._end("violation", 0.0, "an answer to a question that was not asked")
        poll.register(self.pipes.requests, select.POLLOUT)
        checked = started
        while True:
            ready = dict(poll.poll(_TICK_MS))
            for descriptor in self.pipes.streams:
                if descriptor in ready and self._drain(descriptor) == b"":
                    poll.unregister(descriptor)
            if self.pipes.requests in ready and waiting:
                waiting = self._send(waiting)
                if not waiting:
                    poll.unregister(self.pipes.requests)
            if self.pipes.replies in ready:
                piece = self._read(self.pipes.replies)
                if piece == b"":
                    return self._end("gone", time.monotonic() - started)
                frame = reader.feed(piece) if piece else None
                if frame is not None:
                    # What it printed before it answered is there, and counts.
                    for descriptor in self.pipes.streams:
                        while not self._flooded(limits) and self._drain(descriptor):
                            pass
                    if self._flooded(limits):
                        return self._end("output", time.monotonic() - started)
                    return wire.reply_from(frame, nonce)
            now = time.monotonic()
            if self._flooded(limits):
                return self._end("output", now - started)
            if now - checked >= _TICK_MS / 1000:
                checked = now
                if (ending := self._over(limits, now - started, cpu_before)) is not None:
                    return ending

    def _flooded(self, limits: Limits) -> bool:
        return self.printed_before + self.output.total > limits.output_kb * 1024

    def _at_end(self) -> bool:
        """Whether the reply pipe is only readable because it has ended."""
        return self._read(self.pipes.replies) == b""

    def _over(self, limits: Limits, elapsed: float, cpu_before: float) -> Ending | None:
        cpu = self.cpu_seconds()
        if cpu is not None and cpu - cpu_before > limits.cpu_seconds:
            return self._end("cpu", cpu - cpu_before, dump=self._dump())
        if elapsed > limits.wall_seconds:
            return self._end("wall", elapsed, dump=self._dump())
        resident = self.resident_kb()
        if self.base_kb and resident and resident - self.base_kb > (limits.memory_mb + 2 * JAX_SLACK_MB) * 1024:
            return self._end("memory", elapsed)
        return None

    def _send(self, data: memoryview) -> memoryview:
        try:
            return data[os.write(self.pipes.requests, data[: 1 << 20]) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return data[:0]  # the end of its replies will tell

    @staticmethod
    def _read(descriptor: int) -> bytes | None:
        """Read what is there: None when nothing is, empty at the end."""
        try:
            return os.read(descriptor, 1 << 18)
        except BlockingIOError:
            return None

    def _drain(self, descriptor: int) -> bytes | None:
        """Take what waits in one of its streams: None when nothing does, empty at the end."""
        piece = self._read(descriptor)
        if piece:
            self.output.add(piece)
            if descriptor == self.pipes.printed:
                self.printed.add(piece)
        return piece

    def _end(self, why: str, seconds: float, detail: str = "", dump: str = "") -> Ending:
        self.kill()
        return Ending(why, seconds, detail, dump or self._waiting_dump())

    def _dump(self) -> str:
        """Have the child write its threads' stacks, which works also while it waits in native code."""
        self._waiting_dump()
        self.signal(signal.SIGUSR1)
        poll = select.poll()
        poll.register(self.pipes.dumps, select.POLLIN)
        text, until = "", time.monotonic() + _DUMP_WAIT
        while len(text) < _DUMP and time.monotonic() < until and poll.poll(150 if not text else 50):
            more = self._read(self.pipes.dumps)
            if not more:
                break
            text += more.decode("utf-8", "replace")
        return text

    def _waiting_dump(self) -> str:
        return (self._read(self.pipes.dumps) or b"").decode("utf-8", "replace")

    def signal(self, number: int) -> None:
        """Send it a signal, if it still lives."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self.pidfd is not None:
                signal.pidfd_send_signal(self.pidfd, number)
            elif self.pid:
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it, whatever it does."""
        self.signal(signal.SIGKILL)

    def finish_output(self) -> None:
        """Take what the ended child had still printed."""
        for descriptor in self.pipes.streams:
            while self.output.total <= (1 << 26) and self._drain(descriptor):
                pass

    def close(self) -> None:
        """Close every descriptor of it."""
        if not self.closed:
            self.closed = True
            self.pipes.close()
            if self.pidfd is not None:
                os.close(self.pidfd)

    def cpu_seconds(self) -> float | None:
        """CPU time of all its threads so far; None where the system does not tell."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _CLOCK_TICKS if len(fields) > 12 else None

    def resident_kb(self) -> int | None:
        """Resident memory now; None where the system does not tell."""
        fields = self._proc("statm").split()
        return int(fields[1]) * _PAGE_KB if len(fields) > 1 else None

    def _proc(self, name: str) -> str:
        if not self.pid:
            return ""
        try:
            with open(f"/proc/{self.pid}/{name}") as file:
                return file.read()
        except OSError:
            return ""


_THREAD = re.compile(r"(?:Current thread|Thread) 0x")
_DUMPED = re.compile(r'^\s*File "(?P<file>[^"]*)", line (?P<line>\d{1,7}) in (?P<name>.*)$')


def own_lines_of(dump: str) -> list[int]:
    """List the learner's lines in the first of the dumped stacks that has any, innermost first."""
    own: list[int] = []
    for line in dump.splitlines():
        found = _DUMPED.match(line)
        if found and found["file"] == FILE:
            own.append(int(found["line"]))
        elif own and _THREAD.match(line):
            break
    return own


def own_line_of(dump: str) -> int | None:
    """Find the learner's innermost line in dumped stacks."""
    return next(iter(own_lines_of(dump)), None)


def waits_for_jax_in_callback(dump: str) -> bool:
    """Whether some thread is inside JAX, called by the learner, called by JAX's callback machinery."""
    for stack in re.split(r"\n(?=(?:Current thread|Thread) 0x)", dump):
        files = [found["file"] for line in stack.splitlines() if (found := _DUMPED.match(line))]
        mine = [index for index, name in enumerate(files) if name == FILE]
        callback = [index for index, name in enumerate(files) if name.endswith("jax/_src/callback.py")]
        # Not the innermost frame alone: what JAX calls, such as NumPy or its compiler, is waited for just the same.
        inside = mine and any("/jax/_src/" in name for name in files[: mine[0]])
        if inside and callback and mine[0] < callback[-1]:
            return True
    return False
