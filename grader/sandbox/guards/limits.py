"""Resource limits a child sets on itself, soft and hard at once so that it cannot raise them again."""

from __future__ import annotations

import os
import resource

_MIB = 1024 * 1024

JAX_SLACK_MB = 160
"""What JAX itself still takes after its backend has started: compiler threads, first programs."""

_FIXED = {
    "RLIMIT_CORE": 0,
    "RLIMIT_FSIZE": 0,
    "RLIMIT_NOFILE": 64,
    "RLIMIT_MEMLOCK": 0,
    "RLIMIT_MSGQUEUE": 0,
}


def _set(name: str, value: int) -> bool:
    """Lower a limit to ``value`` (or to the hard limit, where that is lower already); False where there is none."""
    kind = getattr(resource, name, None)
    if kind is None:
        return False
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    try:
        resource.setrlimit(kind, (value, value))
    except (OSError, ValueError):  # macOS refuses some of them
        return False
    return True


def set_fixed() -> bool:
    """Set what does not depend on the submission: no core files, no written files, few descriptors."""
    done = [_set(name, value) for name, value in _FIXED.items()]  # every one, whatever the others did
    return all(done)


def set_memory(status: str, memory_mb: int) -> bool:
    """Allow ``memory_mb`` MiB on top of what ``/proc/self/status`` says is mapped now."""
    fields = {name: value for name, _, value in (line.partition(":") for line in status.splitlines())}
    try:
        data, size = (int(fields[name].split()[0]) * 1024 for name in ("VmData", "VmSize"))
    except (KeyError, ValueError, IndexError):
        return False
    more = (memory_mb + JAX_SLACK_MB) * _MIB
    # Numpy and XLA allocate from data; the address space also bounds shared mappings, and needs room for stacks.
    return _set("RLIMIT_DATA", data + more) and _set("RLIMIT_AS", size + more + 1024 * _MIB)


def set_cpu(seconds: float) -> bool:
    """Set the backstop behind the grader's own clock: the whole run may use ``seconds`` of CPU from now on."""
    used = sum(os.times()[:2])
    return _set("RLIMIT_CPU", int(used + seconds) + 1)
