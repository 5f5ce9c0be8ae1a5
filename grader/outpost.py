"""What runs on a worker of a cluster: one submission to one grade, by a warm worker process that stays for the next.

Everything arrives and leaves as msgpack bytes. The exercises come along, so the machine needs the grader installed and
nothing else; a grader of another version is refused, for its results would be kept under the wrong key.
"""

from __future__ import annotations

import atexit
import selectors
import shutil
import tempfile
import threading
from pathlib import Path, PurePosixPath

import msgspec

from grader import keys
from grader.crew import Job, Worker, patience
from grader.model import Submission, UsageError, Value
from grader.worker import Done, Start


class Shipment(Value, frozen=True, kw_only=True):
    """All that a machine elsewhere needs to grade for a batch."""

    start: Start
    files: dict[str, dict[str, bytes]]
    """The files of each exercise, by slug and name."""
    grader: bytes
    """Digest of the grader that asks."""
    versions: str


def pack(start: Start) -> bytes:
    """Pack what a worker elsewhere needs."""
    files = {slug: dict(keys.files_of(exercise)) for slug, exercise in start.exercises.items()}
    shipment = Shipment(start=start, files=files, grader=keys.grader_digest(), versions=keys.versions())
    return msgspec.msgpack.encode(shipment)


class Answer(Value, frozen=True, kw_only=True):
    """What came of one submission, and which worker of the cluster says so."""

    done: Done
    where: str


class _Outpost:
    """The worker processes of one batch on this machine, one for each thread that grades."""

    def __init__(self, shipment: Shipment) -> None:
        self.busy = 0
        """Submissions that are being graded here: guarded by the lock of the module."""
        # Dask clears the folder of a worker that was killed.
        self.folder = tempfile.mkdtemp(prefix="grader-exercises-", dir=_told_by_dask("local_directory") or None)
        self._places: dict[str, str] = {}
        exercises = {}
        for slug, exercise in shipment.start.exercises.items():
            place = Path(self.folder, slug)
            for name, content in shipment.files[slug].items():
                path = place / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            self._places[str(place)] = exercise.directory
            exercises[slug] = msgspec.structs.replace(exercise, directory=str(place))
        self.start = msgspec.structs.replace(shipment.start, exercises=exercises)
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._closed = False

    def grade(self, submission: Submission) -> Done:
        """Have a worker process grade it; one that dies, fails or falls silent is not used again."""
        try:
            worker = self._take()
        except OSError as error:
            return Done(fault=f"a worker cannot be started: {error}")
        done: Done | None = None
        try:
            worker.hand(Job(b"", submission))
            with selectors.DefaultSelector() as selector:
                selector.register(worker.outward, selectors.EVENT_READ)
                if selector.select(patience(self.start.exercises[submission.exercise])):
                    done = worker.answer() or Done(fault="its worker died")
        except OSError:
            done = Done(fault="its worker died")
        finally:
            self._give_back(worker, usable=done is not None and done.grade is not None)
        return self._translated(done or Done(fault="its worker fell silent"))

    def _take(self) -> Worker:
        """Return a worker that waits, or a new one."""
        with self._lock:
            waiting = self._idle.pop() if self._idle else None
        if waiting is not None and waiting.process.poll() is None:
            return waiting
        if waiting is not None:
            waiting.kill()
        return Worker(self.start)

    def _give_back(self, worker: Worker, *, usable: bool) -> None:
        with self._lock:
            if usable and not self._closed:
                self._idle.append(worker)
                return
        worker.kill()

    def _translated(self, done: Done) -> Done:
        """Name an author's file by its place on the machine that asks."""
        if done.author is None:
            return done
        message, path, line = done.author
        for here, there in self._places.items():
            path = path.replace(here, there)
        return Done(author=(message, path, line))

    def close(self) -> None:
        """End the processes that wait, and take the exercises away."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


KEPT = 2
"""Batches whose processes stay warm; one that was killed never says that it is through, so later ones take its room."""
_lock = threading.Lock()
_outposts: dict[bytes, _Outpost] = {}
"""By shipment; the one used last is the last."""


def grade(shipment: bytes, submission: bytes) -> bytes:
    """Grade one submission for a batch elsewhere; what comes back is an ``Answer``."""
    try:
        outpost = _enter(shipment)
        try:
            done = outpost.grade(msgspec.msgpack.decode(submission, type=Submission))
        finally:
            with _lock:
                outpost.busy -= 1
    except UsageError as error:
        done = Done(usage=str(error))
    except OSError as error:
        done = Done(fault=f"a machine of the cluster cannot grade: {error}")
    return msgspec.msgpack.encode(Answer(done=done, where=_told_by_dask("address")))


def leave(shipment: bytes) -> None:
    """End what was started for a batch."""
    with _lock:
        outpost = _outposts.pop(shipment, None)
    if outpost is not None:
        outpost.close()


def _told_by_dask(what: str) -> str:
    """Return something the Dask worker knows of itself; empty where this does not run in one."""
    from distributed import get_worker  # noqa: PLC0415 - there where this runs for a cluster

    try:
        return str(getattr(get_worker(), what))
    except ValueError:
        return ""


def _enter(shipment: bytes) -> _Outpost:
    """Return the outpost of a batch, busy with one submission more."""
    with _lock:
        outpost = _outposts.pop(shipment, None) or _open(shipment)
        _outposts[shipment] = outpost
        outpost.busy += 1
        for other in [s for s, o in _outposts.items() if not o.busy][:-KEPT]:
            _outposts.pop(other).close()
        return outpost


def _open(shipment: bytes) -> _Outpost:
    arrived = msgspec.msgpack.decode(shipment, type=Shipment)
    if arrived.grader != keys.grader_digest():
        raise UsageError(
            "a worker of the cluster has another grader, or other versions below it; both must be the same "
            f"(there: {keys.versions()}; here: {arrived.versions})"
        )
    for name in [name for files in arrived.files.values() for name in files]:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise UsageError(f"an exercise names a file outside its folder: {name}")
    return _Outpost(arrived)


@atexit.register
def _leave_all() -> None:
    for shipment in list(_outposts):
        leave(shipment)
