"""Untrusted text made fit for showing: control characters visible, lengths bounded."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that show nothing, or change what others show (ANSI, bidirectional overrides)."""


def visible(text: str, *, keep: str = "") -> str:
    """Replace every character that could act on a terminal or reorder a line by its code."""
    return "".join(c if c in keep or unicodedata.category(c) not in HIDDEN else _code(c) for c in text)


def _code(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def shorten(text: str, limit: int) -> str:
    """Cut a text to at most ``limit`` characters, saying that it was cut."""
    return text if len(text) <= limit else text[: max(0, limit - 3)] + "..."


def one_line(text: str, limit: int = 300) -> str:
    """Bring a text onto one visible line."""
    # Only the beginning is looked at: an exception may carry megabytes.
    shown = " ".join(text[: 20 * limit].split())
    return bounded(shown if len(text) <= 20 * limit else f"{shown} ...", limit)


def bounded(text: str, limit: int, *, keep: str = "") -> str:
    """Make a text visible and cut it to at most ``limit`` characters."""
    return shorten(visible(text[: limit + 1], keep=keep), limit)


def source_lines(text: str) -> list[str]:
    """Split a source the way Python counts its lines: a form feed or a Unicode line separator ends none."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def common_folder(paths: Sequence[str]) -> str:
    """Return the folder that all paths share, with its final slash; empty when there is none to leave out."""
    if len(paths) < 2:
        return ""
    low, high = min(paths), max(paths)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[: low.rfind("/", 0, same) + 1]
