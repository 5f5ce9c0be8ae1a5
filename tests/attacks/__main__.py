"""Run every attack on every rung of isolation this machine can produce: ``python -m tests.attacks``.

Started as root it does so as root and as an ordinary user. Prints a line a rung and fails on the first false pass,
leftover or wrong neighbour.
"""

from __future__ import annotations

import os
import subprocess
import sys

from grader.model import Verdict
from grader.sandbox.client import Sandbox
from grader.sandbox.guards.ladder import level
from tests.attacks.test_attacks import ATTACKS, TRACES, expected_endings, flags_of_libraries, grade_attacks, leftovers

RUNGS: dict[str, frozenset[str]] = {
    "all guards": frozenset(),
    "no name spaces": frozenset({"namespaces"}),
    "no name spaces, no Landlock": frozenset({"namespaces", "landlock"}),
    "no name spaces, user kept": frozenset({"namespaces", "user"}),
}
NOBODY = 65534


def run(name: str, without: frozenset[str]) -> int:
    flags = flags_of_libraries()
    grades = grade_attacks(Sandbox(without=without))
    passes = [p.stem for p in ATTACKS if grades[p.stem].verdict is not Verdict.FAIL]
    neighbours = [p.stem for p in ATTACKS if grades[f"after {p.stem}"].verdict is not Verdict.PASS]
    endings = [
        f"{p.stem}: {type(grades[p.stem].outcome).__struct_config__.tag}"
        for p in ATTACKS
        if type(grades[p.stem].outcome).__struct_config__.tag not in expected_endings(p)
    ]
    left = [*leftovers(), *(str(p) for p in TRACES if p.exists() or p.is_symlink())]
    left += [f"flags of {path}" for path, value in flags_of_libraries().items() if value != flags.get(path)]
    guards = next(g.isolation for g in grades.values() if g.isolation)
    who = "root" if os.getuid() == 0 else "user"
    print(
        f"{who}, {name}: level {level(guards)}, {len(ATTACKS)} attacks, {len(passes)} false passes, {len(left)} left over, "
        f"{len(neighbours)} wrong neighbours, {len(endings)} other endings"
    )
    for label, names in (("passed", passes), ("left", left), ("neighbour", neighbours), ("ended", endings)):
        for entry in names:
            print(f"  {label}: {entry}")
    print(f"  guards: {', '.join(guards)}", flush=True)
    return len(passes) + len(left) + len(neighbours)


def main() -> int:
    wrong = sum(run(name, without) for name, without in RUNGS.items())
    if os.getuid() == 0:

        def become_nobody() -> None:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        environment = {**os.environ, "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "tests.attacks"]
        done = subprocess.run(command, preexec_fn=become_nobody, env=environment, check=False)
        wrong += done.returncode
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
