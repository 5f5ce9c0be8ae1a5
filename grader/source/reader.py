"""Bytes to tree: everything that can stop a file from being read at all, each with its cause."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

import libcst as cst

from grader.model import Finding
from grader.source import prune
from grader.source.decoding import Unreadable, decode
from grader.source.newer import newer_syntax, read_as
from grader.source.report import load_finding


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file that Python would accept, and its tree."""

    text: str
    tree: cst.Module


def parse(source: bytes, *entrypoints: str) -> Source:
    """Read a file: decode it, let Python's own compiler refuse it, then build its tree.

    Python's compiler goes first because it refuses at once what would crash or stall the tree's parser. In a long
    file, what neither the import nor the entrypoints can use is left out of the tree.
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
                kept = prune.prune(text, ast.parse(text), entrypoints)
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
    message = f"Python cannot read this: {error.msg}."
    step = f"Mend the {kind} on this line, or on the one before it; this grader reads {read_as()}"
    newer = newer_syntax(error.msg, written)
    step += f", and {newer}." if newer else "."
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
