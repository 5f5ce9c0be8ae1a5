"""Reads every format back the way its platform does, and compares the numbers of all: ``python -m tests.report.reading``.

Writes all formats for a folder of submissions in one run into another folder, checks each, and prints what they say.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import jsonschema
from lxml import etree
from lxml import html as parser

from grader.commands.reports import FORMATS
from grader.report import json as json_report

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RUNNER = {
    "CLASSROOM": "jax-2027",
    "ASSIGNMENT": "io-callback",
    "USERNAME": "ann",
    "SUBMISSION_TAG": "submit/2027-01-01T00-00-00Z-abc",
    "COMMIT_URL": "https://github.com/jax-2027/ann/commit/abc",
    "RELEASE_URL": "https://github.com/jax-2027/ann/releases/tag/submit",
}
"""What Classroom 50's runner sets."""
SARIF_SCHEMA = json.loads((HERE / "sarif.json").read_text())


@dataclass(frozen=True)
class Said:
    """What one format says of a batch; None where it does not say it."""

    passed: int | None = None
    failed: int | None = None
    errors: int | None = None
    score: float | None = None
    findings: int | None = None


def read_json(text: str) -> Said:
    data = json.loads(text)
    jsonschema.validate(data, json.loads(json_report.SCHEMA_FILE.read_text()))
    return _said(
        [(s["verdict"], s["score"]) for s in data["submissions"]], sum(len(s["findings"]) for s in data["submissions"])
    )


def _said(rows: list[tuple[str, float]], findings: int | None = None) -> Said:
    verdicts = [verdict for verdict, _ in rows]
    counts = [verdicts.count(verdict) for verdict in ("pass", "fail", "error")]
    return Said(*counts, score=math.fsum(score for _, score in rows), findings=findings)


def read_csv(text: str) -> Said:
    rows = list(csv.DictReader(io.StringIO(text)))
    assert all(None not in row and None not in row.values() for row in rows), "rows of different lengths"
    cells = [cell for row in rows for cell in row.values()]
    assert not [c for c in cells if c.startswith(("=", "+", "@")) or (c.startswith("-") and not c[1:].isdigit())]
    assert all((row["score"] == "") == (row["verdict"] == "error") for row in rows), "what was not judged has no points"
    return _said([(row["verdict"], float(row["score"] or 0)) for row in rows])


def read_html(text: str) -> Said:
    tree = parser.fromstring(text)
    rows = tree.findall(".//table[@id='grades']/tbody/tr")
    assert [s for s in tree.iter("script") if s.get("type") != "text/html"] == [tree.find("body").findall("script")[-1]]
    return _said([(row.get("data-verdict"), float(row.get("data-score"))) for row in rows])


def read_junit(text: str) -> Said:
    root = etree.fromstring(text.encode())
    etree.XMLSchema(file=str(HERE / "junit.xsd")).assertValid(root)
    rows = []
    for suite in root.findall("testsuite"):
        facts = {p.get("name"): p.get("value") for p in suite.iterfind("properties/property")}
        for kind, path in (("tests", ""), ("failures", "/failure"), ("errors", "/error"), ("skipped", "/skipped")):
            assert int(suite.get(kind)) == len(suite.findall(f"testcase{path}")), (suite.get("name"), kind)
        # The cases alone must say the verdict: few readers look at properties.
        bad = "error" if int(suite.get("errors")) else "fail" if int(suite.get("failures")) else "pass"
        assert bad == facts["verdict"], (suite.get("name"), bad, facts)
        rows.append((bad, float(facts["score"])))
    assert int(root.get("tests")) == len(root.findall("testsuite/testcase"))
    return _said(rows)


def read_sarif(text: str) -> Said:
    data = json.loads(text)
    jsonschema.validate(data, SARIF_SCHEMA)
    (run,) = data["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= known
    return Said(findings=len(run["results"]))


COMMAND = re.compile(
    r"::(?:error|warning|notice) (?:(?:file|line|endLine|col|endColumn|title)=[^,:]*)(?:,\w+=[^,:]*)*::.*"
)


def read_github(text: str) -> Said:
    lines = text.splitlines()
    assert [line for line in lines if not COMMAND.fullmatch(line)] == []
    for kind in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{kind} ") for line in lines) <= 10
    more = [int(found[1]) for line in lines if (found := re.search(r"::(\d+) more, in the summary", line))]
    faults = sum("title=Not judged::" in line for line in lines)
    return Said(findings=len(lines) - len(more) + sum(more) - faults)


def read_summary(text: str) -> Said:
    assert len(text.encode()) <= 1 << 20
    head = re.match(r"## \d+ graded: (\d+) passed, (\d+) not yet, (\d+) not judged\n", text)
    assert head is not None
    scores = re.findall(r"^\| . (?:Pass|Not yet|Not judged) \| .*? \| (?:([\d.]+)|\?)/[\d.]+ \|", text, re.M)
    return Said(*map(int, head.groups()), score=math.fsum(float(score or 0) for score in scores))


def read_gradescope(text: str) -> Said:
    data = json.loads(text)
    assert isinstance(data["score"], int | float)
    assert data["visibility"] == data.get("visibility", "visible") == "visible"
    assert data["output_format"] in {"text", "html", "simple_format", "md", "ansi"}
    for test in data["tests"]:
        assert test["status"] in {"passed", "failed"}
        assert 0 <= test["score"] <= test["max_score"]
        assert isinstance(test["name"], str)
        assert isinstance(test["output"], str)
    # Parts are rounded to four places; the score at the top is what counts.
    assert abs(data["score"] - math.fsum(t["score"] for t in data["tests"])) <= 1e-4 * (1 + len(data["tests"]))
    return Said(score=data["score"])


def read_classroom50(text: str) -> Said:
    data = json.loads(text)
    assert data["schema"] == "classroom50/result/v1"
    words = "classroom assignment assignment_type owner submission commit release review datetime".split()
    assert all(isinstance(data[word], str) and data[word] for word in words)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", data["datetime"])
    for owner in (data, *data["tests"]):
        assert type(owner["score"]) is type(owner["max-score"]) is int
        assert 0 <= owner["score"] <= owner["max-score"]
    for test in data["tests"]:
        assert isinstance(test["test-name"], str)
        assert isinstance(test["passed"], bool)
    carrying = [t for t in data["tests"] if t["max-score"]]
    assert data["score"] == sum(t["score"] for t in carrying)
    return Said(score=data["score"])


def read_terminal(text: str) -> Said:
    names = {"PASS": "pass", "NOT YET": "fail", "NOT JUDGED": "error"}
    heads = re.findall(r"^(PASS|NOT YET|NOT JUDGED)  ", text, re.M)
    scores = re.findall(r"([\d.]+)/[\d.]+\s+points\b", text)  # a long path may have pushed them to the next line
    said = _said([(names[word], 0.0) for word in heads])
    return Said(said.passed, said.failed, said.errors, score=math.fsum(map(float, scores)))


def read_faults(text: str) -> Said:
    return Said(errors=len(text.splitlines()))


READERS = {name: globals()[f"read_{name}"] for name in FORMATS}


def disagreements(said: dict[str, Said], scores: list[tuple[str, float]]) -> list[str]:
    """Compare what the formats say with what the JSON report says; ``scores`` are exercises and points."""
    truth = said["json"]
    found = []
    for name, one in said.items():
        for what in ("passed", "failed", "errors", "findings"):
            value = getattr(one, what)
            if value is not None and value != getattr(truth, what):
                found.append(f"{name}: {value} {what}, not {getattr(truth, what)}")
        # The formats of one submission count each exercise once; Classroom 50 takes whole points; the summary and the
        # terminal show two decimals.
        best = [max(score for other, score in scores if other == slug) for slug in {slug for slug, _ in scores}]
        right = math.fsum(best) if name == "gradescope" else truth.score
        right = sum(math.floor(score + 1e-6) for score in best) if name == "classroom50" else right
        slack = 0.005 * len(scores) if name in {"summary", "terminal"} else 1e-3
        if one.score is not None and abs(one.score - right) > slack:
            found.append(f"{name}: {one.score} points, not {right}")
    return found


def read_all(folder: Path) -> dict[str, Said]:
    """Read and check every format of a folder."""
    return {name: READERS[name]((folder / name).read_text(encoding="utf-8")) for name in FORMATS}


def write_all(paths: list[Path], folder: Path, *more: str) -> int:
    """Grade in one run and write every format into a folder; the exit code."""
    reports = [part for name in FORMATS for part in ("--report", f"{name}={folder / name}")]
    command = [sys.executable, "-m", "grader", "grade", *map(str, paths), *reports, *more]
    command += ["--journal", str(folder / "journal")]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **RUNNER}, check=False, stdin=subprocess.DEVNULL)
    return done.returncode


def scores_of(folder: Path) -> list[tuple[str, float]]:
    return [(s["exercise"], s["score"]) for s in json.loads((folder / "json").read_text())["submissions"]]


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    code = write_all([Path(p) for p in sys.argv[2:]], folder, "--exercise", "io_callback_passthrough")
    said = read_all(folder)
    for name, one in said.items():
        print(f"{name:<12} {(folder / name).stat().st_size:>9} bytes  {one}")
    wrong = disagreements(said, scores_of(folder))
    print("\n".join(wrong) or f"all {len(said)} formats agree; exit code of the batch: {code}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
