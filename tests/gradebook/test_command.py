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


def links(tmp_path: Path, name: str) -> list[Path]:
    """The names a file may have: its own, with a detour, a link to it, and a second name of it."""
    (tmp_path / "folder").mkdir(exist_ok=True)
    (tmp_path / f"{name}.link").symlink_to(name)
    (tmp_path / f"{name}.hard").hardlink_to(tmp_path / name)
    return [tmp_path / n for n in (name, f"folder/../{name}", f"{name}.link", f"{name}.hard")]


def test_what_is_read_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, export, new = report(tmp_path, *CLASS), tmp_path / "canvas.csv", tmp_path / "new.csv"
    export.write_bytes(CANVAS.encode())
    before = {path: path.read_bytes() for path in (given, export)}
    cases: list[tuple[object, ...]] = []
    for path in links(tmp_path, given.name):
        cases += [("--csv", path), ("--canvas", export, "--output", path), ("--canvas", export, "--csv", path)]
    for path in links(tmp_path, export.name):
        cases += [("--canvas", export, "--output", path), ("--canvas", export, "--csv", path)]
    cases.append(("--canvas", export, "--output", new, "--csv", new))
    for case in cases:
        code, out, err = run(capsys, given, *case)
        assert (code, out, "is read by this command" in err) == (2, "", True), case
        assert {path: path.read_bytes() for path in before} == before
        assert not new.exists()
    # Every other file may be written over, again and again, and the export itself where it is to be filled in.
    for case in (("--csv", new), ("--csv", new, "--canvas", export), ("--canvas", export), ("--csv", "/dev/null")) * 2:
        assert run(capsys, given, *case)[0] == 0
    assert run(capsys, given, "--canvas", export, "--output", new)[0] == 0


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, export = report(tmp_path, *CLASS), tmp_path / "canvas.csv"
    (tmp_path / "folder").mkdir()
    for name, target in (("here.csv", export), ("there.csv", Path("folder/not-yet.csv"))):
        export.write_bytes(CANVAS.encode())
        link = tmp_path / name
        link.symlink_to(target)
        options = ("--canvas", link) if name == "here.csv" else ("--canvas", export, "--output", link)
        assert run(capsys, given, *options)[0] == 0
        assert link.is_symlink()
        assert "7.5" in (tmp_path / target).read_text()


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, export = report(tmp_path, *CLASS), tmp_path / "canvas.csv"
    export.write_bytes(CANVAS.encode())
    there = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for options in (
        ("--csv", tmp_path / "new.csv"),
        ("--canvas", export),
        ("--canvas", export, "--csv", tmp_path / "new.csv"),
        ("--canvas", export, "--output", tmp_path / "new.csv"),
    ):
        code, out, _ = run(capsys, given, *options, "--dry-run")
        assert (code, "nothing was written (--dry-run)" in out) == (0, True)
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == there


def test_what_is_refused_writes_no_gradebook_of_our_own_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export, own = tmp_path / "canvas.csv", tmp_path / "own.csv"
    export.write_bytes(CANVAS.encode())
    assert run(capsys, report(tmp_path, *CLASS, grade("stranger")), "--canvas", export, "--csv", own)[0] == 2
    assert not own.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_names_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, report(tmp_path, *CLASS), "--csv", "/dev/full")
    assert (code, "/dev/full could not be written: No space left on device" in err) == (2, True)


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
        (("--output", "{gone}"), "--output only when an export is filled in"),
        (("--csv", "{gone}", "--column", "Essay"), "--column only when"),
        (("--scale", "--skip-unmatched"), "--scale and --skip-unmatched only when"),
        (("--canvas", "{unworthy}", "--scale"), "takes 0 points, of which every share is 0"),
        (("--canvas", "{unworthy}"), "takes 0 points"),
        (("--csv", "{gone}/x.csv"), "there is no directory"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    files = {"canvas": CANVAS, "moodle": MOODLE, "malformed": CANVAS.replace('A""",', 'A"",')}
    files["unworthy"] = CANVAS.replace(",20,10,", ",20,0,")
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
