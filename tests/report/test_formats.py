"""Each format is read back by a real reader; hostile text is inert in all of them, and their numbers agree."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import jsonschema
import msgspec
import pytest
from lxml import etree
from lxml import html as parser
from markdown_it import MarkdownIt

from grader.commands.reports import FORMATS
from grader.model import Crashed, Graded, Phase, Severity, UsageError
from grader.model import TestOutcome as Outcome
from grader.model import TestStatus as Status
from grader.report import classroom50, faults, github, gradescope, html, junit, sarif, summary, terminal
from grader.report import csv as csv_report
from grader.report import json as json_report
from grader.report.text import one_line
from tests.report import reading
from tests.report.samples import ALL, FAULT, HOSTILE, NASTY, NOTEBOOK, RIGHT, WRONG, finding, grade

ACTING = {"Cc", "Cf", "Cs"}
NOW = datetime(2027, 1, 1, tzinfo=UTC)
CONTEXT = classroom50.context(reading.RUNNER, NOW)


def renderers():
    return {
        "terminal": lambda graded: terminal.render(graded, width=80),
        "json": json_report.render,
        "csv": csv_report.render,
        "html": html.render,
        "junit": junit.render,
        "sarif": sarif.render,
        "github": github.render,
        "summary": summary.render,
        "gradescope": gradescope.render,
        "classroom50": lambda graded: classroom50.render(graded, CONTEXT),
        "faults": faults.render,
    }


def test_every_format_is_looked_at() -> None:
    assert tuple(renderers()) == FORMATS


@pytest.mark.parametrize("name", renderers())
def test_hostile_text_cannot_act(name: str) -> None:
    text = renderers()[name]([NASTY])
    assert not [c for c in text if unicodedata.category(c) in ACTING and c not in "\n\t"]
    assert len(text) < 300_000


@pytest.mark.parametrize("name", sorted(set(renderers()) - {"json"}))
def test_megabytes_of_text_stay_out(name: str) -> None:
    flood = f"{HOSTILE}\n" * 100_000
    assert len(flood) > 10_000_000
    grade = msgspec.structs.replace(
        NASTY.grade,
        findings=(finding(message=flood, found=flood, help=flood, expected=flood),),
        tests=(msgspec.structs.replace(NASTY.grade.tests[0], title=flood, message=flood),),
        output=flood,
        outcome=Crashed(phase=Phase.CALL, signal=flood),
        notes=(flood,),
    )
    text = renderers()[name]([msgspec.structs.replace(NASTY, grade=grade)])
    assert len(text) < 300_000
    assert not [c for c in text if unicodedata.category(c) in ACTING and c not in "\n\t"]


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
    text = junit.render(ALL)
    reading.read_junit(text)
    suites = etree.fromstring(text.encode()).findall("testsuite")
    assert len(suites) == len(ALL)
    assert "students/bob.py:5" in suites[1].find("testcase/failure").text
    assert "n.ipynb cell 2, line 2" in suites[4].find("testcase/failure").text


def test_csv_is_read_back_and_holds_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(csv_report.render(ALL))))
    assert len(rows) == 1 + len(ALL)
    assert rows[1][:5] == ["ann", "students/ann.py", "double", "pass", "10"]
    for row in rows[1:]:
        assert len(row) == len(rows[0])
        assert not [cell for cell in row if cell.startswith(("=", "+", "@"))]


def test_gradescope_follows_its_field_rules() -> None:
    for graded in ([RIGHT], [WRONG], [NASTY], [FAULT], []):
        text = gradescope.render(graded)
        assert reading.read_gradescope(text).score == sum(g.grade.score for g in graded)
        highest = sum(test["max_score"] for test in json.loads(text)["tests"])
        assert highest == pytest.approx(sum(g.grade.max_score for g in graded))
    assert "not your fault" in gradescope.render([FAULT])


OTHER = msgspec.structs.replace(WRONG, grade=msgspec.structs.replace(WRONG.grade, exercise="other"))


@pytest.mark.parametrize(
    ("graded", "score"), [([WRONG, RIGHT, WRONG], 10), ([RIGHT, OTHER], 14), ([WRONG, WRONG], 4), (list(ALL), 10)]
)
def test_two_files_for_one_exercise_count_once(graded: list[Graded], score: float) -> None:
    assert reading.read_gradescope(gradescope.render(graded)).score == score
    assert reading.read_classroom50(classroom50.render(graded, CONTEXT)).score == score


def test_gradescope_says_which_file_counted() -> None:
    assert "passed (students/ann.py, the best of 3 files)" in gradescope.render([WRONG, RIGHT, WRONG])


def test_gradescope_shares_points_without_losing_any() -> None:
    tests = tuple(
        Outcome(name=f"t{n}", title="t", status=Status.PASSED, score=4 / 14, max_score=4 / 14) for n in range(14)
    )
    whole = msgspec.structs.replace(RIGHT, grade=grade(tests=tests))
    data = json.loads(gradescope.render([whole]))
    assert round(sum(test["max_score"] for test in data["tests"]), 9) == 10
    assert all(test["score"] == test["max_score"] for test in data["tests"])


def test_classroom50_has_whole_points_and_takes_none_for_rounding() -> None:
    almost = msgspec.structs.replace(WRONG, grade=msgspec.structs.replace(WRONG.grade, score=9.714286))
    shares = msgspec.structs.replace(WRONG, grade=msgspec.structs.replace(WRONG.grade, score=5.9999999))
    for graded, score in (
        ([RIGHT], 10),
        ([WRONG], 4),
        ([almost], 9),
        ([shares], 6),
        ([FAULT], 0),
        ([WRONG, RIGHT], 10),
    ):
        assert reading.read_classroom50(classroom50.render(graded, CONTEXT)).score == score
    data = json.loads(classroom50.render([RIGHT], CONTEXT))
    assert (data["owner"], data["assignment_type"], data["max-score"]) == ("ann", "individual", 10)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"CLASSROOM": ""}, "not set here: CLASSROOM"),
        ({"SUBMISSION_TAG": "v1"}, "tags that begin `submit/`"),
        ({"ASSIGNMENT_TYPE": "crowd"}, "knows individual, group, team"),
    ],
)
def test_classroom50_says_what_its_runner_does_not(change: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        classroom50.context({**reading.RUNNER, **change}, NOW)


def test_github_commands_are_ours_alone() -> None:
    text = github.render(ALL)
    reading.read_github(text)
    assert text.startswith("::error file=students/bob.py,line=5,endLine=5,col=9,endColumn=14,title=structure::")
    assert "title=Not judged::The grader failed" in text


def test_github_takes_columns_only_on_one_line() -> None:
    far = msgspec.structs.replace(WRONG, grade=msgspec.structs.replace(WRONG.grade, findings=(finding(end_line=6),)))
    assert github.render([far]).startswith("::error file=students/bob.py,line=5,endLine=6,title=structure::")


def test_a_cell_of_a_notebook_is_named_since_it_is_no_line_of_the_file() -> None:
    assert github.render([NOTEBOOK]).startswith("::error file=n.ipynb,title=structure::cell 2, line 2: This")
    (result,) = json.loads(sarif.render([NOTEBOOK]))["runs"][0]["results"]
    assert "region" not in result["locations"][0]["physicalLocation"]
    assert result["message"]["text"].startswith("cell 2, line 2: ")
    assert next(csv.DictReader(io.StringIO(csv_report.render([NOTEBOOK]))))["line"] == "cell 2, line 2"


def test_github_stays_within_the_limit_and_says_what_is_left() -> None:
    lines = github.render([WRONG] * 30).splitlines()
    for kind in ("error", "notice"):
        mine = [line for line in lines if line.startswith(f"::{kind}")]
        assert len(mine) == 10
        assert "21 more" in mine[-1]


def test_github_shows_first_what_stands_in_the_way_of_each() -> None:
    two = msgspec.structs.replace(
        WRONG, grade=msgspec.structs.replace(WRONG.grade, findings=(finding(message="second"), finding()), main=1)
    )
    lines = github.render([two] * 8).splitlines()
    assert ["second" in line for line in lines] == [False] * 8 + [True, False]
    assert "7 more" in lines[-1]


def test_sarif_has_spans_and_known_rules() -> None:
    text = sarif.render(ALL)
    assert reading.read_sarif(text).findings == sum(len(g.grade.findings) for g in ALL)
    region = json.loads(text)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 5, "startColumn": 9, "endLine": 5, "endColumn": 14}


def test_sarif_keeps_to_what_code_scanning_takes() -> None:
    crowd = msgspec.structs.replace(
        WRONG.grade,
        findings=(finding(severity=Severity.ADVICE),) * 30_000 + (finding(message="the error"),),
        main=30_000,
    )
    results = json.loads(sarif.render([msgspec.structs.replace(WRONG, grade=crowd)]))["runs"][0]["results"]
    assert len(results) == sarif.MOST
    assert results[0]["message"]["text"].startswith("the error")


def read_markdown(graded):
    return parser.fromstring(MarkdownIt("commonmark", {"html": True}).enable("table").render(summary.render(graded)))


def test_the_summary_of_one_shows_the_line_and_the_next_step() -> None:
    tree = read_markdown([WRONG])
    assert "Not yet: Double it, 4 of 10 points" in tree.find(".//h2").text_content()
    assert ">    5 |     return x * 2" in tree.find(".//pre").text_content()
    assert "try: Return what the call gives back." in tree.text_content()
    assert [td.text_content() for td in tree.findall(".//details//td")][:2] == ["it doubles", "passed"]


def test_the_summary_of_many_is_a_table() -> None:
    tree = read_markdown(ALL)
    assert tree.find(".//h2").text_content() == "5 graded: 1 passed, 3 not yet, 1 not judged"
    rows = [[cell.text_content() for cell in row.findall("td")] for row in tree.findall(".//table")[1].iter("tr")]
    assert [row[:3] for row in rows[1:3]] == [["✓ Pass", "ann", "10/10"], ["✗ Not yet", "bob", "4/10"]]
    assert all(len(row) == 4 for row in rows[1:])


@pytest.mark.parametrize("graded", [[NASTY], ALL], ids=["alone", "among others"])
def test_the_summary_shows_markup_as_text(graded) -> None:
    tree = read_markdown(graded)
    assert {e.tag for e in tree.iter() if isinstance(e.tag, str)} <= set(
        "html body div h2 hr p code pre strong em table thead tbody tr th td ul li details summary blockquote".split()
    )
    assert not [e for e in tree.iter() if set(e.attrib) - {"style"}]
    assert one_line(HOSTILE, 300) in " ".join(tree.text_content().split())


def test_markdown_of_every_kind_is_shown_as_it_is() -> None:
    nasty = "**b** _i_ `c` [l](http://e.x) ![i](x.png) <b> # h | t ~~s~~ www.e.x a@e.x $x$ &lt; \\ - 1. > {x}"
    tree = read_markdown(
        [msgspec.structs.replace(WRONG, grade=msgspec.structs.replace(WRONG.grade, findings=(finding(found=nasty),)))]
    )
    assert nasty in tree.text_content()
    assert not list(tree.iter("a", "img", "em", "del", "b"))


def test_the_summary_stays_under_a_mebibyte_and_says_so() -> None:
    text = summary.render([WRONG] * 12_000)
    assert 900_000 < len(text.encode()) < 1 << 20
    assert "JSON report has all of it" in text[-200:]


def test_the_numbers_of_all_formats_agree(tmp_path: Path) -> None:
    for name, render in renderers().items():
        (tmp_path / name).write_text(render(ALL), encoding="utf-8")
    said = reading.read_all(tmp_path)
    assert reading.disagreements(said, reading.scores_of(tmp_path)) == []
    # The comparison can fail.
    (tmp_path / "csv").write_text(csv_report.render(ALL[1:]), encoding="utf-8")
    assert reading.disagreements(reading.read_all(tmp_path), reading.scores_of(tmp_path)) == [
        "csv: 0 passed, not 1",
        "csv: 8.0 points, not 18.0",
    ]


CORPUS = sorted((Path(__file__).parents[1] / "source").glob("*ed/*.py"))[::23]


FLOOD = f"""
import jax
from jax.experimental import io_callback

print({HOSTILE!r} * 100_000)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
RAISES = f"""
import jax
from jax.experimental import io_callback

# {HOSTILE.replace(chr(0), "").replace(chr(7), "")}


def host(a):
    raise ValueError({HOSTILE!r} * 1000)


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""


def test_one_batch_writes_every_format_and_their_numbers_agree(tmp_path: Path) -> None:
    """Hostile submissions among honest ones, graded for real: each format is valid, inert, and says the same."""
    assert len(CORPUS) > 5
    evil = {"=1+1 ::error::,file=a%0A <b>]]>.py": FLOOD, "@SUM(A1) ##[error].py": RAISES}
    for name, text in evil.items():
        (tmp_path / name).write_text(text)
    paths = [*CORPUS, *(tmp_path / name for name in evil)]
    reports = tmp_path / "reports"
    reports.mkdir()
    assert reading.write_all(paths, reports, "--exercise", "io_callback_passthrough") == 1
    said = reading.read_all(reports)
    assert reading.disagreements(said, reading.scores_of(reports)) == []
    assert said["json"].passed > 0
    assert said["json"].failed > len(evil)
    for name in FORMATS:
        text = (reports / name).read_text()
        assert not [c for c in text if unicodedata.category(c) in ACTING and c not in "\n\t"], name
        assert len(text) < 1_000_000


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
