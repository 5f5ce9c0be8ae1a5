"""A gradebook of our own: one row a student, one column an exercise. No cell can act as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from grader.gradebook.filling import shown
from grader.gradebook.scores import Score
from grader.report.csv import cell


def render(scores: Sequence[Score]) -> str:
    """Render a header and a row for each student; lines end with a line feed."""
    slugs = list(scores[0].parts) if scores else []
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", "ids", *slugs, "points", "max_points", "notes"])
    for score in scores:
        parts = [score.parts[slug] for slug in slugs]
        notes = "; ".join((score.why, *score.notes) if score.why else score.notes)
        writer.writerow(
            [
                cell(score.person.name),
                cell(" ".join(score.person.ids)),
                *("" if points is None else shown(points) for points in parts),
                "" if score.points is None else shown(score.points),
                shown(score.max_points),
                cell(notes),
            ]
        )
    return out.getvalue()
