"""How the grader starts its other processes. Only the standard library: the first of them starts before all else."""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def command(program: str, *words: str) -> list[str]:
    """Return the command that runs a program of ours with this interpreter, apart from the caller's own modules.

    It keeps the bytecode of what it imports where the caller does, if at all: compiling the source check anew is a
    tenth of a second.
    """
    bytecode = ["-B"] if sys.dont_write_bytecode else []
    if sys.pycache_prefix is not None:
        bytecode += ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    return [sys.executable, "-I", *bytecode, "-c", f"import sys; sys.path.insert(0, {ROOT!r}); {program}", *words]
