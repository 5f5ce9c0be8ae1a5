"""What counts where a report speaks of one submission: each exercise once, however many files answer it."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model import Graded


def best(graded: Iterable[Graded]) -> list[tuple[Graded, int]]:
    """Return of each exercise the file with the most points, the first of equals, and how many there were."""
    found: dict[str, tuple[Graded, int]] = {}
    for entry in graded:
        known, count = found.get(entry.grade.exercise, (entry, 0))
        better = entry if entry.grade.score > known.grade.score else known
        found[entry.grade.exercise] = better, count + 1
    return list(found.values())
