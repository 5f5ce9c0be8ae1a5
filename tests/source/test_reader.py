"""Every way a file can be unreadable has its own words; what Python reads, the grader reads."""

from __future__ import annotations

import sys

import pytest

from grader.source.decoding import Unreadable
from grader.source.newer import newer_syntax
from grader.source.reader import parse
from tests.source.exercise import CALL, HEAD, check, main

OK = f"{HEAD}def io_callback_passthrough(x):\n    return {CALL}\n"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("plain", OK.encode()),
        ("byte order mark", b"\xef\xbb\xbf" + OK.encode()),
        ("windows line ends", OK.replace("\n", "\r\n").encode()),
        ("old mac line ends", OK.replace("\n", "\r").encode()),
        ("no final newline", OK.rstrip().encode()),
        ("form feeds", OK.replace("def ", "\f\ndef ").encode()),
        ("latin-1, declared", ("# -*- coding: latin-1 -*-\n# caf\xe9\n" + OK).encode("latin-1")),
        ("cp1252, declared", ("# vim: set fileencoding=cp1252 :\n# \x80\n" + OK).encode("latin-1")),
        ("tabs", OK.replace("    ", "\t").encode()),
        ("a megabyte of comments", b"# a comment that says little\n" * 30_000 + OK.encode()),
        ("a long docstring", b'"""' + b"words and words\n" * 50_000 + b'"""\n' + OK.encode()),
        ("names in other scripts", OK.replace("x", "массив").replace("jaмассив", "jax").encode()),
        (
            "a hundred helpers",
            "".join(f"def f{i}(v):\n    return v + {i}\n" for i in range(100)).encode() + OK.encode(),
        ),
        ("a long table", b"TABLE = [" + b"1.5, " * 20_000 + b"]\n" + OK.encode()),
    ],
)
def test_readable(name: str, source: bytes) -> None:
    assert parse(source, "io_callback_passthrough").tree is not None


@pytest.mark.parametrize(
    ("source", "words", "line"),
    [
        (b"x = 1\n\0", "null bytes", 2),
        (b"x = 1\n# \xff\n", "not valid utf-8", 2),
        (b"# coding: nonsense\n", "encoding cannot be read", 1),
        (b"# coding: utf-7\n", "hide code", 1),
        (b"#" * 1_000_001, "1.0 MB", None),
        (b"def f(:\n", "Python cannot read this", 1),
        (b"(" * 5000 + b")" * 5000, "too many nested parentheses", 1),
        (b"x = " + b"-" * 100_000 + b"1", "nested too deeply", 1),
        (b"x = " + b"+".join([b"1"] * 20_000), "nested too deeply", 1),
        (b"if x:\n\ty\n        z\n", "Tabs and spaces", 3),
        (b"%matplotlib inline\n", "Notebook commands", 1),
        (b"```python\n", "Markdown fence", 1),
        (b"<<<<<<< HEAD\n", "merge conflict", 1),
    ],
)
def test_unreadable_has_its_own_words(source: bytes, words: str, line: int | None) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(source)
    assert words in caught.value.finding.message
    assert caught.value.finding.line == line


@pytest.mark.parametrize(
    ("line", "message", "since"),
    [
        ("type X = int", "invalid syntax", "3.12"),
        ("type Pair[T] = tuple[T, T]", "invalid syntax", "3.12"),
        ("def first[T](xs: list[T]) -> T:", "expected '('", "3.12"),
        ("class Box[T]:", "invalid syntax", "3.12"),
        ("async def f[T](x): ...", "expected '('", "3.12"),
        ("print(f'{row['total']}')", "f-string: unmatched '['", "3.12"),
        ("print(f'{'\\n'.join(rows)}')", "unexpected character after line continuation character", "3.12"),
        ("class Box[T = int]:", "invalid syntax", "3.13"),
        ("x = t'{y}'", "invalid syntax", "3.14"),
        ("except ValueError, TypeError:", "multiple exception types must be parenthesized", "3.14"),
    ],
)
def test_what_a_newer_python_reads_is_said(line: str, message: str, since: str) -> None:
    assert newer_syntax(message, line, (3, 11)).endswith(f" Python {since}")
    assert newer_syntax(message, line, (3, 99)) == ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("def f(:", "invalid syntax"),
        ("type = int int", "invalid syntax"),
        ("x = type y", "invalid syntax"),
        ("if rows[0] = 1:", "invalid syntax"),
        ("print(f'{x}'", "'(' was never closed"),
        ("print(format'x')", "invalid syntax"),
        ("except ValueError", "expected ':'"),
    ],
)
def test_what_no_python_reads_is_blamed_on_no_version(line: str, message: str) -> None:
    assert newer_syntax(message, line, (3, 11)) == ""


def test_the_python_that_reads_is_named() -> None:
    with pytest.raises(Unreadable) as caught:
        parse(b"def f(:\n")
    assert f"this grader reads Python {sys.version_info[0]}.{sys.version_info[1]}" in caught.value.finding.help
    if sys.version_info < (3, 12):
        with pytest.raises(Unreadable) as caught:
            parse(b"x = 1\ntype X = int\n")
        assert "the `type` statement is Python 3.12" in caught.value.finding.help
        assert caught.value.finding.line == 2


def test_an_empty_file_lacks_the_function() -> None:
    report = check("")
    assert not report.loads
    assert "no function `io_callback_passthrough`" in main(report).message


def test_a_near_miss_is_named() -> None:
    found = main(check(OK.replace("passthrough", "pass_through")))
    assert "but there is `io_callback_pass_through`" in found.message
    assert found.line == 5
