"""The loop of the process that checks sources: one request in, one reply out, until the pipe closes."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import sys

import msgspec

from grader.model import AuthorError
from grader.source.answers import pattern_of
from grader.source.check import RECURSION, check_source
from grader.source.checker import HEADER, Reply, Request

CPU_SECONDS = 4
"""CPU time of one check after which the kernel ends the process."""
MEMORY = 2 << 30


def main() -> None:
    """Serve until the caller goes away."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    sys.setrecursionlimit(RECURSION)
    gc.freeze()  # modules are forever; it was off while they were read
    gc.enable()
    inward, outward = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    encode = msgspec.msgpack.Encoder().encode
    decode = msgspec.msgpack.Decoder(Request).decode
    while True:
        head = inward.read(HEADER.size)
        if len(head) < HEADER.size:
            return
        request = decode(inward.read(HEADER.unpack(head)[0]))
        _allow(CPU_SECONDS)
        payload = encode(_answer(request))
        outward.write(HEADER.pack(len(payload)) + payload)
        outward.flush()


def _allow(seconds: int) -> None:
    """Let the process use this much CPU time from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds + 1
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _answer(request: Request) -> Reply:
    try:
        pattern_of(request.exercise, request.exercise.entrypoint)
        return Reply(report=check_source(request.source, request.exercise))
    except AuthorError as error:
        return Reply(author=(error.message, error.path, error.line))
    except (RecursionError, MemoryError) as error:
        return Reply(fault=type(error).__name__)
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace is not None else ""
        return Reply(fault=f"{type(error).__name__}: {error} ({where})")
