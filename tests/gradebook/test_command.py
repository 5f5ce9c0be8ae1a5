"""``grader gradebook`` as a teacher meets it: who is left out is named first, and a refusal leaves the file as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import cli
from tests.gradebook.files import CANVAS, MOODLE, grade, nothing, report, wrong

CLASS = (grade("ann"), wrong("bob", 7.5), nothing("cleo"), grade("dan"), wrong("fay", 7.0))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.run(["gradebook", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, report(tmp_path, *CLASS))
    assert code == 0
    assert out.splitlines()[0] == "student,ids,double_it,points,max_points,notes"
    assert "bob,bob@example.edu,7.5,7.5,10," in out


@pytest.mark.parametrize(("option", "text"), [("--canvas", CANVAS), ("--moodle", MOODLE)])
def test_filled_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, text: str) -> None:
    path = tmp_path / "theirs.csv"
    path.write_bytes(text.encode())
    code, out, _ = run(capsys, report(tmp_path, *CLASS), option, path)
    assert code == 0
    assert "no points: 1 (" in out
    assert "handed in nothing" in out
    after = path.read_bytes().decode()
    assert after != text
    assert "7.5" in after
    assert len(after.splitlines()) == len(text.splitlines())


def test_into_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "theirs.csv"
    path.write_bytes(CANVAS.encode())
    code, _, _ = run(capsys, report(tmp_path, *CLASS), "--canvas", path, "--output", tmp_path / "filled.csv")
    assert code == 0
    assert path.read_bytes() == CANVAS.encode()
    assert (tmp_path / "filled.csv").read_bytes() != CANVAS.encode()


def test_who_is_not_there_is_named_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "theirs.csv"
    path.write_bytes(CANVAS.encode())
    given = report(tmp_path, *CLASS, grade("stranger"), grade("\x1b[31mred"))
    code, out, err = run(capsys, given, "--canvas", path)
    assert code == 2
    assert "NOT IN THE FILE: 2 (stranger, \\x1b[31mred)" in out
    assert "nothing was written" in err
    assert path.read_bytes() == CANVAS.encode()
    code, out, _ = run(capsys, given, "--canvas", path, "--skip-unmatched", "--dry-run")
    assert code == 0
    assert path.read_bytes() == CANVAS.encode()
    code, out, _ = run(capsys, given, "--canvas", path, "--skip-unmatched")
    assert code == 0
    assert path.read_bytes() != CANVAS.encode()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--canvas", "{malformed}"), "closing quotation mark"),
        (("--canvas", "{gone}"), "there is no file"),
        (("--canvas", "{moodle}"), "not a gradebook that Canvas exported"),
        (("--moodle", "{canvas}"), "no column has a participant"),
        (("--canvas", "{canvas}", "--moodle", "{moodle}"), "one export at a time"),
        (("--canvas", "{canvas}", "--column", "Nope"), "no column `Nope`"),
        (("--canvas", "{canvas}", "--column", "Essay"), "takes 20 points and the report has 10"),
        (("--canvas", "{canvas}", "--output", "{gone}/x.csv"), "there is no directory"),
        (("--exercise", "nope"), "no results of `nope`"),
        (("--csv", "{gone}/x.csv"), "there is no directory"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    files = {"canvas": CANVAS, "moodle": MOODLE, "malformed": CANVAS.replace('A""",', 'A"",')}
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
    names = {name: str(tmp_path / name) for name in (*files, "gone")}
    code, _, err = run(capsys, report(tmp_path, *CLASS), *(o.format(**names) for o in options))
    assert code == 2
    assert words in err
    assert "Traceback" not in err
    for name, text in files.items():
        assert (tmp_path / name).read_bytes() == text.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        b'{"schema": "x"}',
        b"\xff",
        b"a,b\n",
        b'{"schema":"other/v1","environment":{},"submissions":[]}',
    ],
)
def test_what_is_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(data)
    code, _, err = run(capsys, path)
    assert code == 2
    assert "is not a JSON report of this grader" in err


def test_a_report_of_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, report(tmp_path))
    assert (code, "the report is empty" in err) == (2, True)
