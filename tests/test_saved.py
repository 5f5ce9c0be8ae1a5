"""Commands that read results back: what they find, say and write, and how they refuse."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from grader import cli, saved
from grader.commands.feedback import file_names
from grader.journal import MAGIC, Journal
from grader.model import UsageError
from tests.gradebook.files import ENVIRONMENT, SLUG, fault, grade, nothing, report, wrong

CLASS = (grade("ann"), wrong("bob", 4.0), nothing("cleo"), fault("eve"))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.run(list(map(str, arguments)))
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "class.journal"
    with Journal(path) as made:
        for number, one in enumerate(CLASS[:3]):
            made.append(bytes([number]), one)
    return path


def test_a_report_comes_back_as_it_was(tmp_path: Path) -> None:
    back = saved.load(report(tmp_path, *CLASS))
    assert (back.grades, back.environment, back.complete) == (CLASS, ENVIRONMENT, True)


def test_a_journal_comes_back(journal: Path) -> None:
    before = journal.read_bytes()
    back = saved.load(journal)
    assert (back.grades, back.complete) == (CLASS[:3], False)
    assert journal.read_bytes() == before


def test_a_report_from_before_students_had_ids(tmp_path: Path) -> None:
    path = report(tmp_path, *CLASS)
    path.write_bytes(path.read_bytes().replace(b'"identity":["ann@example.edu"],', b""))
    assert saved.load(path).grades[0].identity == ()


@pytest.mark.parametrize(
    ("text", "who"),
    [
        (f"class/bob/{SLUG}.py", "bob"),
        (f"bob/{SLUG}.py", "bob"),
        ("BOB", "bob"),
        ("bob@example.edu", "bob"),
        ("s/bob/", "bob"),
        ("nobody", None),
        ("", None),
    ],
)
def test_a_result_is_found(text: str, who: str | None) -> None:
    assert [g.student for g in saved.matching(CLASS, text)] == ([who] if who else [])


def test_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, _ = run(capsys, "summary", report(tmp_path, *CLASS))
    assert (code, out.splitlines()[0]) == (0, "4 results, 4 students, 1 exercise")
    code, out, _ = run(capsys, "summary", journal)
    assert code == 0
    assert "a journal has each different file once" in out


def test_reading_a_damaged_journal_says_so_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    whole = journal.read_bytes()
    middle = whole.index(b"bob")
    for at, results, said in ((middle, 2, True), (len(MAGIC) + 1, 3, False), (len(whole) - 1, 2, True)):
        data = bytearray(whole)
        data[at] ^= 1
        journal.write_bytes(data)
        for command in (("summary", journal), ("explain", "ann", "--in", journal)):
            code, out, err = run(capsys, *command)
            assert (code, "is damaged" in err) == (0, said)
            assert f"{results} results" in out or command[0] == "explain"
            assert journal.read_bytes() == data


def test_explain(tmp_path: Path, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, _ = run(capsys, "explain", "bob", "--in", report(tmp_path, *CLASS))
    assert code == 0
    assert "NOT YET" in out
    assert "jax 0.10.2" in out
    assert run(capsys, "explain", "bob", "--in", journal)[0] == 0
    code, _, err = run(capsys, "explain", "zoe", "--in", journal)
    assert (code, "there is no result of zoe" in err) == (2, True)


def test_explain_names_the_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = [grade("ann", submission=f"class/{n}.py") for n in range(20)]
    code, _, err = run(capsys, "explain", "ann", "--in", report(tmp_path, *many))
    assert (code, "20 results fit ann" in err) == (2, True)
    assert run(capsys, "explain", "class/7.py", "--in", report(tmp_path, *many))[0] == 0


def test_explain_without_any_batch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code, _, err = run(capsys, "explain", "ann")
    assert (code, "nothing was graded as a batch yet" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = report(tmp_path, *CLASS, name="old.json")
    code, out, _ = run(capsys, "diff", old, old)
    assert (code, "0 changed" in out) == (0, True)
    new = report(tmp_path, grade("ann"), grade("bob"), *CLASS[2:], name="new.json")
    code, out, _ = run(capsys, "diff", old, new)
    assert code == 1
    assert f"bob ({SLUG}): not yet 4/10 -> pass 10/10" in out


def test_diff_says_that_the_exercise_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = report(tmp_path, grade("ann"), wrong("bob", 4.0, digest="1"), wrong("cy", 4.0, digest="2"), name="old.json")
    changed = (grade("ann", score=12.0, max_score=12.0), wrong("bob", 6.0, digest="1", max_score=12.0))
    new = report(tmp_path, *changed, wrong("cy", 5.0, digest="2"), name="new.json")
    code, out, _ = run(capsys, "diff", old, new)
    assert code == 1
    assert out.count("the exercise was changed: it gave 10 points and gives 12") == 2
    assert out.count("the same cause costs another number of points") == 1
    assert "was: " not in out
    assert "was and is: nothing against it" in out
    code, out, _ = run(capsys, "diff", old, report(tmp_path, grade("bob", digest="1"), name="new.json"))
    assert "exercise was changed" not in out
    assert "was: " in out
    assert "now: " in out


@pytest.mark.parametrize("form", ["md", "html"])
def test_feedback(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    folder = tmp_path / "new" / "feedback"
    code, out, _ = run(capsys, "feedback", report(tmp_path, *CLASS), folder, "--format", form)
    assert (code, out) == (0, f"4 files in {folder}\n")
    assert sorted(p.name for p in folder.iterdir()) == [f"{name}.{form}" for name in ("ann", "bob", "cleo", "eve")]
    assert "left out" in (folder / f"bob.{form}").read_text()


@pytest.mark.parametrize("form", ["md", "html"])
def test_feedback_writes_over_its_own_files_and_no_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    given, folder = report(tmp_path, *CLASS), tmp_path / "f"
    for _ in range(2):
        assert run(capsys, "feedback", given, folder, "--format", form)[0] == 0
    assert run(capsys, "feedback", report(tmp_path, grade("bob"), name="bob.json"), folder, "--format", form)[0] == 0
    (folder / f"notes.{form}").write_text("mine")
    (folder / "ann.txt").write_text("mine")
    assert run(capsys, "feedback", given, folder, "--format", form)[0] == 0
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for other in ("mine", ""):
        (folder / f"eve.{form}").write_text(other)
        code, _, err = run(capsys, "feedback", given, folder, "--format", form)
        assert (code, f"(eve.{form}); nothing was written" in err) == (2, True)
        assert {path: path.read_bytes() for path in folder.iterdir()} == {
            **before,
            folder / f"eve.{form}": other.encode(),
        }
    (folder / f"eve.{form}").unlink()
    (folder / f"eve.{form}").symlink_to(f"bob.{form}")
    assert run(capsys, "feedback", given, folder, "--format", form)[0] == 2


@pytest.mark.parametrize("name", ["", " "])
def test_feedback_needs_a_folder_with_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    given = report(tmp_path, *CLASS)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    code, _, err = run(capsys, "feedback", given, name)
    assert (code, "is empty" in err, list(Path().iterdir())) == (2, True, [])
    assert run(capsys, "feedback", given, ".")[0] == 0
    assert len(list(Path().iterdir())) == 4


def test_feedback_shows_the_file_only_while_it_is_the_one_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ann.py"
    path.write_text("answer = 'as it was judged'\n")
    judged = wrong("ann", 4.0, submission=str(path), digest=hashlib.sha256(path.read_bytes()).hexdigest())
    given = report(tmp_path, judged)
    for text, shown in (("answer = 'as it was judged'\n", True), ("answer = 'of another time'\n", False)):
        path.write_text(text)
        assert run(capsys, "feedback", given, tmp_path / "f", "--format", "html")[0] == 0
        page = (tmp_path / "f" / "ann.html").read_text()
        assert ("as it was judged" in page) is shown
        assert "of another time" not in page


def test_feedback_needs_a_whole_class(tmp_path: Path, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, _, err = run(capsys, "feedback", journal, tmp_path / "f")
    assert (code, "feedback needs a JSON report" in err) == (2, True)


def test_feedback_into_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = report(tmp_path, *CLASS)
    code, _, err = run(capsys, "feedback", given, given)
    assert (code, "cannot be made" in err) == (2, True)


def test_file_names_are_harmless_and_different() -> None:
    given = ["Ann Lee", "ann lee", "../../etc/passwd", "", "...", "Núñez, Cleo", "a" * 300, "CON\x00\x1b[31m"]
    made = file_names(given)
    assert made[:6] == ["Ann_Lee", "ann_lee_2", "etc_passwd", "student", "student_2", "Núñez_Cleo"]
    assert len({name.casefold() for name in made}) == len(given)
    assert all(len(name) <= 84 and "/" not in name and name.isprintable() for name in made)


@pytest.mark.parametrize(
    "command", [("summary",), ("diff", "{given}"), ("feedback", "{}", "x"), ("explain", "x", "--in")]
)
def test_no_such_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    given, gone = report(tmp_path, *CLASS), tmp_path / "gone.json"
    arguments = [a.format(gone, given=given) for a in command]
    if "{}" not in command:
        arguments.append(str(gone))
    code, _, err = run(capsys, *arguments)
    assert (code, "cannot be read" in err) == (2, True)
    with pytest.raises(UsageError):
        saved.load(gone)
