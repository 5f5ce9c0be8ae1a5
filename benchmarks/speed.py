"""Cost of grading: ``python -m benchmarks.speed``.

Prints, measured in turn in one run, what one submission costs
- here, at one and at two workers, warm;
- as the in-process floor: the same trace, compilations and calls in one warm process without any isolation;
- as a fresh pytest process;
- and what a single ``grader grade`` costs against a process that only imports jax.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ANSWER = (ROOT / "solutions/io_callback_passthrough.py").read_text()
ENVIRONMENT = {**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(ROOT)}
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)  # learners keep it, so nobody here compiles modules anew

FLOOR = """
import sys, time
import jax, numpy as np
SOURCE = open(sys.argv[1]).read()

def array(*values):
    return np.array(values, dtype=np.float32)

def once(number):
    space = {}
    exec(compile(SOURCE + f"\\n# {number}\\n", "submission.py", "exec"), space)
    function = space["io_callback_passthrough"]
    for shape, dtype in (((3,), "float32"), ((0,), "float32"), ((7,), "float32"), ((3,), "int32")):
        jax.make_jaxpr(function)(jax.ShapeDtypeStruct(shape, dtype))
    compiled = jax.jit(function)
    rng = np.random.default_rng(number)
    special, other = array(-0.0, np.nan, np.inf), array(-np.inf, 3e38, -3e38)
    drawn = rng.normal(size=3).astype(np.float32)
    calls = [(function, array(5, 6, 7)), (compiled, array(5, 6, 7)), (function, array()), (compiled, array()),
             (function, array(1)), (function, special), (function, other), (compiled, special), (compiled, other),
             (function, drawn), (compiled, drawn),
             (function, rng.normal(size=4096).astype(np.float32)), (function, array(1, 2, 3)), (function, array(3, 2, 1)),
             (compiled, array(1, 2, 3)), (compiled, array(3, 2, 1)), (function, array(1, 3, 2)), (compiled, array(1, 3, 2))]
    for run, values in calls:
        x = jax.device_put(values).block_until_ready()
        result = run(x)
        jax.block_until_ready(result)
        jax.effects_barrier()
        np.asarray(result).tobytes()

for number in range(3):
    once(number)
print("ready", flush=True)
count = 3
for line in sys.stdin:
    began = time.perf_counter()
    for _ in range(int(line)):
        count += 1
        once(count)
    print(time.perf_counter() - began, flush=True)
"""

ENGINE = """
import sys, time
from grader import catalog
from grader.grade import Engine
from grader.model import Submission, Verdict
from grader.numbers import with_tests
from grader.sandbox.client import Sandbox
from grader.source.checker import Checker
SOURCE = open(sys.argv[1]).read()
exercise = catalog.load(catalog.exercises_folder(), "io_callback_passthrough")

def body(runner):
    with Engine(Sandbox(warm=True, spares=1), Checker()) as engine:
        def once(number):
            source = (SOURCE + f"\\n# {number}\\n").encode()
            grade, _ = engine.grade(Submission(path="x", exercise=exercise.slug, source=source), exercise, runner)
            assert grade.verdict is Verdict.PASS, grade
        for number in range(3):
            once(number)
        print("ready", flush=True)
        count = 3
        for line in sys.stdin:
            began = time.perf_counter()
            for _ in range(int(line)):
                count += 1
                once(count)
            print(time.perf_counter() - began, flush=True)

with_tests({exercise.slug: exercise}, body)
"""

PYTEST = """
import jax, jax.numpy as jnp, numpy as np, pytest
from submission import io_callback_passthrough as solve

@pytest.mark.parametrize("run", [solve, jax.jit(solve)])
@pytest.mark.parametrize("values", [[5, 6, 7], [], [1], [-0.0, float("nan"), float("inf"), 3e38], list(range(7)), list(range(4000))])
def test_doubles(run, values):
    x = jnp.array(values, dtype=jnp.float32)
    np.testing.assert_array_equal(np.asarray(run(x)), np.asarray(x) * 2)

def test_trace():
    assert "ordered=True" in str(jax.make_jaxpr(solve)(jnp.ones(3)))
"""


class Served:
    """A process that does a number of rounds on request and says how long they took."""

    def __init__(self, program: str, answer: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, str(answer)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == "ready"

    def ask(self, count: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def answer(self) -> float:
        assert self.process.stdout is not None
        return float(self.process.stdout.readline())

    def run(self, count: int) -> float:
        self.ask(count)
        return self.answer() / count

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def seconds(command: list[str], cwd: Path = ROOT) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, check=False)
    return time.perf_counter() - began


def show(label: str, values: list[float], unit: str = "s") -> None:
    print(f"{label:<58} {statistics.median(values):8.3f} {unit}   ({min(values):.3f} to {max(values):.3f})")


def ratio(label: str, above: list[float], below: list[float]) -> None:
    pairs = [a / b for a, b in zip(above, below, strict=True)]
    print(f"{label:<58} {statistics.median(pairs):8.2f} x   ({min(pairs):.2f} to {max(pairs):.2f})")


def in_turn(rounds: int, *measures: Callable[[], float]) -> list[list[float]]:
    """Measure each in turn, round after round, so that a slow moment of the machine meets all alike."""
    found: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for values, measure in zip(found, measures, strict=True):
            values.append(measure())
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=8, help="submissions a round")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "submission.py"
        answer.write_text(ANSWER)
        tests = Path(folder) / "test_it.py"
        tests.write_text(PYTEST)
        direct = Path(folder) / "direct.py"
        direct.write_text(FLOOR.split("for number in range(3)", maxsplit=1)[0] + "\nonce(0)\n")
        floor, engine = Served(FLOOR, answer), Served(ENGINE, answer)
        fresh = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
        floors, ours, pytests = in_turn(
            options.rounds,
            lambda: floor.run(options.count),
            lambda: engine.run(options.count),
            lambda: seconds(fresh, Path(folder)),
        )
        second = Served(ENGINE, answer)

        def both() -> float:
            began = time.perf_counter()
            engine.ask(options.count)
            second.ask(options.count)
            engine.answer()
            second.answer()
            return (time.perf_counter() - began) / (2 * options.count)

        alone, together = in_turn(options.rounds, lambda: engine.run(options.count), both)
        for process in (floor, engine, second):
            process.end()
        bare, single, script = in_turn(
            options.rounds,
            lambda: seconds([sys.executable, "-c", "import jax"]),
            lambda: seconds([sys.executable, "-m", "grader", "grade", str(answer)]),
            lambda: seconds([sys.executable, str(direct), str(answer)]),
        )
    show("one submission, warm, one worker", ours)
    show("(a) the same work in one warm process, no isolation", floors)
    show("(b) a fresh pytest process for each submission", pytests)
    show("(c) a process that imports jax", bare)
    show("a single `grader grade`", single)
    show("a script that imports jax and does the same work", script)
    print()
    ratio("one worker against (a)", ours, floors)
    ratio("(b) against one worker", pytests, ours)
    ratio("throughput of two workers against one", alone, together)
    ratio("single grade against the script", single, script)
    ratio("single grade against (c) plus (a)", single, [c + a for c, a in zip(bare, floors, strict=True)])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
