"""How much memory a container leaves: a submission that asks for more must be stopped before the container is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.model import Limits
from grader.sandbox.guards.limits import JAX_SLACK_MB

_MIB = 1024 * 1024
_RESERVE_MB = 64
"""What the grader's own processes may still take while a submission runs."""
_LEAST_MB = 32
_UNLIMITED = 1 << 60
"""From here on a number of bytes means that there is no limit."""


def fitted(limits: Limits) -> Limits:
    """Lower the memory a submission may use to what its container leaves."""
    left = left_mb()
    if left is None:
        return limits
    room = max(_LEAST_MB, left - JAX_SLACK_MB - _RESERVE_MB)
    return msgspec.structs.replace(limits, memory_mb=min(limits.memory_mb, room))


def left_mb(groups: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> int | None:
    """Return the MiB that this process' control groups leave; None where none of them sets a limit."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return None
    left = [free for line in lines for free in _left(groups, line)]
    return max(0, min(left)) // _MIB if left else None


def _left(groups: Path, line: str) -> Iterator[int]:
    """Give what each group on the way up leaves, by the files of either version of control groups."""
    _, controllers, path = line.split(":", 2)
    if controllers == "":
        base, limit_file, used_file, cached = groups, "memory.max", "memory.current", "inactive_file"
    elif "memory" in controllers.split(","):
        base, cached = groups / "memory", "total_inactive_file"
        limit_file, used_file = "memory.limit_in_bytes", "memory.usage_in_bytes"
    else:
        return
    here = base / path.lstrip("/")
    for group in (here, *here.parents):
        try:
            # A container may see its own group as the root, whatever its path is outside.
            limit, used = (int((group / name).read_text()) for name in (limit_file, used_file))
            stat = dict(entry.split(maxsplit=1) for entry in (group / "memory.stat").read_text().splitlines())
        except (OSError, ValueError):
            limit = _UNLIMITED
        if limit < _UNLIMITED:
            yield limit - used + int(stat.get(cached, 0))
        if group == base:
            return
