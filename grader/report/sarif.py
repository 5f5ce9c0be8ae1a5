"""SARIF 2.1.0 for code scanning: every finding at its exact span."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from grader import __version__
from grader.model import Finding, Graded, Rule, Severity
from grader.report.text import one_line
from grader.report.words import where

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
RULES = {
    Rule.LOAD: "The file must be readable, import, and bind the function that is asked for.",
    Rule.STRUCTURE: "The function must do it the way the exercise asks for.",
    Rule.TOO_DYNAMIC: "What is asked for must be written directly, not computed at run time.",
    Rule.NO_SIDE_EFFECTS: "Nothing may be printed, logged, written, sent or started.",
    Rule.NO_TAMPERING: "Nothing outside the submission may be changed.",
    Rule.HOST_USES_JAX: "The host function should use NumPy: JAX called there can hang.",
    Rule.ONE_CALLBACK: "No second callback may stand beside the one that is asked for.",
    Rule.TRACE: "The traced program must show what the exercise asks for.",
    Rule.NUMBERS: "The results must be right.",
    Rule.LIMITS: "The submission must stay within its limits of time, memory and output.",
}
"""What each rule asks for."""
MOST = 25_000
"""Results that GitHub's code scanning takes of one run."""


def render(graded: Sequence[Graded]) -> str:
    """Render grades as one SARIF log with one run."""
    found = [(entry, finding) for entry in graded for finding in entry.grade.findings]
    if len(found) > MOST:
        found.sort(key=lambda pair: list(Severity).index(pair[1].severity))
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "jax-exercise-grader",
                        "version": __version__,
                        "rules": [_rule(rule, text) for rule, text in RULES.items()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(entry, finding) for entry, finding in found[:MOST]],
            }
        ],
    }
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(rule: Rule, text: str) -> dict[str, Any]:
    return {
        "id": rule.value,
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": text},
    }


def _result(entry: Graded, finding: Finding) -> dict[str, Any]:
    uri = quote(entry.grade.submission.lstrip("/"))
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    line = entry.line_of(finding)
    # A line of a notebook's cell is no line of its file.
    if line is not None and finding.cell is None:
        region: dict[str, Any] = {"startLine": line}
        if finding.column is not None:
            region["startColumn"] = finding.column
        if finding.end_line is not None and finding.end_column is not None:
            region["endLine"] = max(line, finding.end_line)
            region["endColumn"] = finding.end_column
        place["region"] = region
    before = f"{where(finding)}: " if finding.cell is not None else ""
    text = before + one_line(finding.message, 600) + (f" Try: {one_line(finding.help)}" if finding.help else "")
    mark = f"{entry.grade.submission}|{finding.rule}|{finding.place}|{line}|{finding.message}"
    return {
        "ruleId": str(finding.rule),
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": hashlib.sha256(mark.encode()).hexdigest()[:32]},
    }
