"""Each guard by itself: what it must refuse it refuses, with the error meant, and what JAX needs it lets through."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from grader.sandbox.guards import landlock, namespaces, seccomp

ROOT = Path(__file__).resolve().parents[2]
LINUX = sys.platform == "linux"
ABI = landlock.abi() if LINUX else 0
NEEDED = ["read a file of Python's", "start a thread", "map memory", "signal itself", "make a pipe", "look at a pipe"]
WRITES = [
    "write a file",
    "truncate a file",
    "make a file",
    "make a nameless file",
    "make a folder",
    "remove a file",
    "rename a file",
    "link a file",
]
REFUSED: dict[str, dict[str, str]] = {
    "landlock": {
        **dict.fromkeys(["read a hidden file", "list a hidden folder", *WRITES, "start a program"], "EACCES"),
        **(dict.fromkeys(["connect by TCP"], "EACCES") if ABI >= 4 else {}),
        **(
            dict.fromkeys(["connect to an abstract name", "signal its parent", "signal by descriptor"], "EPERM")
            if ABI >= 6
            else {}
        ),
        "trace its parent": "EPERM",
    },
    "seccomp": {
        **dict.fromkeys(
            [
                *WRITES,
                "change a file's mode",
                "change a file's mode by the newer call",
                "change a file's flags",
                "change a file's hint",
                "write a file system out",
                "set a file's times",
                "make memory with a descriptor",
                "connect by TCP",
                "send by UDP",
                "connect to a path",
                "connect to an abstract name",
                "make a pair of sockets",
                "fork",
                "start a program",
                "become a program",
                "signal its parent",
                "signal everyone",
                "signal by descriptor",
                "trace its parent",
                "leave its session",
                "enter new name spaces",
                "become dumpable",
                "outlive its parent by asking",
                "become root",
            ],
            "EPERM",
        ),
        "use io_uring": "ENOSYS",
    },
    "no open": dict.fromkeys(
        ["read a file of Python's", "read a hidden file", "write a file", "open in a thread that was there"], "EACCES"
    ),
    "limits": {"write much": "EFBIG", "open much": "EMFILE", "leave a core": "EPERM"},
    "memory": {"map a gigabyte": "ENOMEM"},
    "parent": {"be looked into": "EPERM", "outlive its parent": "EPERM"},
    "nobody": {
        "write a file": "EACCES",
        "make a file": "EACCES",
        "signal its parent": "EPERM",
        "trace its parent": "EPERM",
        "become root": "EPERM",
        "be looked into": "EPERM",
    },
    "capabilities": {"have capabilities": "EPERM"},
    "namespaces": {"see the network": "EPERM", "signal its parent": "ESRCH", "connect by TCP": "ENETUNREACH"},
}
ROOTS = {"become root", "have capabilities", "trace its parent", "see the network"}
"""Acts that an ordinary user, or a machine without a network, may be refused without any guard."""

NOT_EVERYWHERE = {
    "change a file's mode by the newer call": "ENOSYS",
    "change a file's flags": "ENOTTY",
    "change a file's hint": "EINVAL",
}
"""Acts that an older kernel, or a file system, has no notion of, and what it then says."""


def missing(guard: str) -> str:
    """Say why a guard cannot be tried here; empty when it can."""
    if not LINUX:
        return "only Linux has it"
    match guard:
        case "landlock":
            return "" if ABI else "this kernel has no Landlock"
        case "seccomp" | "no open":
            return "" if seccomp.supported() else "the table has no numbers for this machine"
        case "namespaces":
            return "" if namespaces.available() else "name spaces are refused here"
        case "nobody" | "capabilities":
            return "" if os.geteuid() == 0 else "only root has something to give up"
    return ""


@functools.cache
def outcomes(guard: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-m", "tests.sandbox.trials", guard, folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(("guard", "act", "error"), [(g, a, e) for g, acts in REFUSED.items() for a, e in acts.items()])
def test_a_guard_refuses(guard: str, act: str, error: str) -> None:
    if why := missing(guard):
        pytest.skip(why)
    assert outcomes(guard)[act] == error


@pytest.mark.parametrize("act", sorted({act for acts in REFUSED.values() for act in acts}))
def test_without_a_guard_it_would_have_been_done(act: str) -> None:
    if why := missing("parent"):
        pytest.skip(why)
    if act in ROOTS and (os.geteuid() != 0 or act == "see the network"):
        pytest.skip("may be refused here without any guard")
    if outcomes("none")[act] == NOT_EVERYWHERE.get(act):
        pytest.skip("this kernel, or the file system of temporary files, has no such thing")
    # An act that is let through reaches the kernel, which has its own opinion of the arguments of io_uring.
    assert outcomes("none")[act] == ("EFAULT" if act == "use io_uring" else "done")


@pytest.mark.parametrize("act", NEEDED)
@pytest.mark.parametrize(
    "guard", [g for g in REFUSED if g not in {"no open", "nobody"}]
)  # the one refuses it by design, the other by where this test's Python lies
def test_a_guard_lets_through_what_jax_needs(guard: str, act: str) -> None:
    if why := missing(guard):
        pytest.skip(why)
    assert outcomes(guard)[act] == "done"


@pytest.mark.parametrize("guard", ["seccomp", "landlock", "namespaces", "none"])
def test_a_call_nobody_knows_does_not_exist(guard: str) -> None:
    if why := missing(guard if guard != "none" else "parent"):
        pytest.skip(why)
    assert outcomes(guard)["make a call nobody knows"] == "ENOSYS"
