"""Build Gradescope's autograder zip: ``python platforms/gradescope/build.py [EXERCISE]`` writes dist/gradescope.zip."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WHOLE = ("grader", "exercises", "scripts")
SINGLE = ("pyproject.toml", "requirements.lock", "README.md", "LICENSE")
LEFT_OUT = {"__pycache__", "right", "wrong"}
"""Answers, right and wrong, have no business on a machine that runs students' code."""
RUNNABLE = {"setup.sh", "run_autograder"}
TIME = (1980, 1, 1, 0, 0, 0)
"""The same content gives the same file."""


def files(root: Path, exercise: str) -> Iterator[tuple[str, bytes]]:
    """Give every file of the zip with its name."""
    for name in ("setup.sh", "run_autograder", "run.py"):
        yield name, (HERE / name).read_bytes()
    yield "exercise", f"{exercise}\n".encode()
    for name in SINGLE:
        yield name, (root / name).read_bytes()
    for folder in WHOLE:
        for path in sorted((root / folder).rglob("*")):
            parts = path.relative_to(root).parts
            if path.is_file() and not LEFT_OUT & set(parts):
                own = parts[0] == "exercises" and path.stem == path.parent.name
                # A learner's own file may hold an answer; the starter is what belongs there.
                yield "/".join(parts), (path.with_name("starter.py") if own else path).read_bytes()


def build(target: Path, exercise: str, root: Path = ROOT) -> int:
    """Write the zip; return its size."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files(root, exercise):
            info = zipfile.ZipInfo(name, TIME)
            info.external_attr = (0o755 if name in RUNNABLE else 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, content)
    return target.stat().st_size


def main(arguments: list[str]) -> int:
    """Build for one exercise, or for whichever a submission answers."""
    exercise = arguments[0] if arguments else ""
    known = sorted(path.parent.name for path in (ROOT / "exercises").glob("*/exercise.toml"))
    if exercise and exercise not in known:
        print(f"there is no exercise `{exercise}` (there are: {', '.join(known)})", file=sys.stderr)
        return 2
    target = ROOT / "dist" / "gradescope.zip"
    size = build(target, exercise)
    what = f"for {exercise}" if exercise else "for whichever exercises a submission answers; EXERCISE=slug for one"
    print(f"dist/gradescope.zip, {size // 1024} KB, {what}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
