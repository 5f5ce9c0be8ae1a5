"""Compiler settings for programs that are compiled once and run on a handful of values."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

TRIED = frozenset({"0.10.2"})
"""Versions of jaxlib these flags were tried with: an unknown flag ends the process, so others get none."""
FLAGS = "--xla_cpu_use_fusion_emitters=false"


def settings() -> dict[str, str]:
    """Return environment variables that make small programs compile faster."""
    try:
        tried = version("jaxlib") in TRIED
    except PackageNotFoundError:
        tried = False
    # Shardy partitions programs over devices; here there is one.
    return {
        "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",
        "JAX_USE_SHARDY_PARTITIONER": "0",
        **({"XLA_FLAGS": FLAGS} if tried else {}),
    }
