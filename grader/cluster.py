"""The workers of a batch on a Dask cluster: its scheduler hands jobs out, and again when a machine dies.

Journal and reused results stay with the caller. Imported only when a cluster is asked for, as Dask is an extra.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import distributed
import msgspec
from distributed.comm.addressing import get_address_host_port
from distributed.scheduler import KilledWorker

from grader import outpost
from grader.batch import TRIES
from grader.crew import Job
from grader.model import UsageError
from grader.worker import Done, Start

CONNECT = 20
"""Seconds to wait for the scheduler."""
NOBODY = 60.0
"""Seconds without any worker after which the batch stops; what is finished is kept."""
FAREWELL = 10.0
LOOK = 1.0
"""Seconds between looks at who is there."""


class Cluster:
    """A crew of Dask workers."""

    def __init__(self, address: str, start: Start, most: int | None = None) -> None:
        """Connect to the scheduler at an address, or of a scheduler file; ``most`` bounds the jobs side by side.

        Raises UsageError when nobody answers.
        """
        self.address, self._most = address, most
        for name in ["tornado", "asyncio", *logging.root.manager.loggerDict]:
            if name.partition(".")[0] in {"distributed", "tornado", "asyncio"}:
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what they complain of is said here, once
        where: dict[str, Any] = {"scheduler_file": address} if Path(address).is_file() else {"address": address}
        try:
            if "address" in where:
                get_address_host_port(address)  # a client that cannot read its address complains when it is collected
            self._client = distributed.Client(**where, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise UsageError(f"there is no Dask scheduler at {address}: {error}") from None
        self._shipment = outpost.pack(start)
        self._run = uuid.uuid4().hex
        self._jobs: dict[Job, float] = {}
        self._futures: dict[Job, distributed.Future[bytes]] = {}
        self._back: queue.SimpleQueue[tuple[Job, distributed.Future[bytes]]] = queue.SimpleQueue()
        self._workers: dict[str, int] = {}
        self._looked = self._seen = time.monotonic()
        self._look()

    @property
    def places(self) -> int:
        """How many jobs can run side by side."""
        threads = sum(self._workers.values())
        return max(1, threads if self._most is None else min(self._most, threads))

    @property
    def running(self) -> dict[Job, float]:
        """Jobs that were handed out and have not come back, and since when."""
        return dict(self._jobs)

    def has_room(self) -> bool:
        """Tell whether another job can be handed out: one more a place than can run, so that nobody waits for us."""
        return len(self._jobs) < (self.places if self._most is not None else 2 * self.places)

    def hand(self, job: Job) -> None:
        """Give a job to the scheduler; a second try goes to another machine where there is one."""
        others = [name for name in self._workers if name != job.last]
        future = self._client.submit(
            outpost.grade,
            self._shipment,
            msgspec.msgpack.encode(job.submission),
            key=f"grade-{self._run}-{job.key.hex()}-{job.tries}",
            workers=others if job.last and others else None,
            allow_other_workers=bool(job.last and others),
            pure=False,
        )
        self._jobs[job], self._futures[job] = time.monotonic(), future
        future.add_done_callback(lambda done: self._back.put((job, done)))

    def collect(self, seconds: float) -> list[tuple[Job | None, Done]]:
        """Wait a little for what comes back."""
        finished: list[tuple[Job | None, Done]] = []
        with contextlib.suppress(queue.Empty):
            finished.append(self._taken(*self._back.get(timeout=seconds)))
            while True:
                finished.append(self._taken(*self._back.get_nowait()))
        if time.monotonic() - self._looked > LOOK:
            self._look()
        return finished

    def _taken(self, job: Job, future: distributed.Future[bytes]) -> tuple[Job, Done]:
        del self._jobs[job], self._futures[job]
        if future.status == "finished":
            answer = msgspec.msgpack.decode(future.result(), type=outpost.Answer)
            job.last = answer.where
            return job, answer.done
        if future.status != "error":
            return job, Done(usage=self._gone("it let a task go"))
        error = future.exception()
        if isinstance(error, KilledWorker):
            job.tries = TRIES + 1  # the scheduler has tried it on several already
            return job, Done(fault=f"{error.allowed_failures + 1} workers of the cluster died while they had it")
        first = (str(error).strip().splitlines() or [""])[0]
        return job, Done(usage=f"the cluster cannot run the grader (is it there?): {type(error).__name__}: {first}")

    def _look(self) -> None:
        """See who is there. Raises UsageError when nobody has been for long."""
        self._looked = time.monotonic()
        if self._client.status != "running":  # it tries to connect again, but its tasks are lost
            raise UsageError(self._gone("its scheduler does not answer"))
        try:
            self._workers = dict(self._client.nthreads())
        except (OSError, TimeoutError) as error:
            raise UsageError(self._gone(str(error))) from None
        if self._workers:
            self._seen = self._looked
        elif self._looked - self._seen > NOBODY:
            raise UsageError(self._gone(f"no worker was there for {NOBODY:.0f} s"))

    def _gone(self, why: str) -> str:
        return f"the cluster at {self.address} is gone ({why}); the same command goes on with what is kept"

    def close(self, *, at_once: bool) -> None:
        """Leave the cluster as it was."""
        farewell = threading.Thread(target=self._leave, daemon=True)
        farewell.start()
        farewell.join(FAREWELL)  # a worker that hangs shall not keep us

    def _leave(self) -> None:
        with contextlib.suppress(Exception):  # whatever is wrong with the cluster by now, we are through with it
            if self._futures:
                self._client.cancel(list(self._futures.values()), force=True)
            if self._workers and self._client.status == "running":
                self._client.run(outpost.leave, self._shipment, on_error="ignore")
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)
