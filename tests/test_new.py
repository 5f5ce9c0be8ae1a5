"""A new exercise holds from the start, and never writes over anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import catalog, skeleton
from grader.model import UsageError
from tests.test_cli import grader


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "exercises").mkdir()
    return tmp_path


def new(course: Path, *arguments: str) -> tuple[int, str]:
    done = grader("--exercises", str(course / "exercises"), *arguments, cwd=course)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_new_exercise_holds(course: Path) -> None:
    code, said = new(course, "new", "running_totals", "--title", 'Totals, """running""" \\ überall')
    assert code == 0
    assert "exercises/running_totals/README.md" in said
    assert catalog.load(course / "exercises", "running_totals").title == 'Totals, """running""" \\ überall'
    code, said = new(course, "verify")
    assert code == 0, said
    assert "ok    running_totals" in said


def test_every_file_that_is_named_is_there_and_no_other(course: Path) -> None:
    _, said = new(course, "new", "one")
    named = {course / line for line in said.splitlines() if line.endswith((".py", ".md", ".toml"))}
    assert named == {p for p in course.rglob("*") if p.is_file()}
    assert catalog.load(course / "exercises", "one").title == "One"


@pytest.mark.parametrize("slug", ["One", "1one", "a-b", "../up", "class", "match", "", "_a", "a" * 61, "ä", "a b"])
def test_a_name_that_cannot_be_one_is_refused(course: Path, slug: str) -> None:
    code, said = new(course, "new", "--", slug)
    assert code == 2
    assert "cannot be an exercise's name" in said
    assert list(course.rglob("*.py")) == []


@pytest.mark.parametrize("taken", ["exercises/one", "solutions/one.py"])
def test_nothing_is_written_over(course: Path, taken: str) -> None:
    path = course / taken
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    code, said = new(course, "new", "one")
    assert code == 2
    assert f"{path} is there already" in said
    assert [p for p in course.rglob("*") if p.is_file()] == [path]


def test_a_failure_leaves_nothing_behind(course: Path) -> None:
    (course / "solutions").write_text("a file where the folder should be")
    with pytest.raises(UsageError, match="could not be written"):
        skeleton.create("one", "One", course / "exercises", course / "solutions")
    assert list((course / "exercises").iterdir()) == []


@pytest.mark.parametrize("title", ["", "  ", "two\nlines"])
def test_a_title_is_one_line(course: Path, title: str) -> None:
    with pytest.raises(UsageError, match="one line"):
        skeleton.create("one", title, course / "exercises", course / "solutions")
