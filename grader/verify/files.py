"""What an author keeps beside an exercise: labelled answers, mutants listed as equivalent; and what is stray."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from grader.catalog import STARTER, slugs
from grader.model import AuthorError, Exercise, Rule, Value

LABEL = re.compile(r"#\s*(?P<rule>[a-z-]+)(?:[ \t]+(?P<place>[^:\s][^:]*?))?\s*:\s*(?P<reason>\S.*)")
MARK = "# here"
"""At the end of a line of a wrong answer: the finding must stand on that line."""
EQUIVALENT = "equivalent.toml"
OWN = ("README.md", STARTER, "exercise.toml", "pattern.py", "test_numbers.py", EQUIVALENT)
"""Files of an exercise besides the learner's own."""
IGNORED = ("__pycache__", ".ipynb_checkpoints", ".DS_Store")


class Label(Value, frozen=True, kw_only=True):
    """How a wrong answer must be judged."""

    rule: str
    place: str = ""
    """Empty where any place will do."""
    reason: str
    lines: tuple[int, ...] = ()
    """Lines the finding may stand on; empty where any line will do."""


class Answer(Value, frozen=True, kw_only=True):
    """One labelled answer."""

    path: Path
    source: bytes
    label: Label | None = None
    """None for a right answer."""

    @property
    def name(self) -> str:
        """Return the folder and the file's name."""
        return f"{self.path.parent.name}/{self.path.name}"


def right_answers(exercise: Exercise) -> list[Answer]:
    """Read the answers in other styles that must pass."""
    return [Answer(path=path, source=_read(path)) for path in _answers(exercise, "right")]


def wrong_answers(exercise: Exercise) -> list[Answer]:
    """Read the answers that must fail, each with the label in its first line."""
    found = []
    for path in _answers(exercise, "wrong"):
        source = _read(path)
        found.append(Answer(path=path, source=source, label=label_of(source, path)))
    return found


def _answers(exercise: Exercise, kind: str) -> list[Path]:
    return sorted(Path(exercise.directory, kind).glob("*.py"))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise AuthorError(f"this file cannot be read: {error.strerror}", path) from None


def label_of(source: bytes, path: Path) -> Label:
    """Read the label of a wrong answer: ``# RULE PLACE: REASON``."""
    lines = source.decode("utf-8", "replace").splitlines()
    found = LABEL.fullmatch(lines[0].strip()) if lines else None
    rules = ", ".join(Rule)
    if found is None:
        raise AuthorError(
            f"the first line must say how this answer is judged: `# RULE PLACE: REASON` (rules: {rules})", path, 1
        )
    if found["rule"] not in list(Rule):
        raise AuthorError(f"there is no rule `{found['rule']}` (there are: {rules})", path, 1)
    marked = tuple(n for n, line in enumerate(lines, 1) if line.rstrip().endswith(MARK))
    return Label(rule=found["rule"], place=found["place"] or "", reason=found["reason"], lines=marked)


def equivalents(exercise: Exercise) -> dict[str, str]:
    """Read the mutants that are listed as equivalent, each with its reason."""
    path = Path(exercise.directory, EQUIVALENT)
    if not path.is_file():
        return {}
    text = _read(path).decode("utf-8", "replace")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise AuthorError(f"not valid TOML: {error}", path, int(line[1]) if line else None) from None
    for name, reason in data.items():
        if not isinstance(reason, str) or not reason.strip():
            raise AuthorError("each line is a mutant's name, `=`, and the reason in words", path, line_of(text, name))
    return data


def line_of(text: str, key: str) -> int:
    """Find the line a key of a TOML file stands on; 1 where it is not written plainly."""
    spelled = (key, json.dumps(key)[1:-1])
    for number, line in enumerate(text.splitlines(), 1):
        if any(re.match(rf"\s*[\"']?{re.escape(form)}[\"']?\s*=", line) for form in spelled):
            return number
    return 1


def quoted(key: str) -> str:
    """Write a key for a TOML file."""
    return f"'{key}'" if "'" not in key else json.dumps(key, ensure_ascii=False)


def stray_in_exercise(exercise: Exercise) -> Iterator[Path]:
    """Walk what does not belong into an exercise's folder."""
    folder = Path(exercise.directory)
    allowed = {*OWN, f"{exercise.slug}.py", f"{exercise.slug}.ipynb"}
    for path in sorted(folder.iterdir()):
        if path.name in IGNORED:
            continue
        if path.is_dir() and path.name in {"right", "wrong"}:
            yield from (p for p in sorted(path.iterdir()) if p.suffix != ".py" and p.name not in IGNORED)
        elif path.is_dir() or path.name not in allowed:
            yield path


def stray_in_tree(exercises: Path, solutions: Path) -> Iterator[Path]:
    """Walk what belongs to no exercise."""
    known = slugs(exercises)
    for folder, names in ((exercises, set(known)), (solutions, {f"{slug}.py" for slug in known})):
        if folder.is_dir():
            yield from (p for p in sorted(folder.iterdir()) if p.name not in names and p.name not in IGNORED)
