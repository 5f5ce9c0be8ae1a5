"""Paths become submissions, or sentences that say whose fault it is that they do not."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import msgspec
import pytest

from grader import catalog, intake
from grader.model import Exercise, UsageError

SLUG = "io_callback_passthrough"


@pytest.fixture(scope="module")
def exercises() -> dict[str, Exercise]:
    return {SLUG: catalog.load(catalog.exercises_folder(), SLUG)}


def only(path: Path, exercises: dict[str, Exercise], slug: str | None = None):
    found = list(intake.submissions(path, exercises, slug))
    assert len(found) == 1
    return found[0]


def test_a_file(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    path = tmp_path / "c01.py"
    path.write_bytes(b"x = 1\n")
    found = only(path, exercises)
    assert (found.source, found.exercise, found.unreadable, found.path) == (b"x = 1\n", SLUG, None, str(path))


@pytest.mark.parametrize("inside", [f"{SLUG}.py", f"{SLUG}/{SLUG}.py", f"exercises/{SLUG}/{SLUG}.py"])
def test_a_student_repository(tmp_path: Path, exercises: dict[str, Exercise], inside: str) -> None:
    path = tmp_path / inside
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"answer = 1\n")
    (tmp_path / "conftest.py").write_text("raise SystemExit\n")
    assert only(tmp_path, exercises).source == b"answer = 1\n"


def test_a_link_to_a_file_is_followed(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    (tmp_path / "real.py").write_bytes(b"x\n")
    (tmp_path / "link.py").symlink_to(tmp_path / "real.py")
    assert only(tmp_path / "link.py", exercises).source == b"x\n"


def test_no_such_file(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        list(intake.submissions(tmp_path / "gone.py", exercises))


def test_a_directory_without_a_submission(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    with pytest.raises(UsageError, match="without a submission"):
        list(intake.submissions(tmp_path, exercises))


def test_an_unknown_exercise(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    (tmp_path / "a.py").write_bytes(b"")
    with pytest.raises(UsageError, match="there is no exercise `nope`"):
        list(intake.submissions(tmp_path / "a.py", exercises, "nope"))


def test_a_pipe_is_refused_without_waiting(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    found = only(tmp_path / "pipe.py", exercises)
    assert found.unreadable is not None
    assert "not a regular file" in found.unreadable


def test_a_large_file_is_refused_unread(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    path = tmp_path / "large.py"
    path.write_bytes(b"#" * 5_000_000)
    found = only(path, exercises)
    assert found.source == b""
    assert "5.0 MB" in (found.unreadable or "")


def test_the_exercise_is_taken_from_what_a_file_defines(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    other = exercises[SLUG].__class__(
        **{f: getattr(exercises[SLUG], f) for f in exercises[SLUG].__struct_fields__}
        | {"slug": "other", "entrypoint": "another"}
    )
    both = {**exercises, "other": other}
    (tmp_path / "a.py").write_bytes(b"def another(x):\n    return x\n")
    assert only(tmp_path / "a.py", both).exercise == "other"
    (tmp_path / "b.py").write_bytes(b"x = 1\n")
    with pytest.raises(UsageError, match="not clear which exercise"):
        only(tmp_path / "b.py", both)


def test_names_that_are_not_utf8_are_shown_escaped(tmp_path: Path, exercises: dict[str, Exercise]) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff"))
    odd.mkdir()
    shown = f"{tmp_path}/bad\\xff"
    (odd / "a.py").write_bytes(b"x = 1\n")
    (odd / os.fsdecode(b"\xfe.py")).write_bytes(b"x = 1\n")
    with zipfile.ZipFile(odd / "c.zip", "w") as archive:
        archive.writestr(f"ann/{SLUG}.py", "x = 1\n")
        archive.writestr(f"bob/{SLUG}.py", "x = 1\n")
    given = [odd / "a.py", odd / os.fsdecode(b"\xfe.py"), odd / "c.zip"]
    read = [one for path in given for one in intake.submissions(path, exercises)]
    assert [one.path for one in read] == [
        f"{shown}/a.py",
        f"{shown}/\\xfe.py",
        f"{shown}/c.zip/ann/{SLUG}.py",
        f"{shown}/c.zip/bob/{SLUG}.py",
    ]
    assert [one.source for one in read] == [b"x = 1\n"] * 4
    assert [one.person.name for path in given for one in intake.find(path, exercises)] == ["a", "\\xfe", "ann", "bob"]
    assert msgspec.json.encode(read)
    for gone in (odd / "none.py", odd / "none.zip"):
        with pytest.raises(UsageError, match=r"there is no file .*/bad\\xff/none"):
            list(intake.find(gone, exercises))
    (odd / "link.py").symlink_to("nowhere.py")
    with pytest.raises(UsageError, match=r"/bad\\xff/link.py is a link"):
        list(intake.find(odd / "link.py", exercises))
