"""Labels, lists of equivalent mutants, and stray files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader import catalog
from grader.model import AuthorError, Exercise
from grader.verify import files

SLUG = "io_callback_passthrough"


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    shutil.copytree(catalog.exercises_folder(), tmp_path / "exercises")
    return catalog.load(tmp_path / "exercises", SLUG)


@pytest.mark.parametrize(
    ("line", "rule", "place", "reason"),
    [
        ("# structure ordered: left out", "structure", "ordered", "left out"),
        ("# structure result_shape_dtypes.shape: fixed", "structure", "result_shape_dtypes.shape", "fixed"),
        ("# structure args[0]: a copy", "structure", "args[0]", "a copy"),
        ("# numbers test_empty[jit]: no values", "numbers", "test_empty[jit]", "no values"),
        ("# numbers: three times: not two", "numbers", "", "three times: not two"),
        ("#no-side-effects : prints", "no-side-effects", "", "prints"),
    ],
)
def test_a_label_is_read(line: str, rule: str, place: str, reason: str) -> None:
    label = files.label_of(f"{line}\nx = 1\n".encode(), Path("w.py"))
    assert (label.rule, label.place, label.reason, label.lines) == (rule, place, reason, ())


def test_marked_lines_are_found() -> None:
    assert files.label_of(b"# load: no\n\nx = 1  # here\n# here\n", Path("w.py")).lines == (3, 4)


@pytest.mark.parametrize(
    "first", [b"", b"\n# load: late\n", b"import jax\n", b"# load\n", b"# nonsense: x\n", b"# load:\n"]
)
def test_a_label_that_says_nothing_is_the_authors_mistake(first: bytes) -> None:
    with pytest.raises(AuthorError) as caught:
        files.label_of(first, Path("w.py"))
    assert (caught.value.path, caught.value.line) == ("w.py", 1)


def test_the_answers_of_an_exercise_are_read(exercise: Exercise) -> None:
    assert len(files.right_answers(exercise)) >= 4
    assert all(a.label is not None for a in files.wrong_answers(exercise))


@pytest.mark.parametrize(
    ("text", "line"), [("\n'a: b' = ''\n", 2), ("x = 1\n", 1), ("[table]\n", 1), ("# fine\n'a' 'b'\n", 2)]
)
def test_an_equivalent_without_a_reason_is_the_authors_mistake(exercise: Exercise, text: str, line: int) -> None:
    path = Path(exercise.directory, files.EQUIVALENT)
    path.write_text(text)
    with pytest.raises(AuthorError) as caught:
        files.equivalents(exercise)
    assert (Path(caught.value.path), caught.value.line) == (path, line)


@pytest.mark.parametrize("name", ["plain: a -> b", "quotes: 'a' -> \"b\"", 'double: "a" -> "b"'])
def test_a_name_that_is_printed_can_be_pasted(exercise: Exercise, name: str) -> None:
    path = Path(exercise.directory, files.EQUIVALENT)
    path.write_text(f'\n{files.quoted(name)} = "because"\n')
    assert files.equivalents(exercise) == {name: "because"}
    assert files.line_of(path.read_text(), name) == 2


def test_nothing_shipped_is_stray() -> None:
    folder = catalog.exercises_folder()
    assert list(files.stray_in_tree(folder, folder.parent / "solutions")) == []
    for exercise in catalog.load_all(folder).values():
        assert list(files.stray_in_exercise(exercise)) == []


def test_stray_files_are_found(exercise: Exercise, tmp_path: Path) -> None:
    folder = Path(exercise.directory)
    expected = [
        folder / "notes.txt",
        folder / "wrong" / "w.py~",
        tmp_path / "exercises" / "old",
        tmp_path / "solutions" / "gone.py",
    ]
    (tmp_path / "solutions").mkdir()
    for path in expected:
        path.mkdir() if path.name == "old" else path.write_text("")
    found = [*files.stray_in_exercise(exercise), *files.stray_in_tree(tmp_path / "exercises", tmp_path / "solutions")]
    assert found == expected
