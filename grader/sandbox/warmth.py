"""What a server does once so that no child pays for it: import what JAX loads lazily, and trace a first program.

A scout, a child that is thrown away, runs a whole rehearsal and tells which modules it ended up with; the server then
imports these. So no name of a module of JAX is written down here.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable


def modules_of(rehearsal: Callable[[], None]) -> list[str]:
    """Run a rehearsal in a child that is thrown away; return the modules it imported beyond those here."""
    reader, writer = os.pipe()
    before = set(sys.modules)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reader)
            rehearsal()
            names = "\n".join(sorted(set(sys.modules) - before))
            with os.fdopen(writer, "w") as file:
                file.write(names)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as file:
        said = file.read()
    return said.split("\n") if os.waitpid(pid, 0)[1] == 0 and said else []


def warm(rehearsal: Callable[[], None], first_trace: Callable[[], None]) -> None:
    """Import what the rehearsal needed, then trace once. Neither starts a backend here."""
    for name in modules_of(rehearsal):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    first_trace()
