"""Make programs and judge them: rewritten right answers must stay right, mutated ones must be refused at their place."""

from __future__ import annotations

import random
from dataclasses import dataclass

from grader.source.check import check_source
from grader.verify.rewrites import add_dead_code, rename_locals, rename_parameter, rewrite, wrap_entry
from grader.verify.trees import text
from tests.metamorphic import mutations
from tests.metamorphic.programs import BASES, ENTRY, parse
from tests.metamorphic.rewrites import REWRITES
from tests.source.exercise import EXERCISE


@dataclass(frozen=True)
class Made:
    """One generated program, how it was made, and where a finding may stand (empty: it is right)."""

    source: str
    steps: tuple[str, ...]
    places: frozenset[str] = frozenset()


def right(rng: random.Random) -> Made:
    tree = parse(rng.choice(BASES))
    steps = rewrite(rng, tree, ENTRY, rng.randint(1, 7), REWRITES)
    return Made(text(tree), tuple(steps))


def wrong(rng: random.Random) -> Made:
    while True:
        tree = parse(rng.choice(BASES))
        mutation = rng.choice(mutations.MUTATIONS)
        places = mutation(rng, tree)
        if places is None:
            continue
        # After the mutation only rewrites that cannot undo it: those that leave calls and branches as they are.
        steps = [mutation.__name__]
        for _ in range(rng.randint(0, 3)):
            chosen = rng.choice((rename_locals, add_dead_code, wrap_entry, rename_parameter))
            if chosen(rng, tree, ENTRY):
                steps.append(chosen.__name__)
        return Made(text(tree), tuple(steps), places)


def judge(made: Made) -> str:
    """Say what is wrong with the verdict; empty when it is right."""
    report = check_source(made.source.encode(), EXERCISE)
    main = None if report.main is None else report.findings[report.main]
    if not made.places:
        return "" if main is None else f"refused: {main.rule} {main.place} line {main.line}: {main.message}"
    if main is None:
        return "passed"
    named = {main.place, str(main.rule), f"{main.rule}"}
    return "" if named & made.places else f"misplaced: {main.rule} {main.place} line {main.line}: {main.message}"
