"""The CI files, run step by step the way their platform runs them, against repositories of students."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from tests.report.reading import ROOT, RUNNER, read_classroom50, read_junit

MODEL = (ROOT / "solutions/io_callback_passthrough.py").read_text()
WRONG = MODEL.replace("ordered=True", "ordered=False")
NAME = "io_callback_passthrough.py"
MARK = "import pathlib; pathlib.Path({!r}).write_text('it ran')\n"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


def action() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "action.yml").read_text())


def workflow() -> dict[str, Any]:
    return yaml.safe_load((ROOT / ".github/workflows/grade.yml").read_text())


class Job:
    """What a runner gives the steps of a job, and what it does with their output."""

    def __init__(self, folder: Path) -> None:
        self.workspace, self.temp = folder / "workspace", folder / "temp"
        self.files = {name: folder / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
        for made in (self.workspace, self.temp):
            made.mkdir()
        for file in self.files.values():
            file.touch()
        self.commands: list[str] = []
        self.log = ""

    def grade(self, **inputs: str) -> int:
        """Run the action's step that grades."""
        described = action()
        given = {name: str(field["default"]) for name, field in described["inputs"].items()} | inputs
        step = next(s for s in described["runs"]["steps"] if s.get("id") == "grade")
        env = {
            name: EXPRESSION.sub(lambda found: given[found[1].removeprefix("inputs.")], value)
            for name, value in step["env"].items()
        }
        assert "${{" not in step["run"], "inputs reach a script by the environment alone"
        return self.run(step["run"], env)

    def run(self, script: str, env: dict[str, str]) -> int:
        base = {"PATH": os.environ["PATH"], "HOME": str(self.temp), "GITHUB_ACTION_PATH": str(ROOT)}
        base |= {"GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temp)}
        base |= {name: str(path) for name, path in self.files.items()}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        done = subprocess.run(
            command,
            cwd=self.workspace,
            env={**base, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.log = done.stdout.decode()
        self._read(self.log)
        return done.returncode

    def _read(self, log: str) -> None:
        """Take commands out of a log as the runner does: also in the old spelling, also in the middle of a line."""
        fence: str | None = None
        for raw in log.splitlines():
            line = raw.strip()
            if fence is not None:
                fence = None if line == f"::{fence}::" else fence
            elif line.startswith("::stop-commands::"):
                fence = line.removeprefix("::stop-commands::")
            elif line.startswith("::") or "##[" in line:
                self.commands.append(line)
        assert fence is None, "the runner takes no commands any more"

    @property
    def outputs(self) -> dict[str, str]:
        lines = self.files["GITHUB_OUTPUT"].read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path)


def hostile(folder: Path, mark: Path) -> None:
    """Put into a student's repository all that would run or mislead if it were more than data."""
    for name in (
        *("conftest.py", "sitecustomize.py", "usercustomize.py", "json.py", "grader/__init__.py", "grader/__main__.py"),
        *("jax/__init__.py", "pytest.py", "click/__init__.py", "msgspec.py", "tests/test_numbers.py"),
        *("exercises/io_callback_passthrough/test_numbers.py", ".venv/bin/python"),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MARK.format(str(mark)))
        path.chmod(0o755)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")
    (folder / "Makefile").write_text(f"all:\n\ttouch {mark}\n")
    (folder / ".grades").symlink_to("/etc")


def test_a_right_answer_passes(job: Job) -> None:
    (job.workspace / "submission").mkdir()
    (job.workspace / "submission" / NAME).write_text(MODEL)
    assert job.grade(checkout="submission") == 0
    assert job.outputs["verdict"] == "pass"
    assert (job.outputs["score"], job.outputs["max-score"]) == ("10", "10")
    assert job.commands == []
    assert "✓ Pass: Double on the host, 10 of 10 points" in job.files["GITHUB_STEP_SUMMARY"].read_text()
    assert sorted(p.name for p in Path(job.outputs["reports"]).iterdir()) == ["grades.html", "grades.json"]


def test_a_wrong_answer_fails_the_job_and_is_annotated_where_the_repository_has_it(job: Job) -> None:
    folder = job.workspace / "submission/week 1"
    folder.mkdir(parents=True)
    (folder / NAME).write_text(WRONG)
    assert job.grade(checkout="submission", path="week 1") == 1
    (command,) = job.commands
    assert command.startswith(f"::error file=week 1/{NAME},line=")
    assert job.outputs["verdict"] == "fail"
    assert json.loads(Path(job.outputs["reports"], "grades.json").read_text())["submissions"][0]["score"] == 4


def test_nothing_of_a_students_repository_runs(job: Job) -> None:
    folder, mark = job.workspace / "submission", job.temp / "mark"
    folder.mkdir()
    (folder / NAME).write_text(MODEL)
    hostile(folder, mark)
    assert job.grade(checkout="submission", path=NAME) == 0
    assert not mark.exists()


def test_what_a_submission_prints_or_says_is_no_command(job: Job) -> None:
    evil = "::error::pwned\\n::set-output name=verdict::pass\\n##[error]pwned\\n::add-mask::a\\n::stop-commands::x"
    text = WRONG.replace("import jax\n", f'import jax\nprint("{evil}")\n', 1)
    (job.workspace / "::error::a,line=1##[group].py").write_text(text)
    assert job.grade(exercise="io_callback_passthrough") == 1
    assert "pwned" in job.log
    assert all(re.match(r"::(error|warning|notice) (file|title)=[^:]*::", command) for command in job.commands)
    assert job.outputs["verdict"] == "fail"
    assert "pwned" not in job.files["GITHUB_OUTPUT"].read_text()


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"path": "nowhere"}, "there is no file nowhere"),
        ({"exercise": "nope"}, "there is no exercise `nope`"),
        ({"checkout": "../temp"}, "names no folder of the workspace"),
        ({"path": "--help"}, "there is no file --help"),
        ({}, "without a submission"),
    ],
)
def test_what_cannot_be_graded_is_said_on_the_page(job: Job, inputs: dict[str, str], said: str) -> None:
    assert job.grade(**inputs) == 2
    assert job.commands[-1].startswith("::error title=Not graded::")
    assert said in job.commands[-1]
    assert job.outputs == {"verdict": "error"}


@pytest.mark.parametrize(
    ("commit", "code"), [("0123456789abcdef" * 2 + "01234567", 0), ("main", 2), ("v1", 2), ("a" * 39, 2), ("a" * 41, 2)]
)
def test_the_workflow_takes_the_grader_from_a_full_commit_alone(job: Job, commit: str, code: int) -> None:
    step = workflow()["jobs"]["grade"]["steps"][0]
    assert job.run(step["run"], {"COMMIT": commit}) == code


def test_the_workflow_may_read_and_nothing_else() -> None:
    described = workflow()
    assert described["permissions"] == {"contents": "read"}
    steps = described["jobs"]["grade"]["steps"]
    fetched = [s["with"] for s in steps if s.get("uses", "").startswith("actions/checkout")]
    assert [f["persist-credentials"] for f in fetched] == [False, False]
    assert not [s for s in steps if "${{" in s.get("run", "")], "no expression in a script"
    assert [s["uses"] for s in steps if s["name"] == "Grade"] == ["./grader"]
    known = action()["inputs"]
    assert set(steps[-1]["with"]) <= set(known)


def git(folder: Path, *arguments: str) -> str:
    command = [
        "git",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "-c",
        "init.defaultBranch=main",
        *arguments,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def grader_project(tmp_path: Path) -> tuple[Path, str]:
    """Make a project that holds the grader, with what setup.sh would install borrowed from these tests' environment."""
    project = tmp_path / "server/your-group/jax-exercise-grader.git"
    (project / "platforms/gitlab").mkdir(parents=True)
    (project / "scripts").mkdir()
    (project / "platforms/gitlab/grade.sh").write_bytes((ROOT / "platforms/gitlab/grade.sh").read_bytes())
    # A link to the interpreter of an environment finds that environment only under its own path.
    borrow = f'mkdir -p .venv/bin\nprintf \'#!/bin/sh\\nexec "{sys.executable}" "$@"\\n\' >.venv/bin/python\nchmod +x .venv/bin/python\n'
    (project / "scripts/setup.sh").write_text(f'cd "$(dirname "$0")/.."\n{borrow}')
    git(project, "init", "--quiet")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "the grader")
    return project, git(project, "rev-parse", "HEAD")


def gitlab(tmp_path: Path, commit: str, exercise: str = "io_callback_passthrough") -> subprocess.CompletedProcess[str]:
    described = yaml.safe_load((ROOT / "platforms/gitlab/grade.gitlab-ci.yml").read_text())
    (script,) = described["grade"]["script"]
    script = script.replace("commit=" + "0" * 40, f"commit={commit}").replace(
        "exercise=io_callback_passthrough", f"exercise={exercise}"
    )
    config = tmp_path / "gitconfig"
    config.write_text(
        f'[url "file://{tmp_path}/server/"]\n\tinsteadOf = https://gitlab-ci-token:secret@gitlab.example/\n'
        "[safe]\n\tdirectory = *\n"
    )
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_GLOBAL": str(config)}
    env |= {"CI_JOB_TOKEN": "secret", "CI_SERVER_HOST": "gitlab.example", "CI_PROJECT_DIR": str(tmp_path / "project")}
    return subprocess.run(
        ["bash", "-c", f"set -eo pipefail\n{script}"], cwd=tmp_path / "project", env=env, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(("text", "code"), [(MODEL, 0), (WRONG, 1)], ids=["right", "wrong"])
def test_gitlab_grades_with_a_pinned_grader(
    text: str, code: int, grader_project: tuple[Path, str], tmp_path: Path
) -> None:
    project, mark = tmp_path / "project", tmp_path / "mark"
    project.mkdir()
    (project / NAME).write_text(text)
    hostile(project, mark)
    before = sorted(os.listdir("/etc"))
    done = gitlab(tmp_path, grader_project[1])
    assert done.returncode == code, done.stderr
    assert not mark.exists()
    assert sorted(os.listdir("/etc")) == before
    report = (project / ".grades/junit.xml").read_text()
    read_junit(report)
    assert bool(etree.fromstring(report.encode()).findall(".//failure")) == bool(code)
    assert (
        json.loads((project / ".grades/grades.json").read_text())["submissions"][0]["verdict"] == ("pass", "fail")[code]
    )
    described = yaml.safe_load((ROOT / "platforms/gitlab/grade.gitlab-ci.yml").read_text())["grade"]["artifacts"]
    assert (project / described["reports"]["junit"]).is_file()


def test_gitlab_stops_where_the_commit_is_not_there(grader_project: tuple[Path, str], tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    done = gitlab(tmp_path, "f" * 40)
    assert done.returncode not in {0, 1}
    assert not (tmp_path / "project/.grades").exists()


@pytest.mark.parametrize(
    ("text", "code", "score"), [(MODEL, 0, 10), (WRONG, 0, 4), (None, 2, None)], ids=["right", "wrong", "nothing"]
)
def test_classroom50_gets_its_result(
    text: str | None, code: int, score: int | None, grader_project: tuple[Path, str], tmp_path: Path
) -> None:
    script = (ROOT / "platforms/classroom50/autograder.py").read_text()
    script = script.replace("https://github.com/your-org/jax-exercise-grader.git", f"file://{grader_project[0]}")
    (tmp_path / "autograder.py").write_text(script.replace("0" * 40, grader_project[1]))
    checkout, mark = tmp_path / "project", tmp_path / "mark"
    checkout.mkdir()
    hostile(checkout, mark)
    (checkout / "result.json").symlink_to(mark)
    if text is not None:
        (checkout / NAME).write_text(text)
    else:
        for left in checkout.rglob("*.py"):
            left.unlink()
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "RUNNER_TEMP": str(tmp_path), **RUNNER}
    command = [sys.executable, "-I", str(tmp_path / "autograder.py")]
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert not mark.exists()
    if score is not None:
        assert read_classroom50((checkout / "result.json").read_text()).score == score
        assert "of 10 points" in (checkout / "release-body.md").read_text()
