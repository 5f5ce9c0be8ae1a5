"""A batch on a real cluster: a scheduler and several worker processes, one of them killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from grader import outpost
from grader.model import Submission
from grader.worker import Start
from tests.classroom import Class, exercises_with_short_limits
from tests.engine import HONEST, SLUG, exercise
from tests.kills import family

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False"}


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._run("dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        wait_for(self.file.exists)
        self.workers = [self.add() for _ in range(workers)]

    def add(self) -> subprocess.Popen[bytes]:
        place = self.folder / f"worker-{len(self.processes)}"
        return self._run("dask_worker", "--nthreads", "1", "--no-nanny", "--local-directory", str(place))

    def _run(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(self.file)]
        with (self.folder / f"{module}-{len(self.processes)}.log").open("wb") as log:
            self.processes.append(
                subprocess.Popen(
                    [*command, "--no-dashboard", *arguments], cwd=self.folder, env=ENVIRONMENT, stdout=log, stderr=log
                )
            )
        return self.processes[-1]

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not come to that"
        time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(folder, 2)
    yield made
    made.close()


def command(folder: Path, exercises: Path, out: Path, name: str, *more: str) -> list[str]:
    where = ["--exercises", str(exercises), "grade", str(folder), "--journal", str(out / f"{name}.journal")]
    return [sys.executable, "-m", "grader", *where, "--seed", "1", "--report", f"csv={out / name}.csv", *more]


def graders(process: subprocess.Popen[bytes]) -> list[int]:
    return [pid for pid, role in family(process.pid) if role == "worker"]


def test_a_worker_killed_on_the_way_changes_nothing_in_the_gradebook(tmp_path: Path, cluster: Cluster) -> None:
    room = Class(tmp_path / "class", 16, seed=5, quick=True)
    exercises = exercises_with_short_limits(tmp_path / "exercises")
    here = subprocess.run(command(room.folder, exercises, tmp_path, "here"), cwd=ROOT, capture_output=True, check=False)
    assert here.returncode == 1, here.stderr
    journal = tmp_path / "there.journal"
    running = subprocess.Popen(
        command(room.folder, exercises, tmp_path, "there", "--dask", str(cluster.file)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: journal.exists() and journal.stat().st_size > 5000)
    assert running.poll() is None
    busy = [worker for worker in cluster.workers if graders(worker)]
    assert len(busy) > 1
    os.kill(busy[0].pid, signal.SIGKILL)
    said, complained = running.communicate()
    assert running.returncode == 1, complained
    assert "Traceback" not in said + complained
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
    # Nothing of the batch stays on the machines that live.
    wait_for(lambda: not any(graders(worker) for worker in cluster.workers if worker is not busy[0]))
    again = subprocess.run(
        command(room.folder, exercises, tmp_path, "there", "--dask", str(cluster.file)),
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert again.returncode == 1, again.stderr
    assert not any(graders(worker) for worker in cluster.workers), "what is known already was sent out"
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_cluster_that_goes_away_loses_nothing(tmp_path: Path, cluster: Cluster) -> None:
    room = Class(tmp_path / "class", 9, seed=6, quick=True)
    exercises = exercises_with_short_limits(tmp_path / "exercises")
    journal = tmp_path / "j.journal"
    running = subprocess.Popen(
        command(room.folder, exercises, tmp_path, "j", "--dask", str(cluster.file)),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: journal.exists() and journal.stat().st_size > 2000)
    kept = journal.read_bytes()
    for process in cluster.processes:
        process.kill()
    _, said = running.communicate()
    assert running.returncode == 2
    assert "is gone" in said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    assert journal.read_bytes().startswith(kept)
    done = subprocess.run(command(room.folder, exercises, tmp_path, "j"), cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 1
    assert journal.read_bytes().startswith(kept)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://"])
def test_an_address_where_nobody_is_gets_a_sentence(tmp_path: Path, address: str) -> None:
    (tmp_path / "a.py").write_bytes(HONEST)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "grade", str(tmp_path / "a.py"), "--exercise", SLUG, "--dask", address],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"no Dask scheduler at {address}" in done.stderr
    assert "Traceback" not in done.stderr


PROGRAM = """
import sys
from grader import cluster, cli
cluster.CONNECT = 2
cli.main(sys.argv[1:])
"""
WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] == "distributed":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from grader import cli
cli.main(sys.argv[1:])
"""


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(HONEST)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "grade", str(tmp_path / "a.py"), "--exercise", SLUG, "--dask", "tcp://x:1"],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "pip install 'jax-exercise-grader[cluster]'" in done.stderr
    assert "Traceback" not in done.stderr


def shipped(**fields: object) -> bytes:
    shipment = msgspec.msgpack.decode(outpost.pack(Start(exercises={SLUG: exercise()})), type=outpost.Shipment)
    return msgspec.msgpack.encode(msgspec.structs.replace(shipment, **fields))


def asked(shipment: bytes, source: bytes = HONEST) -> outpost.Answer:
    submission = msgspec.msgpack.encode(Submission(path="a", exercise=SLUG, source=source))
    return msgspec.msgpack.decode(outpost.grade(shipment, submission), type=outpost.Answer)


def test_a_grader_of_another_version_is_refused() -> None:
    answer = asked(shipped(grader=b"another", versions="jax 0.0.1"))
    assert answer.done.grade is None
    assert "both must be the same" in answer.done.usage
    assert "jax 0.0.1" in answer.done.usage


def test_a_file_outside_the_exercise_is_refused(tmp_path: Path) -> None:
    answer = asked(shipped(files={SLUG: {"../../escaped.txt": b"x"}}))
    assert "outside its folder" in answer.done.usage


def test_an_authors_mistake_is_named_where_the_author_finds_it() -> None:
    files = dict(msgspec.msgpack.decode(shipped(), type=outpost.Shipment).files[SLUG])
    shipment = shipped(files={SLUG: files | {"test_numbers.py": b"import nothing_like_it\n"}})
    try:
        author = asked(shipment).done.author
        assert author is not None
        assert author[1] == str(Path(exercise().directory, "test_numbers.py"))
    finally:
        outpost.leave(shipment)


def test_an_outpost_keeps_its_process_warm_until_it_is_left() -> None:
    shipment = shipped()
    try:
        for number in range(2):
            answer = asked(shipment, HONEST + f"# {number}\n".encode())
            assert answer.done.grade is not None
            assert answer.done.grade.verdict == "pass"
        (worker,) = outpost._outposts[shipment]._idle
        os.kill(worker.process.pid, signal.SIGKILL)
        worker.process.wait()
        assert asked(shipment).done.grade is not None
        folder = Path(outpost._outposts[shipment].folder)
        assert folder.exists()
    finally:
        outpost.leave(shipment)
    assert not folder.exists()
