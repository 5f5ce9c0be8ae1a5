"""A slice of what ``python -m tests.metamorphic`` runs by the thousand, and a sample of it against JAX itself."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.metamorphic.run import judge, right, wrong


@pytest.mark.parametrize("seed", range(60))
def test_rewritten_right_answers_stay_right(seed: int) -> None:
    made = right(random.Random(seed))
    assert judge(made) == "", f"{made.steps}\n{made.source}"


@pytest.mark.parametrize("seed", range(40))
def test_mutated_answers_are_refused_at_their_place(seed: int) -> None:
    made = wrong(random.Random(1000 + seed))
    assert judge(made) == "", f"{made.steps} {made.places}\n{made.source}"


def test_the_generator_makes_right_answers_for_jax(tmp_path: Path) -> None:
    """What the rewrites claim to keep, JAX confirms: else the tests above would prove nothing."""
    for seed in range(25):
        (tmp_path / f"made_{seed}.py").write_text(right(random.Random(seed)).source)
    done = subprocess.run(
        [sys.executable, "-m", "tests.oracle", *map(str, sorted(tmp_path.glob("*.py")))],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
