"""Bytes to text, the way Python decodes its source; light, so that whoever shows lines can use it."""

from __future__ import annotations

import codecs
import io
import tokenize

from grader.model import Finding
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
