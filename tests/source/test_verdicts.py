"""Small submissions, one idea each: those in ``accepted`` have no error, those in ``rejected`` say in their first line
which rule and place the main finding has, and where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.model import Severity
from grader.source.check import check_source
from tests.source.exercise import EXERCISE, main

HERE = Path(__file__).parent
EXPECT = re.compile(r"# expect: (?P<rule>\S+) (?P<place>\S+) line (?P<line>\d+)")


def cases(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob("*.py"))


@pytest.mark.parametrize("path", cases("accepted"), ids=lambda p: p.stem)
def test_accepted(path: Path) -> None:
    report = check_source(path.read_bytes(), EXERCISE)
    assert [f.message for f in report.findings if f.severity is Severity.ERROR] == []


@pytest.mark.parametrize("path", cases("rejected"), ids=lambda p: p.stem)
def test_rejected(path: Path) -> None:
    source = path.read_bytes()
    expected = EXPECT.match(source.decode())
    assert expected is not None
    found = main(check_source(source, EXERCISE))
    assert (found.rule, found.place or "-", found.line) == (
        expected["rule"],
        expected["place"],
        int(expected["line"]),
    )


def test_there_are_enough() -> None:
    assert len(cases("accepted")) >= 70
    assert len(cases("rejected")) >= 90
