"""Several paths in one command: the path names the student where nothing else does, and nobody becomes another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from grader import intake
from grader.intake import roster
from grader.intake.found import Found
from grader.people import Person, groups
from tests.intake.layouts import CANVAS, EXERCISES, RIGHT, SLUG, archive, folder, zipped

BOTH = {**EXERCISES, "other": msgspec.structs.replace(EXERCISES[SLUG], slug="other", entrypoint="another")}
OTHER = b"def another(x): ...\n"
Choose = Callable[[Path], list[Path]]


def every(*patterns: str) -> Choose:
    return lambda root: [path for pattern in patterns for path in sorted(root.glob(pattern))]


def found_at(paths: list[Path], people: list[Person] | None = None) -> list[Found]:
    found = intake.find_all(paths, BOTH)
    return intake.apart(found if people is None else roster.arranged(found, people, paths[0]))


def students(found: list[Found]) -> list[list[str]]:
    """Return who answered, the work of each together as a gradebook puts it."""
    people = [Person(name=one.student or "", ids=one.identity) for one in found]
    return [[found[place].student or found[place].path.name for place in places] for places in groups(people)]


INNER = zipped({f"{SLUG}.py": RIGHT})


@pytest.mark.parametrize(
    ("files", "choose", "expected"),
    [
        ({f"{who}/{SLUG}.py": RIGHT for who in ("s0", "s1", "s2")}, every("*"), ["s0", "s1", "s2"]),
        ({f"{who}/{SLUG}.py": RIGHT for who in ("s0", "s1")}, every("*/*.py"), ["s0", "s1"]),
        ({f"hw-{who}/{SLUG}.py": RIGHT for who in ("ann-lee", "bob")}, every("*"), ["ann-lee", "bob"]),
        ({f"hw-{who}/{SLUG}.py": RIGHT for who in ("ann-lee", "bob")}, every("*/*.py"), ["ann-lee", "bob"]),
        ({f"{who}/exercises/{SLUG}/{SLUG}.py": RIGHT for who in ("s0", "s1")}, every("*"), ["s0", "s1"]),
        ({f"{who}/exercises/{SLUG}/{SLUG}.py": RIGHT for who in ("s0", "s1")}, every("*/*/*/*.py"), ["s0", "s1"]),
        ({"ann.zip": INNER, "bob.zip": INNER}, every("*.zip"), ["ann", "bob"]),
        ({"ann.zip": INNER, f"bob/{SLUG}.py": RIGHT}, every("*"), ["ann", "bob"]),
        ({f"{who}/{SLUG}.ipynb": b"{}" for who in ("s0", "s1")}, every("*"), ["s0", "s1"]),
        ({f"{who}/{SLUG}-2.py": RIGHT for who in ("s0", "s1")}, every("*"), ["s0", "s1"]),
    ],
)  # fmt: skip
def test_a_path_names_the_student(
    tmp_path: Path, files: Mapping[str, bytes], choose: Choose, expected: list[str]
) -> None:
    paths = choose(folder(tmp_path, files))
    found = found_at(paths)
    assert [one.student for one in found] == expected
    people = [Person(name=f"Student {who}", ids=(who,)) for who in expected]
    assert [one.student for one in found_at(paths, people)] == [person.name for person in people]


def test_a_folder_with_one_answer_by_another_name(tmp_path: Path) -> None:
    files = {"ann/mine.py": RIGHT, "ann/helper.py": OTHER[:0], "bob/mine.py": RIGHT, "bob/helper.py": b"h = 1\n"}
    found = [
        one for path in [folder(tmp_path, files)] for one in intake.find_all(sorted(path.iterdir()), EXERCISES, SLUG)
    ]
    assert [(one.student, one.path.name) for one in found] == [("ann", "mine.py"), ("bob", "mine.py")]
    assert "helper.py, which was not graded" in found[0].notes[0]


def test_one_file_alone_is_nobodys(tmp_path: Path) -> None:
    root = folder(tmp_path, {f"ann/{SLUG}.py": RIGHT})
    for path in (root / "ann", root / "ann" / f"{SLUG}.py"):
        (one,) = found_at([path])
        assert (one.student, one.identity) == (None, ())


def test_files_of_one_folder_are_called_by_their_names(tmp_path: Path) -> None:
    root = folder(tmp_path, {"ann.py": RIGHT, "bob.py": RIGHT})
    found = intake.find_all(sorted(root.iterdir()), EXERCISES)
    assert [(one.student, one.identity) for one in found] == [(None, ("ann",)), (None, ("bob",))]


def test_exports_keep_the_names_they_have(tmp_path: Path) -> None:
    first = archive(tmp_path, CANVAS)
    second = archive(tmp_path, {f"moss_9_1_{SLUG}.py": RIGHT}, "late.zip")
    found = intake.find_all([first, second], EXERCISES)
    assert [one.identity for one in found if one.student == "moss"] == [("canvas:9",)]
    assert {one.student for one in found} >= {"leeann", "obrienbob", "moss"}


@pytest.mark.parametrize("patterns", [("*",), ("sec1/*", "sec2/*"), ("*/*/*.py",)])
def test_one_name_in_two_folders_is_two_students(tmp_path: Path, patterns: tuple[str, ...]) -> None:
    files = {f"{at}/{SLUG}.py": RIGHT for at in ("sec1/alex", "sec1/bo", "sec2/alex", "sec2/cy")}
    found = found_at(every(*patterns)(folder(tmp_path, files)))
    assert students(found) == [["sec1/alex"], ["bo"], ["sec2/alex"], ["cy"]]


def test_two_folders_of_one_name_are_written_in_full(tmp_path: Path) -> None:
    root = folder(tmp_path, {f"{at}/alex/{SLUG}.py": RIGHT for at in ("a/sec", "b/sec")})
    assert students(found_at([root / "a/sec", root / "b/sec"])) == [[f"{root}/a/sec/alex"], [f"{root}/b/sec/alex"]]


def test_a_student_of_two_assignments_is_one(tmp_path: Path) -> None:
    files = {f"hw{n}/{who}/{slug}.py": data for n, slug, data in ((1, SLUG, RIGHT), (2, "other", OTHER)) for who in ("ann", "bo")}  # fmt: skip
    root = folder(tmp_path, files)
    assert students(found_at([root / "hw1", root / "hw2"])) == [["ann", "ann"], ["bo", "bo"]]


def test_a_roster_says_that_two_folders_are_of_one(tmp_path: Path) -> None:
    root = folder(tmp_path, {f"try{n}/{who}/{SLUG}.py": RIGHT for n in (1, 2) for who in ("ann", "bo", "cy")})
    found = found_at([root / "try1", root / "try2"], [Person(name="Ann Lee", ids=("ann",)), Person(name="Bo")])
    assert students(found) == [["Ann Lee", "Ann Lee"], ["Bo", "Bo"], ["try1/cy"], ["try2/cy"]]


def test_files_of_two_exercises_in_one_folder_are_one_students(tmp_path: Path) -> None:
    files = {f"{who}/{slug}.py": data for who in ("ann", "bo") for slug, data in ((SLUG, RIGHT), ("other", OTHER))}
    root = folder(tmp_path, files)
    for pattern in ("*", "*/*.py"):
        assert students(found_at(every(pattern)(root))) == [["ann", "ann"], ["bo", "bo"]]


def test_whose_is_not_known_is_one_apart() -> None:
    people = [Person(name=""), Person(name=""), Person(name="Ann"), Person(name="ANN"), Person(name="Ann", ids=("1",))]
    assert groups(people) == [[0], [1], [2, 3], [4]]


def test_any_id_in_common_makes_one() -> None:
    people = [Person(name="a", ids=("1",)), Person(name="b", ids=("2",)), Person(name="c", ids=("2", "1")), Person(name="a", ids=("3",))]  # fmt: skip
    assert groups(people) == [[0, 1, 2], [3]]
