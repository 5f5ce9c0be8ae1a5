"""Syntax that a newer Python than the grader's would read: a learner may well have run it."""

from __future__ import annotations

import re
import sys
from typing import NamedTuple


class _Newer(NamedTuple):
    since: tuple[int, int]
    line: re.Pattern[str]
    """Found in the line Python complains of."""
    message: re.Pattern[str]
    """Found in what Python says of it."""
    what: str


_ANY = re.compile("")
_NAME = r"[^\W\d]\w*"
_CONSTRUCTS = (
    _Newer((3, 13), re.compile(rf"^\s*(async\s+def|def|class|type)\s+{_NAME}\s*\[[^\]]*[^=!<>]=[^=]"), _ANY,
           "defaults of type parameters are"),
    _Newer((3, 12), re.compile(rf"^\s*type\s+{_NAME}\s*(\[.*\]\s*)?="), _ANY, "the `type` statement is"),
    _Newer((3, 12), re.compile(rf"^\s*(async\s+def|def|class)\s+{_NAME}\s*\["), _ANY,
           "type parameters in brackets after a name are"),
    _Newer((3, 12), re.compile(r"\b(f|rf|fr)['\"]", re.IGNORECASE), re.compile("f-string|line continuation"),
           "the quotes around an f-string, a backslash or a comment between its braces are"),
    _Newer((3, 14), re.compile(r"\b(t|rt|tr)['\"]", re.IGNORECASE), re.compile("invalid syntax"), "t-strings are"),
    _Newer((3, 14), re.compile(r"^\s*except\b"), re.compile("must be parenthesized"),
           "several exceptions without parentheses are"),
)  # fmt: skip
HERE = sys.version_info[:2]


def newer_syntax(message: str, line: str, here: tuple[int, int] = HERE) -> str:
    """Say which newer Python has what stands on a line that this one refused; empty where none is recognised."""
    for one in _CONSTRUCTS:
        if one.since > here and one.line.search(line) and one.message.search(message):
            return f"{one.what} Python {_spelled(one.since)}"
    return ""


def read_as(here: tuple[int, int] = HERE) -> str:
    """Name the Python that reads submissions."""
    return f"Python {_spelled(here)}"


def _spelled(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
