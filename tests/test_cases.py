"""Labelled submissions kept elsewhere: set GRADER_CASES to a folder of folders with a manifest.json each."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grader.model import Limits
from tests.engine import changed, exercise, grade_all

FOLDER = os.environ.get("GRADER_CASES")


@pytest.mark.skipif(FOLDER is None, reason="GRADER_CASES names no folder")
def test_labelled_cases() -> None:
    wrong = []
    for manifest in sorted(Path(FOLDER or ".").glob("*/manifest.json")):
        labels = json.loads(manifest.read_text())
        limited = changed(exercise(), limits=Limits(cpu_seconds=3.0, wall_seconds=10.0))
        grades = grade_all({n: (manifest.parent / n).read_bytes() for n in labels}, limited)
        for case, label in labels.items():
            grade = grades[case]
            if grade.verdict.value != label["verdict"] or grade.agreement.startswith("disagree"):
                wrong.append((case, label["verdict"], grade.verdict.value, grade.agreement))
    assert wrong == []
