"""Each format is read back by a real reader; hostile text is inert in all of them, and their numbers agree."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata

import jsonschema
import msgspec
import pytest
from lxml import etree

from grader.model import Graded
from grader.report import csv as csv_report
from grader.report import github, gradescope, junit, sarif, terminal
from grader.report import json as json_report
from tests.report.samples import ALL, HOSTILE, NASTY, NOTEBOOK, RIGHT, WRONG

ACTING = {"Cc", "Cf", "Cs"}
SARIF_PART = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["ruleId", "message", "level", "locations"],
                            "properties": {
                                "level": {"enum": ["error", "warning", "note", "none"]},
                                "message": {"type": "object", "required": ["text"]},
                                "locations": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "properties": {
                                            "physicalLocation": {
                                                "type": "object",
                                                "required": ["artifactLocation"],
                                                "properties": {
                                                    "artifactLocation": {
                                                        "type": "object",
                                                        "properties": {
                                                            "uri": {"type": "string", "pattern": '^[^ <>"]+$'}
                                                        },
                                                    },
                                                    "region": {
                                                        "type": "object",
                                                        "properties": {
                                                            "startLine": {"type": "integer", "minimum": 1},
                                                            "startColumn": {"type": "integer", "minimum": 1},
                                                        },
                                                    },
                                                },
                                            }
                                        },
                                    },
                                },
                            },
                        },
                    }
                },
            },
        },
    },
}


def renderers():
    return {
        "terminal": lambda graded: terminal.render(graded, width=80),
        "json": json_report.render,
        "csv": csv_report.render,
        "junit": junit.render,
        "gradescope": gradescope.render,
        "github": github.render,
        "sarif": sarif.render,
    }


@pytest.mark.parametrize("name", renderers())
def test_hostile_text_cannot_act(name: str) -> None:
    text = renderers()[name]([NASTY])
    assert not [c for c in text if unicodedata.category(c) in ACTING and c not in "\n\t"]
    assert len(text) < 300_000


@pytest.mark.parametrize("name", renderers())
def test_the_same_grades_give_the_same_text(name: str) -> None:
    assert renderers()[name](ALL) == renderers()[name](ALL)


@pytest.mark.parametrize("name", renderers())
def test_nothing_to_render_is_still_valid(name: str) -> None:
    text = renderers()[name]([])
    if name in {"json", "gradescope", "sarif"}:
        json.loads(text)
    if name == "junit":
        etree.fromstring(text.encode())


def test_json_fits_its_schema() -> None:
    data = json.loads(json_report.render(ALL))
    jsonschema.validate(data, json.loads(json_report.SCHEMA_FILE.read_text()))
    assert [s["verdict"] for s in data["submissions"]] == ["pass", "fail", "fail", "error", "fail"]


@pytest.mark.parametrize("graded", [[], ALL[:1], ALL], ids=["none", "one", "all"])
def test_json_in_parts_is_the_whole(graded: list[Graded]) -> None:
    entries = tuple(json_report.entry(g.grade) for g in graded)
    whole = json_report.Report(environment=json_report.environment(), submissions=entries)
    text = json_report.render(graded)
    assert msgspec.json.decode(text, type=json_report.Report) == whole
    assert text == json_report.escaped(msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()) + "\n"
    assert len(list(json_report.parts(graded))) == len(graded) + 2


def test_the_shipped_schema_is_the_generated_one() -> None:
    assert json.loads(json_report.SCHEMA_FILE.read_text()) == json.loads(json.dumps(json_report.schema()))


def test_junit_is_read_back() -> None:
    root = etree.fromstring(junit.render(ALL).encode())
    assert root.tag == "testsuites"
    suites = root.findall("testsuite")
    assert len(suites) == len(ALL)
    for suite in suites:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("errors")) == len(suite.findall("testcase/error"))
    assert int(root.get("tests")) == len(root.findall("testsuite/testcase"))
    assert not root.findall(".//script")
    assert "students/bob.py:5" in suites[1].find("testcase/failure").text


def test_csv_is_read_back_and_holds_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(csv_report.render(ALL))))
    assert len(rows) == 1 + len(ALL)
    assert rows[1][:5] == ["ann", "students/ann.py", "double", "pass", "10"]
    for row in rows[1:]:
        assert len(row) == len(rows[0])
        assert not [cell for cell in row if cell.startswith(("=", "+", "@"))]


def test_gradescope_follows_its_field_rules() -> None:
    for graded in ([RIGHT], [WRONG], [NASTY], list(ALL), []):
        data = json.loads(gradescope.render(graded))
        assert isinstance(data["score"], float | int)
        assert data["visibility"] == "visible"
        for test in data["tests"]:
            assert test["status"] in {"passed", "failed"}
            assert 0 <= test["score"] <= test["max_score"]
        assert data["score"] == pytest.approx(sum(t["score"] for t in data["tests"]) if graded else 0, abs=6)
    assert json.loads(gradescope.render([RIGHT]))["score"] == 10


COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def test_github_commands_are_ours_alone() -> None:
    lines = github.render(ALL).splitlines()
    for line in lines:
        found = COMMAND.fullmatch(line)
        assert found is not None, line
        for part in found[2].split(","):
            assert re.fullmatch(r"(file|line|endLine|col|endColumn|title)=[^,:]*", part)
    assert lines[0].startswith("::error file=students/bob.py,line=5,endLine=5,col=9,endColumn=14,title=structure::")


def test_github_stays_within_the_limit_and_says_what_is_left() -> None:
    lines = github.render([WRONG] * 30).splitlines()
    for kind in ("error", "notice"):
        mine = [line for line in lines if line.startswith(f"::{kind}")]
        assert len(mine) == 10
        assert "21 more" in mine[-1]


def test_sarif_has_spans_and_known_rules() -> None:
    data = json.loads(sarif.render(ALL))
    jsonschema.validate(data, SARIF_PART)
    run = data["runs"][0]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= known
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 5, "startColumn": 9, "endLine": 5, "endColumn": 14}


def test_the_numbers_of_all_formats_agree() -> None:
    data = json.loads(json_report.render([RIGHT, WRONG]))["submissions"]
    rows = list(csv.reader(io.StringIO(csv_report.render([RIGHT, WRONG]))))[1:]
    assert [str(int(s["score"])) for s in data] == [row[4] for row in rows]
    assert [json.loads(gradescope.render([g]))["score"] for g in (RIGHT, WRONG)] == [s["score"] for s in data]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_terminal_underlines_the_span_whatever_stands_before_it(width: int) -> None:
    text = terminal.render([WRONG], width=width)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if "return x * 2" in line)
    start = lines[at].index("x * 2")
    assert lines[at + 1][start : start + 5] == "^^^^^"
    assert lines[at + 1].count("^") == 5
    assert "students/bob.py" in text
    assert "not checked: the trace" in text


def test_the_terminal_says_cell_and_line_of_a_notebook() -> None:
    text = terminal.render([NOTEBOOK], width=100)
    assert "cell 2, line 2 |" in text
    assert "return x * 2" in text


def test_colour_only_where_asked_for() -> None:
    assert "\x1b[" in terminal.render([WRONG], colour=True)
    assert "\x1b[" not in terminal.render([WRONG], colour=False)
    assert HOSTILE not in terminal.render([NASTY], colour=True)
