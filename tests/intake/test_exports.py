"""Exports of Canvas, Moodle, Gradescope and GitHub: the student, the attempt and the file are taken from the names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import intake
from grader.intake import naming
from grader.intake.again import again
from grader.intake.layouts import prefix_of
from grader.model import UsageError
from tests.intake.layouts import (
    CANVAS,
    EXERCISES,
    GITHUB,
    GRADESCOPE,
    METADATA,
    MOODLE,
    RIGHT,
    SLUG,
    archive,
    by_student,
    folder,
    found_in,
    zipped,
)

Make = Callable[[Path, Mapping[str, bytes]], Path]


@pytest.fixture(params=[archive, folder], ids=["zip", "folder"])
def make(request: pytest.FixtureRequest) -> Make:
    return request.param


def test_canvas(tmp_path: Path, make: Make) -> None:
    found = by_student(make(tmp_path, CANVAS))
    assert list(found) == ["anonymous a1b2C", "doedan", "leeann", "núñezcleo", "obrienbob"]
    assert found["leeann"].identity == ("canvas:1001",)
    assert found["leeann"].read().source == RIGHT
    assert found["leeann"].notes == ()
    late = found["obrienbob"]
    assert (late.identity, late.notes) == (("canvas:1002",), ("late", "handed in again: version 3"))
    assert late.read().source == RIGHT
    assert found["núñezcleo"].read().source == b"x = 1\n"
    assert "text in Canvas's editor" in (found["doedan"].read().unreadable or "")
    assert found["anonymous a1b2C"].read().unreadable is None


@pytest.mark.parametrize(
    ("name", "who", "late", "file"),
    [
        ("smithbob_12345_67890_file-1.py", "12345", False, "file-1.py"),
        ("smithbob_LATE_12345_67890_file.py", "12345", True, "file.py"),
        ("van_der_berg_12345_67890_a_1_2.py", "12345", False, "a_1_2.py"),
        ("anon_x9Yz_67890_file.py", "x9Yz", False, "file.py"),
        ("LATE_anon_x9Yz_67890_file.py", "x9Yz", True, "file.py"),
        ("李小龙_1_2_答案.py", "1", False, "答案.py"),
    ],
)
def test_a_canvas_name(name: str, who: str, late: bool, file: str) -> None:
    label = naming.canvas(name)
    assert label is not None
    assert (label.person.ids, label.late, label.file) == ((f"canvas:{who}",), late, file)


@pytest.mark.parametrize("name", [f"{SLUG}.py", "hw_1.py", "ann_lee.py", "1_2_3", "a_1_b_c.py", ""])
def test_an_ordinary_name_is_no_canvas_name(name: str) -> None:
    assert naming.canvas(name) is None


def test_several_files_of_one_canvas_student(tmp_path: Path, make: Make) -> None:
    files = {"a_1_10_helper.py": b"h = 1\n", f"a_1_11_{SLUG}.py": b"old\n", f"a_1_12_{SLUG}-1.py": b"new\n"}
    (one,) = found_in(make(tmp_path, files))
    assert one.read().source == b"new\n"
    assert any(f"a_1_11_{SLUG}.py, which was not graded" in note for note in one.notes)


def test_moodle(tmp_path: Path, make: Make) -> None:
    found = by_student(make(tmp_path, MOODLE))
    assert list(found) == ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Participant 504"]
    assert found["Ann Lee"].identity == ("moodle:501",)
    assert found["Bob O'Brien"].read().source == RIGHT
    assert found["Bob O'Brien"].notes == ("handed in again: version 2",)
    assert "text in Moodle's editor" in (found["Cleo Núñez"].read().unreadable or "")
    assert found["Participant 504"].identity == ("moodle:504",)


def test_moodle_without_folders(tmp_path: Path, make: Make) -> None:
    files = {
        f"Ann Lee_501_assignsubmission_file_{SLUG}.py": RIGHT,
        "Team Blue_77_assignsubmission_file_notes_v2.txt": b"",
        f"Team Blue_77_assignsubmission_file_{SLUG}.py": RIGHT,
    }
    found = by_student(make(tmp_path, files))
    assert [(who, one.read().source) for who, one in found.items()] == [("Ann Lee", RIGHT), ("Team Blue", RIGHT)]


def test_gradescope(tmp_path: Path, make: Make) -> None:
    found = by_student(make(tmp_path, GRADESCOPE))
    assert list(found) == ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Dan Doe"]
    assert found["Ann Lee"].identity == ("0601", "ann@example.edu")
    assert found["Dan Doe"].identity == ("dan@example.edu",)
    assert "holds no such folder" in (found["Dan Doe"].missing or "")
    team = found["Bob O'Brien"], found["Cleo Núñez"]
    assert {one.path.name for one in team} == {"answer.py"}
    assert team[0].notes == team[1].notes == ("attempt 2", "handed in by 2 together")
    assert team[0].read().source == b"y = 2\n"


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        (b"submission_1: [", "not YAML"),
        (b"- a\n- b\n", "no table of submissions"),
        (b"", "no table of submissions"),
        (b"submission_1:\n  :score: 1\n", "does not say who handed it in"),
        (b"submission_1:\n  :submitters:\n  - [a]\n", "not a table of texts"),
        (b"\xff\xfe\x00", "not YAML"),
        (b"a: [1, 2]\n", "does not say who"),
        (METADATA.encode()[: METADATA.index("submission_7002:") + 20], "line 15"),
    ],
)
def test_malformed_metadata_refuses_the_whole_export(tmp_path: Path, make: Make, metadata: bytes, words: str) -> None:
    path = make(tmp_path, {**GRADESCOPE, "assignment_42_export/submission_metadata.yml": metadata})
    with pytest.raises(UsageError, match=words):
        found_in(path)


def test_a_folder_the_metadata_does_not_know_is_graded_all_the_same(tmp_path: Path, make: Make) -> None:
    files = {"submission_metadata.yml": METADATA.encode(), f"submission_9/{SLUG}.py": RIGHT, "stray.py": b"s = 1\n"}
    found = by_student(make(tmp_path, files))
    assert found["submission_9"].read().source == RIGHT
    assert "does not say whose" in found["submission_9"].notes[0]
    assert found[None].path.name == "stray.py"


def test_repositories_of_a_github_classroom(tmp_path: Path, make: Make) -> None:
    path = make(tmp_path, {**GITHUB, "hello-callbacks-dan/README.md": b"nothing yet\n"})
    found = by_student(path)
    assert list(found) == ["Bob99", "ann-lee", "cleo", "dan"]
    assert found["dan"].missing == f"There is no {SLUG}.py in hello-callbacks-dan."
    assert all(found[who].read().source == RIGHT for who in ("ann-lee", "Bob99", "cleo"))


@pytest.mark.parametrize(
    ("names", "parent", "prefix"),
    [
        (["hw1-ann-lee", "hw1-bob"], "x", "hw1-"),
        (["hw1-ann-lee", "hw1-ann-doe"], "hw1-submissions", "hw1-"),
        (["hw1-ann"], "hw1-submissions", "hw1-"),
        ([f"{SLUG}-ann-lee", f"{SLUG}-ann-doe"], "x", f"{SLUG}-"),
        (["io-callback-passthrough-ann"], "x", "io-callback-passthrough-"),
        (
            ["fall-2026-io-callback-passthrough-ann-b", "fall-2026-io-callback-passthrough-ann-c"],
            "x",
            "fall-2026-io-callback-passthrough-",
        ),
        (["ann", "bob"], "x", ""),
        (["ann"], "x", ""),
        ([], "x", ""),
    ],
)
def test_what_stands_before_the_student(names: list[str], parent: str, prefix: str) -> None:
    assert prefix_of(names, [SLUG], parent) == prefix


def test_an_archive_handed_in_is_opened(tmp_path: Path, make: Make) -> None:
    inner = zipped({f"repo-main/{SLUG}.py": RIGHT, "repo-main/README.md": b"", "repo-main/more.zip": zipped({})})
    found = by_student(make(tmp_path, {"a_1_10_work.zip": inner, f"b_2_11_{SLUG}.py": RIGHT}))
    assert found["a"].read().source == RIGHT
    assert str(found["a"].path).endswith(f"a_1_10_work.zip/repo-main/{SLUG}.py")


def test_a_repository_may_keep_its_answer_elsewhere(tmp_path: Path, make: Make) -> None:
    files = {
        **GITHUB,
        f"hello-callbacks-dan/week 3/{SLUG}.py": RIGHT,
        "hello-callbacks-eve/mine.py": f"def {SLUG}(x):\n    return x\n".encode(),
        "hello-callbacks-eve/other.py": b"z = 1\n",
        "hello-callbacks-fay/other.py": b"z = 1\n",
    }
    found = by_student(make(tmp_path, files))
    assert found["dan"].read().source == RIGHT
    assert found["eve"].path.name == "mine.py"
    assert "the only file with" in found["eve"].notes[0]
    assert found["fay"].missing is not None


def test_loose_files_beside_repositories_are_not_lost(tmp_path: Path, make: Make) -> None:
    found = found_in(make(tmp_path, {**GITHUB, "dan.py": b"d = 1\n"}))
    assert [one.student for one in found] == [None, "Bob99", "ann-lee", "cleo"]


def test_a_folder_of_loose_files_with_other_folders_beside(tmp_path: Path, make: Make) -> None:
    found = found_in(make(tmp_path, {"ann.py": RIGHT, "bob.ipynb": b"{}", "data/numbers.txt": b"1"}))
    assert [(one.path.name, one.identity) for one in found] == [("ann.py", ("ann",)), ("bob.ipynb", ("bob",))]


def test_an_archive_for_each_student(tmp_path: Path, make: Make) -> None:
    files = {
        "ann.zip": zipped({f"{SLUG}.py": RIGHT}),
        "bob.zip": zipped({"mine.py": b"m = 1\n"}),
        "eve.zip": b"not one",
    }
    found = by_student(make(tmp_path, files))
    assert [(who, one.identity) for who, one in found.items()] == [(w, (w,)) for w in ("ann", "bob", "eve")]
    assert [found[who].read().source for who in ("ann", "bob")] == [RIGHT, b"m = 1\n"]
    assert "not a zip archive" in (found["eve"].missing or "")


def test_what_is_nobodys_adds_no_exercise(tmp_path: Path) -> None:
    import msgspec

    both = {"another": msgspec.structs.replace(EXERCISES[SLUG], slug="another", entrypoint="f"), **EXERCISES}
    files = {f"a_1_10_{SLUG}.py": RIGHT, "b_2_11_x.png": b"", "stray.py": b"s = 1\n", "../evil.py": b""}
    found = list(intake.find(archive(tmp_path, files), both))
    assert [(one.student, one.exercise) for one in found] == [("a", SLUG), ("b", SLUG), (None, SLUG), (None, SLUG)]


def test_another_kind_of_file_is_named(tmp_path: Path, make: Make) -> None:
    found = by_student(make(tmp_path, {"a_1_10_work.rar": b"", f"b_2_11_{SLUG}.py": RIGHT, "c_3_12_x.docx": b""}))
    assert found["a"].missing == f"None of the files handed in is called {SLUG}.py (there are: work.rar)."


def test_one_unclear_file_does_not_stop_the_others(tmp_path: Path, make: Make) -> None:
    import msgspec

    both = {**EXERCISES, "other": msgspec.structs.replace(EXERCISES[SLUG], slug="other", entrypoint="another")}
    path = make(tmp_path, {f"{SLUG}-1.py": RIGHT, "what.py": b"w = 1\n"})
    found = list(intake.find(path, both))
    assert [(one.path.name, one.exercise, one.missing is None) for one in found] == [
        (f"{SLUG}-1.py", SLUG, True),
        ("what.py", SLUG, False),
    ]
    with pytest.raises(UsageError, match="not clear which exercise is answered by what"):
        list(intake.find(archive(tmp_path, {"what.py": b"w = 1\n"}, "other.zip"), both))


def test_nothing_to_grade(tmp_path: Path, make: Make) -> None:
    with pytest.raises(UsageError, match="without a submission"):
        found_in(make(tmp_path, {"readme.txt": b""}))


def test_a_repository_in_an_archive(tmp_path: Path) -> None:
    (one,) = found_in(archive(tmp_path, {f"exercises/{SLUG}/{SLUG}.py": RIGHT}))
    assert one.read().source == RIGHT
    assert one.read().path == str(tmp_path / "export.zip" / "exercises" / SLUG / f"{SLUG}.py")


def test_two_exercises_are_told_apart(tmp_path: Path, make: Make) -> None:
    import msgspec

    other = msgspec.structs.replace(EXERCISES[SLUG], slug="other", entrypoint="another")
    both = {**EXERCISES, "other": other}
    files = {
        f"a_1_10_{SLUG}.py": RIGHT,
        "a_1_11_other.py": b"def another(x): ...\n",
        "b_2_12_whatever.py": b"def another(x): ...\n",
    }
    found = list(intake.find(make(tmp_path, files), both))
    assert [(f.student, f.exercise, f.missing is None) for f in found] == [
        ("a", SLUG, True),
        ("a", "other", True),
        ("b", SLUG, False),
        ("b", "other", True),
    ]


def test_what_was_found_is_read_again_by_its_name(tmp_path: Path, make: Make) -> None:
    inner = zipped({f"repo-main/{SLUG}.py": RIGHT})
    path = make(tmp_path, {**CANVAS, "z_9_10_work.zip": inner})
    for one in found_in(path):
        read = one.read()
        back = again(read.path)
        if one.missing is None:
            assert back is not None
            assert (back.source, back.unreadable, back.cells) == (read.source, read.unreadable, read.cells)


@pytest.mark.parametrize(
    "name", ["gone.py", "x.zip/a.py", "export.zip/gone/a.py", "export.zip/gone.py", "export.zip/broken.zip/a.py"]
)
def test_what_is_gone_is_not_read_again(tmp_path: Path, name: str) -> None:
    archive(tmp_path, {"broken.zip": b"PK", **GITHUB})
    back = again(str(tmp_path / name))
    assert back is None or back.unreadable is not None
