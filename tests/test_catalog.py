"""Every author's mistake is found when the exercise is read, with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader import catalog
from grader.model import AuthorError, Aval, UsageError

SLUG = "io_callback_passthrough"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "exercises"
    shutil.copytree(catalog.exercises_folder(), target)
    return target


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / SLUG / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_every_shipped_exercise_reads() -> None:
    exercises = catalog.load_all(catalog.exercises_folder())
    assert SLUG in exercises
    for exercise in exercises.values():
        assert exercise.hints
        assert exercise.note


def test_exercises_come_in_the_order_of_the_course(folder: Path) -> None:
    assert next(iter(catalog.load_all(folder))) == SLUG
    edit(folder, "exercise.toml", "order = 1", "order = 99")
    assert list(catalog.load_all(folder))[-1] == SLUG
    assert catalog.slugs(folder) == sorted(catalog.slugs(folder))


def test_what_is_read(folder: Path) -> None:
    exercise = catalog.load(folder, SLUG)
    assert exercise.trace is not None
    assert exercise.trace.inputs[1] == (Aval(shape=(0,), dtype="float32"),)
    assert exercise.trace.callbacks[0].ordered is True
    assert exercise.points.source + exercise.points.trace + exercise.points.numbers == 10


def test_optional_tables_can_be_left_out(folder: Path) -> None:
    path = folder / SLUG / "exercise.toml"
    text = path.read_text()
    path.write_text(text[: text.index("[points]")])
    assert catalog.load(folder, SLUG).trace is None


@pytest.mark.parametrize(
    ("name", "old", "new", "words", "at"),
    [
        ("exercise.toml", "title =", "titel =", "titel", "titel ="),
        ("exercise.toml", "cpu_seconds = 10", 'cpu_seconds = "ten"', "Expected `float`", "cpu_seconds"),
        ("exercise.toml", "wall_seconds = 30", "wall_second = 30", "wall_second", "wall_second"),
        ("exercise.toml", "[points]", "[points", "not valid TOML", "[points"),
        ("exercise.toml", '"float32[3]"', '"float33[3]"', "not a dtype and shape", "float33"),
        ("exercise.toml", '"no-tampering"', '"no-tempering"', "there is no rule `no-tempering`", "no-tempering"),
        ("exercise.toml", "source = 5", "source = -5", "must not be negative", "source = -5"),
        ("exercise.toml", "source = 5", "source = nan", "`source` must not be", "source = nan"),
        ("exercise.toml", "numbers = 4", "numbers = inf", "`numbers` must not be", "numbers = inf"),
        ("exercise.toml", "trace = 1", "trace = 1e300", "`trace` must not be", "trace = 1e300"),
        ("exercise.toml", "5\ntrace = 1\nnumbers = 4", "0\ntrace = 0\nnumbers = 0", "some part", "[points]"),
        ("exercise.toml", "order = 1", "order = nan", "`order` must be a number", "order = nan"),
        ("exercise.toml", "cpu_seconds = 10", "cpu_seconds = nan", "`cpu_seconds` must be positive", "cpu_seconds"),
        ("exercise.toml", "cpu_seconds = 10", "cpu_seconds = 1e30", "at most 3600", "cpu_seconds"),
        ("exercise.toml", "wall_seconds = 30", "wall_seconds = inf", "`wall_seconds` must be", "wall_seconds"),
        ("exercise.toml", "wall_seconds = 30", "wall_seconds = -1", "`wall_seconds` must be", "wall_seconds"),
        ("exercise.toml", "memory_mb = 1024", "memory_mb = 99999999999999999999", "`memory_mb` must", "memory_mb"),
        ("exercise.toml", "memory_mb = 1024", f"memory_mb = 1{'0' * 400}", "`memory_mb` must", "memory_mb"),
        ("exercise.toml", "cpu_seconds = 10", f"cpu_seconds = 1{'0' * 400}", "cpu_seconds", "cpu_seconds"),
        ("exercise.toml", "output_kb = 1024", "output_kb = 0", "`output_kb` must be positive", "output_kb"),
        ("exercise.toml", '"float32[7]"', '"float32[99999999999999999999]"', "too large", "float32[9999"),
        ("exercise.toml", '"float32[7]"', '"float32[0, 99999999999]"', "too large", "99999999999"),
        ("exercise.toml", '"float32[7]"', f'"float32[{"9" * 5000}]"', "not a dtype and shape", "9999"),
        ("exercise.toml", '["callback:0"]', '["callback:9"]', "none of the callbacks", "callback:9"),
        ("exercise.toml", '["callback:0"]', '["callback:-1"]', "no origin", "callback:-1"),
        ("exercise.toml", '["callback:0"]', '["callback:0", "nonsense"]', "no origin", "nonsense"),
        ("exercise.toml", '["callback:0"]', '["input:1"]', "none of the inputs", "input:1"),
        ("exercise.toml", 'operands = ["input:0"]', 'operands = ["input:9"]', "none of the inputs", "input:9"),
        ("exercise.toml", 'operands = ["input:0"]', 'operands = ["input"]', "no origin", "operands ="),
        ("exercise.toml", 'result_like = "input:0"', 'result_like = "input:1"', "none of the inputs", "result_like"),
        ("exercise.toml", 'result_like = "input:0"', 'result_like = "op:mul"', "is no input", "result_like"),
        ("exercise.toml", "result_like", 'operands_smaller = "0"\nresult_like', "is no input", "operands_smaller"),
        ("exercise.toml", '= "io_callback"', '= "iocallback"', "no callback `iocallback`", "iocallback"),
        ("pattern.py", "def io", "deff io", "not valid Python", "deff"),
        ("pattern.py", "def io_callback_passthrough", "def another", "no function `io_callback_passthrough`", ""),
        ("starter.py", "def io_callback_passthrough", "def another", "no function `io_callback_passthrough`", ""),
        ("test_numbers.py", '    """[5, 6, 7] becomes [10, 12, 14]"""\n', "", "no docstring", "def test_example"),
    ],
)
def test_mistakes_are_named_with_file_and_line(
    folder: Path, name: str, old: str, new: str, words: str, at: str
) -> None:
    edit(folder, name, old, new)
    with pytest.raises(AuthorError) as caught:
        catalog.load(folder, SLUG)
    assert words in caught.value.message
    assert caught.value.path.endswith(name)
    lines = (folder / SLUG / name).read_text().splitlines()
    assert caught.value.line == next(n for n, line in enumerate(lines, 1) if at in line)


@pytest.mark.parametrize("name", ["pattern.py", "test_numbers.py", "README.md", "starter.py"])
def test_missing_files_are_named(folder: Path, name: str) -> None:
    (folder / SLUG / name).unlink()
    with pytest.raises(AuthorError, match="missing"):
        catalog.load(folder, SLUG)


def test_a_number_of_thousands_of_digits_is_the_authors_mistake(folder: Path) -> None:
    edit(folder, "exercise.toml", "memory_mb = 1024", f"memory_mb = {'9' * 9999}")
    with pytest.raises(AuthorError, match="not valid TOML"):
        catalog.load(folder, SLUG)


def test_no_hints(folder: Path) -> None:
    path = folder / SLUG / "exercise.toml"
    text = path.read_text()
    start, end = text.index("hints = ["), text.index("]\n\nnote") + 1
    path.write_text(text[:start] + "hints = []" + text[end:])
    with pytest.raises(AuthorError, match="needs hints"):
        catalog.load(folder, SLUG)


def test_unknown_exercise_names_the_known(folder: Path) -> None:
    with pytest.raises(UsageError, match=SLUG):
        catalog.load(folder, "nothing")


def test_an_untouched_starter_is_not_started() -> None:
    exercise = catalog.load(catalog.exercises_folder(), SLUG)
    starter = (Path(exercise.directory) / f"{SLUG}.py").read_bytes()
    assert not catalog.started(exercise, starter)
    assert not catalog.started(exercise, starter.replace(b"# TODO", b"# note"))
    assert catalog.started(exercise, starter.replace(b"raise NotImplementedError", b"return x"))
    assert catalog.started(exercise, b"def (")
    assert catalog.started(exercise, b"")


def test_a_learners_own_syntax_error_is_not_the_authors(folder: Path) -> None:
    (folder / SLUG / f"{SLUG}.py").write_text("def (")
    assert catalog.load(folder, SLUG).slug == SLUG


def test_the_shipped_files_are_the_starters() -> None:
    for exercise in catalog.load_all(catalog.exercises_folder()).values():
        assert catalog.own_file(exercise).read_bytes() == catalog.starter(exercise), exercise.slug
