"""A small class with known verdicts, undisturbed and with its processes killed: the same gradebook, byte for byte.

``python -m benchmarks.classroom`` does the same with a thousand repositories and twenty kills.
"""

from __future__ import annotations

import csv
import random
import sys
import time
from pathlib import Path

import pytest

from grader.journal import Journal
from tests.classroom import SHARES, Class, exercises_with_short_limits
from tests.kills import run_while_killed, strays

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return Class(tmp_path_factory.mktemp("room") / "class", 40, seed=3, quick=True)


def command(room: Class, out: Path, name: str) -> list[str]:
    exercises = out / "exercises"
    if not exercises.exists():
        exercises_with_short_limits(exercises)
    where = ["--exercises", str(exercises), "grade", str(room.folder), "--journal", str(out / f"{name}.journal")]
    return [sys.executable, "-m", "grader", *where, "--jobs", "2", "--seed", "1", "--report", f"csv={out / name}.csv"]


def test_every_kind_is_in_it_and_the_same_seed_makes_the_same_class(room: Class, tmp_path: Path) -> None:
    assert {student.kind for student in room.students} == set(SHARES)
    again = Class(tmp_path / "again", 40, seed=3, quick=True)
    assert again.students == room.students


def test_killed_and_resumed_it_gives_the_same_gradebook(room: Class, tmp_path: Path) -> None:
    before = strays(ROOT)
    calm = run_while_killed(command(room, tmp_path, "calm"), tmp_path / "calm.journal", [], random.Random(0), [], ROOT)
    assert calm.code == 1
    gradebook = (tmp_path / "calm.csv").read_bytes()
    rows = list(csv.DictReader(gradebook.decode().splitlines()))
    assert {row["student"]: row["verdict"] for row in rows} == room.verdicts
    assert [row["student"] for row in rows] == [student.name for student in room.students]
    size = (tmp_path / "calm.journal").stat().st_size
    killed = run_while_killed(
        command(room, tmp_path, "killed"),
        tmp_path / "killed.journal",
        [0.1 * size, 0.3 * size, 0.45 * size, 0.6 * size, 0.8 * size],
        random.Random(0),
        ["server", "parent", "worker", "submission", "checker"],
        ROOT,
    )
    assert killed.kills.total() == 5
    assert killed.code == 1
    assert (tmp_path / "killed.csv").read_bytes() == gradebook
    with Journal(tmp_path / "calm.journal") as one, Journal(tmp_path / "killed.journal") as other:
        assert len(one) == len(other)
    # Nothing was graded twice: the files differ only in how long things took.
    assert abs((tmp_path / "killed.journal").stat().st_size - size) < 100 * len(rows)
    until = time.monotonic() + 60
    while strays(ROOT) - before:
        assert time.monotonic() < until, "processes were left behind"
        time.sleep(0.1)
