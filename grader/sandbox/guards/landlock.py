"""File, TCP, signal and abstract-socket denial by Landlock: an allow-list of trees that may be read, and nothing else.

The ruleset is built once and only entered by each child, because opening every allowed path again would cost more
than the restriction itself.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from grader.sandbox.guards.kernel import PR_SET_NO_NEW_PRIVS, prctl, syscall

# The same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_VERSION = 1

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# Every file right an ABI knows (bits 0..n-1): what is handled and not allowed is refused.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_BIND_AND_CONNECT = 0b11
_SCOPE_ABSTRACT_SOCKET_AND_SIGNAL = 0b11


def abi() -> int:
    """Return the kernel's Landlock ABI; 0 when it has none or has it switched off."""
    try:
        return syscall(_CREATE_RULESET, ctypes.c_void_p(None), 0, _VERSION)
    except OSError:
        return 0


def build(readable: Iterable[str], listable: Iterable[str], version: int) -> int:
    """Build a ruleset for ABI ``version`` that allows reading these trees and listing these; return its descriptor."""
    files = (1 << _FILE_RIGHTS[min(version, 5)]) - 1
    network = _NET_BIND_AND_CONNECT if version >= 4 else 0
    scopes = _SCOPE_ABSTRACT_SOCKET_AND_SIGNAL if version >= 6 else 0
    attributes = struct.pack("=QQQ", files, network, scopes)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = syscall(_CREATE_RULESET, ctypes.create_string_buffer(attributes, 24), size, 0)
    for path in readable:
        _allow(ruleset, path, _READ_FILE | _READ_DIR)
    for path in listable:
        _allow(ruleset, path, _READ_DIR)
    return ruleset


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this machine: nothing to allow
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= ~_READ_DIR  # the kernel refuses a rule that gives a file rights of a directory
        if rights:
            rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor), 12)
            syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def enter(ruleset: int) -> None:
    """Restrict this thread, and all it starts, to the ruleset for good; OSError when the kernel will not."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    syscall(_RESTRICT_SELF, ruleset, 0)
