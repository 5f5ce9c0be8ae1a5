"""What a result depends on, as one key: equal keys, equal verdicts, so nothing is graded twice."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from grader import __version__
from grader.model import AuthorError, Exercise, Submission

PACKAGES = ("jax", "jaxlib", "numpy", "libcst", "pytest")
"""Whose versions can change a verdict."""
ROOT = Path(__file__).parent


def versions() -> str:
    """Name the versions a verdict depends on, beside the grader's own code."""
    return " ".join([f"python {platform.python_version()}", *(f"{name} {_version(name)}" for name in PACKAGES)])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


@cache
def grader_digest() -> bytes:
    """Return a digest of the grader's own code and the versions below it: another grader's results are not reused."""
    digest = hashlib.sha256(f"{__version__}\0{versions()}\0".encode())
    for path in sorted([*ROOT.rglob("*.py"), *ROOT.rglob("*.json")]):
        _add(digest, str(path.relative_to(ROOT)), path.read_bytes())
    return digest.digest()


def files_of(exercise: Exercise) -> Iterator[tuple[str, bytes]]:
    """Walk an exercise's files that can change a verdict: all but the one a learner edits, caches and hidden ones."""
    root = Path(exercise.directory)
    own = {f"{exercise.slug}.py", f"{exercise.slug}.ipynb"}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            path = Path(folder, name)
            relative = path.relative_to(root).as_posix()
            if relative in own or name.startswith(".") or not path.is_file():
                continue
            try:
                yield relative, path.read_bytes()
            except OSError as error:
                raise AuthorError(f"this file cannot be read: {error.strerror}", path) from None


def exercise_digest(exercise: Exercise) -> bytes:
    """Return a digest of all that decides a verdict in an exercise, limits included; where its folder lies does not."""
    placeless = msgspec.structs.replace(exercise, directory="")
    digest = hashlib.sha256(msgspec.msgpack.encode(placeless, order="deterministic"))
    for name, content in files_of(exercise):
        _add(digest, name, content)
    return digest.digest()


def key_of(submission: Submission, exercise: bytes, seed: int | None) -> bytes:
    """Return the key of a submission's content, judged by this grader and the exercise with this digest.

    Whose it is and where it lies do not count; where a notebook's cells begin does, for findings name the cell.
    """
    digest = hashlib.sha256(grader_digest() + exercise)
    unread = f"{submission.unreadable or ''}{' (fault)' if submission.fault else ''}"
    for part in (str(seed), unread, ",".join(map(str, submission.cells))):
        _add(digest, "", part.encode())
    digest.update(submission.source)
    return digest.digest()[:16]


def _add(digest: hashlib._Hash, name: str, content: bytes) -> None:
    """Add a part with its size, so that no two lists of parts look alike."""
    digest.update(f"{len(name.encode())} {len(content)} {name}\0".encode() + content)
