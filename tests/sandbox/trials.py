"""Try what a guard must refuse, with and without it: ``python -m tests.sandbox.trials GUARD FOLDER`` prints JSON.

Every act is tried in a process of its own that puts on this guard alone, so that no other can refuse in its place.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable

from grader.sandbox.guards import kernel, ladder, landlock, limits, namespaces, privileges, seccomp

FOLDER, PARENT = "", 0
LIBC = ctypes.CDLL(None, use_errno=True)


def raw(number: int, *arguments: int) -> None:
    kernel.syscall(number, *arguments)


def opens_for_writing(path: str, flags: int = 0) -> None:
    os.close(os.open(path, os.O_WRONLY | flags, 0o600))


def starts(path: str) -> None:
    pid = os.posix_spawn(path, [path], {})
    os.waitpid(pid, 0)


def forks() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def connects(family: int, kind: int, address: object) -> None:
    """Succeeds as well where nobody listens: being allowed to ask is what counts."""
    with socket.socket(family, kind) as one, contextlib.suppress(ConnectionRefusedError):
        one.connect(address)  # type: ignore[arg-type]


def allocates(megabytes: int) -> None:
    mmap.mmap(-1, megabytes << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()


def has_a_thread() -> None:
    seen: list[int] = []
    one = threading.Thread(target=lambda: seen.append(1))
    one.start()
    one.join()
    assert seen


def a_thread_opens() -> None:
    """Let a thread open a file that was there before the guard."""
    GO.set()
    DONE.wait()
    if FAILED:
        raise FAILED[0]


GO, DONE = threading.Event(), threading.Event()
FAILED: list[OSError] = []


def waits_then_opens() -> None:
    GO.wait()
    try:
        open(os.__file__).close()
    except OSError as error:
        FAILED.append(error)
    DONE.set()


def is_watched() -> None:
    """Raise unless other processes may look into this one."""
    if not LIBC.prctl(3, 0, 0, 0, 0):  # PR_GET_DUMPABLE
        raise OSError(errno.EPERM, "not dumpable")


def outlives_its_parent() -> None:
    """Raise when this process ends with its parent."""
    number = ctypes.c_int()
    LIBC.prctl(2, ctypes.byref(number), 0, 0, 0)  # PR_GET_PDEATHSIG
    if number.value == signal.SIGKILL:
        raise OSError(errno.EPERM, "ends with its parent")


def has_capabilities() -> None:
    with open("/proc/self/status") as file:
        fields = dict(line.split(":\t", 1) for line in file.read().splitlines())
    if int(fields["CapEff"], 16) == int(fields["CapBnd"], 16) == 0:
        raise OSError(errno.EPERM, "no capabilities")


def sees_interfaces() -> None:
    if [name for _, name in socket.if_nameindex() if name != "lo"] == []:
        raise OSError(errno.EPERM, "only lo")


def writes_much() -> None:
    """Reaching the limit is also a signal, which Python ignores."""
    with open(f"{FOLDER}/growing", "wb") as file:
        file.write(b"x")


def dumps_core() -> None:
    if resource.getrlimit(resource.RLIMIT_CORE) == (0, 0):
        raise OSError(errno.EPERM, "no core files")
    resource.setrlimit(resource.RLIMIT_CORE, resource.getrlimit(resource.RLIMIT_CORE))


def opens_many() -> None:
    found = [os.open(os.devnull, os.O_RDONLY) for _ in range(100)]
    for one in found:
        os.close(one)


FS_IOC_GETFLAGS, FS_IOC_SETFLAGS = 0x80086601, 0x40086602
AT_FDCWD = -100


def asks_a_file(command: int, argument: bytes) -> bytes:
    """Ask through a descriptor that can only read."""
    with open(f"{FOLDER}/hidden", "rb") as file:
        return fcntl.ioctl(file, command, argument)


def sets_its_flags() -> None:
    """Leave the flags as every file of this folder has them: being allowed to set them is what counts."""
    asks_a_file(FS_IOC_SETFLAGS, struct.pack("l", FLAGS))


def hints_at_its_use() -> None:
    with open(f"{FOLDER}/hidden", "rb") as file:
        fcntl.fcntl(file, 1036, struct.pack("Q", 2))  # F_SET_RW_HINT, for short


def syncs_its_file_system() -> None:
    with open(f"{FOLDER}/hidden", "rb") as file:
        if LIBC.syncfs(file.fileno()):
            _failed()


def looks_at_a_pipe() -> None:
    """Ask what Python and its libraries ask of a descriptor."""
    reader, writer = os.pipe()
    assert not os.isatty(reader)
    fcntl.ioctl(reader, 0x541B, b"\0" * 4)  # FIONREAD
    os.set_blocking(reader, False)
    os.set_inheritable(reader, True)
    os.set_inheritable(reader, False)
    with contextlib.suppress(OSError):
        os.get_terminal_size(writer)
    os.close(reader)
    os.close(writer)


FLAGS = 0
UNIX, ABSTRACT = "unix.sock", "\0sandbox-trials"
ACTS: dict[str, Callable[[], object]] = {
    "read a file of Python's": lambda: open(os.__file__).close(),
    "start a thread": has_a_thread,
    "map memory": lambda: allocates(64),
    "signal itself": lambda: os.kill(os.getpid(), 0),
    "make a pipe": lambda: [os.close(one) for one in os.pipe()],
    "read a hidden file": lambda: open(f"{FOLDER}/hidden").close(),
    "list a hidden folder": lambda: os.listdir(FOLDER),
    "write a file": lambda: opens_for_writing(f"{FOLDER}/hidden"),
    "truncate a file": lambda: os.truncate(f"{FOLDER}/hidden", 0),
    "make a file": lambda: opens_for_writing(f"{FOLDER}/new", os.O_CREAT),
    "make a nameless file": lambda: opens_for_writing(FOLDER, os.O_TMPFILE),
    "make a folder": lambda: os.mkdir(f"{FOLDER}/folder"),
    "remove a file": lambda: os.unlink(f"{FOLDER}/useless"),
    "rename a file": lambda: os.rename(f"{FOLDER}/movable", f"{FOLDER}/moved"),
    "link a file": lambda: os.symlink("/etc/passwd", f"{FOLDER}/link"),
    "change a file's mode": lambda: os.chmod(f"{FOLDER}/hidden", 0o777),
    "change a file's mode by the newer call": lambda: (
        LIBC.syscall(452, AT_FDCWD, f"{FOLDER}/hidden".encode(), 0o600, 0) and _failed()
    ),
    "change a file's flags": sets_its_flags,
    "change a file's hint": hints_at_its_use,
    "write a file system out": syncs_its_file_system,
    "look at a pipe": looks_at_a_pipe,
    "set a file's times": lambda: os.utime(f"{FOLDER}/hidden"),
    "make memory with a descriptor": lambda: os.close(os.memfd_create("x")),
    "connect by TCP": lambda: connects(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 9)),
    "send by UDP": lambda: connects(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 9)),
    "connect to a path": lambda: connects(socket.AF_UNIX, socket.SOCK_STREAM, f"{FOLDER}/{UNIX}"),
    "connect to an abstract name": lambda: connects(socket.AF_UNIX, socket.SOCK_STREAM, ABSTRACT),
    "make a pair of sockets": lambda: [one.close() for one in socket.socketpair()],
    "fork": forks,
    "start a program": lambda: starts("/bin/true"),
    "become a program": lambda: os.execv("/bin/true", ["true"]),
    "signal its parent": lambda: os.kill(PARENT, 0),
    "signal everyone": lambda: os.kill(-1, 0),
    "signal by descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(PARENT), 0),
    "trace its parent": lambda: LIBC.ptrace(0x4206, PARENT, 0, 0) and _failed(),
    "leave its session": os.setsid,
    "enter new name spaces": lambda: kernel.unshare(0x10000000),
    "become dumpable": lambda: kernel.prctl(kernel.PR_SET_DUMPABLE, 1),
    "outlive its parent by asking": lambda: kernel.prctl(kernel.PR_SET_PDEATHSIG, 0),
    "become root": lambda: os.setresuid(0, 0, 0),
    "use io_uring": lambda: raw(425, 0, 0),
    "make a call nobody knows": lambda: raw(5000),
    "be looked into": is_watched,
    "outlive its parent": outlives_its_parent,
    "have capabilities": has_capabilities,
    "see the network": sees_interfaces,
    "write much": writes_much,
    "open much": opens_many,
    "leave a core": dumps_core,
    "map a gigabyte": lambda: allocates(1500),
    "open in a thread that was there": a_thread_opens,
}


def _failed() -> None:
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))


def put_on_landlock() -> None:
    landlock.enter(landlock.build(*ladder.readable_trees(), landlock.abi()))


def put_on_no_open() -> None:
    seccomp.install(seccomp.no_open_filter(), all_threads=True)


def put_on_memory() -> None:
    with open("/proc/self/status") as file:
        limits.set_memory(file.read(), 64)


GUARDS: dict[str, Callable[[], object]] = {
    "none": lambda: None,
    "landlock": put_on_landlock,
    "seccomp": lambda: seccomp.install(seccomp.child_filter(os.getpid())),
    "no open": put_on_no_open,
    "limits": limits.set_fixed,
    "memory": put_on_memory,
    "parent": lambda: privileges.bind_to_parent(os.getppid()),
    "nobody": privileges.become_nobody,
    "capabilities": privileges.drop_capabilities,
    "namespaces": namespaces.enter,
}


def tried(guard: str, act: Callable[[], object]) -> str:
    """Say ``done``, the name of the error, or how the process ended."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        words = "the guard failed"
        try:
            if act is a_thread_opens:
                threading.Thread(target=waits_then_opens, daemon=True).start()
            GUARDS[guard]()
            words = "done"
            act()
        except MemoryError:
            words = "ENOMEM"
        except OSError as error:
            words = errno.errorcode.get(error.errno or 0, str(error))
        except BaseException as error:
            words = repr(error)
        finally:
            os.write(writer, words.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        said = file.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return said if said else "done" if code == 0 else f"ended with {code}"


def main() -> None:
    global FLAGS, FOLDER, PARENT  # noqa: PLW0603 - a program of one run
    guard, FOLDER = sys.argv[1], sys.argv[2]
    PARENT = os.getpid()
    listening = []
    for address in (f"{FOLDER}/{UNIX}", ABSTRACT):
        listening.append(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        listening[-1].bind(address)
        listening[-1].listen(64)
    found = {}
    for name, act in ACTS.items():
        for file in ("hidden", "useless", "movable"):
            with open(f"{FOLDER}/{file}", "w") as written:
                written.write("secret")
        with contextlib.suppress(OSError):
            FLAGS = struct.unpack("l", asks_a_file(FS_IOC_GETFLAGS, struct.pack("l", 0)))[0]
        if act is a_thread_opens and guard not in {"none", "no open"}:
            continue  # only that guard claims to bind threads that are there already
        found[name] = tried(guard, act)
        for file in ("new", "folder", "moved", "link", "growing"):
            path = f"{FOLDER}/{file}"
            if os.path.isdir(path):
                os.rmdir(path)
            elif os.path.lexists(path):
                os.unlink(path)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
