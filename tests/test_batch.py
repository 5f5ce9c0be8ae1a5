"""Batches lose nothing: torn journals, killed workers, stopped runs; and nothing is graded twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from grader.batch import Batch, Item, Progress, Stopped
from grader.commands.many import going_on
from grader.crew import Job, Processes, Worker
from grader.intake import Found
from grader.journal import Journal
from grader.model import Completed, Grade, GraderFault, Submission, UsageError, Verdict
from grader.report import csv, faults, terminal
from grader.results import Results
from grader.sandbox.guards import ladder
from grader.worker import Done
from tests.engine import HONEST, SLUG, changed, exercise

WRONG = HONEST.replace(b"ordered=True", b"ordered=False")


def item(name: str, source: bytes, student: str | None = None) -> Item:
    return Item(lambda: Submission(path=name, exercise=SLUG, source=source, student=student), name)


def run(items: list[Item], path: Path, **options: object) -> tuple[list[Grade], Batch]:
    with Journal(path) as journal, Batch({SLUG: exercise()}, journal, **options) as batch:  # type: ignore[arg-type]
        return list(batch.results(items)), batch


def workers(batch: Batch) -> list[Worker]:
    assert isinstance(batch.crew, Processes)
    return batch.crew.workers


class Scripted:
    """A crew of one that answers what it was told to; None is a pass."""

    places = 1

    def __init__(self, answers: list[Done | None]) -> None:
        self.answers, self.handed = answers, list[str]()
        self.running: dict[Job, float] = {}

    def has_room(self) -> bool:
        return not self.running

    def hand(self, job: Job) -> None:
        self.handed.append(job.submission.path)
        self.running[job] = 0.0

    def collect(self, seconds: float) -> list[tuple[Job | None, Done]]:
        job, _ = self.running.popitem()
        answer = self.answers.pop(0)
        return [(job, passing(job) if answer is None else answer)]

    def close(self, *, at_once: bool) -> None:
        pass


class Backwards(Scripted):
    """A crew of four whose first job is finished last."""

    places = 4

    def __init__(self) -> None:
        super().__init__([])

    def has_room(self) -> bool:
        return len(self.running) < 4

    def collect(self, seconds: float) -> list[tuple[Job | None, Done]]:
        job, _ = self.running.popitem()
        return [(job, passing(job))]


def passing(job: Job) -> Done:
    submission = job.submission
    grade = Grade(
        submission=submission.path,
        exercise=submission.exercise,
        verdict=Verdict.PASS,
        outcome=Completed(),
        score=10.0,
        max_score=10.0,
        seconds=0.1,
    )
    return Done(grade=grade)


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


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_once(progress: Progress) -> None:
        for worker in workers(batch):
            if not killed and worker.job is not None:
                killed.append(worker.process.pid)
                os.kill(worker.process.pid, signal.SIGKILL)

    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, on_progress=kill_once) as batch:
        grades = list(batch.results([item("a", HONEST), item("b", WRONG)]))
    assert killed
    assert verdicts(grades) == [("a", "pass"), ("b", "fail")]


def test_what_kills_two_workers_is_listed_for_a_human_and_not_kept(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_always(progress: Progress) -> None:
        for worker in workers(batch):
            if worker.job is not None and worker.job.submission.path == "bad" and worker.process.pid not in killed:
                killed.append(worker.process.pid)
                os.kill(worker.process.pid, signal.SIGKILL)

    items = [item("bad", WRONG, "bo"), item("good", HONEST)]
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, on_progress=kill_always) as batch:
        grades = list(batch.results(items))
        assert len(journal) == 1
        listed = faults.render(Results([i.read for i in items], batch.grade_of, {SLUG: exercise()}))
        gradebook = csv.render(Results([i.read for i in items], batch.grade_of, {SLUG: exercise()}))
    assert len(killed) == 2
    assert [g.verdict for g in grades] == [Verdict.ERROR, Verdict.PASS]
    assert listed == "bad (bo): its worker died (tried again by another worker: the same)\n"
    assert gradebook.splitlines()[1].startswith("bo,bad,io_callback_passthrough,error,,10,")
    again, batch = run(items, tmp_path / "j")
    assert verdicts(again) == [("bad", "fail"), ("good", "pass")]
    assert batch.progress.reused == 1


def test_a_fault_inside_a_worker_is_tried_by_another_and_never_kept(tmp_path: Path) -> None:
    crew = Scripted([Done(fault="the server is gone"), None, Done(fault="no memory"), Done(fault="no memory")])
    items = [item("a", HONEST), item("b", WRONG)]
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, crew=lambda _: crew) as batch:
        grades = list(batch.results(items))
        assert len(journal) == 1
    assert crew.handed == ["a", "a", "b", "b"]
    assert verdicts(grades) == [("a", "pass"), ("b", "error")]
    assert grades[1].findings == ()


def test_a_machine_that_can_grade_nothing_says_so_at_once(tmp_path: Path) -> None:
    crew = Scripted([Done(fault="the sandbox cannot be started")] * 100)
    items = [item(str(n), HONEST + f"# {n}\n".encode()) for n in range(50)]
    with (
        Journal(tmp_path / "j") as journal,
        Batch({SLUG: exercise()}, journal, crew=lambda _: crew) as batch,
        pytest.raises(GraderFault, match="the sandbox cannot be started"),
    ):
        list(batch.results(items))
    assert len(crew.handed) < 20


def test_isolation_that_was_asked_for_and_is_not_there_stops_the_batch(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="isolation level 9 is required"):
        run([item("a", HONEST), item("b", WRONG)], tmp_path / "j", require=9)


def test_a_result_of_weaker_isolation_is_not_reused_where_more_is_required(tmp_path: Path) -> None:
    items = [item("a", HONEST), item("never run", b"")]
    grades, _ = run(items, tmp_path / "j")
    level = ladder.level(grades[0].isolation)
    _, batch = run(items, tmp_path / "j", require=level)
    assert batch.progress.reused == 2
    crew = Scripted([None])
    with (
        Journal(tmp_path / "j") as journal,
        Batch({SLUG: exercise()}, journal, require=level + 1, crew=lambda _: crew) as batch,
    ):
        list(batch.results(items))
    assert crew.handed == ["a"]


def test_cells_of_a_notebook_are_part_of_its_content(tmp_path: Path) -> None:
    def notebook(name: str, *cells: int) -> Item:
        return Item(lambda: Submission(path=name, exercise=SLUG, source=WRONG, cells=cells), name)

    grades, _ = run([notebook("a", 1, 3), notebook("b", 1), item("c", WRONG)], tmp_path / "j")
    places = [(g.findings[g.main].cell, g.findings[g.main].line) for g in grades if g.main is not None]
    assert places == [(2, 5), (1, 7), (None, 7)]


@pytest.mark.parametrize("then", ["goes", "changes"])
def test_a_file_that_is_not_what_was_graded_any_more_keeps_its_grade(tmp_path: Path, then: str) -> None:
    paths = [tmp_path / "a.py", tmp_path / "b.py"]
    for path in paths:
        path.write_bytes(WRONG)
    items = [Item(Found(path, SLUG).read, str(path)) for path in paths]
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal) as batch:
        list(batch.results(items))
        paths[0].unlink() if then == "goes" else paths[0].write_bytes(b"other = 1\n")
        results = Results([i.read for i in items], batch.grade_of, {SLUG: exercise()}, batch.was_graded)
        assert [r.text is None for r in results] == [True, False]
        assert [r.grade.verdict for r in results] == [Verdict.FAIL, Verdict.FAIL]
        for name in ("json", "csv", "junit", "gradescope", "github", "sarif", "faults"):
            assert "other = 1" not in import_module(f"grader.report.{name}").render(results)
        assert "other = 1" not in terminal.render(list(results), width=80, colour=False)


def test_equal_files_keep_whose_they_are_also_when_they_are_gone(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.py" for name in ("ann", "bo")]
    found = [Found(path, SLUG, student=path.stem, identity=(f"id:{path.stem}",)) for path in paths]
    for path in paths:
        path.write_bytes(WRONG)
    items = [Item(f.read, str(f.path)) for f in found]
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal) as batch:
        given = list(batch.results(items))
        for path in paths:
            path.unlink()
        read_back = list(Results([i.read for i in items], batch.grade_of, {SLUG: exercise()}, batch.was_graded))
    for grades in (given, [r.grade for r in read_back]):
        assert [(g.student, g.identity) for g in grades] == [("ann", ("id:ann",)), ("bo", ("id:bo",))]


def test_progress_counts_what_is_finished_before_its_turn(tmp_path: Path) -> None:
    seen: list[int] = []
    crew = Backwards()
    items = [item(str(n), HONEST + f"# {n}\n".encode()) for n in range(4)]
    with (
        Journal(tmp_path / "j") as journal,
        Batch({SLUG: exercise()}, journal, crew=lambda _: crew, on_progress=lambda p: seen.append(p.done)) as batch,
    ):
        grades = list(batch.results(items))
    assert [g.submission for g in grades] == ["0", "1", "2", "3"]
    assert {1, 2, 3} <= set(seen)
    assert batch.progress.done == batch.progress.passed == 4


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


def test_a_fresh_run_that_was_stopped_goes_on_without_fresh(tmp_path: Path) -> None:
    items = [item(str(n), HONEST + b"# %d\n" % n) for n in range(5)]
    crews = [Scripted([None] * 5) for _ in range(2)]

    def stopped_after_two(batch: Batch) -> None:
        for grade in batch.results(items):
            if grade.submission == "1":
                batch.stop()

    with (
        Journal(tmp_path / "j") as journal,
        Batch({SLUG: exercise()}, journal, fresh=True, crew=lambda _: crews[0]) as batch,
        pytest.raises(Stopped),
    ):
        stopped_after_two(batch)
    with Journal(tmp_path / "j") as journal, Batch({SLUG: exercise()}, journal, crew=lambda _: crews[1]) as batch:
        assert [grade.submission for grade in batch.results(items)] == list("01234")
    assert crews[0].handed + crews[1].handed == list("01234")
    assert "the same command goes on" in going_on(fresh=False)
    assert "the same command without --fresh goes on" in going_on(fresh=True)
