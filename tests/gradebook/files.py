"""A made-up class: its results, and the files its teacher downloaded from Canvas and from Moodle."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grader.gradebook.scores import Score
from grader.model import NO_SUBMISSION, Completed, Faulted, Finding, Grade, NotRun, Rule, Severity, Verdict
from grader.people import Person
from grader.report import json

SLUG = "double_it"

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (70),Double It (77),Notes,Current Score\r\n"
    ",,,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,20,10,,(read only)\r\n"
    '"Lee, Ann",1001,0601,ann@example.edu,"Section ""A""",3.50,,"two\r\nlines, and ; more",\r\n'
    '"O\'Brien, Bob",1002,0602,bob@example.edu,A,,4.00,,\r\n'
    '"Núñez, Cleo",1003,,cleo@example.edu,A,,"",,\r\n'
    '"Doe, Dan",1004,,dan@example.edu,A,,EX,,\r\n'
    '"Moss, Fay",1006,,fay@example.edu,A,,7,,\r\n'
)
MOODLE = (
    'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (submission)","Last modified (grade)","Feedback comments"\n'
    '"Participant 501","Ann Lee",ann@example.edu,"Submitted for grading - ",,10.00,Yes,"Tuesday, 1 December 2026, 9:00 AM",-,""\n'
    '"Participant 502","Bob O\'Brien",bob@example.edu,"Submitted for grading - ",4.00,10.00,Yes,-,-,""\n'
    '"Participant 503","Cleo Núñez",cleo@example.edu,"No submission",-,10.00,Yes,-,-,"see ""me"""\n'
    '"Participant 504","Dan Doe",dan@example.edu,"Submitted for grading - ",,10.00,No,-,-,""\n'
    '"Participant 506","Fay Moss",fay@example.edu,"Submitted for grading - ",7,10.00,Yes,-,-,""\n'
)
GERMAN = (
    'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Bewertung kann geändert werden",'
    '"Zuletzt geändert (Bewertung)"\n'
    '"Teilnehmer/in 501","Ann Lee",ann@example.edu,Abgegeben,,"10,00",Ja,-\n'
    '"Teilnehmer/in 502","Bob O\'Brien",bob@example.edu,Abgegeben,"4,50","10,00",Ja,-\n'
)


def score(name: str, points: float | None, *ids: str, why: str = "", most: float = 10.0) -> Score:
    return Score(person=Person(name=name, ids=ids), points=points, max_points=most, why=why, parts={SLUG: points})


SCORES = (
    score("leeann", 10, "canvas:1001", "moodle:501"),
    score("Bob O'Brien", 7.5),
    score("?", 3.333, "cleo@example.edu"),
    score("doedan", 9, "canvas:1004", "moodle:504"),
    score("Fay Moss", 7),
)


def grade(name: str, **fields: object) -> Grade:
    given: dict[str, object] = {
        "submission": f"class/{name}/{SLUG}.py",
        "student": name,
        "identity": (f"{name}@example.edu",),
        "digest": "",
        "exercise": SLUG,
        "verdict": Verdict.PASS,
        "outcome": Completed(),
        "score": 10.0,
        "max_score": 10.0,
        "seconds": 0.5,
        "agreement": "agree",
        "isolation": ("seccomp",),
    }
    return Grade(**{**given, **fields})  # type: ignore[arg-type]


def wrong(name: str, points: float, **fields: object) -> Grade:
    found = Finding(
        rule=Rule.STRUCTURE,
        place="ordered",
        severity=Severity.ERROR,
        message="`ordered` is left out.",
        expected="ordered=True",
        found="left out",
        help="Write `ordered=True`.",
        line=7,
        column=12,
    )
    return grade(name, **{"verdict": Verdict.FAIL, "score": points, "findings": (found,), "main": 0, **fields})


def nothing(name: str, **fields: object) -> Grade:
    found = Finding(rule=Rule.LOAD, severity=Severity.ERROR, message=NO_SUBMISSION)
    made = {"score": 0.0, "findings": (found,), "outcome": NotRun(reason="the file cannot be read"), "isolation": ()}
    return wrong(name, 0.0, **{**made, **fields})


def fault(name: str) -> Grade:
    return grade(name, verdict=Verdict.ERROR, outcome=Faulted(detail="the sandbox died"), score=0.0)


ENVIRONMENT = json.Environment(grader="0.1.0", jax="0.10.2", jaxlib="0.10.2", numpy="2.0", libcst="1.8")


def report(where: Path, *grades: Grade, name: str = "report.json", environment: json.Environment = ENVIRONMENT) -> Path:
    entries = tuple(json.entry(g) for g in grades)
    path = where / name
    path.write_bytes(msgspec.json.encode(json.Report(environment=environment, submissions=entries)))
    return path
