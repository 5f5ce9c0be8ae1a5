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


@pytest.mark.parametrize("form", ["md", "html"])
def test_feedback(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    folder = tmp_path / "new" / "feedback"
    code, out, _ = run(capsys, "feedback", report(tmp_path, *CLASS), folder, "--format", form)
    assert (code, out) == (0, f"4 files in {folder}\n")
    assert sorted(p.name for p in folder.iterdir()) == [f"{name}.{form}" for name in ("ann", "bob", "cleo", "eve")]
    assert "left out" in (folder / f"bob.{form}").read_text()


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
