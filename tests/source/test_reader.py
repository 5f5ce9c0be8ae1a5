"""Every way a file can be unreadable has its own words; what Python reads, the grader reads."""

from __future__ import annotations

import pytest

from grader.source.decoding import Unreadable
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


def test_an_empty_file_lacks_the_function() -> None:
    report = check("")
    assert not report.loads
    assert "no function `io_callback_passthrough`" in main(report).message


def test_a_near_miss_is_named() -> None:
    found = main(check(OK.replace("passthrough", "pass_through")))
    assert "but there is `io_callback_pass_through`" in found.message
    assert found.line == 5
