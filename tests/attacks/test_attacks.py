"""Hostile submissions, judged by the sandbox and the numbers alone: the source check, which refuses most of them unrun,
is switched off. None may pass, leave anything behind, or touch the one graded next.

The first line of each says how its run may end.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import struct
import time
from pathlib import Path

import pytest

from grader.model import Grade, Limits, Verdict
from grader.sandbox.client import Sandbox
from tests.engine import HONEST, changed, exercise, grade_all

HERE = Path(__file__).parent / "submissions"
ATTACKS = sorted(HERE.glob("*.py"))
DISGUISED = sorted((Path(__file__).parent / "disguised").glob("*.py"))
"""Right numbers by wrong means: nothing the sandbox sees is wrong, so the source has to refuse them."""
TRACES = [Path(folder) / "attack-was-here" for folder in ("/tmp", "/dev/shm", "/", ".", str(Path.cwd()))]
LIBRARIES = ("numpy", "jax", "json")
FS_IOC_GETFLAGS = 0x80086601
NOBODY = 65534
LIMITS = Limits(cpu_seconds=2.0, wall_seconds=10.0, memory_mb=512, output_kb=256)
ROOMY = Limits(cpu_seconds=20.0, wall_seconds=40.0, memory_mb=512, output_kb=256)
"""For what is to end by memory: filling it costs CPU time, on a slow machine more than the seconds that end a loop."""
LINGERING = 30
"""Seconds in which what is ending may still be seen: well below the two minutes that an attack's own processes sleep."""


def expected_endings(path: Path) -> set[str]:
    first = path.read_text().splitlines()[0]
    assert first.startswith("# ends: ")
    return set(first.removeprefix("# ends: ").split())


def leftovers() -> list[str]:
    """Processes that run as the child's user, or that an attack started."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            owner = entry.stat().st_uid
        except OSError:
            continue
        if (
            "grader.sandbox.server" in words and (owner == NOBODY or os.getuid() != 0) and _parent(entry) == 1
        ) or words.strip() in {"/bin/sleep 120", "sleep 120"}:
            found.append(words)
    return found


def flags_of_libraries() -> dict[str, int]:
    """The flags (``lsattr``) of files that every later run reads; nothing where the file system has none."""
    found = {}
    for name in LIBRARIES:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        with open(spec.origin, "rb") as file:
            try:
                found[spec.origin] = struct.unpack("l", fcntl.ioctl(file, FS_IOC_GETFLAGS, bytes(8)))[0]
            except OSError:
                continue
    return found


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


@pytest.fixture(scope="module")
def flags_before() -> dict[str, int]:
    return flags_of_libraries()


def grade_attacks(sandbox: Sandbox | None = None) -> dict[str, Grade]:
    """Grade every attack without the source check, each followed by an honest submission."""
    grades: dict[str, Grade] = {}
    for limits, by_memory in ((LIMITS, False), (ROOMY, True)):
        bare = changed(exercise(), pattern="", rules=(), trace=None, limits=limits)
        sources: dict[str, bytes] = {}
        for path in ATTACKS:
            if ("out-of-memory" in expected_endings(path)) is by_memory:
                sources[path.stem] = path.read_bytes()
                sources[f"after {path.stem}"] = HONEST
        grades |= grade_all(sources, bare, sandbox=sandbox)
    return grades


@pytest.fixture(scope="module")
def grades(flags_before: dict[str, int]) -> dict[str, Grade]:
    return grade_attacks()


@pytest.mark.parametrize("path", ATTACKS, ids=lambda p: p.stem)
def test_an_attack_fails_with_its_cause_named(path: Path, grades: dict[str, Grade]) -> None:
    grade = grades[path.stem]
    assert grade.verdict is Verdict.FAIL, grade
    ending = type(grade.outcome).__struct_config__.tag
    assert ending in expected_endings(path), grade.outcome
    assert grade.main is not None
    assert grade.findings[grade.main].message


@pytest.mark.parametrize("path", ATTACKS, ids=lambda p: p.stem)
def test_the_neighbour_is_judged_rightly(path: Path, grades: dict[str, Grade]) -> None:
    grade = grades[f"after {path.stem}"]
    assert grade.verdict is Verdict.PASS, grade


def test_nothing_is_left(grades: dict[str, Grade], flags_before: dict[str, int]) -> None:
    assert flags_of_libraries() == flags_before
    assert [str(p) for p in TRACES if p.exists() or p.is_symlink()] == []
    # A server that another test ends at this moment is gone in the next.
    until = time.monotonic() + LINGERING
    while found := leftovers():
        assert time.monotonic() < until, found
        time.sleep(0.1)


@pytest.fixture(scope="module")
def full_grades() -> dict[str, Grade]:
    """Grade every attack with the whole grader."""
    sources = {path.stem: path.read_bytes() for path in [*ATTACKS, *DISGUISED]}
    return grade_all(sources, changed(exercise(), limits=LIMITS))


def test_no_name_stands_twice() -> None:
    assert not {path.stem for path in ATTACKS} & {path.stem for path in DISGUISED}


@pytest.mark.parametrize("path", [*ATTACKS, *DISGUISED], ids=lambda p: p.stem)
def test_the_whole_grader_refuses_it_too(path: Path, full_grades: dict[str, Grade]) -> None:
    assert full_grades[path.stem].verdict is Verdict.FAIL
