"""What a person sees while a batch runs: one line a submission, and how far it is."""

from __future__ import annotations

import time
from collections import Counter
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from grader.batch import Progress
from grader.model import Grade, Verdict
from grader.report.causes import cause
from grader.report.terminal import HEADS, number
from grader.report.text import one_line

EVERY = 5.0
"""Seconds between lines where there is no terminal to redraw."""
SLOW = 10.0
"""Seconds after which a running submission is named."""


def line_of(grade: Grade) -> Text:
    """Show one grade on one line: verdict, points, who, and the main cause."""
    word, style = HEADS[grade.verdict]
    line = Text()
    line.append(f"{word:<10}", style)
    line.append(f" {number(grade.score):>5}/{number(grade.max_score)}  ")
    line.append(one_line(grade.student or grade.submission, 60))
    if grade.main is not None:
        found = grade.findings[grade.main]
        where = "" if found.line is None else f":{found.line}"
        line.append(f"  {found.rule}{'.' + found.place if found.place else ''}{where}  ", "dim")
        line.append(one_line(found.message, 120))
    return line


class Counts:
    """Counts verdicts and causes as they come."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.verdicts: Counter[Verdict] = Counter()
        self.causes: Counter[str] = Counter()

    def add(self, grade: Grade) -> None:
        """Count one grade."""
        self.verdicts[grade.verdict] += 1
        if grade.main is not None:
            self.causes[cause(grade)] += 1

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
        return "\n".join(lines) + "\n"


class Live:
    """Shows progress: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, stream: TextIO, *, colour: bool) -> None:
        """Show on this stream."""
        self.console = Console(file=stream, no_color=not colour, highlight=False)
        self.bar: Bar | None = None
        self.task: TaskID | None = None
        self.began = self.said = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Take a new state of the batch."""
        if self.console.is_terminal:
            self._redraw(progress)
        elif time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            self.console.print(self._words(progress))

    def _words(self, progress: Progress) -> str:
        elapsed = max(1e-9, time.monotonic() - self.began)
        rate = progress.done / elapsed
        left = (progress.total - progress.done) / rate if rate else 0.0
        return (
            f"{progress.done}/{progress.total} done, {progress.passed} passed, {progress.faults} not judged, "
            f"{rate:.1f} a second, {left:.0f} s left{self._slow(progress)}"
        )

    @staticmethod
    def _slow(progress: Progress) -> str:
        now = time.monotonic()
        slow = [one_line(path, 50) for path, since in progress.running.items() if now - since > SLOW]
        return f"; slow: {', '.join(slow[:3])}" if slow else ""

    def _redraw(self, progress: Progress) -> None:
        if self.bar is None:
            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[words]}"),
                TimeRemainingColumn(),
            )
            self.bar = Bar(*columns, console=self.console, transient=True)
            self.bar.start()
            self.task = self.bar.add_task("", total=progress.total, words="")
        assert self.task is not None
        words = f"{progress.passed} passed{self._slow(progress)}"
        self.bar.update(self.task, completed=progress.done, words=words)

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None
