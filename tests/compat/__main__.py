"""Grade the corpus on every supported version of JAX: ``python -m tests.compat [VERSION ...]`` (``make compat``).

Each version gets an environment of its own under ``.compat``, with all other packages taken from ``.venv``. A version
holds when the corpus is judged there as labelled, source and trace agree, and the names the source check leans on exist.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".compat"
VERSIONS = ("0.4.30", "0.5.3", "0.6.2", "0.7.2", "0.8.3", "0.9.2", "0.10.2")
TESTS = ("tests/compat", "tests/test_corpus.py", "tests/test_exercises.py", "tests/test_cases.py")

NEWER = {
    "tests/test_corpus.py::test_a_right_answer_passes[source/accepted/shape_typeof.py]": (0, 5, 0),  # jax.typeof
    # jax.jit with options alone makes a decorator
    "tests/test_corpus.py::test_a_right_answer_passes[corpus/right/decorators/jit_with_options.py]": (0, 8, 0),
    # XLA ends the process of a plain script with it: "Could not convert JSON string to proto"
    "tests/test_exercises.py::test_a_right_answer_passes[-record_total/right/fori_loop.py]": (0, 7, 0),
}
"""Tests of right answers that only work from a version of JAX on."""


def environment(version: str) -> Path:
    """Make the environment of one version; return its interpreter."""
    folder = HOME / version
    python = folder / "bin" / "python"
    done = folder / "ready"
    if not done.exists():
        venv.create(folder, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"jax=={version}", f"jaxlib=={version}"], check=True)
        own = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
        # Read after the environment's own packages: its jax goes first, everything else is the locked one.
        (own / "rest.pth").write_text(sysconfig.get_path("purelib") + "\n")
        done.touch()
    return python


def run(version: str) -> tuple[int, str]:
    """Run the tests on one version; their exit code and last line."""
    python = environment(version)
    tests = [name for name in TESTS if (ROOT / name).exists()]
    number = tuple(map(int, version.split(".")))
    skipped = [f"--deselect={test}" for test, since in NEWER.items() if number < since]
    command = [str(python), "-m", "pytest", "-p", "no:cacheprovider", "-k", "not source_of_a_right", *skipped, *tests]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode:
        print("\n".join(lines[-60:]), done.stderr[-2000:], sep="\n")
    return done.returncode, lines[-1] if lines else done.stderr[-300:]


def main() -> int:
    worst = 0
    for version in sys.argv[1:] or VERSIONS:
        code, last = run(version)
        worst = max(worst, code)
        print(f"jax {version}: {'holds' if code == 0 else 'FAILS'}  {last}", flush=True)
    return min(worst, 1)


if __name__ == "__main__":
    raise SystemExit(main())
