"""A learner's way through the course: what is kept, what is shown of it, and how to begin anew."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from grader import catalog
from grader.progress import Progress, state_folder
from tests.engine import HONEST
from tests.test_cli import grader

SLUG = "io_callback_passthrough"


@pytest.fixture
def course(tmp_path: Path, state: Path) -> Path:
    folder = tmp_path / "exercises"
    for slug in (SLUG, "second"):
        shutil.copytree(catalog.exercises_folder() / SLUG, folder / slug)
    (folder / "second" / f"{SLUG}.py").rename(folder / "second" / "second.py")
    return folder


def run(course: Path, *arguments: str, stdin: str = "") -> str:
    done = grader("--exercises", str(course), *arguments, cwd=course.parent, stdin=stdin)
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


def line(text: str, slug: str) -> str:
    return " ".join(next(entry for entry in text.splitlines() if entry.startswith(slug)).split()).removeprefix(
        f"{slug} Double on the host "
    )


def test_the_way_through_an_exercise(course: Path, state: Path) -> None:
    own = course / SLUG / f"{SLUG}.py"
    assert line(run(course, "list"), SLUG) == "not started -/10"
    own.write_bytes(HONEST.replace(b", ordered=True", b""))
    assert line(run(course, "list"), SLUG) == "started -/10"
    run(course, "grade", str(own))
    assert line(run(course, "list"), SLUG) == "started 4/10"
    own.write_bytes(HONEST)
    run(course, "grade")
    listed = run(course, "list")
    assert line(listed, SLUG) == "passed 10/10"
    assert line(listed, "second") == "not started -/10"
    assert "1 of 2 passed" in listed
    own.write_bytes(HONEST.replace(b", ordered=True", b""))
    run(course, "grade", f"{SLUG}/{SLUG}.py", "--jobs", "1")  # not there: nothing changes
    run(course, "grade", str(own))
    assert line(run(course, "list"), SLUG) == "passed before 4/10"
    kept = next(state.glob("progress-*.json")).read_text()
    assert "ordered" not in kept  # nothing of the answers is kept


def test_other_peoples_files_are_no_progress(course: Path, tmp_path: Path) -> None:
    other = tmp_path / f"{SLUG}.py"
    other.write_bytes(HONEST)
    run(course, "grade", str(other))
    assert line(run(course, "list"), SLUG) == "not started -/10"


def test_several_own_files_are_all_kept(course: Path) -> None:
    for slug in (SLUG, "second"):
        (course / slug / f"{slug}.py").write_bytes(HONEST)
    run(course, "grade", "--journal", str(course.parent / "journal"))
    assert "2 of 2 passed" in run(course, "list")


def test_hints_go_on_where_they_were(course: Path) -> None:
    shown = [run(course, "hint", SLUG) for _ in range(5)]
    assert [text.split(" for ")[0] for text in shown] == [f"Hint {n} of 4" for n in (1, 2, 3, 4, 4)]
    assert "last one" in shown[-1]
    assert "Hint 1 of 4 for second" in run(course, "hint", "second")
    assert "Hint 2 of 4" in run(course, "hint", SLUG, "--stage", "2")
    assert "Hint 4 of 4" in run(course, "hint", SLUG)
    assert not any("ordered=True" in text for text in shown)


def test_a_hint_is_about_what_is_being_worked_on(course: Path) -> None:
    assert "which exercise?" in run(course, "hint")
    own = course / "second" / "second.py"
    own.write_bytes(HONEST.replace(b", ordered=True", b""))
    run(course, "grade", str(own))
    assert "for second" in run(course, "hint")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"course": 3}', "\0\0", '{"course": "x", "exercises": {"a": {"hints": "b"}}}']
)
def test_progress_that_cannot_be_read_is_ignored_with_a_note(course: Path, state: Path, content: str) -> None:
    run(course, "hint", SLUG)
    (kept,) = state.glob("progress-*.json")
    kept.write_text(content)
    said = run(course, "list")
    assert "cannot be read and is ignored" in said
    assert line(said, SLUG) == "not started -/10"
    assert "Hint 1 of 4" in run(course, "hint", SLUG)
    assert kept.with_suffix(".broken").read_text() == content
    assert "ignored" not in run(course, "list")


def test_progress_that_cannot_be_kept_keeps_nothing_else_from_working(course: Path, state: Path) -> None:
    state.parent.write_text("a file where the folder should be")
    said = run(course, "hint", SLUG)
    assert "Hint 1 of 4" in said
    assert "cannot be kept" in said


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        ({"XDG_STATE_HOME": "/s", "HOME": "/h"}, "/s/jax-exercise-grader"),
        ({"XDG_STATE_HOME": "not/absolute", "HOME": "/h"}, "/h/.local/state/jax-exercise-grader"),
        ({"HOME": "/h"}, "/h/.local/state/jax-exercise-grader"),
    ],
)
def test_where_state_is_kept(environment: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert state_folder() == Path(place)


def test_a_user_without_a_home_keeps_it_in_the_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert state_folder().is_absolute()
    assert str(os.getuid()) in state_folder().name


def test_each_folder_of_exercises_is_a_course_of_its_own(course: Path, tmp_path: Path) -> None:
    assert Progress(course).path != Progress(tmp_path).path
    assert Progress(course).path == Progress(course / SLUG / "..").path


@pytest.mark.parametrize(("arguments", "stdin"), [(("--yes",), ""), ((), "y\n")])
def test_reset_gives_the_starter_back_and_keeps_what_was_there(
    course: Path, state: Path, arguments: tuple[str, ...], stdin: str
) -> None:
    own = course / SLUG / f"{SLUG}.py"
    starter = own.read_bytes()
    own.write_bytes(HONEST)
    run(course, "grade", str(own))
    run(course, "hint", SLUG)
    said = run(course, "reset", SLUG, *arguments, stdin=stdin)
    assert own.read_bytes() == starter
    assert (state / "replaced" / f"{SLUG}-1.py").read_bytes() == HONEST
    assert str(state / "replaced" / f"{SLUG}-1.py") in said
    assert line(run(course, "list"), SLUG) == "not started -/10"
    assert "Hint 1 of 4" in run(course, "hint", SLUG)


@pytest.mark.parametrize("stdin", ["n\n", ""])
def test_reset_asks_first(course: Path, stdin: str) -> None:
    own = course / SLUG / f"{SLUG}.py"
    own.write_bytes(b"def (")
    run(course, "reset", SLUG, stdin=stdin)
    assert own.read_bytes() == b"def ("


def test_reset_brings_a_deleted_file_back(course: Path) -> None:
    own = course / SLUG / f"{SLUG}.py"
    own.unlink()
    assert f"no {SLUG}.py" in run(course, "list")
    assert "as it was at the start" in run(course, "reset", SLUG)
    assert own.read_bytes() == (course / SLUG / "starter.py").read_bytes()
    assert "as it was at the start" in run(course, "reset", SLUG)


def test_reset_of_nothing_known(course: Path) -> None:
    assert "there is no exercise `nope`" in run(course, "reset", "nope")


def test_several_own_files_are_each_shown_and_the_others_named(course: Path) -> None:
    shutil.copytree(course / "second", course / "third")
    (course / "third" / "second.py").rename(course / "third" / "third.py")
    (course / SLUG / f"{SLUG}.py").write_bytes(HONEST)
    (course / "second" / "second.py").write_bytes(HONEST.replace(b", ordered=True", b""))
    shown = run(course, "grade").splitlines()
    assert shown[0].split() == ["PASS", "Double", "on", "the", "host", f"exercises/{SLUG}/{SLUG}.py", "10/10", "points"]
    assert shown[1].startswith("NOT YET")  # what passed is said in one line, what did not in full
    assert any("Write `ordered=True`" in text for text in shown)
    assert "not started: third" in shown
    assert "Read exercises/third/README.md" in shown[-1]
    assert "1 of 3 passed" in run(course, "list")
