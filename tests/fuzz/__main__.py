"""Run many: ``python -m tests.fuzz --count 20000 --seed 7``."""

from __future__ import annotations

import argparse
import os
import random
import secrets
import sys
import time
from collections import Counter
from pathlib import Path

from grader.model import GraderFault
from grader.source.checker import Checker
from tests.fuzz.mangle import mangled, seeds
from tests.source.exercise import EXERCISE

SLOW = 2.0
"""Seconds of CPU time past which a check counts as slow; a busy machine cannot make one slow."""


def spent(checker: Checker) -> tuple[int | None, float]:
    """Return the process that reads sources and the seconds of CPU time it has used (wall time without /proc)."""
    pid = None if checker._process is None else checker._process.pid
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return pid, time.monotonic()
    return pid, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", type=Path, help="folder for the sources that went wrong")
    options = parser.parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    rng, files = random.Random(seed), seeds()
    verdicts: Counter[str] = Counter()
    worst = 0.0
    wrong = 0
    with Checker() as checker:
        for number in range(options.count):
            source = mangled(rng, files)
            before = spent(checker)
            problem = ""
            try:
                report = checker.check(source, EXERCISE)
                main_finding = None if report.main is None else report.findings[report.main]
                verdicts["pass" if main_finding is None else str(main_finding.rule)] += 1
                if main_finding is not None and "cannot be read: it is built" in main_finding.message:
                    problem = "the process of the check died"
            except GraderFault as fault:
                problem = str(fault)
            after = spent(checker)
            took = after[1] - before[1] if after[0] == before[0] else 0.0  # a process was replaced
            worst = max(worst, took)
            if took > SLOW:
                problem = problem or f"slow: {took:.1f} s"
            if problem:
                wrong += 1
                print(f"{number}: {problem}", file=sys.stderr)
                if options.keep is not None:
                    (options.keep / f"{seed}-{number}.py").write_bytes(source)
    print(
        f"{options.count} sources, {wrong} gone wrong, slowest {worst:.2f} s of CPU time, seed {seed}; {dict(verdicts)}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
