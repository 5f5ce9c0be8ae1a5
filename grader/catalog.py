"""Read exercises from their folders; every author's mistake is found here, with file and line."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec

from grader.bounds import Mistake, of_limits, of_order, of_points, of_trace
from grader.model import (
    AuthorError,
    Aval,
    Exercise,
    ExpectedCallback,
    Forbidden,
    Limits,
    Points,
    TraceSpec,
    UsageError,
)

ROOT = Path(__file__).resolve().parents[1]
STARTER = "starter.py"
"""The file a learner starts from; ``SLUG.py`` beside it is the learner's own copy."""
STANDARD = ("no-side-effects", "no-tampering", "host-uses-jax")
"""Named rules of an exercise that does not say which."""
RULES = (*STANDARD, "one-callback")
"""Named rules an exercise may ask for."""
AVAL = re.compile(r"(?P<dtype>[a-z]+[0-9]*)\[(?P<shape>[0-9]{0,30}(?:,[0-9]{1,30})*)\]")
DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64".split()
)
PLACE = re.compile(r"[a-z_]+(\[[0-9]\])?(\.[a-z_]+(\[[0-9]\])?)*")
"""How a place of an answer is spelled; whether any finding can have it, only a run of the pattern tells."""


class PointsTable(Points, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each part of an answer is worth."""


class LimitsTable(Limits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one submission may use. Each step (import, trace, each call) has its own clocks."""


class CallbackTable(ExpectedCallback, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A callback that the traced program must hold; one table each."""


class ForbidTable(Forbidden, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls that an answer must not reach; one table for each reason."""


class TraceTable(msgspec.Struct, forbid_unknown_fields=True):
    """What is traced with ``jax.make_jaxpr``, and what the program must then show.

    Without this table nothing is traced. A trace that raises fails the answer. Ranks and dtypes that all inputs share
    are promised to the source check.
    """

    inputs: list[list[str]] = []
    """One list of arguments for each trace, each as dtype and shape: ``[["float32[3]"], ["float32[0]"]]``."""
    facts: list[list[str]] = []
    """Further traces that are reported and never judged."""
    outputs: list[str] | None = None
    """Where each output must come from: ``callback:0`` is the first of the callbacks below, ``input:0`` the input."""
    callbacks: list[CallbackTable] = []
    forbid: list[str] = []
    """Primitives that must not occur: ``io_callback``, ``debug_callback``."""


class File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the exercise is called, what it asks for, and what it says."""

    title: str
    """What the exercise is called."""
    order: float = 0
    """Where it stands in the course: smaller numbers first, then by name."""
    entrypoint: str | list[str]
    """The function a submission defines, or several; the first is the one that is traced."""
    hints: list[str]
    """From a nudge to nearly there; never a line of the answer."""
    note: str
    """Shown after a pass: what the exercise does not teach by itself."""
    rules: list[str] = msgspec.field(default_factory=lambda: list(STANDARD))
    """Named rules that apply on top of the pattern."""
    points: PointsTable = PointsTable()
    limits: LimitsTable = LimitsTable()
    trace: TraceTable | None = None
    words: dict[str, str] = {}
    """Your own next step for a place (``ordered``, ``"args[0]"``) or a rule; it replaces the built-in one."""
    forbid: list[ForbidTable] = []

    @property
    def entrypoints(self) -> list[str]:
        """List the functions a submission defines; the first is the one that is traced."""
        return [self.entrypoint] if isinstance(self.entrypoint, str) else self.entrypoint


def exercises_folder(given: Path | None = None) -> Path:
    """Return the folder that holds the exercises: the given one, or the one beside the grader."""
    folder = given if given is not None else ROOT / "exercises"
    if not folder.is_dir():
        raise UsageError(f"there is no folder of exercises at {folder}")
    return folder


def slugs(folder: Path) -> list[str]:
    """List the exercises of a folder, by name."""
    return sorted(p.name for p in folder.iterdir() if p.is_dir() and (p / "exercise.toml").is_file())


def load_all(folder: Path) -> dict[str, Exercise]:
    """Read every exercise of a folder, in the order of the course."""
    exercises = [load(folder, slug) for slug in slugs(folder)]
    return {exercise.slug: exercise for exercise in sorted(exercises, key=lambda e: (e.order, e.slug))}


def load(folder: Path, slug: str) -> Exercise:
    """Read one exercise and check all that can be checked without running it."""
    directory = folder / slug
    path = directory / "exercise.toml"
    if not path.is_file():
        known = ", ".join(slugs(folder)) or "none"
        raise UsageError(f"there is no exercise `{slug}` (there are: {known})")
    text = _text(path)
    written = _decode(text, path)
    pattern_path = directory / "pattern.py"
    pattern = _text(pattern_path)
    entrypoint, *others = written.entrypoints or [""]
    _python(pattern, pattern_path, written.entrypoints)
    # The learner's own copy beside it may hold anything, also a syntax error.
    starter_path = directory / STARTER
    _python(_text(starter_path), starter_path, written.entrypoints)
    _tests(directory / "test_numbers.py")
    if not _text(directory / "README.md").strip():
        raise AuthorError("the lesson and the task are missing", directory / "README.md", 1)
    _checked(written, text, path)
    return Exercise(
        slug=slug,
        title=written.title,
        order=written.order,
        entrypoint=entrypoint,
        others=tuple(others),
        directory=str(directory.resolve()),
        pattern=pattern,
        rules=tuple(written.rules),
        points=written.points,
        limits=written.limits,
        trace=_trace(written.trace, text, path),
        hints=tuple(hint.strip() for hint in written.hints),
        note=" ".join(written.note.split()),
        words=written.words,
        forbid=tuple(written.forbid),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        why = f": it is what {path.parent.name}.py is before anyone edits it" if path.name == STARTER else ""
        raise AuthorError(f"this file is missing{why}", path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise AuthorError(f"this file cannot be read: {error}", path) from None


def _decode(text: str, path: Path) -> File:
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # also of a number with thousands of digits
        found = re.search(r"at line (\d+)", str(error))
        raise AuthorError(f"not valid TOML: {error}", path, int(found[1]) if found else None) from None
    try:
        return msgspec.convert(data, File)
    except msgspec.ValidationError as error:
        message = str(error)
        key = re.search(r"field `(\w+)`", message) or re.search(r"at `\$\.([\w.]+)", message)
        line = _line_of(text, key[1].rpartition(".")[2]) if key and "missing required" not in message else 1
        raise AuthorError(message.replace("Object", "the table"), path, line) from None


def _line_of(text: str, key: str) -> int:
    """Find the line a key stands on; 1 when it is not written as such."""
    pattern = re.compile(rf"^\s*(\[+.*\b)?\"?{re.escape(key)}\b")
    return next((n for n, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _python(text: str, path: Path, entrypoints: list[str]) -> None:
    """Check that a file is Python and defines the entrypoints."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise AuthorError(f"not valid Python: {error.msg}", path, error.lineno) from None
    defined = {s.name for s in tree.body if isinstance(s, ast.FunctionDef)}
    for name in entrypoints:
        if name not in defined:
            raise AuthorError(f"there is no function `{name}`", path, 1)


def _tests(path: Path) -> None:
    """Check that there are tests and that each has the line a learner reads."""
    try:
        tree = ast.parse(_text(path))
    except SyntaxError as error:
        raise AuthorError(f"not valid Python: {error.msg}", path, error.lineno) from None
    tests = [s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name.startswith("test")]
    if not tests:
        raise AuthorError("there is no test", path, 1)
    for test in tests:
        if not (ast.get_docstring(test) or "").strip():
            raise AuthorError(f"`{test.name}` has no docstring: it is the line a learner reads", path, test.lineno)


def _checked(written: File, text: str, path: Path) -> None:
    def refuse(message: str, key: str) -> None:
        raise AuthorError(message, path, _line_of(text, key))

    if not written.entrypoints:
        refuse("an exercise needs an entrypoint", "entrypoint")
    if not written.title.strip():
        refuse("the title is empty", "title")
    if not written.hints or not all(hint.strip() for hint in written.hints):
        refuse("an exercise needs hints, from a nudge to nearly there", "hints")
    if not written.note.strip():
        refuse("the note shown after a pass is empty", "note")
    for rule in written.rules:
        if rule not in RULES:
            refuse(f"there is no rule `{rule}` (there are: {', '.join(RULES)})", "rules")
    for place in written.words:
        if not PLACE.fullmatch(place) and place not in RULES:
            refuse(f"no finding has the place `{place}`", place)
    _refuse(chain(of_order(written.order), of_points(written.points), of_limits(written.limits)), text, path)


def _trace(written: TraceTable | None, text: str, path: Path) -> TraceSpec | None:
    if written is None:
        return None
    if not written.inputs:
        raise AuthorError("[trace] needs inputs", path, _line_of(text, "trace"))
    spec = TraceSpec(
        inputs=tuple(_avals(row, text, path) for row in written.inputs),
        facts=tuple(_avals(row, text, path) for row in written.facts),
        callbacks=tuple(written.callbacks),
        outputs=None if written.outputs is None else tuple(written.outputs),
        forbid=tuple(written.forbid),
    )
    _refuse(of_trace(spec), text, path)
    return spec


def _refuse(mistakes: Iterator[Mistake], text: str, path: Path) -> None:
    """Raise the first of these mistakes, at the line it is written on."""
    for mistake in mistakes:
        raise AuthorError(mistake.message, path, _line_in(text, mistake))


def _line_in(text: str, mistake: Mistake) -> int:
    """Find the line of a key of a table, the one with the mistaken entry first; the table's own where it has none."""
    lines = list(enumerate(text.splitlines(), 1))
    key = re.compile(rf"\s*\"?{re.escape(mistake.key)}\"?\s*=")
    table = [n for n, line in lines if re.match(rf"\s*\[+\s*{re.escape(mistake.table)}\s*\]", line)]
    under = [(n, line) for n, line in lines if not table or n > table[0]]
    keys = [(n, line) for n, line in under if mistake.key and key.match(line)]
    if mistake.entry:
        # A list may go over several lines.
        said = [(n, line) for n, line in under if f'"{mistake.entry}"' in line.replace(" ", "")]
        keys = [one for one in keys if one in said] or said or keys
    if keys:
        return keys[0][0]
    return table[0] if table else _line_of(text, mistake.table or mistake.key)


def _avals(row: list[str], text: str, path: Path) -> tuple[Aval, ...]:
    return tuple(_aval(entry, text, path) for entry in row)


def _aval(entry: str, text: str, path: Path) -> Aval:
    """Read ``float32[3]``."""
    found = AVAL.fullmatch(entry.replace(" ", ""))
    if found is None or found["dtype"] not in DTYPES:
        line = next((n for n, written in enumerate(text.splitlines(), 1) if f'"{entry}"' in written), None)
        raise AuthorError(f"`{entry}` is not a dtype and shape like `float32[3]`", path, line)
    shape = tuple(int(n) for n in found["shape"].split(",") if n)
    return Aval(shape=shape, dtype=found["dtype"])


def number_tests(exercises: dict[str, Exercise]) -> Iterator[tuple[str, Path]]:
    """Walk the numerical tests of the exercises: slug and file."""
    for slug, exercise in exercises.items():
        yield slug, Path(exercise.directory) / "test_numbers.py"


def own_file(exercise: Exercise) -> Path:
    """Return where a learner's own answer to an exercise stands."""
    return Path(exercise.directory) / f"{exercise.slug}.py"


def starter(exercise: Exercise) -> bytes:
    """Read the file a learner starts from, as its author wrote it."""
    return _text(Path(exercise.directory) / STARTER).encode()


def started(exercise: Exercise, source: bytes) -> bool:
    """Tell whether a learner's file says more than the untouched starter: comments and layout do not count."""
    return _said(source) != _said(starter(exercise))


def _said(source: bytes) -> str | None:
    """Return what a file says without its comments, docstrings and layout; None where it is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return ast.dump(tree)
