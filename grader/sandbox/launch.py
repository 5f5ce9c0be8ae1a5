"""Start the sandbox's server with the standard library alone, before anything else is imported.

The server then imports JAX while the grader's own process reads everything else.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import IO

from grader import interpreter
from grader.interpreter import ROOT

START = "import gc; gc.disable(); from grader.sandbox.server import main; main(int(sys.argv[1]), int(sys.argv[2]))"
KEPT_VARIABLES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""Variables of the machine that numerical libraries need; nothing else of the environment goes along."""
TRIED_JAXLIB = "0.10.2"
"""The version of jaxlib the compiler flags were tried with: an unknown flag ends the process, so others get none."""
FLAGS = "--xla_cpu_use_fusion_emitters=false"


class Launched:
    """A server that is starting."""

    __slots__ = ("end", "errors", "process", "settings")

    def __init__(
        self, process: subprocess.Popen[bytes], end: socket.socket, errors: IO[bytes], settings: bytes
    ) -> None:
        """Keep the process, our end of its socket, what it writes on its two streams, and what it was told."""
        self.process, self.end, self.errors, self.settings = process, end, errors, settings


def default_forbidden() -> list[str]:
    """List the paths that no child may read: what an answer could be taken from."""
    paths = (os.path.join(ROOT, name) for name in ("exercises", "solutions", "grader"))
    return [path for path in paths if os.path.exists(path)]


def settings_of(*, warm: bool = False, without: Iterable[str] = (), forbidden: Iterable[str] | None = None) -> bytes:
    """Write down what a server is told: it reads that before it can import a decoder."""
    paths = default_forbidden() if forbidden is None else forbidden
    return "\0".join(("warm" if warm else "cold", ",".join(sorted(without)), *paths)).encode(errors="surrogateescape")


def environment() -> dict[str, str]:
    """Return the server's whole environment."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    return {
        **kept,
        "HOME": "/",
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "JAX_PLATFORMS": "cpu",
        "NPROC": "2",  # XLA's pool: with one thread, a right answer can wait for itself
        "OPENBLAS_NUM_THREADS": "1",  # NumPy would start a thread in the server, and forking needs one thread
        "OMP_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "4",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        **_compiler(),
    }


def _compiler() -> dict[str, str]:
    """Make small programs compile faster: they run on a handful of values. Shardy splits programs over devices."""
    settings = {"JAX_DISABLE_MOST_OPTIMIZATIONS": "1", "JAX_USE_SHARDY_PARTITIONER": "0"}
    # The first jaxlib on the path is the one that is imported.
    home = next((path for path in sys.path if os.path.isdir(os.path.join(path, "jaxlib"))), "")
    tried = os.path.isdir(os.path.join(home, f"jaxlib-{TRIED_JAXLIB}.dist-info"))
    return {**settings, "XLA_FLAGS": FLAGS} if tried else settings


def _nameless_file() -> IO[bytes]:
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("sandbox-errors"), "w+b")
    import tempfile  # noqa: PLC0415 - slow to import, and needed only where memory cannot hold a file

    return tempfile.TemporaryFile()


def launch(settings: bytes | None = None) -> Launched:
    """Start a server and tell it its settings; OSError when it cannot be started."""
    told = settings_of() if settings is None else settings
    ours, theirs = socket.socketpair()
    reader, writer = os.pipe()
    errors = _nameless_file()
    try:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            interpreter.command(START, str(theirs.fileno()), str(reader)),
            pass_fds=(theirs.fileno(), reader),
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            env=environment(),
            cwd="/",
            start_new_session=True,
        )
    except OSError:
        ours.close()
        os.close(writer)
        errors.close()
        raise
    finally:
        theirs.close()
        os.close(reader)
    # Through a pipe, so that no child finds it on a command line.
    with suppress(BrokenPipeError), os.fdopen(writer, "wb") as file:
        file.write(told)
    return Launched(process, ours, errors, told)
