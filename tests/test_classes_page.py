"""The page for teachers is followed to the letter by one with a class of twelve."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import pytest

from grader import cli
from tests.intake.layouts import RIGHT, SLUG, zipped

PAGE = Path(__file__).parents[1] / "docs/classes.md"
NAMES = "Adams,Ada Brown,Ben Chen,Cai Díaz,Dora Evans,Eli Fox,Finn Gupta,Gita Hall,Hugo Ito,Iris Jones,Jo Khan,Kim Lopez,Lea"
STUDENTS = [tuple(name.split(",")) for name in NAMES.split()]
NOTEBOOK = json.dumps(
    {
        "cells": [
            {
                "cell_type": "code",
                "metadata": {},
                "outputs": [],
                "execution_count": None,
                "source": f"%pylab\n{RIGHT.decode()}",
            }
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
).encode()
HANDED_IN = [
    f"_2000_1_{SLUG}.py",
    f"_LATE_2001_2_{SLUG}-1.py",
    f"_2002_3_{SLUG}.py",
    "_2003_4_my answer.py",
    f"_2004_5_{SLUG}.ipynb",
    "_2005_6_work.zip",
    f"_2006_7_{SLUG}.py",
    f"_2007_8_{SLUG}.py",
    f"_2008_9_{SLUG}.py",
    "_2009_10_screenshot.png",
    "_2010_text.html",
]
POINTS = {"Ada": 20, "Ben": 20, "Dora": 20, "Eli": 20, "Finn": 20, "Hugo": 0, "Jo": 0, "Kim": 0}
"""Of 20; the others get a part, and Lea, who handed in nothing, none."""


def contents() -> list[bytes]:
    text = RIGHT.decode()
    return [
        RIGHT,
        RIGHT,
        text.replace("ordered=True", "ordered=False").encode(),
        RIGHT,
        NOTEBOOK,
        zipped({f"repo-main/{SLUG}.py": RIGHT}),
        f"def {SLUG}(x):\n    return x * 2\n".encode(),
        b"def f(x)\n",
        text.replace("* 2", "* 3").encode(),
        b"\x89PNG",
        b"<p>x * 2</p>",
    ]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        (last + first).lower() + name: data
        for (last, first), name, data in zip(STUDENTS[:11], HANDED_IN, contents(), strict=True)
    }
    (tmp_path / "export.zip").write_bytes(zipped({**files, "../../evil.py": b"evil"}))
    rows = [f'"{last}, {first}",{2000 + n},{first.lower()}@example.edu,A' for n, (last, first) in enumerate(STUDENTS)]
    (tmp_path / "roster.csv").write_text("Student,ID,SIS Login ID,Section\n" + "".join(f"{row}\n" for row in rows))
    canvas = [
        "Student,ID,SIS Login ID,Section,JAX callbacks (301),Final Score",
        "    Points Possible,,,,20,(read only)",
    ]
    canvas += [f"{row},," for row in rows]
    (tmp_path / "canvas.csv").write_bytes(("\ufeff" + "\r\n".join(canvas) + "\r\n").encode())
    moodle = [
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)"
    ]
    moodle += [
        f'Participant {n},{first} {last},{first.lower()}@example.edu,"",,10.00,Yes,-'
        for n, (last, first) in enumerate(STUDENTS)
    ]
    (tmp_path / "worksheet.csv").write_text("\n".join(moodle) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[list[str]]:
    return [shlex.split(line)[1:] for line in re.findall(r"^\$ (grader .*)$", PAGE.read_text(), re.MULTILINE)]


def test_the_page(desk: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said: dict[str, str] = {}
    before = (desk / "canvas.csv").read_bytes().decode()
    for arguments in commands():
        code = cli.run(arguments)
        out, err = capfd.readouterr()
        assert code == (1 if arguments[0] == "grade" else 0), (arguments, err)
        assert "Traceback" not in out + err
        said[arguments[0]] = out
    assert set(said) == {"grade", "summary", "explain", "feedback", "gradebook"}

    assert "13 graded: 5 passed, 8 not yet, 0 not judged" in said["grade"]
    assert "leads out of the archive" in said["grade"]
    assert "handed in nothing: 1 (Lopez, Lea)" in said["summary"]
    assert "late: 1 (Brown, Ben)" in said["summary"]
    assert "`ordered` is False here" in said["explain"]
    assert len(list((desk / "feedback").iterdir())) == 13

    after = (desk / "canvas.csv").read_bytes().decode()
    rows = {row["Student"].partition(", ")[2]: row for row in csv.DictReader(after.removeprefix("\ufeff").splitlines())}
    got = {who: row["JAX callbacks (301)"] for who, row in rows.items()}
    assert {who: float(got[who]) for who in POINTS} == POINTS
    assert got["Lea"] == ""
    assert all(0 < float(got[who]) < 20 for who in ("Cai", "Gita", "Iris"))
    assert re.sub(r",[\d.]*,(?=\r\n)", ",,", after) == re.sub(r",[\d.]*,(?=\r\n)", ",,", before)
    filled = list(csv.DictReader((desk / "filled.csv").read_text().splitlines()))
    assert [row["Grade"] for row in filled][:2] == ["10", "10"]
    assert 'Participant 0,Ada Adams,ada@example.edu,"",,10.00' in (desk / "worksheet.csv").read_text()


def test_every_option_on_the_page_exists() -> None:
    import click

    known = {"--in"}
    with click.Context(cli.cli) as context:
        for name in cli.COMMANDS:
            command = cli.cli.get_command(context, name)
            assert command is not None
            known |= {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE.read_text())) <= known
