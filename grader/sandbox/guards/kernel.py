"""The few kernel calls that Python has no name for."""

from __future__ import annotations

import ctypes
import os
from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def syscall(number: int, *args: Any) -> int:
    """Make a raw system call; OSError carries errno."""
    converted = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result = int(_libc.syscall(ctypes.c_long(number), *converted))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, *args: Any) -> None:
    """Set a property of this process; OSError carries errno."""
    values = [*args, 0, 0, 0, 0][:4]
    converted = [ctypes.c_ulong(arg) if isinstance(arg, int) else arg for arg in values]
    if _libc.prctl(ctypes.c_int(option), *converted) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def unshare(flags: int) -> None:
    """Leave the namespaces that ``flags`` name; OSError carries errno."""
    if _libc.unshare(ctypes.c_int(flags)) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
