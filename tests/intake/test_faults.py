"""What this machine does not let us read is judged by nobody; what was handed in as it is stays the student's."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from grader import intake
from grader.batch import Batch, Item
from grader.intake import archive
from grader.journal import Journal
from grader.model import Grade, Submission, UsageError, Verdict
from tests.intake.layouts import CANVAS, EXERCISES, GITHUB, GRADESCOPE, MOODLE, RIGHT, SLUG, folder, zipped
from tests.test_batch import Scripted

NOBODY = 65_534
OTHER = b"x = 1\n"
Spoil = Callable[[Path], None]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder of an ordinary user's: root may read everything."""
    path = Path(tempfile.mkdtemp())
    root = os.geteuid() == 0
    if root:
        os.chown(path, NOBODY, NOBODY)
        for files in ({**GITHUB, f"zoe/{SLUG}.zip": zipped({f"{SLUG}.py": RIGHT})}, CANVAS, GRADESCOPE):
            read(folder(path, files, "first"))  # what is imported late is imported as root
            shutil.rmtree(path / "first")
        os.seteuid(NOBODY)
    yield path
    if root:
        os.seteuid(0)
    for at, folders, _ in os.walk(path):
        for name in folders:
            with suppress(OSError):
                Path(at, name).chmod(0o700)
    shutil.rmtree(path)


def read(path: Path) -> dict[str, Submission]:
    found = [one.read() for one in intake.find(path, EXERCISES)]
    return {one.student or Path(one.path).name: one for one in found}


def shut(path: Path) -> None:
    path.chmod(0)


GIVEN: list[tuple[dict[str, bytes], str, str]] = [
    (GITHUB, f"hello-callbacks-cleo/{SLUG}.py", "cleo"),
    (GITHUB, "hello-callbacks-cleo", "cleo"),
    ({**GITHUB, f"hello-callbacks-dan/{SLUG}/{SLUG}.py": RIGHT}, f"hello-callbacks-dan/{SLUG}", "dan"),
    ({**GITHUB, f"hello-callbacks-dan/exercises/{SLUG}/{SLUG}.py": RIGHT}, "hello-callbacks-dan/exercises", "dan"),
    (
        {**GITHUB, f"hello-callbacks-dan/exercises/{SLUG}/{SLUG}.py": RIGHT},
        f"hello-callbacks-dan/exercises/{SLUG}",
        "dan",
    ),
    ({**GITHUB, f"hello-callbacks-dan/deep/{SLUG}.py": RIGHT}, "hello-callbacks-dan/deep", "dan"),
    ({**GITHUB, "hello-callbacks-dan/mine.py": RIGHT}, "hello-callbacks-dan/mine.py", "dan"),
    ({**GITHUB, "hello-callbacks-dan/mine.zip": zipped({f"{SLUG}.py": RIGHT})}, "hello-callbacks-dan/mine.zip", "dan"),
    ({**GITHUB, f"hello-callbacks-dan/{SLUG}.ipynb": b"{}"}, f"hello-callbacks-dan/{SLUG}.ipynb", "dan"),
    (CANVAS, f"leeann_1001_9001_{SLUG}.py", "leeann"),
    (MOODLE, f"Ann Lee_501_assignsubmission_file_/{SLUG}.py", "Ann Lee"),
    (MOODLE, "Ann Lee_501_assignsubmission_file_", "Ann Lee"),
    (GRADESCOPE, "assignment_42_export/submission_7001", "Ann Lee"),
    ({"ann.py": RIGHT, "bob.py": RIGHT}, "ann.py", "ann.py"),
    ({"ann.zip": zipped({f"{SLUG}.py": RIGHT}), "bob.py": RIGHT}, "ann.zip", "ann"),
]


@pytest.mark.parametrize(("files", "inside", "who"), GIVEN)
def test_what_may_not_be_read_is_nobodys_fault(place: Path, files: dict[str, bytes], inside: str, who: str) -> None:
    path = folder(place, files)
    before = read(path)
    shut(path / inside)
    after = read(path)
    assert after[who].fault
    assert "Permission denied" in (after[who].unreadable or "")
    assert {name: one for name, one in after.items() if name != who} == {
        name: one for name, one in before.items() if name != who
    }
    assert not any(one.fault for name, one in after.items() if name != who)


@pytest.mark.parametrize(("files", "inside", "who"), GIVEN)
def test_what_goes_away_after_it_was_found_is_nobodys_fault(
    tmp_path: Path, files: dict[str, bytes], inside: str, who: str
) -> None:
    path = folder(tmp_path, files)
    found = list(intake.find(path, EXERCISES))
    gone = path / inside
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    archive._nested.cache_clear()  # one that was just read is not read again
    after = {one.student or one.path.name: one.read() for one in found}
    assert after[who].fault
    assert [name for name, one in after.items() if one.fault] == [who]


def test_a_single_file_that_may_not_be_read(place: Path) -> None:
    path = place / "a.py"
    path.write_bytes(RIGHT)
    shut(path)
    (one,) = (found.read() for found in intake.find(path, EXERCISES))
    assert one.fault


def test_a_folder_that_may_not_be_looked_into_is_said_to_who_asked(place: Path) -> None:
    path = folder(place, GITHUB)
    shut(path)
    with pytest.raises(UsageError, match="cannot be looked into: Permission denied"):
        list(intake.find(path, EXERCISES))
    with pytest.raises(UsageError, match="cannot be looked at: Permission denied"):
        list(intake.find(path / "hello-callbacks-cleo", EXERCISES))


@pytest.mark.parametrize("beside", [f"tests/{SLUG}.py", ".git/config", "venv/x.py", "notes.txt", f"{SLUG}/README.md"])
def test_what_is_not_looked_at_need_not_be_readable(place: Path, beside: str) -> None:
    path = folder(place, {**GITHUB, f"hello-callbacks-cleo/{beside}": OTHER})
    shut(path / "hello-callbacks-cleo" / beside)
    assert not any(one.fault or one.unreadable for one in read(path).values())
    shut((path / "hello-callbacks-cleo" / beside).parent) if "/" in beside else None
    assert not any(one.fault or one.unreadable for one in read(path).values())


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere.py")


def _through_a_file(path: Path) -> None:
    (path.parent / "x").write_bytes(OTHER)
    path.symlink_to("x/y.py")


def _outward(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def _circle(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize("spoil", [_dangling, _through_a_file, _outward, _circle, os.mkfifo, os.mkdir, None])
def test_what_was_handed_in_as_it_is_stays_the_students(tmp_path: Path, spoil: Spoil | None) -> None:
    path = folder(tmp_path, {**GITHUB, "hello-callbacks-dan/README.md": OTHER})
    if spoil is not None:
        spoil(path / f"hello-callbacks-dan/{SLUG}.py")
    after = read(path)
    assert after["dan"].unreadable
    assert not any(one.fault for one in after.values())


def test_many_names_refused_do_not_hide_a_fault(place: Path) -> None:
    path = folder(place, {**GITHUB, "hello-callbacks-dan/z/a.py": RIGHT})
    for number in range(40):
        (path / f"hello-callbacks-dan/{number}.py").symlink_to("nowhere")
    shut(path / "hello-callbacks-dan/z")
    dan = read(path)["dan"]
    assert dan.fault
    assert dan.unreadable is not None
    assert dan.unreadable.startswith(f"There is no {SLUG}.py that could be read (z: the folder cannot be looked into")


def test_a_batch_lists_it_and_asks_no_worker_and_reads_it_again(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.py" for name in "abcdefgh"]
    for path in files:
        path.write_bytes(RIGHT)
    found = [one for path in files for one in intake.find(path, EXERCISES)]
    items = [Item(one.read, str(one.path)) for one in found]

    def grades() -> tuple[list[Grade], list[str]]:
        crew = Scripted([None])
        with Journal(tmp_path / "j") as journal, Batch(EXERCISES, journal, crew=lambda _: crew) as batch:
            done = list(batch.results(items))
            assert (batch.progress.done, batch.progress.faults) == (8, sum(g.verdict is Verdict.ERROR for g in done))
            return done, crew.handed

    for path in files[:7]:
        path.unlink()
    first, handed = grades()
    assert [grade.verdict for grade in first] == [Verdict.ERROR] * 7 + [Verdict.PASS]
    assert [grade.submission for grade in first] == [str(path) for path in files]
    assert {grade.score for grade in first[:7]} == {0.0}
    assert handed == [str(files[7])]
    files[0].write_bytes(RIGHT)
    again, handed = grades()
    assert [grade.verdict for grade in again] == [Verdict.PASS, *[Verdict.ERROR] * 6, Verdict.PASS]
    assert handed == []
