"""System call filters in BPF, generated here.

A deny-list with two backstops: calls that are newer than the table, and calls of a foreign architecture, do not exist
for the child. An allow-list would be tighter and would break with the next libc or jaxlib. What one call makes of many
is different: ``ioctl`` has as many commands as the kernel has drivers and file systems, several change a file for good
through a descriptor that only reads, and what is needed of them is short. So its commands are an allow-list.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Sequence

from grader.sandbox.guards import syscalls
from grader.sandbox.guards.kernel import PR_SET_NO_NEW_PRIVS, prctl, syscall

_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in struct seccomp_data
_SET_MODE_FILTER, _TSYNC = 1, 1
_SECCOMP = {"x86_64": 317, "aarch64": 277}

_CLONE_THREAD = 0x00010000
_WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000  # O_WRONLY O_RDWR O_CREAT O_TRUNC, and the bit of O_TMPFILE
_TCGETS, _TCGETS2, _TIOCGWINSZ = 0x5401, 0x802C542A, 0x5413  # is this a terminal, how wide is it
_FIONREAD, _FIONBIO, _FIONCLEX, _FIOCLEX = 0x541B, 0x5421, 0x5450, 0x5451  # of the descriptor itself
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX, _F_SETLEASE, _F_NOTIFY = 8, 10, 15, 1024, 1026
_F_SET_RW_HINT, _F_SET_FILE_RW_HINT = 1036, 1038  # kept with the file, not with the descriptor
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_MM, _PR_SET_CHILD_SUBREAPER, _PR_SET_PTRACER = 1, 4, 35, 36, 0x59616D61

Instruction = tuple[int, int, int, int]


def supported() -> bool:
    """Whether this machine's architecture is in the table."""
    return sys.platform == "linux" and platform.machine() in syscalls.ARCHITECTURES


def _argument(index: int) -> int:
    """Offset of an argument's low word: all that is compared here are ints, whose high word the kernel ignores."""
    return 16 + 8 * index


def _refuse(code: int) -> Instruction:
    return (_RETURN, 0, 0, _ERRNO | code)


class _Program:
    """Instructions in order; every rule is self-contained and falls through to the next."""

    def __init__(self, machine: str) -> None:
        self.column, architecture = syscalls.ARCHITECTURES[machine]
        self.code: list[Instruction] = [
            (_LOAD, 0, 0, _ARCHITECTURE),
            (_JUMP_EQUAL, 1, 0, architecture),
            (_RETURN, 0, 0, _KILL_PROCESS),
            (_LOAD, 0, 0, _NUMBER),
        ]

    def number(self, table: syscalls.Table, name: str) -> int | None:
        return table[name][self.column]

    def refuse_above(self, number: int) -> None:
        self.code += [(_JUMP_GREATER_EQUAL, 0, 1, number + 1), _refuse(errno.ENOSYS)]

    def refuse(self, numbers: Sequence[int], code: int) -> None:
        for number in numbers:
            self.code += [(_JUMP_EQUAL, 0, 1, number), _refuse(code)]

    def on(self, name: str, body: list[Instruction]) -> None:
        """Run ``body`` when the call is ``name``; a body that does not return lets the call pass."""
        number = self.number(syscalls.CONDITIONAL, name)
        if number is not None:
            whole = [*body, (_RETURN, 0, 0, _ALLOW)]
            self.code += [(_JUMP_EQUAL, 0, len(whole), number), *whole]

    def finish(self) -> bytes:
        self.code.append((_RETURN, 0, 0, _ALLOW))
        return b"".join(struct.pack("=HBBI", *instruction) for instruction in self.code)


def _unless_equal(index: int, values: Sequence[int]) -> list[Instruction]:
    """Refuse unless the low word of an argument is one of ``values``."""
    code: list[Instruction] = [(_LOAD, 0, 0, _argument(index))]
    for position, value in enumerate(values):
        code.append((_JUMP_EQUAL, len(values) - position, 0, value))
    return [*code, _refuse(errno.EPERM)]


def _if_equal(index: int, values: Sequence[int]) -> list[Instruction]:
    """Refuse when the low word of an argument is one of ``values``."""
    code: list[Instruction] = [(_LOAD, 0, 0, _argument(index))]
    for value in values:
        code += [(_JUMP_EQUAL, 0, 1, value), _refuse(errno.EPERM)]
    return code


def _if_bits(index: int, bits: int) -> list[Instruction]:
    """Refuse when the low word of an argument has any of ``bits``."""
    return [(_LOAD, 0, 0, _argument(index)), (_JUMP_BITS, 0, 1, bits), _refuse(errno.EPERM)]


def _unless_bits(index: int, bits: int) -> list[Instruction]:
    return [(_LOAD, 0, 0, _argument(index)), (_JUMP_BITS, 1, 0, bits), _refuse(errno.EPERM)]


def child_filter(pid: int, machine: str | None = None) -> bytes:
    """Compile the filter of the child with this ``pid`` (as the child itself sees it)."""
    program = _Program(machine or platform.machine())
    program.refuse_above(syscalls.HIGHEST_KNOWN)  # also every x32 number, which starts at 2**30
    for table in (syscalls.PROCESSES, syscalls.NETWORK, syscalls.PRIVILEGES, syscalls.SHARING, syscalls.FILES):
        program.refuse(_numbers(table, program), errno.EPERM)
    program.refuse(_numbers(syscalls.ABSENT, program), errno.ENOSYS)
    program.on("clone", _unless_bits(0, _CLONE_THREAD))
    program.on("kill", _unless_equal(0, (pid,)))
    program.on("tgkill", _unless_equal(0, (pid,)))
    program.on("prlimit64", _unless_equal(0, (0, pid)))
    program.on("sched_setaffinity", _unless_equal(0, (0, pid)))
    program.on("ioctl", _unless_equal(1, (_TCGETS, _TCGETS2, _TIOCGWINSZ, _FIONREAD, _FIONBIO, _FIONCLEX, _FIOCLEX)))
    program.on(
        "fcntl",
        _if_equal(1, (_F_SETOWN, _F_SETSIG, _F_SETOWN_EX, _F_SETLEASE, _F_NOTIFY, _F_SET_RW_HINT, _F_SET_FILE_RW_HINT)),
    )
    program.on(
        "prctl",
        _if_equal(0, (_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_MM, _PR_SET_CHILD_SUBREAPER, _PR_SET_PTRACER)),
    )
    program.on("open", _if_bits(1, _WRITING))
    program.on("openat", _if_bits(2, _WRITING))
    return program.finish()


def no_open_filter(machine: str | None = None) -> bytes:
    """Compile the second filter, for kernels without Landlock: from here on nothing can be opened at all."""
    program = _Program(machine or platform.machine())
    program.on("open", [_refuse(errno.EACCES)])
    program.on("openat", [_refuse(errno.EACCES)])
    return program.finish()


def _numbers(table: syscalls.Table, program: _Program) -> list[int]:
    found = (program.number(table, name) for name in table)
    return [number for number in found if number is not None]


def install(program: bytes, *, all_threads: bool = False) -> None:
    """Put this process under a filter for good; OSError when the kernel will not."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP" if struct.calcsize("P") == 8 else "HxxP", len(program) // 8, ctypes.addressof(code))
    number = _SECCOMP[platform.machine()]
    syscall(number, _SET_MODE_FILTER, _TSYNC if all_threads else 0, ctypes.create_string_buffer(header, len(header)))
