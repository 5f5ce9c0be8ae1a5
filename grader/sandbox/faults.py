"""What an exception says to a learner: its own line, its last words, and whether a host callback raised it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import FrameType, TracebackType

from grader.sandbox.wire import Raised

FILE = "submission.py"
"""File name under which a submission is compiled."""

_LONGEST = 2000
_TRACEBACK = "Traceback (most recent call last):"
_FRAME = re.compile(rf'^\s*File "{re.escape(FILE)}", line (\d{{1,7}})\b', re.MULTILINE)
_CALLBACK_ERROR = "CpuCallback error"
_type_name = type.__dict__["__name__"].__get__


def type_name(value: object) -> str:
    """Name the type of ``value`` without running code that its class or metaclass may define."""
    return str(_type_name(type(value)))[:100]


def describe(error: BaseException, lines: Sequence[str]) -> Raised:
    """Describe an exception of a submission whose source is ``lines``."""
    words = _words(error)
    name, line, in_callback = type_name(error), own_line(error), _CALLBACK_ERROR in words
    message = f"{name}: {_first_line(words)}" if words.strip() else name
    if _TRACEBACK in words:  # JAX hands a host function's exception over as text
        embedded = words[words.rindex(_TRACEBACK) + len(_TRACEBACK) :]
        numbers = _FRAME.findall(words)
        line = int(numbers[-1]) if numbers else line
        message = _last_words(embedded) or message
        name = message.partition(":")[0].rpartition(".")[2] or name
    if not (type(line) is int and 0 < line <= len(lines)):
        line = None  # a SyntaxError says whatever its maker wrote into it
    return Raised(
        type=name[:100],
        message=message[:_LONGEST],
        line=line,
        text=lines[line - 1].strip()[:200] if line else "",
        in_host_callback=in_callback,
    )


def own_line(error: BaseException) -> int | None:
    """Find the innermost line of the submission that an exception passed through."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno
    found, step = None, error.__traceback__
    while isinstance(step, TracebackType):
        if step.tb_frame.f_code.co_filename == FILE:
            found = step.tb_lineno
        step = step.tb_next
    return found


def own_line_now() -> int | None:
    """Find the innermost line of the submission that is being run."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_filename != FILE:
        frame = frame.f_back
    return None if frame is None else frame.f_lineno


def _words(error: BaseException) -> str:
    """Read an exception's text; its class may be the learner's, and lie, raise or never end (then time is up)."""
    try:
        words = str(error)
    except BaseException:  # noqa: BLE001, RUF100
        return "(its text cannot be shown)"
    # Half of a surrogate pair is a character to Python, and to nobody that a report is written for.
    return words[: 50 * _LONGEST].encode("utf-8", "replace").decode() if type(words) is str else ""


def _first_line(words: str) -> str:
    return next((line.strip() for line in words.splitlines() if line.strip()), "")


def _last_words(embedded: str) -> str:
    """Find the first line after a traceback's frames, which are indented: ``ValueError: boom``."""
    return next((line for line in embedded.splitlines() if line and not line[0].isspace()), "")
