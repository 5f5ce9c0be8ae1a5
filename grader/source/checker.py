"""The source check in a process of its own: hostile text may crash or stall the parser, never the grader."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import subprocess
import time
from types import TracebackType

import msgspec

from grader import interpreter
from grader.model import AuthorError, Exercise, GraderFault, NotChecked, Rule, Value
from grader.source.report import SourceReport, load_finding

DEADLINE = 20.0
"""Seconds a check may take before its process is ended; its own CPU bound comes long before on an idle machine."""
RENEWED = 1000
"""Files after which the process is replaced: hostile ones can leave it larger than they found it."""
START = "import gc; gc.disable(); from grader.source.service import main; main()"
HEADER = struct.Struct(">I")


class Request(Value, frozen=True, kw_only=True):
    """One submission to check."""

    source: bytes
    exercise: Exercise


class Reply(Value, frozen=True, kw_only=True):
    """What the check found, or whose fault it is that it found nothing."""

    report: SourceReport | None = None
    author: tuple[str, str, int | None] | None = None
    """An author's mistake: message, path, line."""
    fault: str = ""


class Checker:
    """A process that checks sources, restarted when one of them ends it."""

    def __init__(self) -> None:
        """Start the process without waiting for it."""
        self._process: subprocess.Popen[bytes] | None = None
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Reply).decode
        self._answered = 0
        """Files the running process has answered for."""
        self._pending = b""
        """What was handed in and not answered yet."""
        self._start()

    def __enter__(self) -> Checker:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the process."""
        self.close()

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._answered = 0
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
                interpreter.command(START),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process

    def submit(self, source: bytes, exercise: Exercise) -> None:
        """Hand in a submission; ``result`` waits for it."""
        if self._pending:
            self._end()  # nobody read the answer before this one: it must not be taken for this one's
        payload = self._encode(Request(source=source, exercise=exercise))
        self._pending = HEADER.pack(len(payload)) + payload
        self._send()

    def _send(self) -> None:
        for last in (False, True):
            process = self._start()
            assert process.stdin is not None
            try:
                process.stdin.write(self._pending)
                process.stdin.flush()
                break
            except OSError as error:
                self._end()
                if last:
                    raise GraderFault(f"the source check cannot be started: {error}") from error

    def result(self) -> SourceReport:
        """Wait for the report; a check that dies or takes too long is a finding about the file."""
        body, late = self._answer()
        used, outside = self._answered > 0, body is None and not late and self._ended_from_outside()
        if outside or (body is None and not late and used):
            # Somebody ended the process, or what it read before had worn it out: only where a fresh one
            # dies too is the file to blame.
            self._send()
            body, late = self._answer()
        self._pending = b""
        if body is None:
            self._end()
            return _lost("takes too long to read" if late else "cannot be read")
        self._answered += 1
        if self._answered >= RENEWED:
            self._end()
        reply = self._decode(body)
        if reply.author is not None:
            raise AuthorError(*reply.author)
        if reply.report is None:
            raise GraderFault(f"the source check failed: {reply.fault}")
        return reply.report

    def _answer(self) -> tuple[bytes | None, bool]:
        """Wait for an answer; without one, say whether that is because the time is up."""
        deadline = time.monotonic() + DEADLINE
        head = self._read(HEADER.size, deadline)
        body = None if head is None else self._read(HEADER.unpack(head)[0], deadline)
        return body, time.monotonic() >= deadline

    def _ended_from_outside(self) -> bool:
        process, killed = self._process, False
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                killed = process.wait(timeout=5) == -signal.SIGKILL
        self._end()
        return killed

    def check(self, source: bytes, exercise: Exercise) -> SourceReport:
        """Check one submission and wait for it."""
        self.submit(source, exercise)
        return self.result()

    def _read(self, size: int, deadline: float) -> bytes | None:
        process = self._start() if self._process is None else self._process
        assert process.stdout is not None
        stream = process.stdout.fileno()
        parts: list[bytes] = []
        while size > 0:
            ready, _, _ = select.select([stream], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(stream, min(size, 1 << 16)) if ready else b""
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self._process = None

    def kill(self) -> None:
        """End the process without waiting for that; ``close`` waits."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process."""
        self._end()


def _lost(why: str) -> SourceReport:
    found = load_finding(
        f"The file {why}: it is built in a way no answer needs.",
        "Write the answer plainly: it takes about ten lines.",
    )
    rest = tuple(
        NotChecked(what=what, why=f"the file {why}")
        for what in ("the call and its arguments", "the trace", "the numbers")
    )
    assert found.rule is Rule.LOAD
    return SourceReport(findings=(found,), main=0, not_checked=rest, loads=False)
