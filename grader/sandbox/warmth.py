"""What a server does once so that no child pays for it: import what JAX loads lazily, and trace a first program.

A scout, a child that is thrown away, runs a whole rehearsal and tells which modules it ended up with; the server then
imports these. So no name of a module of JAX is written down here.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterable

COMMON = (
    "abc array ast base64 bisect builtins cmath collections collections.abc contextlib contextvars copy csv "
    "ctypes dataclasses datetime decimal enum fractions functools gc glob graphlib hashlib heapq importlib "
    "inspect io itertools json keyword linecache logging math mmap numbers operator os pathlib platform "
    "pprint queue random re resource secrets select shutil signal socket statistics string struct subprocess "
    "sys tempfile textwrap threading time timeit traceback types typing typing_extensions unicodedata uuid "
    "warnings weakref zlib multiprocessing concurrent.futures asyncio numpy numpy.testing numpy.linalg "
    "numpy.fft numpy.random jax.numpy jax.lax jax.nn jax.random jax.scipy jax.scipy.linalg jax.tree_util "
    "jax.debug jax.experimental jax.experimental.sparse jax.experimental.shard_map"
).split()
"""What learners import."""


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


def import_all(names: Iterable[str]) -> None:
    """Import modules by name; one that cannot be imported is left out."""
    for name in names:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def warm(rehearsal: Callable[[], None], first_trace: Callable[[], None]) -> None:
    """Import what the rehearsal needed, then trace once. Neither starts a backend here."""
    import_all(modules_of(rehearsal))
    first_trace()
