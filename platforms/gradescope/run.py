"""Grade one submission on Gradescope; where the grader itself ends badly, write results that say what happened.

It needs the standard library only, since what it stands in for may be anything.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 540
"""Gradescope stops an autograder after ten minutes, and then there are no results at all."""


def main(home: Path, seconds: float = SECONDS) -> int:
    """Grade ``home/submission``; the exit code is 0, whatever the verdict."""
    results = home / "results" / "results.json"
    before = results.read_bytes()
    exercise = (home / "source" / "exercise").read_text(encoding="utf-8").strip()
    command = [sys.executable, "-I", "-B", "-m", "grader", "grade", "submission"]
    command += ["--exercise", exercise] if exercise else []
    command += ["--report", "terminal", "--report", f"gradescope={results}"]
    with tempfile.TemporaryDirectory() as cache:
        said, ended = run(command, home, {"XDG_CACHE_HOME": cache, "XDG_STATE_HOME": cache}, seconds)
    if results.read_bytes() == before:
        message = said or f"The grader ended with code {ended} and said nothing."
        if ended is None:
            message = f"The grader was stopped after {seconds:g} seconds, which is not your fault."
        write(results, f"Your submission could not be graded.\n{message}")
    return 0


def run(command: list[str], folder: Path, more: dict[str, str], seconds: float) -> tuple[str, int | None]:
    """Run the grader; return the end of its complaints and its exit code, None when it took too long."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            command,
            cwd=folder,
            env={**os.environ, **more},
            stdin=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,
        )
        try:
            ended: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            ended = None
        complaints.seek(0)
        said = complaints.read().decode("utf-8", "replace")
    sys.stderr.write(said)
    return said.strip()[-2000:].removeprefix("grader: "), ended


def write(results: Path, output: str) -> None:
    """Write results without tests."""
    content = {"score": 0, "output": output, "output_format": "text", "visibility": "visible", "tests": []}
    part = results.with_suffix(".part")
    part.write_text(json.dumps({**content, "stdout_visibility": "hidden"}, indent=2) + "\n", encoding="utf-8")
    part.replace(results)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
