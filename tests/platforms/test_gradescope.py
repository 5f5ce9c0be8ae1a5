"""The autograder zip, unpacked to its places and started the way Gradescope does: there are always results."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.report.reading import ROOT, read_gradescope

BUILD = ROOT / "platforms/gradescope/build.py"
MODEL = (ROOT / "solutions/io_callback_passthrough.py").read_text()
HANGS = MODEL.replace("return ", "while True:\n            pass\n        return ", 1)


def build(target: Path) -> None:
    sys.path.insert(0, str(BUILD.parent))
    try:
        import build as module
    finally:
        sys.path.remove(str(BUILD.parent))
    module.build(target, "io_callback_passthrough")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("build") / "autograder.zip"
    build(target)
    return target


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    """Unpack the zip as Gradescope does; what setup.sh would install is borrowed from the environment of these tests."""
    home = tmp_path / "autograder"
    source = home / "source"
    with zipfile.ZipFile(made) as opened:
        for info in opened.infolist():
            Path(opened.extract(info, source)).chmod(info.external_attr >> 16)
    venv.create(source / ".venv", symlinks=True)
    borrowed = f"{source}\n{sysconfig.get_path('purelib')}\n"
    next((source / ".venv/lib").glob("python*/site-packages")).joinpath("borrowed.pth").write_text(borrowed)
    limits = source / "exercises/io_callback_passthrough/exercise.toml"
    limits.write_text(re.sub(r"cpu_seconds = \d+", "cpu_seconds = 2", limits.read_text()))
    (home / "run_autograder").write_bytes((source / "run_autograder").read_bytes())
    (home / "run_autograder").chmod(0o755)
    (home / "submission").mkdir()
    (home / "submission_metadata.json").write_text('{"id": 1, "users": []}')
    return home


def graded(home: Path, name: str, text: str) -> dict[str, Any]:
    (home / "submission" / name).write_text(text)
    return started(home)


def started(home: Path) -> dict[str, Any]:
    command = [str(home / "run_autograder")]
    done = subprocess.run(command, cwd="/", env={"PATH": os.environ["PATH"]}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    text = (home / "results/results.json").read_text(encoding="utf-8")
    read_gradescope(text)
    return json.loads(text)


@pytest.mark.parametrize(
    ("name", "text", "score", "said"),
    [
        ("io_callback_passthrough.py", MODEL, 10, "passed"),
        ("my answer (2).py", MODEL, 10, "passed"),
        ("io_callback_passthrough.py", MODEL.replace("ordered=True", "ordered=False"), 4, "`ordered` is"),
        ("io_callback_passthrough.py", HANGS, 6, "Still running after"),
        ("io_callback_passthrough.py", "def io_callback_passthrough(x:\n", 0, "Python cannot read this"),
    ],
    ids=["right", "another name", "wrong", "hangs", "no Python"],
)
def test_whatever_is_handed_in_has_results(home: Path, name: str, text: str, score: float, said: str) -> None:
    data = graded(home, name, text)
    assert data["score"] == score
    assert said in json.dumps(data)
    assert sum(test["max_score"] for test in data["tests"]) == pytest.approx(10)
    assert data["stdout_visibility"] == "hidden"


def test_two_right_files_are_not_twice_the_points(home: Path) -> None:
    (home / "submission/a.py").write_text(MODEL)
    assert graded(home, "b.py", MODEL)["score"] == 10


def test_nothing_handed_in_is_said(home: Path) -> None:
    data = graded(home, "notes.txt", "I had no time")
    assert data["score"] == 0
    assert "could not be graded" in data["output"]
    assert "looked for io_callback_passthrough.py" in data["output"]


def test_a_broken_grader_leaves_results(home: Path) -> None:
    (home / "source/grader/model.py").write_text("raise RuntimeError('broken on purpose')\n")
    assert "broken on purpose" in graded(home, "io_callback_passthrough.py", MODEL)["output"]


def test_no_environment_at_all_leaves_results(home: Path) -> None:
    (home / "source/.venv/bin/python").unlink()
    done = subprocess.run([str(home / "run_autograder")], capture_output=True, check=False)
    assert done.returncode != 0
    data = json.loads((home / "results/results.json").read_text())
    assert "not your fault" in data["output"]


def test_a_grader_that_takes_too_long_is_stopped(home: Path) -> None:
    sys.path.insert(0, str(BUILD.parent))
    try:
        import run
    finally:
        sys.path.remove(str(BUILD.parent))
    (home / "results").mkdir()
    (home / "results/results.json").write_text("{}")
    (home / "submission/io_callback_passthrough.py").write_text(HANGS)
    assert run.main(home, seconds=0.01) == 0
    data = json.loads((home / "results/results.json").read_text())
    assert "was stopped after 0.01 seconds" in data["output"]


def test_the_zip_holds_no_answers_and_is_always_the_same(made: Path) -> None:
    with zipfile.ZipFile(made) as opened:
        names = opened.namelist()
        assert {"setup.sh", "run_autograder"} <= {n for n in names if opened.getinfo(n).external_attr >> 16 & 0o111}
        own = opened.read("exercises/io_callback_passthrough/io_callback_passthrough.py")
        assert own == opened.read("exercises/io_callback_passthrough/starter.py")
    assert not [n for n in names if n.startswith(("solutions/", "tests/")) or "/right/" in n or "/wrong/" in n]
    before = made.read_bytes()
    build(made)
    assert made.read_bytes() == before


def test_an_unknown_exercise_is_said() -> None:
    done = subprocess.run([sys.executable, "-B", str(BUILD), "nope"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no exercise `nope`" in done.stderr
