"""Paths as arguments and options take them."""

from __future__ import annotations

import os
from pathlib import Path

import click


class Named(click.Path):
    """A path that says something: an empty one would mean the folder one stands in, which nobody asks for so."""

    def __init__(self, *, file_okay: bool = True) -> None:
        """Take what may be a file, or only folders."""
        super().__init__(file_okay=file_okay, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Refuse a path of nothing, or of nothing one can see."""
        if not os.fsdecode(value).strip():
            self.fail("the path is empty", param, ctx)
        return Path(os.fsdecode(super().convert(os.fspath(value), param, ctx)))
