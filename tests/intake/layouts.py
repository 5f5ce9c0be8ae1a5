"""Exports of learning platforms in their documented forms, as archives and as folders, for made-up students."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader import catalog, intake
from grader.intake.found import Found
from grader.model import Exercise

SLUG = "io_callback_passthrough"
EXERCISES: dict[str, Exercise] = {SLUG: catalog.load(catalog.exercises_folder(), SLUG)}
RIGHT = Path(__file__).parents[2].joinpath(f"solutions/{SLUG}.py").read_bytes()

CANVAS = {
    f"leeann_1001_9001_{SLUG}.py": RIGHT,
    f"obrienbob_LATE_1002_9002_{SLUG}-2.py": RIGHT,
    "núñezcleo_1003_9003_my answer.py": b"x = 1\n",
    "doedan_1004_text.html": b"<p>def f(x): ...</p>",
    f"anon_a1b2C_9005_{SLUG}.ipynb": b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
}
MOODLE = {
    f"Ann Lee_501_assignsubmission_file_/{SLUG}.py": RIGHT,
    f"Bob O'Brien_502_assignsubmission_file_/deep/{SLUG} (1).py": RIGHT,
    "Bob O'Brien_502_assignsubmission_onlinetext_/onlinetext.html": b"<p>see file</p>",
    "Cleo Núñez_503_assignsubmission_onlinetext_/onlinetext.html": b"<p>def f</p>",
    f"Participant_504_assignsubmission_file/{SLUG}.py": RIGHT,
}
METADATA = """---
submission_7001:
  :submitters:
  - :name: Ann Lee
    :sid: '0601'
    :email: ann@example.edu
  :created_at: 2026-12-02 02:52:07.938335000 Z
  :score: 0.0
  :status: processed
  :results:
    score: 0.0
    tests: []
  :history: []
submission_7002:
  :submitters:
  - :name: Bob O'Brien
    :sid: '0602'
    :email: bob@example.edu
  - :name: Cleo Núñez
    :sid: '0603'
    :email: cleo@example.edu
  :created_at: 2026-12-02 04:04:59.089605000 Z
  :history:
  - :submitters: []
    :id: 6999
submission_7003:
  :submitters:
  - :name: Dan Doe
    :sid: ''
    :email: dan@example.edu
  :history: []
"""
GRADESCOPE = {
    "assignment_42_export/submission_metadata.yml": METADATA.encode(),
    f"assignment_42_export/submission_7001/{SLUG}.py": RIGHT,
    "assignment_42_export/submission_7002/answer.py": b"y = 2\n",
    "assignment_42_export/.DS_Store": b"\0",
    "__MACOSX/assignment_42_export/._submission_metadata.yml": b"\0",
}
GITHUB = {f"hello-callbacks-{who}/{SLUG}.py": RIGHT for who in ("ann-lee", "Bob99", "cleo")}


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def archive(where: Path, files: Mapping[str, bytes], name: str = "export.zip") -> Path:
    path = where / name
    path.write_bytes(zipped(files))
    return path


def folder(where: Path, files: Mapping[str, bytes], name: str = "export") -> Path:
    root = where / name
    for inside, data in files.items():
        path = root / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    root.mkdir(exist_ok=True)
    return root


def found_in(path: Path) -> list[Found]:
    return list(intake.find(path, EXERCISES))


def by_student(path: Path) -> dict[str | None, Found]:
    found = found_in(path)
    made = {one.student: one for one in found}
    assert len(made) == len(found)
    return made
