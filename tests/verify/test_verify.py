"""The command: green for what holds, and every fault of an exercise named at its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader import catalog
from tests.test_cli import grader

SLUG = "io_callback_passthrough"
ROOT = catalog.ROOT


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of this one exercise."""
    shutil.copytree(ROOT / "exercises" / SLUG, tmp_path / "exercises" / SLUG)
    (tmp_path / "solutions").mkdir()
    shutil.copy(ROOT / "solutions" / f"{SLUG}.py", tmp_path / "solutions")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def verify(course: Path, *arguments: str) -> tuple[int, str]:
    done = grader("--exercises", str(course / "exercises"), "verify", *arguments, cwd=course)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


def test_what_holds_is_green(course: Path) -> None:
    code, said = verify(course)
    assert code == 0, said
    assert f"ok    {SLUG}" in said
    assert "(100%)" in said
    assert "1 of 1 exercises hold" in said


def test_faults_are_named_at_their_place(course: Path) -> None:
    folder = course / "exercises" / SLUG
    change(folder / "wrong/not_ordered.py", "structure ordered", "structure return")
    change(folder / "wrong/fixed_shape.py", "  # here", "")
    change(folder / "wrong/fixed_shape.py", "import jax\n", "import jax  # here\n")
    change(folder / "wrong/triples.py", "arr * 3", "arr * 2")
    change(folder / "right/one_line.py", "arr * 2", "arr * 4")
    change(folder / "equivalent.toml", "call twice", "call thrice")
    change(
        folder / "exercise.toml", "Keep the call in order", "return io_callback(double, result, x, ordered=True) Keep"
    )
    change(folder / f"{SLUG}.py", "TODO", "DONE")
    change(folder / "exercise.toml", "[limits]", '[words]\n"args[1]" = "No."\n\n[limits]')
    with (folder / "test_numbers.py").open("a") as file:
        file.write('\n\ndef test_idle(solve):\n    """nothing"""\n')
    (folder / "notes.txt").write_text("")
    (course / "solutions" / "other.py").write_text("")
    code, said = verify(course, "--keep", str(course / "kept"))
    assert code == 2
    at = f"exercises/{SLUG}/"
    for words in (
        f"{at}wrong/not_ordered.py:7: labelled `structure return`, but what is said is `structure ordered` on line 7",
        f"{at}wrong/fixed_shape.py:7: marked on line 2, but what is said is `structure result_shape_dtypes.shape`",
        f"{at}wrong/triples.py: labelled `numbers`, but it passes",
        f"{at}right/one_line.py: a right answer is refused: `numbers test_example[eager]`",
        f"{at}equivalent.toml:2: the solution has no mutant `call thrice",
        "this hint gives a line of the answer",
        f"{at}{SLUG}.py: this is not what starter.py says",
        "no mutant and no wrong answer is ever told the words for `args[1]`",
        "`test_idle` fails for no mutant and no wrong answer",
        f"{at}notes.txt: this file belongs to nothing",
        "solutions/other.py: this belongs to no exercise",
        "a mutant of the model answer survives",
        "| +    io_callback(double, result, x, ordered=True)",
        "0 of 1 exercises hold",
    ):
        assert words in said, said
    assert [p.read_text().count("io_callback(double, result") for p in (course / "kept").iterdir()] == [2]


def test_a_pattern_that_its_own_solution_does_not_match(course: Path) -> None:
    change(course / "exercises" / SLUG / "pattern.py", "ordered=True", "ordered=False")
    code, said = verify(course, SLUG)
    assert code == 2
    assert f"exercises/{SLUG}/pattern.py:6: the model answer {SLUG}.py does not match it: `structure ordered`" in said


def test_an_exercise_that_cannot_be_read_does_not_hide_the_others(course: Path) -> None:
    broken = course / "exercises" / "broken"
    shutil.copytree(course / "exercises" / SLUG, broken)
    (broken / f"{SLUG}.py").rename(broken / "broken.py")
    with (broken / "test_numbers.py").open("a") as file:
        file.write("\n\nraise ValueError('never collected')\n")
    shutil.copy(course / "solutions" / f"{SLUG}.py", course / "solutions" / "broken.py")
    code, said = verify(course)
    assert code == 2
    assert "FAIL  broken" in said
    assert "never collected" in said
    assert f"ok    {SLUG}" in said


def test_a_solution_that_is_wrong_ends_it_early(course: Path) -> None:
    change(course / "solutions" / f"{SLUG}.py", "arr * 2", "arr * 3")
    code, said = verify(course)
    assert code == 2
    assert f"solutions/{SLUG}.py: the model answer does not pass: `numbers test_example[eager]`" in said


@pytest.mark.parametrize(
    ("arguments", "words"), [(("nope",), "there is no exercise `nope`"), (("--jobs", "0"), "--jobs")]
)
def test_what_cannot_be_verified_is_said(course: Path, arguments: tuple[str, ...], words: str) -> None:
    code, said = verify(course, *arguments)
    assert code == 2
    assert words in said


def test_a_test_that_breaks_on_a_mutant_is_the_authors_mistake_and_names_it(course: Path) -> None:
    path = course / "exercises" / SLUG / "test_numbers.py"
    change(
        path,
        "    solve(array(5, 6, 7), jit=jit)",
        "    {10.0: 0}[float(solve(array(5, 6, 7)).array[0])]\n    solve(array(5, 6, 7), jit=jit)",
    )
    code, said = verify(course)
    assert code == 2
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "{10.0" in text)
    assert f"test_numbers.py:{line}: the test test_example[eager] raised KeyError: " in said
    assert "(on " in said
