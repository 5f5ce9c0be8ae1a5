"""Grade a class with known verdicts, then again while its processes are killed: ``python -m benchmarks.classroom``.

A thousand repositories, made from the project's corpora: right, wrong, hostile, empty, copied, notebooks, unreadable. The
gradebook of the killed and resumed run must be that of the undisturbed one, byte for byte.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from grader.journal import HEAD, MAGIC, Journal
from tests.classroom import Class, exercises_with_short_limits
from tests.kills import run_while_killed, strays

ROOT = Path(__file__).resolve().parents[1]
ROLES = ["parent", "worker", "server", "checker", "submission"]


def records(path: Path) -> int:
    """Count the records of a journal, also those of one key."""
    data, offset, count = path.read_bytes(), len(MAGIC), 0
    while offset < len(data):
        offset += HEAD.size + HEAD.unpack_from(data, offset)[0]
        count += 1
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        room = Class(folder / "class", options.count, options.seed)
        exercises = exercises_with_short_limits(folder / "exercises")
        kinds = Counter(student.kind for student in room.students)
        print(f"{options.count} repositories: {', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}")
        grade = [sys.executable, "-m", "grader", "--exercises", str(exercises), "grade", str(room.folder)]

        def run(label: str, moments: list[float], roles: list[str]) -> Path:
            nonlocal failures
            journal, report = folder / f"{label}.journal", folder / f"{label}.csv"
            command = [*grade, "--jobs", str(options.jobs), "--journal", str(journal), "--report", f"csv={report}"]
            began = time.monotonic()
            # One seed: the message of a failed test names a drawn value, and the gradebooks are compared.
            told = run_while_killed([*command, "--seed", "1"], journal, moments, rng, roles, ROOT)
            seconds = time.monotonic() - began
            rows = list(csv.DictReader(report.read_text().splitlines()))
            wrong = [r for r in rows if room.verdicts[r["student"]] != r["verdict"]]
            missing = options.count - len(rows)
            with Journal(journal) as kept:
                distinct = len(kept)
            twice = records(journal) - distinct
            print(
                f"{label}: {len(rows)} graded, {len(wrong)} wrong verdicts, {missing} missing, {distinct} different "
                f"contents, {twice} graded twice, {told.starts} starts, {seconds:.0f} s"
            )
            for row in wrong:
                print(f"  {row['submission']}: {row['verdict']}, {row['cause']} {row['line']} {row['message']}")
            if told.kills:
                print(f"  killed -9: {', '.join(f'{n} {role}' for role, n in sorted(told.kills.items()))}")
            failures += bool(wrong or missing or twice or told.kills.total() < len(roles))
            return report

        before = strays(ROOT)
        calm = run("undisturbed", [], [])
        size = (folder / "undisturbed.journal").stat().st_size
        moments = [rng.uniform(0, 0.97 * size) for _ in range(options.kills)]
        roles = [ROLES[n % len(ROLES)] for n in range(options.kills)]
        rng.shuffle(roles)
        killed = run("killed", moments, roles)
        same = calm.read_bytes() == killed.read_bytes()
        print(f"gradebooks: {'identical' if same else 'different'}")
        until = time.monotonic() + 60
        while (left := strays(ROOT) - before) and time.monotonic() < until:
            time.sleep(0.2)
        print(f"processes left behind: {len(left)}")
        for one, other in zip(calm.read_text().splitlines(), killed.read_text().splitlines(), strict=False):
            if one != other:
                print(f"  {one}\n  {other}")
        return 1 if failures or not same or left else 0


if __name__ == "__main__":
    raise SystemExit(main())
