"""Nothing that may be somebody's work is left out without a word, and no student's folder passes for an export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import cli, intake
from grader.intake.found import Found
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
    folder,
    zipped,
)

Make = Callable[[Path, Mapping[str, bytes]], Path]
CLASS = {f"{who}/{SLUG}.py": RIGHT for who in ("alice", "bob")}
WRAP = "assignment_42_export/"
CAROL = f"carol_7_8_{SLUG}.py"
METADATA_OF_ONE = METADATA[: METADATA.index("submission_7002:")].encode()


@pytest.fixture(params=[archive, folder], ids=["zip", "folder"])
def make(request: pytest.FixtureRequest) -> Make:
    return request.param


def read(*paths: Path) -> tuple[list[Found], str]:
    said: list[str] = []
    return intake.find_all(paths, EXERCISES, SLUG, said.append), "\n".join(said)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (CLASS, ["alice", "bob"]),
        ({**CLASS, "README.md": b"", "data/numbers.csv": b"1"}, ["alice", "bob", "data"]),
        ({**CLASS, "node_modules/x.js": b"", ".vscode/settings.json": b"", "tests/data.csv": b""}, ["alice", "bob"]),
        ({f"{SLUG}.py": RIGHT, "tests/test_it.py": b"", f"solutions/{SLUG}.py": RIGHT, "src/util.py": b"u = 1\n"}, [None]),
        ({f"exercises/{SLUG}/{SLUG}.py": RIGHT, "grader/x.py": b"", ".venv/x.py": b""}, [None]),
        (CANVAS, ["anonymous a1b2C", "doedan", "leeann", "núñezcleo", "obrienbob"]),
        (MOODLE, ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Participant 504"]),
        ({**MOODLE, "notes/grading.txt": b""}, ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Participant 504"]),
        (GRADESCOPE, ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Dan Doe"]),
        ({f"class/{name}": data for name, data in CLASS.items()}, ["alice", "bob"]),
    ],
)  # fmt: skip
def test_nothing_is_said_where_nothing_is_left_out(
    tmp_path: Path, make: Make, files: dict[str, bytes], expected: list[str | None]
) -> None:
    found, said = read(make(tmp_path, files))
    assert [one.student for one in found] == expected
    assert said == ""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({f"hw-a/{SLUG}.py": RIGHT, f"hw-b/{SLUG}.py": RIGHT, CAROL: RIGHT}, ["carol", "a", "b"]),
        ({**CANVAS, **CLASS}, ["anonymous a1b2C", "doedan", "leeann", "núñezcleo", "obrienbob", "alice", "bob"]),
        ({**MOODLE, **CLASS}, ["Ann Lee", "Bob O'Brien", "Cleo Núñez", "Participant 504", "alice", "bob"]),
        ({CAROL: RIGHT, f"dan/week 3/{SLUG}.py": RIGHT}, ["carol", "dan"]),
        ({CAROL: RIGHT, "dan.zip": zipped({f"{SLUG}.py": RIGHT})}, ["carol", "dan"]),
    ],
)
def test_folders_beside_an_export_are_graded(
    tmp_path: Path, make: Make, files: dict[str, bytes], expected: list[str]
) -> None:
    found, said = read(make(tmp_path, files))
    assert [one.student for one in found] == expected
    assert all(one.read().source == RIGHT for one in found if one.student in {"a", "b", "alice", "bob", "carol", "dan"})
    assert said == ""


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ({**CLASS, f"{SLUG}.py": b"# start\n"}, "alice, bob"),
        ({"alice/mine.py": RIGHT, f"{SLUG}.py": b"# start\n"}, "alice"),
        ({**CANVAS, "helpers/plot.py": b"p = 1\n"}, "helpers"),
        ({**GRADESCOPE, f"assignment_42_export/tests/{SLUG}.py": RIGHT}, "tests"),
        ({**MOODLE, f"venv/{SLUG}.py": RIGHT}, "venv"),
        *(
            ({**CLASS, f"{name}/{SLUG}.py": RIGHT}, name)
            for name in ("grader", "tests", "venv", "solutions", "node_modules", ".hidden")
        ),
        ({**CLASS, "tests/work.zip": zipped({f"{SLUG}.py": RIGHT})}, "tests"),
        ({f"alice/{SLUG}.py": RIGHT, f"tests/{SLUG}.py": RIGHT}, "tests"),
    ],
)
def test_a_folder_that_is_left_out_is_named(tmp_path: Path, make: Make, files: dict[str, bytes], names: str) -> None:
    found, said = read(make(tmp_path, files))
    assert found
    assert f"not graded: {names} (" in said


def test_it_is_said_even_when_nothing_is_graded(tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(UsageError, match="without a submission"):
        list(intake.find(folder(tmp_path, {f"tests/{SLUG}.py": RIGHT}), EXERCISES, SLUG, said.append))
    assert "not graded: tests" in said[0]


def test_the_teacher_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["grade", str(folder(tmp_path, {f"tests/{SLUG}.py": RIGHT})), "--exercise", SLUG])
    assert "note: " in (err := capsys.readouterr().err)
    assert "not graded: tests (" in err


POSES = {
    "Gradescope": {"submission_metadata.yml": METADATA_OF_ONE, f"submission_7001/{SLUG}.py": RIGHT},
    "a broken Gradescope": {"submission_metadata.yml": b"a: [", f"submission_7001/{SLUG}.py": RIGHT},
    "Moodle": {"Ann Lee_42_assignsubmission_file_.txt": b""},
    "Moodle's folders": {f"Ann Lee_42_assignsubmission_file_/{SLUG}.py": RIGHT},
    "Canvas": {f"leeann_42_1_{SLUG}.py": RIGHT},
}


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
@pytest.mark.parametrize("inside", [f"{SLUG}.py", f"{SLUG}/{SLUG}.py", f"exercises/{SLUG}/{SLUG}.py"])
def test_a_repository_is_no_export(tmp_path: Path, make: Make, pose: dict[str, bytes], inside: str) -> None:
    files = {inside: RIGHT + b"# own\n", **pose}
    repository, said = read(make(tmp_path / "one", files))
    assert [(one.student, one.identity, one.read().source[-6:]) for one in repository] == [(None, (), b"# own\n")]
    assert "not as the export of a platform" in said
    found, _ = read(make(tmp_path / "class", {f"alice/{name}": data for name, data in files.items()}))
    assert [(one.student, one.read().source[-6:]) for one in found] == [("alice", b"# own\n")]


@pytest.fixture(autouse=True)
def places(tmp_path: Path) -> None:
    for name in ("one", "class"):
        (tmp_path / name).mkdir()


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_a_working_copy_is_no_export(tmp_path: Path, make: Make, pose: dict[str, bytes]) -> None:
    files = {f"alice/{name}": data for name, data in {**pose, ".git/HEAD": b"", f"work/{SLUG}.py": RIGHT}.items()}
    found, _ = read(make(tmp_path, files))
    assert [one.student for one in found] == ["alice"]


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_one_of_several_repositories_is_no_export(tmp_path: Path, pose: dict[str, bytes]) -> None:
    files = {**{f"alice/{name}": data for name, data in pose.items()}, f"alice/{SLUG}.py": RIGHT, f"bob/{SLUG}.py": RIGHT}  # fmt: skip
    found, _ = read(*sorted(folder(tmp_path, files).iterdir()))
    assert [(one.student, one.identity) for one in found] == [("alice", ("alice",)), ("bob", ("bob",))]


@pytest.mark.parametrize("export", [CANVAS, MOODLE, GRADESCOPE], ids=["Canvas", "Moodle", "Gradescope"])
def test_an_export_is_one_also_in_a_folder_of_its_own_and_beside_others(
    tmp_path: Path, make: Make, export: dict[str, bytes]
) -> None:
    flat, _ = read(make(tmp_path / "one", export))
    for found in (
        read(make(tmp_path / "class", {f"download/{name.removeprefix(WRAP)}": data for name, data in export.items()}))[
            0
        ],
        read(archive(tmp_path, export, "a.zip"), archive(tmp_path, GITHUB, "b.zip"))[0][: len(flat)],
    ):
        assert [(one.student, one.identity) for one in found] == [(one.student, one.identity) for one in flat]
