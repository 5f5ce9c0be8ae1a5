"""Giving up what a process inherited: its user, capabilities, session, and being looked into by others."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import struct
import sys

from grader.sandbox.guards import kernel

NOBODY = 65534
"""The user that owns nothing; a child of a root grader becomes it."""

_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3 = 0x20080522


def bind_to_parent(parent: int) -> None:
    """Die with ``parent`` (its pid as seen from here; 0 when it lives outside this pid namespace) and hide memory."""
    if sys.platform != "linux":
        return
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    if os.getppid() != parent:
        os._exit(1)


def become_nobody() -> bool:
    """Change to an unprivileged user; False (and nothing changed) where that is refused."""
    try:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    except OSError:
        return False
    return True


def drop_capabilities() -> bool:
    """Give up every capability, also for what might be gained later; False where the kernel refuses."""
    with contextlib.suppress(OSError):
        kernel.prctl(kernel.PR_CAP_AMBIENT, kernel.PR_CAP_AMBIENT_CLEAR_ALL)
    for capability in range(64):
        try:
            kernel.prctl(kernel.PR_CAPBSET_DROP, capability)
        except OSError:
            break  # beyond the last one, or not ours to drop
    number = _CAPSET.get(os.uname().machine)
    if number is None:
        return False
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), 8)
    try:
        kernel.syscall(number, header, ctypes.create_string_buffer(24))
    except OSError:
        return False
    return True
