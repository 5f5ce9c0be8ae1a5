"""Batches lose nothing: torn journals, killed workers, stopped runs; and nothing is graded twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.batch import Batch, Item, Progress, Stopped
from grader.journal import MAGIC, Journal
from grader.model import Grade, Submission, UsageError, Verdict
from tests.engine import HONEST, SLUG, changed, exercise

WRONG = HONEST.replace(b"ordered=True", b"ordered=False")


def item(name: str, source: bytes, student: str | None = None) -> Item:
    return Item(lambda: Submission(path=name, exercise=SLUG, source=source, student=student), name)


def run(items: list[Item], path: Path, **options: object) -> tuple[list[Grade], Batch]:
    with Journal(path) as journal, Batch({SLUG: exercise()}, journal, **options) as batch:  # type: ignore[arg-type]
        return list(batch.results(items)), batch


def verdicts(grades: list[Grade]) -> list[tuple[str, str]]:
    return [(g.submission, g.verdict.value) for g in grades]


def test_results_come_in_the_order_asked_and_equal_files_are_graded_once(tmp_path: Path) -> None:
    items = [item("a", HONEST, "ann"), item("b", WRONG), item("c", HONEST, "cleo"), item("d", WRONG), item("e", b"")]
    grades, batch = run(items, tmp_path / "j", jobs=2)
    assert verdicts(grades) == [("a", "pass"), ("b", "fail"), ("c", "pass"), ("d", "fail"), ("e", "fail")]
    assert [g.student for g in grades] == ["ann", None, "cleo", None, None]
    assert batch.progress.reused == 2
    again, batch = run(items, tmp_path / "j", jobs=2)
    assert verdicts(again) == verdicts(grades)
    assert batch.progress.reused == 5
    fresh, batch = run(items, tmp_path / "j", jobs=1, fresh=True)
    assert verdicts(fresh) == verdicts(grades)
    assert batch.progress.reused == 2


def test_a_changed_exercise_is_graded_anew(tmp_path: Path) -> None:
    run([item("a", HONEST)], tmp_path / "j")
    other = changed(exercise(), title="another title")
    with Journal(tmp_path / "j") as journal, Batch({SLUG: other}, journal) as batch:
        list(batch.results([item("a", HONEST)]))
        assert batch.progress.reused == 0


@pytest.mark.parametrize("cut", [1, 5, 9, 40, 200])
def test_a_torn_record_is_dropped_and_graded_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "j"
    run([item("a", HONEST), item("b", WRONG)], path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Journal(path) as journal:
        assert len(journal) == 1
        assert journal.dropped > 0
    assert len(path.read_bytes()) < len(whole) - cut + 1


def test_a_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j"
    run([item("a", HONEST)], path)
    data = bytearray(path.read_bytes())
    data[len(MAGIC) + 40] ^= 1
    path.write_bytes(data)
    with Journal(path) as journal:
        assert len(journal) == 0


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes, which are long enough to be mistaken for something else\n")
    with pytest.raises(UsageError, match="not a journal"):
        Journal(path)
    assert path.read_text().startswith("my notes")


def test_a_full_disk_is_said_and_the_journal_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "j"
    run([item("a", HONEST)], path)
    before = path.read_bytes()
    program = f"""
import resource, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before)} + 10, {len(before)} + 10))
from pathlib import Path
from grader.journal import Journal
from grader.model import UsageError
journal = Journal(Path({str(path)!r}))
key = next(iter(journal._offsets))
try:
    journal.append(b"0" * 16, journal[key])
except UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "cannot be written" in done.stdout
    assert path.read_bytes() == before


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_once(progress: Progress) -> None:
        for worker in batch._workers:
            if not killed and worker.job is not None:
                killed.append(worker.process.pid)
                os.kill(worker.process.pid, signal.SIGKILL)

    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, on_progress=kill_once) as batch:
        grades = list(batch.results([item("a", HONEST), item("b", WRONG)]))
    assert killed
    assert verdicts(grades) == [("a", "pass"), ("b", "fail")]


def test_what_fails_twice_is_listed_and_not_kept(tmp_path: Path) -> None:
    def kill_always(progress: Progress) -> None:
        for worker in batch._workers:
            if worker.job is not None and worker.job.submission.path == "bad":
                os.kill(worker.process.pid, signal.SIGKILL)

    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, on_progress=kill_always) as batch:
        grades = list(batch.results([item("bad", WRONG), item("good", HONEST)]))
        assert len(journal) == 1
    assert grades[0].verdict is Verdict.ERROR
    assert grades[1].verdict is Verdict.PASS


def test_stopping_finishes_what_runs_and_goes_on_later(tmp_path: Path) -> None:
    items = [item(str(n), HONEST + f"# {n}\n".encode()) for n in range(6)]
    got: list[Grade] = []
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal) as batch:
        results = batch.results(items)
        got.append(next(results))
        batch.stop()
        with pytest.raises(Stopped):
            got.extend(results)
        kept = len(journal)
    assert 1 <= kept < 6
    grades, batch = run(items, tmp_path / "j")
    assert len(grades) == 6
    assert batch.progress.reused == kept


def test_kill_minus_nine_of_the_batch_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    for n in range(6):
        place = folder / f"hw-student{n}"
        place.mkdir(parents=True)
        (place / f"{SLUG}.py").write_bytes((HONEST if n % 2 else WRONG) + f"# {n}\n".encode())
    journal = tmp_path / "j"
    command = [sys.executable, "-m", "grader", "grade", str(folder), "--journal", str(journal), "--jobs", "1"]
    root = Path(__file__).parents[1]
    first = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not journal.exists() or journal.stat().st_size < 2000:
        assert first.poll() is None
        time.sleep(0.02)
    first.kill()
    first.wait()
    report = tmp_path / "report.json"
    done = subprocess.run(
        [*command, "--report", f"json={report}"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    import json

    entries = json.loads(report.read_text())["submissions"]
    assert [(e["student"], e["verdict"]) for e in entries] == [
        (f"student{n}", "pass" if n % 2 else "fail") for n in range(6)
    ]
