"""Grade a thousand submissions in one engine, every tenth an attack: ``python -m benchmarks.endurance``.

Prints wrong verdicts, and the resident memory of the grader, its checker and its server after 100 and at the end.
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path

from grader.grade import Engine
from grader.model import Limits, Submission, Verdict
from grader.numbers import Runner, with_tests
from grader.sandbox.client import Sandbox
from grader.source.checker import Checker
from tests.attacks.test_attacks import ATTACKS
from tests.engine import HONEST, changed, exercise

LIMITS = Limits(cpu_seconds=1.0, wall_seconds=2.0, memory_mb=512, output_kb=256)


def resident_kb(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    # Without the source check, which would refuse most attacks unrun: here the sandbox has to hold.
    bare = changed(exercise(), pattern="", rules=(), trace=None, limits=LIMITS)
    wrong: list[str] = []
    memory: dict[int, dict[str, int]] = {}

    def body(runner: Runner) -> None:
        sandbox, checker = Sandbox(warm=True, spares=1), Checker()
        with Engine(sandbox, checker) as engine:
            for number in range(1, options.count + 1):
                attack = rng.choice(ATTACKS) if number % 10 == 0 else None
                source = attack.read_bytes() if attack is not None else HONEST + f"# {number}\n".encode()
                grade, _ = engine.grade(Submission(path=str(number), exercise=bare.slug, source=source), bare, runner)
                expected = Verdict.PASS if attack is None else Verdict.FAIL
                if grade.verdict is not expected:
                    wrong.append(f"{number} ({attack.stem if attack else 'honest'}): {grade.verdict} {grade.outcome}")
                if number in {min(100, options.count), options.count}:
                    assert checker._process is not None
                    assert sandbox._process is not None
                    memory[number] = {
                        "grader": resident_kb(os.getpid()),
                        "checker": resident_kb(checker._process.pid),
                        "server": sum(resident_kb(p) for p in servers(sandbox._process.pid)),
                    }

    with_tests({bare.slug: bare}, body)
    print(f"{options.count} gradings, every tenth an attack: {len(wrong)} wrong verdicts")
    for entry in wrong:
        print(f"  {entry}")
    first, last = min(memory), max(memory)
    for name in memory[first]:
        before, after = memory[first][name], memory[last][name]
        print(
            f"{name:<8} {before / 1024:8.1f} MiB after {first}, {after / 1024:8.1f} after {last} ({after / before - 1:+.1%})"
        )
    return 1 if wrong else 0


def servers(pid: int) -> list[int]:
    """The process that was started, and the one in name spaces of its own where there is one; children come and go."""
    found = [pid]
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return found + [int(c) for c in children[:1]]


if __name__ == "__main__":
    raise SystemExit(main())
