"""Run a command while its processes are killed, and run it again until it is through."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROLES = {"grader.worker": "worker", "grader.source.service": "checker", "grader.sandbox.server": "server"}
UNFINISHED = 2
"""Exit code of a run that could not judge something: the same command tries that again."""

PATIENCE = 30
"""Looks for a process with a role before another will do."""
TOO_OFTEN = 5
"""Starts, beside one for each kill, after which something else must be wrong."""


@dataclass
class Killed:
    """What happened until the command was through."""

    code: int = -1
    kills: Counter[str] = field(default_factory=Counter)
    starts: int = 0


def family(pid: int) -> list[tuple[int, str]]:
    """A process and all below it, with their roles; what the server forks is a submission's process."""
    found, todo = [(pid, "parent")], [(pid, "parent")]
    while todo:
        above, role_above = todo.pop()
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{above}/task").iterdir():
                for word in (task / "children").read_text().split():
                    role = _role(int(word), role_above)
                    found.append((int(word), role))
                    todo.append((int(word), role))
    return found


def _role(pid: int, above: str) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
        numbers = Path(f"/proc/{pid}/status").read_text().split("NSpid:")[1].splitlines()[0].split()
    except (OSError, IndexError):
        return "gone"
    role = next((name for part, name in ROLES.items() if part in words), "gone")
    # In name spaces of its own the server is process 1, below one that only waits for it.
    return "submission" if role == above == "server" and numbers[-1] != "1" else role


def run_while_killed(
    command: list[str], journal: Path, moments: list[float], rng: random.Random, roles: list[str], cwd: Path
) -> Killed:
    """Run it until it is through; at each of the moments (sizes of the journal) end a process with one of the roles.

    ``roles`` are taken in turn; a moment whose role has no process waits a little for one, then takes another.
    """
    told = Killed()
    turns = iter(zip(sorted(moments), roles, strict=True))
    turn, waited = next(turns, None), 0
    process = _start(command, cwd, told)
    while True:
        code = process.poll()
        if code is not None:
            if code not in {UNFINISHED, -signal.SIGKILL}:
                told.code = code
                return told
            if told.starts > len(roles) + TOO_OFTEN:
                raise AssertionError(f"it does not get through: {told}")
            process = _start(command, cwd, told)
        if turn is not None and _size(journal) >= turn[0]:
            time.sleep(0.3 * rng.random())
            living = [(pid, role) for pid, role in family(process.pid) if role != "gone"]
            candidates = [entry for entry in living if entry[1] == turn[1]] or (living if waited > PATIENCE else [])
            waited += 1
            if candidates and process.poll() is None:
                pid, role = rng.choice(candidates)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    told.kills[role] += 1
                    turn, waited = next(turns, None), 0
        time.sleep(0.02)


def _start(command: list[str], cwd: Path, told: Killed) -> subprocess.Popen[bytes]:
    told.starts += 1
    return subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def strays(root: Path) -> set[int]:
    """Processes of the grader in ``root`` that nobody above them belongs to any more."""
    found = set()
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            words = (entry / "cmdline").read_bytes().decode(errors="replace")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == 1 and str(root) in words and any(part in words for part in ROLES):
                found.add(int(entry.name))
    return found
