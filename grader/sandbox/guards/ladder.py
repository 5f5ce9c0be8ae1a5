"""Which guards this machine offers, in which order a child puts them on, and what they add up to."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import socket
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from grader.sandbox.guards import landlock, limits, namespaces, privileges, seccomp

LANDLOCK, SECCOMP, NO_OPEN = "landlock", "seccomp", "no file can be opened"
USER, CAPABILITIES, LIMITS = "unprivileged user", "no capabilities", "resource limits"
HIDDEN, DESCRIPTORS, ENVIRONMENT = "memory hidden from others", "clean descriptors", "clean environment"
MEMORY, CPU = "memory limit", "cpu limit"
PROCESS = "own process and session"

_OWN_PACKAGE = "grader"
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime")
_NEEDED = ("/usr/share/zoneinfo", "/dev/urandom", "/dev/null", "/sys/devices/system/cpu", "/proc/cpuinfo")
"""The last two are read by XLA, once, when it first runs a larger reduction."""


@dataclass(frozen=True)
class Plan:
    """The guards a server found working, ready for its children to put on."""

    ruleset: int | None = None
    """Descriptor of the Landlock ruleset."""
    landlock_abi: int = 0
    seccomp: bool = False
    leave_root: bool = False
    """Whether a child can become another user and still read the Python installation."""
    namespaces: bool = False


def level(isolation: Sequence[str]) -> int:
    """Rank what ``Session.isolation`` reports.

    4: files and system calls are denied, in name spaces of their own. 3: files and system calls are denied. 2: system
    calls are denied and nothing can be opened. 1: a process of its own under limits. 0: less than that.
    """
    has_files = any(name.startswith(LANDLOCK) for name in isolation)
    if has_files and SECCOMP in isolation:
        return 4 if namespaces.NAMES in isolation else 3
    if SECCOMP in isolation and NO_OPEN in isolation:
        return 2
    return 1 if PROCESS in isolation and LIMITS in isolation else 0


def readable_trees() -> tuple[list[str], list[str]]:
    """List what a child may read (the Python installation and its libraries) and what it may only list.

    The site-packages are named one by one, so that an installed grader is not among them.
    """
    paths = sysconfig.get_paths()
    readable = [*_LIBRARIES, *_NEEDED, paths["stdlib"], paths["platstdlib"]]
    for prefix in {sys.base_prefix, sys.base_exec_prefix}:
        if prefix not in ("/", "/usr", "/usr/local"):
            readable.append(os.path.join(prefix, "lib"))
    listable = []
    for packages in {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}:
        listable.append(packages)
        with contextlib.suppress(OSError):
            readable += [os.path.join(packages, name) for name in os.listdir(packages) if _is_foreign(name)]
    return [path for path in readable if not _holds_packages(path, listable)], listable


def _is_foreign(name: str) -> bool:
    return name != _OWN_PACKAGE


def _holds_packages(path: str, packages: Iterable[str]) -> bool:
    """Whether a tree would allow the whole of a site-packages folder that holds the grader."""
    return any(
        os.path.commonpath([path, folder]) == path and os.path.isdir(os.path.join(folder, _OWN_PACKAGE))
        for folder in packages
        if os.path.isabs(path)
    )


def prepare(without: frozenset[str], *, in_namespaces: bool) -> Plan:
    """Find out, in processes that are thrown away, which guards work here. ``without`` leaves some out, by name."""
    abi = landlock.abi() if sys.platform == "linux" and LANDLOCK not in without else 0
    ruleset = landlock.build(*readable_trees(), abi) if abi else None
    root = os.geteuid() == 0 and "user" not in without
    return Plan(
        ruleset=ruleset,
        landlock_abi=abi,
        seccomp=seccomp.supported() and SECCOMP not in without,
        leave_root=root and _in_a_child(_installation_is_readable_by_nobody),
        namespaces=in_namespaces,
    )


def _in_a_child(check: Callable[[], bool]) -> bool:
    pid = os.fork()
    if pid == 0:
        good = False
        try:
            good = check()
        finally:
            os._exit(0 if good else 1)
    return os.waitpid(pid, 0)[1] == 0


def _installation_is_readable_by_nobody() -> bool:
    if not privileges.become_nobody():
        return False
    for name in ("json", "jax", "jaxlib", "numpy"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None or not os.access(spec.origin, os.R_OK):
            return False
    return True


def restrict(plan: Plan, parent: int) -> list[str]:
    """Put on every guard of the plan, in the order that keeps each possible; return the names of those that hold.

    Descriptors must be in place before. The process must have one thread, because Landlock binds threads.
    """
    os.setsid()
    privileges.bind_to_parent(parent)
    held = [PROCESS]
    if limits.set_fixed():
        held.append(LIMITS)
    if os.geteuid() == 0:
        if plan.leave_root and privileges.become_nobody():
            held.append(USER)
            privileges.bind_to_parent(parent)  # a change of user clears what it sets
    else:
        held.append(USER)
    if sys.platform == "linux" and privileges.drop_capabilities():
        held += [CAPABILITIES, HIDDEN]
    if plan.ruleset is not None:
        landlock.enter(plan.ruleset)
        os.close(plan.ruleset)
        held.insert(0, f"{LANDLOCK} (ABI {plan.landlock_abi})")
    if plan.seccomp:
        seccomp.install(seccomp.child_filter(os.getpid()))
        held.insert(0, SECCOMP)
    if plan.namespaces:
        held.insert(0, namespaces.NAMES)
    return held


def verify(plan: Plan, parent: int, forbidden: Sequence[str]) -> str:
    """Put the guards on in a process that is thrown away and try what they must refuse; return what was not refused.

    Call it in a fresh process of one thread. An empty text is the good answer.
    """
    restrict(plan, parent)
    let_through = []
    if plan.ruleset is not None:
        let_through += [f"reading {path}" for path in forbidden if _can_read(path)]
        let_through += ["writing files"] if _can_write() else []
    if plan.seccomp:
        let_through += ["opening a socket"] if _can_open_a_socket() else []
        let_through += ["starting a process"] if _can_fork() else []
        let_through += ["signalling its parent"] if _can_signal(parent) else []
    return ", ".join(let_through)


def _can_read(path: str) -> bool:
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        with open(path, "rb") as file:
            file.read(1)
    except OSError:
        return False
    return True


def _can_write() -> bool:
    try:
        os.close(os.open("/tmp", os.O_WRONLY | os.O_TMPFILE))  # noqa: S108 - it must fail, and leaves nothing if not
    except OSError:
        return False
    return True


def _can_open_a_socket() -> bool:
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    except OSError:
        return False
    return True


def _can_fork() -> bool:
    try:
        pid = os.fork()
    except OSError:
        return False
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def _can_signal(parent: int) -> bool:
    try:
        os.kill(parent or 1, 0)
    except OSError:
        return False
    return True
