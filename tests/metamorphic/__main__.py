"""Run many: ``python -m tests.metamorphic --count 2000 --seed 7``."""

from __future__ import annotations

import argparse
import random
import secrets
from collections import Counter

from tests.metamorphic.run import judge, right, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    rng = random.Random(seed)
    bad: Counter[str] = Counter()
    shown = 0
    for kind, make in (("rewrites", right), ("mutations", wrong)):
        wrong_verdicts = 0
        for _ in range(options.count):
            made = make(rng)
            problem = judge(made)
            if problem:
                wrong_verdicts += 1
                bad[problem.split(":")[0]] += 1
                if shown < options.show:
                    shown += 1
                    print(f"--- {problem}\n    {made.steps} {sorted(made.places)}\n{made.source}")
        print(f"{kind}: {options.count} programs, {wrong_verdicts} wrong verdicts (seed {seed})")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
