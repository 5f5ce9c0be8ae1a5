"""Bytes to text to tree: everything that can stop a file from being read at all, each with its cause."""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from dataclasses import dataclass

import libcst as cst

from grader.model import Finding
from grader.source import prune
from grader.source.report import load_finding

MAX_BYTES = 1_000_000
HIDING = frozenset(
    [
        "utf-7",
        "utf7",
        "unicode_escape",
        "unicode-escape",
        "raw_unicode_escape",
        "raw-unicode-escape",
        "punycode",
        "idna",
        "rot13",
        "rot_13",
    ]
)
"""Encodings in which plain ASCII text can stand for something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file that Python would accept, and its tree."""

    text: str
    tree: cst.Module


class Unreadable(Exception):  # noqa: N818 - carries a finding about the submission
    """The file cannot be read; ``finding`` says why, ``text`` is what could be decoded of it."""

    def __init__(self, finding: Finding, text: str | None = None) -> None:
        """Keep the finding and the text for the report."""
        self.finding, self.text = finding, text
        super().__init__(finding.message)


def decode(source: bytes) -> str:
    """Decode a file as Python would; refuse what cannot be read or hides code."""
    if len(source) > MAX_BYTES:
        size = f"{len(source) / 1e6:.1f} MB"
        raise Unreadable(load_finding(f"The file is {size}; the limit is 1 MB.", "Hand in the answer alone."))
    if b"\0" in source:
        line = source[: source.index(b"\0")].count(b"\n") + 1
        raise Unreadable(
            load_finding("The file holds null bytes, so it is not Python text.", "Save it as UTF-8 text.", line)
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        name = codecs.lookup(encoding).name
    except (SyntaxError, LookupError, UnicodeError) as error:
        raise Unreadable(
            load_finding(f"The file's encoding cannot be read: {error}.", "Save it as UTF-8.", 1)
        ) from None
    if name in HIDING or name.startswith(("utf-16", "utf-32")):
        raise Unreadable(
            load_finding(f"In the declared encoding {name}, plain text can hide code.", "Save the file as UTF-8.", 1)
        )
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise Unreadable(
            load_finding(
                f"The file is not valid {name}: byte 0x{source[error.start]:02x} on line {line}.",
                "Save it as UTF-8, or declare its encoding on the first line.",
                line,
            )
        ) from None
    except (LookupError, UnicodeError) as error:
        raise Unreadable(
            load_finding(f"The file cannot be decoded as {name}: {error}.", "Save it as UTF-8.", 1)
        ) from None
    return text.removeprefix("\ufeff")


def parse(source: bytes, entrypoint: str | None = None) -> Source:
    """Read a file: decode it, let Python's own compiler refuse it, then build its tree.

    Python's compiler goes first because it refuses at once what would crash or stall the tree's parser. In a long
    file, what neither the import nor ``entrypoint`` can use is left out of the tree.
    """
    text = decode(source)
    kept = text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if len(text) <= prune.SMALL:
                compile(text, "submission.py", "exec", dont_inherit=True)
            else:
                prune.check_length(text)
                kept = prune.prune(text, ast.parse(text), entrypoint)
                compile(kept, "submission.py", "exec", dont_inherit=True)
    except prune.TooMuch as problem:
        raise Unreadable(
            load_finding(f"The file cannot be followed: {problem.why}.", "Hand in the answer alone.", problem.line),
            text,
        ) from None
    except SyntaxError as error:
        raise Unreadable(_syntax(error, text), text) from None
    except (RecursionError, MemoryError, OverflowError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, (RecursionError, MemoryError)) else str(error)
        raise Unreadable(
            load_finding(f"Python cannot compile the file: {why}.", "Write it with less nesting.", 1), text
        ) from None
    return Source(text, cst.parse_module(kept))


def _syntax(error: SyntaxError, text: str) -> Finding:
    lines = text.splitlines() or [""]
    line = min(error.lineno or 1, len(lines))
    written = lines[line - 1]
    column = max(1, min(error.offset or 1, len(written) + 1))
    kind = "IndentationError" if isinstance(error, IndentationError) else "syntax error"
    message, step = f"Python cannot read this: {error.msg}.", f"Mend the {kind} on this line, or on the one before it."
    stripped = written.lstrip()
    if re.match(r"(<{7}|={7}|>{7})( |$)", written):
        message, step = "A merge conflict was left in the file.", "Keep one of the two versions and delete the markers."
    elif stripped.startswith("```"):
        message, step = "A Markdown fence was left in the file.", "Delete the lines that start with three backticks."
    elif stripped.startswith(("%", "!")):
        message, step = "Notebook commands are not Python.", "Delete the lines that start with % or !."
    elif isinstance(error, TabError):
        message, step = "Tabs and spaces are mixed in the indentation.", "Indent with spaces only."
    return load_finding(message, step, line, column)
