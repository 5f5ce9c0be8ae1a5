"""The grader's processes keep the bytecode of what they import, where the caller keeps it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SETTING = "PYTHONDONTWRITEBYTECODE"


@pytest.mark.parametrize("keeps", [True, False])
def test_each_process_keeps_bytecode_where_the_caller_does(tmp_path: Path, *, keeps: bool) -> None:
    for name in ("grader", "exercises", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {name: value for name, value in os.environ.items() if name != SETTING}
    command = [sys.executable, "-m", "grader", "grade", "solutions/io_callback_passthrough.py"]
    if not keeps:
        environment[SETTING] = "1"
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    kept = {path.name.split(".")[0] for path in tmp_path.rglob("*.pyc")}
    # The caller's own, the source check's, the server's.
    assert {"cli", "check", "forking"} & kept == ({"cli", "check", "forking"} if keeps else set())
    assert keeps or not kept
