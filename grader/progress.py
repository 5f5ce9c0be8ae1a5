"""How far a learner is in a course, kept between runs in the user's state folder; no date, nothing of the answers."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from grader.model import Grade, Value, Verdict
from grader.outputs import write_whole

KEPT_FOLDER = "jax-exercise-grader"


class Entry(Value, frozen=True, kw_only=True):
    """What is known about one exercise."""

    passed: bool = False
    """True once it has passed."""
    score: float | None = None
    """Points of the last grading; None before the first."""
    max_score: float = 0.0
    hints: int = 0
    """Hints that were shown."""


class Kept(Value, frozen=True, kw_only=True):
    """The file's content."""

    course: str
    """The folder of exercises it is about."""
    last: str = ""
    """The exercise that was graded last."""
    exercises: dict[str, Entry] = msgspec.field(default_factory=dict)


class Progress:
    """Reads and changes what is kept about one folder of exercises."""

    def __init__(self, course: Path) -> None:
        """Nothing is read yet."""
        self.course = str(course.resolve())
        self.folder = state_folder()
        name = hashlib.sha256(self.course.encode()).hexdigest()[:16]
        self.path = self.folder / f"progress-{name}.json"
        self.note = ""
        """Why what was kept is ignored, or why nothing can be kept; for the user."""

    def read(self) -> Kept:
        """Return what is kept; a file that cannot be read is ignored with a note."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Kept)
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            self.note = f"the progress kept in {self.path} cannot be read and is ignored: {error}"
        return Kept(course=self.course)

    def entry(self, slug: str) -> Entry:
        """Return what is known about one exercise."""
        return self.read().exercises.get(slug, Entry())

    def graded(self, slug: str, grade: Grade) -> None:
        """Keep a grade of the learner's own file; one that could not be judged says nothing."""
        if grade.verdict is Verdict.ERROR:
            return

        def changed(entry: Entry) -> Entry:
            passed = entry.passed or grade.verdict is Verdict.PASS
            return msgspec.structs.replace(entry, passed=passed, score=grade.score, max_score=grade.max_score)

        self._change(slug, changed, last=slug)

    def hinted(self, slug: str, stage: int) -> None:
        """Keep that hints up to a stage were shown."""
        self._change(slug, lambda entry: msgspec.structs.replace(entry, hints=max(stage, entry.hints)))

    def forget(self, slug: str) -> None:
        """Begin an exercise anew."""
        self._change(slug, lambda entry: Entry())

    def _change(self, slug: str, change: Callable[[Entry], Entry], last: str | None = None) -> None:
        try:
            with self._alone():
                kept = self.read()
                if self.note and self.path.exists():
                    self.path.replace(self.path.with_suffix(".broken"))
                exercises = {**kept.exercises, slug: change(kept.exercises.get(slug, Entry()))}
                new = msgspec.structs.replace(kept, exercises=exercises, last=kept.last if last is None else last)
                write_whole(self.path, msgspec.json.format(msgspec.json.encode(new)).decode() + "\n")
        except OSError as error:
            self.note = f"the progress cannot be kept in {self.folder}: {error.strerror}"

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other runs of the grader from writing meanwhile."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def state_folder() -> Path:
    """Return where the user's state is kept."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(given):
        return Path(given) / KEPT_FOLDER
    home = os.path.expanduser("~")
    if os.path.isabs(home):
        return Path(home, ".local", "state", KEPT_FOLDER)
    return Path(tempfile.gettempdir(), f"{KEPT_FOLDER}-{os.getuid()}")  # a user without a home, as in some containers


def keep_aside(slug: str, source: bytes) -> Path:
    """Keep a learner's file that is about to be replaced; return where. OSError where that cannot be done."""
    folder = state_folder() / "replaced"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{slug}-{number}.py"
        try:
            with path.open("xb") as file:
                file.write(source)
        except FileExistsError:
            number += 1
        else:
            return path
