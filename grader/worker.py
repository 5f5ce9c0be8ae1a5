"""One worker of a batch: a process that grades what it is handed, one submission after another.

It talks to the batch in length-prefixed msgpack frames on its standard input and output.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from typing import IO

import msgspec

from grader.model import AuthorError, Exercise, Faulted, Grade, Submission, UsageError, Value

HEAD = 4


class Start(Value, frozen=True, kw_only=True):
    """What a worker needs before the first submission."""

    exercises: dict[str, Exercise]
    seed: int | None = None
    require: int | None = None
    """Lowest level of isolation it may grade at."""


class Done(Value, frozen=True, kw_only=True):
    """One result, or whose fault it is that there is none."""

    grade: Grade | None = None
    author: tuple[str, str, int | None] | None = None
    """An author's mistake: message, path, line."""
    usage: str = ""
    """What was asked of the worker and cannot be done here."""
    fault: str = ""


def write_frame(stream: IO[bytes], value: Value) -> None:
    """Write one value with its length before it."""
    body = msgspec.msgpack.encode(value)
    stream.write(len(body).to_bytes(HEAD, "big") + body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read one frame's body; None at the end of the stream."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    body = stream.read(int.from_bytes(head, "big"))
    return body if len(body) == int.from_bytes(head, "big") else None


def main() -> None:
    """Serve until the batch closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the batch decides what it means
    if hasattr(select, "poll"):
        threading.Thread(target=_leave_with_the_batch, daemon=True).start()
    inward = sys.stdin.buffer
    outward = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    first = read_frame(inward)
    if first is None:
        return
    start = msgspec.msgpack.decode(first, type=Start)
    try:
        _serve(start, inward, outward)
    except AuthorError as error:
        write_frame(outward, Done(author=(error.message, error.path, error.line)))
    except UsageError as error:
        write_frame(outward, Done(usage=str(error)))
    except BrokenPipeError:
        return  # the batch is gone, and whoever goes on with it grades this one
    except Exception as error:
        write_frame(outward, Done(fault=f"{type(error).__name__}: {error}"))


def _leave_with_the_batch() -> None:
    """End when the batch does, also in the middle of a submission: nobody would read its grade."""
    poll = select.poll()
    poll.register(0, 0)  # only that the other end is closed
    poll.poll()
    os._exit(0)  # the checker and the sandbox see the end of their pipes, and end too


def _serve(start: Start, inward: IO[bytes], outward: IO[bytes]) -> None:
    from grader.sandbox.client import Sandbox  # noqa: PLC0415 - jax starts loading in its server meanwhile

    sandbox = Sandbox(warm=True, spares=1, require=start.require)
    try:
        from grader.grade import Engine  # noqa: PLC0415
        from grader.numbers import Runner, with_tests  # noqa: PLC0415
        from grader.source.checker import Checker  # noqa: PLC0415

        decode = msgspec.msgpack.Decoder(Submission).decode

        with Engine(sandbox, Checker()) as engine:

            def body(runner: Runner) -> None:
                while (frame := read_frame(inward)) is not None:
                    submission = decode(frame)
                    grade, _ = engine.grade(submission, start.exercises[submission.exercise], runner)
                    write_frame(outward, _done(grade))

            with_tests(start.exercises, body, start.seed)
    finally:
        sandbox.close()


def _done(grade: Grade) -> Done:
    """Hand on a grade; a fault is none, and another worker may do better."""
    return Done(fault=grade.outcome.detail) if isinstance(grade.outcome, Faulted) else Done(grade=grade)


if __name__ == "__main__":
    main()
