"""Ask JAX itself whether submissions are right: ``python -m tests.oracle FILE...``. Runs them unprotected: own files only.

A right answer doubles eagerly and under jit on several lengths, and its jaxpr shows one ordered io_callback between the
input and the output.
"""

from __future__ import annotations

import os
import sys
import types
import warnings
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np

INPUTS = ([5.0, 6.0, 7.0], [], [-0.0], [float("nan"), float("inf"), 3e38, -1e-30])


def problem(path: Path) -> str:
    """Say in what a submission is not right; empty when it is."""
    module = types.ModuleType("submission")
    sys.modules["submission"] = module
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
        function = module.io_callback_passthrough
        for values in INPUTS:
            x = jnp.array(values, dtype=jnp.float32)
            with np.errstate(over="ignore"):
                expected = np.asarray(x) * np.float32(2)
            for run in (function, jax.jit(function)):
                result = run(x)
                if not isinstance(result, jax.Array) or result.dtype != jnp.float32:
                    return f"{values}: not a float32 jax.Array"
                if not np.array_equal(np.asarray(result), expected, equal_nan=True):
                    return f"{values}: {result}"
        for length in (3, 0, 7):
            made = jax.make_jaxpr(function)(jax.ShapeDtypeStruct((length,), jnp.float32))
            if str(made).count("io_callback[") != 1 or "ordered=True" not in str(made):
                return f"length {length}: {made}"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[-200:]}"
    return ""


def main(paths: list[str]) -> int:
    warnings.simplefilter("ignore")
    bad = 0
    for path in paths:
        found = problem(Path(path))
        if found:
            bad += 1
            print(f"{path}: {found}")
    print(f"{len(paths)} files, {bad} not right")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
