"""What verifying one exercise showed."""

from __future__ import annotations

from pathlib import Path

from grader.model import Finding, Grade, Severity, Value
from grader.source.report import SourceReport
from grader.verify.mutants import Mutant


class Problem(Value, frozen=True, kw_only=True):
    """One thing to mend in an exercise, and where."""

    message: str
    path: Path
    line: int | None = None
    author: bool = False
    """True for a mistake in the exercise's own words, which keeps the rest from meaning anything."""
    detail: str = ""
    """Further lines: a diff, a program."""


class Program(Value, frozen=True, kw_only=True):
    """A program that was not judged as it should have been, for looking into."""

    name: str
    source: bytes


class Checked(Value, frozen=True, kw_only=True):
    """What one exercise's verification showed."""

    slug: str
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    by_source: int = 0
    """Mutants the source check refuses."""
    by_run: int = 0
    """Mutants that only the trace or the numbers refuse."""
    equivalent: tuple[tuple[str, str], ...] = ()
    """Mutants listed as equivalent that indeed pass, with the reasons."""
    survivors: tuple[Mutant, ...] = ()
    rules: tuple[str, ...] = ()
    """Rules that refuse something."""
    tests: int = 0
    right: int = 0
    wrong: int = 0
    rewrites: int = 0
    programs: tuple[Program, ...] = ()
    seconds: float = 0.0

    @property
    def mutants(self) -> int:
        """Count the mutants that could be killed."""
        return self.by_source + self.by_run + len(self.survivors)

    @property
    def ok(self) -> bool:
        """Tell whether there is nothing to mend."""
        return not self.problems and not self.survivors


def main_of(report: SourceReport | Grade) -> Finding | None:
    """Return the finding to mend first."""
    return None if report.main is None else report.findings[report.main]


def refuses(report: SourceReport) -> bool:
    """Tell whether the source check alone fails a program."""
    return any(f.severity is Severity.ERROR for f in report.findings)


def said(finding: Finding | None) -> str:
    """Say a finding on one line."""
    if finding is None:
        return "nothing is found"
    where = f" on line {finding.line}" if finding.line is not None else ""
    return f"`{' '.join(filter(None, (finding.rule, finding.place)))}`{where}: {finding.message}"
