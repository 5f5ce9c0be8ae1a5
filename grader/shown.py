"""What a person sees while a batch runs: one line a submission, and how far it is."""

from __future__ import annotations

import time
from collections import Counter, deque
from types import TracebackType
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from grader.batch import Progress
from grader.model import Grade, Verdict
from grader.report.causes import cause
from grader.report.faults import described
from grader.report.terminal import HEADS, number
from grader.report.text import one_line
from grader.report.words import where

EVERY = 5.0
"""Seconds between lines where there is no terminal to redraw."""
SLOW = 10.0
"""Seconds after which a running submission is named."""
LATELY = 30.0
"""Seconds over which the rate is taken."""
ENOUGH = 3
"""Results after which the time left can be told."""
LISTED = 20
"""Submissions that were not judged which are listed in full at the end."""


FAULTS = "Not judged, which costs nobody points; the same command tries again:"


def line_of(grade: Grade) -> Text:
    """Show one grade on one line: verdict, points, who, and the main cause."""
    word, style = HEADS[grade.verdict]
    line = Text()
    line.append(f"{word:<10}", style)
    score = "-" if grade.verdict is Verdict.ERROR else number(grade.score)
    line.append(f" {score:>5}/{number(grade.max_score)}  ")
    line.append(one_line(grade.student or grade.submission, 60))
    if grade.main is not None:
        found = grade.findings[grade.main]
        place = f" {where(found)}" if found.cell is not None else "" if found.line is None else f":{found.line}"
        line.append(f"  {found.rule}{'.' + found.place if found.place else ''}{place}  ", "dim")
        line.append(one_line(found.message, 120))
    return line


class Counts:
    """Counts verdicts and causes as they come."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.verdicts: Counter[Verdict] = Counter()
        self.causes: Counter[str] = Counter()
        self.faults: list[str] = []

    def add(self, grade: Grade) -> None:
        """Count one grade."""
        self.verdicts[grade.verdict] += 1
        if grade.main is not None:
            self.causes[cause(grade)] += 1
        if grade.verdict is Verdict.ERROR and len(self.faults) < LISTED:
            self.faults.append(described(grade))

    @property
    def total(self) -> int:
        """Return how many were counted."""
        return self.verdicts.total()

    def code(self, *, passed: int, failed: int, error: int) -> int:
        """Choose an exit code."""
        return error if self.verdicts[Verdict.ERROR] else failed if self.verdicts[Verdict.FAIL] else passed

    def text(self) -> str:
        """Say the counts, the most frequent causes first."""
        lines = [
            f"{self.total} graded: {self.verdicts[Verdict.PASS]} passed, {self.verdicts[Verdict.FAIL]} not yet, "
            f"{self.verdicts[Verdict.ERROR]} not judged"
        ]
        ordered = sorted(self.causes.items(), key=lambda pair: (-pair[1], pair[0]))
        lines += [f"  {count:>5}  {cause}" for cause, count in ordered[:12]]
        if self.faults:
            lines += ["", FAULTS, *(f"  {line}" for line in self.faults)]
        if len(self.faults) < self.verdicts[Verdict.ERROR]:
            lines.append(f"  ... and {self.verdicts[Verdict.ERROR] - len(self.faults)} more (--report faults=FILE)")
        return "\n".join(lines) + "\n"


class Pace:
    """How fast a batch goes, by what it did lately: results that were there already come in a rush."""

    def __init__(self) -> None:
        """Start the clock."""
        self._marks: deque[tuple[float, int, int]] = deque([(time.monotonic(), 0, 0)])

    def words(self, progress: Progress) -> str:
        """Say the rate and the time left."""
        now = time.monotonic()
        graded = max(0, progress.done - progress.reused)
        if now - self._marks[-1][0] >= 1.0:
            self._marks.append((now, progress.done, graded))
        while len(self._marks) > 2 and now - self._marks[1][0] > LATELY:
            self._marks.popleft()
        since, done, graded_then = self._marks[0]
        seconds, finished = max(1e-9, now - since), progress.done - done
        # What is left may have to be graded, which takes longer than finding it in the journal.
        work = graded - graded_then or finished
        left = f", {_time((progress.total - progress.done) * seconds / work)} left" if work >= ENOUGH else ""
        return f"{finished / seconds:.1f} a second{left}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def words_of(progress: Progress) -> str:
    """Say what has come of it so far."""
    parts = [f"{progress.passed} passed"]
    if progress.reused:
        parts.append(f"{progress.reused} known already")
    if progress.faults:
        parts.append(f"{progress.faults} not judged")
    return ", ".join(parts)


def slow(progress: Progress) -> str:
    """Name what has been running for long."""
    now = time.monotonic()
    names = [one_line(path, 50) for path, since in progress.running.items() if now - since > SLOW]
    return f"; slow: {', '.join(names[:3])}" if names else ""


class Live:
    """Shows lines, and progress beside them: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, out: TextIO, err: TextIO, colours: tuple[bool, bool]) -> None:
        """Lines go to ``out``, progress to ``err``."""
        self._console = Console(file=err, no_color=not colours[1], highlight=False)
        self._out = out
        # On one terminal, lines and bar must come from one hand; a file wants plain lines, and rich is slow at those.
        self._lines: Console | None = None
        if out.isatty():
            here = self._console.is_terminal
            self._lines = self._console if here else Console(file=out, no_color=not colours[0], highlight=False)
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._pace = Pace()
        self._said = time.monotonic()

    def __enter__(self) -> Live:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Take the bar away."""
        self.close()

    def line(self, text: Text) -> None:
        """Show one line."""
        if self._lines is not None:
            self._lines.print(text, no_wrap=True, overflow="ellipsis")
        else:
            self._out.write(text.plain + "\n")

    def say(self, words: str) -> None:
        """Say something beside the progress."""
        self._console.print(words, soft_wrap=True)

    def progress(self, progress: Progress) -> None:
        """Take a new state of the batch."""
        if self._console.is_terminal:
            self._redraw(progress)
        elif time.monotonic() - self._said >= EVERY:
            self._said = time.monotonic()
            self.say(f"{progress.done}/{progress.total} done, {self._words(progress)}")

    def _redraw(self, progress: Progress) -> None:
        if self._bar is None:
            columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("{task.fields[words]}"))
            self._bar = Bar(
                *columns, console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._bar.start()
            self._task = self._bar.add_task("", total=progress.total, words="")
        assert self._task is not None
        self._bar.update(self._task, completed=progress.done, words=escape(self._words(progress)))

    def _words(self, progress: Progress) -> str:
        stopping = "stopping; " if progress.stopping else ""
        return f"{stopping}{words_of(progress)}, {self._pace.words(progress)}{slow(progress)}"

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
