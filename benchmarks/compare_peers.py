"""Judge the corpus with other tools for checking source: ``python -m benchmarks.compare_peers``.

Each peer runs in an environment of its own, made from the package index, with the rules a careful author would write in
its own language; one that cannot be installed is named and left out. None of them is blamed for what it was not made for:
the table says what happens when it alone is asked whether `io_callback` was called as this task wants it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from grader.source.check import check_source
from tests.source.exercise import EXERCISE
from tests.test_corpus import RIGHT, WRONG

PEERS = {
    "pedal": "pedal==3.0.4",
    "semgrep": "semgrep==1.185.0",
    "ast-grep": "ast-grep-cli==0.51.1",
    "pythonwhat": "pythonwhat==2.30.1",
}
PEDAL = """
import json, sys
from pedal.cait.cait_api import find_matches, parse_program
from pedal.core.commands import clear_report, contextualize_report
from pedal.source import verify
found = {}
for path in sys.argv[1:]:
    try:
        clear_report()
        contextualize_report(open(path, encoding="utf-8").read())
        verify()
        parse_program()
        call = find_matches("io_callback(___, ___, ___, ordered=True)")
        declared = find_matches("jax.ShapeDtypeStruct(_x_.shape, _x_.dtype)")
        found[path] = bool(call and declared)
    except Exception:
        found[path] = False
print(json.dumps(found))
"""
PYTHONWHAT = '''
import contextlib, io, json, sys
from pythonwhat.local import StubProcess
from pythonwhat.test_exercise import test_exercise
MODEL = """import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
"""
RULES = """Ex().check_function_def("io_callback_passthrough").check_body().multi(
    check_function("io_callback", signature=False).check_args("ordered").has_equal_ast(),
    check_function("jax.ShapeDtypeStruct", signature=False),
)"""
found = {}
for path in sys.argv[1:]:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            done = test_exercise(sct=RULES, student_code=open(path, encoding="utf-8").read(), solution_code=MODEL,
                                 pre_exercise_code="", student_process=StubProcess(), solution_process=StubProcess(),
                                 raw_student_output="", ex_type="NormalExercise", error=None)
        found[path] = bool(done["correct"])
    except Exception:
        found[path] = False
print(json.dumps(found))
'''
SEMGREP = """
rules:
  - id: call
    languages: [python]
    severity: INFO
    message: found
    patterns:
      - pattern-inside: |
          def io_callback_passthrough(...):
            ...
      - pattern: jax.experimental.io_callback(..., ordered=True)
  - id: declaration
    languages: [python]
    severity: INFO
    message: found
    pattern: jax.ShapeDtypeStruct($X.shape, $X.dtype)
"""
AST_GREP = ("io_callback($$$ARGS, ordered=True)", "jax.ShapeDtypeStruct($X.shape, $X.dtype)")


def environment(folder: Path, name: str) -> Path | None:
    """Install one peer; None when that fails."""
    place = folder / name
    if not (place / "ready").exists():
        venv.create(place, with_pip=True)
        done = subprocess.run(
            [place / "bin/pip", "install", "-q", PEERS[name]], capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            print(f"{name} cannot be installed here: {lines[-1] if lines else 'pip failed'}", file=sys.stderr)
            return None
        (place / "ready").touch()
    return place / "bin"


def of_script(bin_folder: Path, script: str, files: list[Path]) -> dict[str, bool]:
    done = subprocess.run(
        [bin_folder / "python", "-c", script, *map(str, files)], capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def of_semgrep(bin_folder: Path, files: list[Path]) -> dict[str, bool]:
    rules = files[0].parent / "rules.yml"
    rules.write_text(SEMGREP)
    done = subprocess.run(
        [bin_folder / "semgrep", "scan", "--config", rules, "--metrics=off", "--disable-version-check", "--quiet", "--json",
         "--no-git-ignore", files[0].parent],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    hits: dict[str, set[str]] = {}
    for result in json.loads(done.stdout)["results"]:
        hits.setdefault(Path(result["path"]).name, set()).add(result["check_id"].rpartition(".")[2])
    return {str(f): hits.get(f.name, set()) == {"call", "declaration"} for f in files}


def of_ast_grep(bin_folder: Path, files: list[Path]) -> dict[str, bool]:
    found = [set[str](), set[str]()]
    for names, pattern in zip(found, AST_GREP, strict=True):
        done = subprocess.run(
            [bin_folder / "ast-grep", "run", "--lang", "python", "--pattern", pattern, "--json=compact", files[0].parent],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        names |= {Path(match["file"]).name for match in json.loads(done.stdout or "[]")}
    return {str(f): f.name in found[0] & found[1] for f in files}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environments", type=Path, help="keep the peers' environments here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        environments = options.environments or Path(made) / "environments"
        files, labels = [], {}
        folder = Path(made) / "submissions"
        folder.mkdir()
        for number, path in enumerate([*RIGHT, *WRONG]):
            copy = folder / f"{number:03}_{path.name}"
            shutil.copy(path, copy)
            files.append(copy)
            labels[str(copy)] = path in RIGHT
        rows = {
            "this grader's source check": {str(f): check_source(f.read_bytes(), EXERCISE).main is None for f in files}
        }
        for name in PEERS:
            bin_folder = environment(environments, name)
            if bin_folder is None:
                continue
            match name:
                case "pedal":
                    rows["Pedal"] = of_script(bin_folder, PEDAL, files)
                case "pythonwhat":
                    rows["pythonwhat"] = of_script(bin_folder, PYTHONWHAT, files)
                case "semgrep":
                    rows["Semgrep"] = of_semgrep(bin_folder, files)
                case "ast-grep":
                    rows["ast-grep"] = of_ast_grep(bin_folder, files)
    right = sum(labels.values())
    print(f"{'':<28} right answers refused   wrong answers passed")
    for name, verdicts in rows.items():
        refused = sum(labels[f] and not verdicts[f] for f in labels)
        passed = sum(not labels[f] and verdicts[f] for f in labels)
        print(f"{name:<28} {refused:>7} of {right:<12} {passed:>7} of {len(labels) - right}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
