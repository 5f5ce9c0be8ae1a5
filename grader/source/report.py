"""What the source check says; light, so that the grader's own process need not read libcst."""

from __future__ import annotations

from grader.model import Finding, NotChecked, Rule, Severity, Value


class SourceReport(Value, frozen=True, kw_only=True):
    """What the source says."""

    findings: tuple[Finding, ...] = ()
    """Sorted by position, then rule."""
    main: int | None = None
    """Index of the finding to mend first; None when there is no error."""
    not_checked: tuple[NotChecked, ...] = ()
    loads: bool = True
    """False when there is nothing to run: unreadable, a syntax error, or no entrypoint."""
    text: str | None = None
    """The decoded file, for showing its lines."""


def load_finding(message: str, step: str = "", line: int | None = None, column: int | None = None) -> Finding:
    """Build a finding of the rule ``load``."""
    end = None if column is None else column + 1
    return Finding(
        rule=Rule.LOAD,
        severity=Severity.ERROR,
        message=message,
        help=step,
        line=line,
        column=column if line is not None else None,
        end_line=line if column is not None else None,
        end_column=end if line is not None else None,
    )
