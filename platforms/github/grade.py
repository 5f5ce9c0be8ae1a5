"""Grade a checked-out submission in a GitHub job: log, annotations, summary, outputs, exit code.

What the grader prints holds text of the submission, so it is fenced: between the two lines with a random word, the
runner takes no commands. It needs the standard library only.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

FAULT = 2


def main() -> int:
    """Grade what the environment names; return the grader's exit code."""
    workspace = Path(os.environ["GITHUB_WORKSPACE"]).resolve()
    checkout = (workspace / os.environ.get("GRADER_CHECKOUT", ".")).resolve()
    if not checkout.is_relative_to(workspace) or not checkout.is_dir():
        return fault("the input `checkout` names no folder of the workspace")
    reports = Path(os.environ["RUNNER_TEMP"]) / "grader"
    shutil.rmtree(reports, ignore_errors=True)
    uploaded = reports / "upload"
    uploaded.mkdir(parents=True)
    made = {"json": uploaded / "grades.json", "html": uploaded / "grades.html"}
    made |= {name: reports / name for name in ("github", "summary", "journal")}
    code, said = run(command(made), checkout)
    for name, variable in (("summary", "GITHUB_STEP_SUMMARY"), ("github", "")):
        if made[name].is_file():
            give(made[name].read_text(encoding="utf-8"), variable)
    if not made["json"].is_file():
        return fault(said or f"the grader ended with code {code} and said nothing", code)
    give(outputs(json.loads(made["json"].read_text(encoding="utf-8")), uploaded), "GITHUB_OUTPUT")
    return code


def command(made: dict[str, Path]) -> list[str]:
    """Return the grader's command line."""
    line = [sys.executable, "-I", "-B", "-m", "grader", "grade", "--report", "terminal"]
    for name in ("json", "html", "github", "summary"):
        line += ["--report", f"{name}={made[name]}"]
    for option, variable in (("--exercise", "GRADER_EXERCISE"), ("--require-isolation", "GRADER_ISOLATION")):
        if os.environ.get(variable):
            line += [option, os.environ[variable]]
    return [*line, "--", os.environ.get("GRADER_PATH") or "."]


def run(line: list[str], folder: Path) -> tuple[int, str]:
    """Run the grader with its text fenced; return its exit code and the end of its complaints."""
    word = secrets.token_hex(16)
    print(f"::stop-commands::{word}", flush=True)
    try:
        # Paths are shown as the repository has them, so that annotations land on its files.
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            line, cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        said = done.stderr.decode("utf-8", "replace")
        print(said, end="" if said.endswith("\n") or not said else "\n", flush=True)
    finally:
        print(f"::{word}::", flush=True)
    return done.returncode, said.strip()[-1000:].removeprefix("grader: ")


def give(text: str, variable: str) -> None:
    """Append to the file that a variable names; without one, print commands for the runner."""
    if not variable:
        print(text, end="", flush=True)
    elif os.environ.get(variable):
        with open(os.environ[variable], "a", encoding="utf-8") as stream:
            stream.write(text)


def outputs(report: dict[str, Any], uploaded: Path) -> str:
    """Return the step's outputs; words and numbers of the grader's own, nothing of the submission's."""
    entries = report["submissions"]
    verdicts = {entry["verdict"] for entry in entries}
    verdict = next((v for v in ("error", "fail", "pass") if v in verdicts), "error")
    score, highest = (sum(float(entry[name]) for entry in entries) for name in ("score", "max_score"))
    return f"verdict={verdict}\nscore={score:g}\nmax-score={highest:g}\nreports={uploaded}\n"


def fault(message: str, code: int = FAULT) -> int:
    """Say on the run's page what went wrong."""
    text = " ".join(message.split()).replace("%", "%25")
    print(f"::error title=Not graded::{text}", flush=True)
    give("verdict=error\n", "GITHUB_OUTPUT")
    return code or FAULT


if __name__ == "__main__":
    raise SystemExit(main())
