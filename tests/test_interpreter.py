"""The grader's processes keep the bytecode of what they import, where the caller keeps it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTING = "PYTHONDONTWRITEBYTECODE"
PLACE = "PYTHONPYCACHEPREFIX"
OURS = {"cli", "check", "forking"}
"""A module of the caller's own, of the source check, of the server."""


def grade(folder: Path, **changed: str) -> None:
    """Grade in a copy of the project that holds no bytecode."""
    for name in ("grader", "exercises", "solutions"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name not in {SETTING, PLACE}}
    command = [sys.executable, "-m", "grader", "grade", "solutions/io_callback_passthrough.py"]
    done = subprocess.run(command, cwd=folder, env=kept | changed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def bytecode(folder: Path) -> set[str]:
    return {path.name.split(".")[0] for path in folder.rglob("*.pyc")}


def test_each_process_keeps_bytecode(tmp_path: Path) -> None:
    grade(tmp_path)
    assert bytecode(tmp_path) >= OURS


def test_each_process_keeps_bytecode_where_the_caller_does(tmp_path: Path) -> None:
    grade(tmp_path / "project", **{PLACE: str(tmp_path / "elsewhere")})
    assert bytecode(tmp_path / "elsewhere") >= OURS
    assert not bytecode(tmp_path / "project")


def test_no_process_keeps_bytecode_where_the_caller_keeps_none(tmp_path: Path) -> None:
    grade(tmp_path, **{SETTING: "1"})
    assert not bytecode(tmp_path)


def test_a_project_that_cannot_be_written_grades(tmp_path: Path) -> None:
    for room in ("", "source", "sandbox"):  # a file where the folder would be: also root cannot write there
        (tmp_path / "grader" / room).mkdir(parents=True, exist_ok=True)
        (tmp_path / "grader" / room / "__pycache__").touch()
    grade(tmp_path)
