"""The command line as people meet it: exit codes, sentences, and never a traceback of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from grader import outputs
from grader.journal import Journal
from grader.model import UsageError
from tests.engine import HONEST
from tests.gradebook.files import fault, grade, report, wrong

ROOT = Path(__file__).parents[1]
MODEL = "solutions/io_callback_passthrough.py"


def grader(*arguments: str, cwd: Path = ROOT, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(ROOT)},
        input=stdin,
        check=False,
    )


def test_the_model_answer_passes(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = grader("grade", MODEL, "--report", "terminal", "--report", f"json={report}")
    assert done.returncode == 0, done.stderr
    assert "PASS" in done.stdout
    assert "10/10" in done.stdout
    data = json.loads(report.read_text())
    schema = json.loads((ROOT / "grader/report/schema.json").read_text())
    jsonschema.validate(data, schema)
    (entry,) = data["submissions"]
    assert (entry["verdict"], entry["submission"], entry["score"]) == ("pass", MODEL, 10.0)
    assert entry["isolation"]
    assert len(entry["trace"]) == 4


def test_a_wrong_answer_shows_its_own_line_with_a_caret(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(HONEST.replace(b"ordered=True", b"ordered=False"))
    done = grader("grade", str(path))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    shown = next(i for i, line in enumerate(lines) if "ordered=False)" in line)
    caret = lines[shown + 1]
    assert lines[shown][caret.index("^") : caret.rindex("^") + 1] == "False"
    assert "Traceback" not in done.stdout + done.stderr


def test_the_untouched_starter_is_not_started() -> None:
    done = grader("grade")
    assert done.returncode == 1
    assert "not started" in done.stdout
    assert "README.md" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("grade", "no/such/file.py"), "there is no file no/such/file.py"),
        (("grade", "{empty}"), "directory without a submission"),
        (("grade", MODEL, "--exercise", "nope"), "there is no exercise `nope`"),
        (("grade", MODEL, "--report", "pdf=x"), "there is no report format `pdf`"),
        (("grade", MODEL, "--report", "json=no/such/folder/x.json"), "there is no directory"),
        (("grade", MODEL, "--report", "json=/"), "is a directory"),
        (("grade", MODEL, "--report", "json=x", "--report", "csv=./x"), "two reports are to be written to x"),
        (("grade", MODEL, "--report", "json", "--report", "csv"), "json and csv would both be on standard output"),
        (("grade", MODEL, "--report", "classroom50=x"), "the runner of Classroom 50"),
        (("grade", MODEL, "--jobs", "0"), "--jobs"),
        (("grade", MODEL, "--jobs", "99999999999999999999"), "--jobs"),
        (("grade", MODEL, "--seed", "-5"), "--seed"),
        (("grade", MODEL, "--seed", "1" * 40), "--seed"),
        (("grade", MODEL, "--seed", "1" * 9999), "--seed"),
        (("grade", MODEL, "--require-isolation", "-1"), "--require-isolation"),
        (("grade", MODEL, "--require-isolation", "9"), "--require-isolation"),
        (("verify", "--jobs", "-1"), "--jobs"),
        (("verify", "--jobs", "99999999999999999999"), "--jobs"),
        (("hint", "io_callback_passthrough", "--stage", "0"), "--stage"),
        (("hint", "io_callback_passthrough", "--stage", "99999999999999999999"), "hints for"),
        (("grade", ""), "the path is empty"),
        (("grade", MODEL, "--roster", ""), "the path is empty"),
        (("--exercises", "", "list"), "the path is empty"),
        (("summary", ""), "the path is empty"),
        (("grade", MODEL, "--roster", "{empty}"), "is a directory, not a CSV file"),
        (("grade", MODEL, "--roster", "/dev/null"), "is not a regular file"),
        (("grade", MODEL, "--roster", "no/such.csv"), "there is no file no/such.csv"),
        (("hint", "nope"), "there is no exercise `nope`"),
        (("hint", "io_callback_passthrough", "--stage", "99"), "hints for io_callback_passthrough"),
        (("--exercises", "no/folder", "list"), "there is no folder of exercises"),
        (("frobnicate",), "No such command"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = grader(*(a.format(empty=tmp_path) for a in arguments))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def a_class(folder: Path) -> dict[Path, bytes]:
    """Two students' folders, an archive, a roster and a link to it."""
    for name in ("ann", "bob"):
        (folder / "class" / name).mkdir(parents=True)
        (folder / "class" / name / "io_callback_passthrough.py").write_bytes(HONEST)
    with zipfile.ZipFile(folder / "cy.zip", "w") as archive:
        archive.writestr("io_callback_passthrough.py", HONEST)
    (folder / "roster.csv").write_text("name\nann\nbob\n")
    (folder / "link.csv").symlink_to("roster.csv")
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [
        ("class", "--roster", "roster.csv", "--report", "csv=roster.csv"),
        ("class", "--roster", "roster.csv", "--report", "csv=link.csv"),
        ("cy.zip", "--report", "csv=cy.zip"),
        ("class", "--report", "html=x.html", "--report", "json=class/ann/io_callback_passthrough.py"),
        ("class", "--journal", "new.journal", "--report", "csv=./new.journal"),
    ],
)
def test_a_report_is_never_written_over_what_is_graded(arguments: tuple[str, ...], tmp_path: Path) -> None:
    before = a_class(tmp_path)
    done = grader("grade", *arguments, cwd=tmp_path)
    assert (done.returncode, "is read by this command" in done.stderr) == (2, True), done.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_every_other_place_for_a_report_is_taken(tmp_path: Path) -> None:
    a_class(tmp_path)
    course, old = tmp_path / "class", tmp_path / "class" / "report.csv"
    old.write_text("of last week\n")
    (tmp_path / "notes.md").symlink_to("nowhere.md")
    read = [course, tmp_path / "cy.zip", tmp_path / "roster.csv", course / "ann" / "io_callback_passthrough.py"]
    for name in (
        "new.csv",
        "class/report.csv",
        "class/new.py",
        "class/ann/report.html",
        "class/report.json",
        "notes.md",
        "/dev/null",
        "/dev/stdout",
        "roster.csv.csv",
        "elsewhere.zip",
    ):
        outputs.refuse_inputs([tmp_path / name], read, [course])
    for name in ("roster.csv", "link.csv", "cy.zip", "class/bob/io_callback_passthrough.py"):
        with pytest.raises(UsageError, match="written over"):
            outputs.refuse_inputs([tmp_path / name], read, [course])


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="standard output has no path here")
@pytest.mark.parametrize("to", ["pipe", "file", "more"])
def test_a_gradebook_into_the_path_of_standard_output(tmp_path: Path, to: str) -> None:
    given, out = report(tmp_path, grade("ann"), wrong("bob", 4.0)), tmp_path / "out"
    out.write_text("before\n")
    command = [sys.executable, "-m", "grader", "gradebook", str(given), "--csv", "/dev/stdout"]
    if to == "pipe":
        shown = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    else:
        with out.open("a" if to == "more" else "w") as stream:
            subprocess.run(command, stdout=stream, cwd=ROOT, check=True)
        shown = out.read_text()
        assert shown.startswith("before\n") == (to == "more")
    assert "2 students" in shown
    assert "student,ids,double_it" in shown
    assert "bob,bob@example.edu" in shown
    assert Path("/dev/stdout").is_symlink()


def test_one_bad_path_does_not_keep_the_others_from_being_graded(tmp_path: Path) -> None:
    a_class(tmp_path)
    (tmp_path / "dan.py").write_bytes(HONEST)
    (tmp_path / "torn.zip").write_bytes((tmp_path / "cy.zip").read_bytes()[:90])
    (tmp_path / "empty").mkdir()
    (tmp_path / "link.py").symlink_to("nowhere.py")
    paths = ["torn.zip", "class", "empty", "cy.zip", "link.py", "dan.py", "none.py", "class/ann"]
    done = grader("grade", *paths, "--journal", "j", "--report", "terminal", "--report", "csv=r.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "9 graded: 5 passed, 0 not yet, 4 not judged" in done.stdout
    for words in (
        "torn.zip: it is not a zip archive",
        "empty is a directory without",
        "link to a file",
        "no file none",
    ):
        assert words in done.stdout
    rows = [row.split(",")[1:6] for row in (tmp_path / "r.csv").read_text().splitlines()[1:]]
    refused = [row for row in rows if row[2] == "error"]
    assert [row[0] for row in refused] == ["torn.zip", "empty", "link.py", "none.py"]
    assert [rows.index(row) for row in refused] == [0, 3, 5, 7]
    assert all(row[3:] == ["", "10"] for row in refused)
    # What is the only path, or one of which none has anything, is a mistake of the command.
    for arguments in (["torn.zip"], ["none.py", "empty"], ["dan.py", "cy.zip", "--exercise", "nope"]):
        done = grader("grade", *arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr[:8]) == (2, "", "grader: ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("report", ["terminal", "csv"])
def test_a_full_disk_behind_standard_output_is_said(report: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "grader", "grade", MODEL, "--report", report],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            check=False,
        )
    assert done.returncode == 2
    assert "No space left on device; make room" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_authors_mistake_is_named_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "exercises" / "broken"
    folder.mkdir(parents=True)
    (folder / "exercise.toml").write_text('title = "x"\nentrypoint = "f"\nhints = ["a"]\nnote = "n"\nextra = 1\n')
    (folder / "pattern.py").write_text("def f(x):\n    return x\n")
    (folder / "broken.py").write_text("def f(x):\n    raise NotImplementedError\n")
    (folder / "test_numbers.py").write_text('def test_a(solve):\n    """a"""\n')
    (folder / "README.md").write_text("x\n")
    done = grader("--exercises", str(tmp_path / "exercises"), "grade", MODEL)
    assert done.returncode == 2
    assert "exercise.toml:5" in done.stderr
    assert "not in a submission" in done.stderr


def test_list_and_hint() -> None:
    listed = grader("list")
    assert listed.returncode == 0
    assert "io_callback_passthrough" in listed.stdout
    assert "not started" in listed.stdout
    first, last = grader("hint", "io_callback_passthrough"), grader("hint", "io_callback_passthrough", "--stage", "4")
    assert first.returncode == last.returncode == 0
    assert "Hint 1 of 4" in first.stdout
    assert "ordered=True" not in first.stdout + last.stdout


def test_it_runs_from_elsewhere_and_leaves_nothing_there(tmp_path: Path) -> None:
    path = tmp_path / "answer.py"
    path.write_bytes(HONEST)
    done = grader("grade", "answer.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["answer.py"]


def test_files_beside_a_submission_are_not_run(tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_bytes(HONEST)
    for name in ("conftest.py", "numpy.py", "jax.py", "sitecustomize.py", "pytest.ini", "tox.ini"):
        (tmp_path / name).write_text("raise SystemExit(3)\n")
    done = subprocess.run(
        [Path(sys.executable).parent / "grader", "grade", "answer.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_second_look_at_the_same_file_gives_the_same_report(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(HONEST.replace(b"x.dtype", b"jax.numpy.float32"))
    texts = []
    for number in range(2):
        report = tmp_path / f"{number}.json"
        grader("grade", str(path), "--seed", "1", "--report", f"json={report}")
        data = json.loads(report.read_text())
        for entry in data["submissions"]:
            entry["seconds"] = 0
        texts.append(json.dumps(data))
    assert texts[0] == texts[1]


INTERRUPTED = """
import os, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is started with Ctrl-C ignored

class AtImport:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, AtImport())
module = sys.argv.pop(1)
runpy.run_module("grader", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module", ["grader.sandbox.launch", "grader.cli", "click", "grader.commands.summary", "msgspec"]
)
def test_ctrl_c_while_modules_are_read_is_one_sentence(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module, "summary", "none.json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "stopped")


@pytest.mark.parametrize(
    "module", ["grader.cli", "grader.catalog", "numpy", "grader.numbers", "grader.report.terminal"]
)
def test_ctrl_c_while_a_grade_begins_is_one_sentence(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module, "grade", MODEL],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "stopped")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_as_good_as_none(closed: str, tmp_path: Path) -> None:
    given = report(tmp_path, grade("ann"), wrong("bob", 4.0))
    command = [sys.executable, "-m", "grader", "summary", str(given)]
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *command], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"2 results" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))


def test_a_batch_with_closed_streams_keeps_its_journal_whole(tmp_path: Path) -> None:
    before = a_class(tmp_path)
    command = [sys.executable, "-m", "grader", "grade", "class", "--journal", "j", "--report", "csv=r.csv"]
    command += ["--report", "terminal"]
    done = subprocess.run(
        ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 3
    with Journal(tmp_path / "j", reading=True) as journal:
        assert (len(journal), journal.damaged, journal.dropped) == (1, 0, 0)
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_names_are_shown_in_any_encoding(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = report(tmp_path, fault("Jörg"), fault("李"), fault("plain"))
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    command = [sys.executable, "-m", "grader"]
    for arguments in (["summary", str(given)], ["gradebook", str(given)], ["explain", "李", "--in", str(given)]):
        done = subprocess.run([*command, *arguments], capture_output=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        # Where a stream claims to be ASCII, click takes it for one of UTF-8.
        shown = done.stdout.decode(encoding if encoding != "ascii" else "utf-8")
        assert "李" in shown or "\\u674e" in shown
