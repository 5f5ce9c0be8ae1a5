"""What is made of a model answer: every kind of change once, nothing that cannot be read, no two alike."""

from __future__ import annotations

import pytest

from grader import catalog
from grader.verify.mutants import Mutant, mutants_of

RULES = ("no-side-effects", "no-tampering", "host-uses-jax")
HEAD = "import jax\nfrom jax.experimental import io_callback\n\n\n"


def made(text: str, rules: tuple[str, ...] = ()) -> list[Mutant]:
    return mutants_of(text, "f", rules)


def texts(text: str) -> list[str]:
    return [m.source.decode() for m in made(text)]


@pytest.mark.parametrize(
    ("line", "kind", "changed"),
    [
        ("return g(x, a=1)", "drop keyword", "return g(x)"),
        ("return g(x, y, a=1)", "swap arguments", "return g(y, x, a=1)"),
        ("return g(x, order=True)", "flip boolean", "return g(x, order=False)"),
        ("return x * 2", "change constant", "return x * 3"),
        ("return x * 2.5", "change constant", "return x * 3.5"),
        ("return g(x, how='each')", "change constant", 'return g(x, how="something else")'),
        ("return x * 2", "change operator", "return x / 2"),
        ("return x < 2", "change operator", "return x <= 2"),
        ("return g(-x)", "drop operator", "return g(x)"),
        ("return x if x else 1", "turn condition round", "return x if not (x) else 1"),
        ("return jnp.sum(x)", "other function", "return jnp.prod(x)"),
        ("return g(x)", "return the input", "return x"),
        ("return map(lambda a: a + 1, x)", "return the input", "return map(lambda a: a, x)"),
        ("g(x)", "remove statement", "pass"),
    ],
)
def test_each_kind_of_change(line: str, kind: str, changed: str) -> None:
    found = [m for m in made(f"def f(x):\n    {line}\n") if m.name.startswith(f"{kind}:")]
    assert f"def f(x):\n    {changed}\n" in [m.source.decode() for m in found]


def test_a_dropped_result_is_still_computed() -> None:
    assert "def f(x):\n    g(x)\n    return x\n" in texts("def f(x):\n    return g(x)\n")


def test_a_decorator_is_taken_away() -> None:
    assert "def f(x):\n    return x\n" in texts("@jax.jit\ndef f(x):\n    return x\n")


@pytest.mark.parametrize(
    ("call", "others"),
    [
        (
            "io_callback(h, s, x, ordered=True)",
            ["jax.pure_callback(h, s, x)", "jax.debug.callback(h, x, ordered=True)"],
        ),
        (
            "jax.pure_callback(h, s, x, vmap_method='sequential')",
            ["jax.experimental.io_callback(h, s, x)", "jax.debug.callback(h, x)"],
        ),
        (
            "jax.debug.callback(h, x, ordered=True)",
            ["jax.experimental.io_callback(h, None, x, ordered=True)", "jax.pure_callback(h, None, x)"],
        ),
    ],
)
def test_another_callback_gets_the_arguments_it_takes(call: str, others: list[str]) -> None:
    found = [m.source.decode() for m in made(f"def f(x):\n    return {call}\n") if m.name.startswith("other callback")]
    assert [text.split("return ")[1].strip() for text in found] == others
    assert all("import jax\n" in text for text in found)


def test_what_does_not_run_is_left_alone() -> None:
    text = '"""Two is 2."""\nimport g\n\n\ndef f(x: "A" = None) -> "B":\n    """Say 2."""\n\n\nif __name__ == "__main__":\n    print(2)\n'
    assert texts(text) == []


def test_each_rule_that_can_be_broken_in_any_answer_is() -> None:
    text = HEAD + "def f(x):\n    return io_callback(lambda a: a * 2, x, x, ordered=True)\n"
    assert {m.rule for m in made(text, RULES) if m.rule} == set(RULES)
    assert {m.rule for m in made(text, ("no-tampering",)) if m.rule} == {"no-tampering"}


def test_mutants_can_be_read_and_are_all_different() -> None:
    folder = catalog.exercises_folder()
    for slug, exercise in catalog.load_all(folder).items():
        text = (folder.parent / "solutions" / f"{slug}.py").read_text()
        found = mutants_of(text, exercise.entrypoint, exercise.rules)
        assert len(found) > 10
        assert len({m.source for m in found}) == len({m.name for m in found}) == len(found)
        for mutant in found:
            compile(mutant.source, "mutant", "exec")
            assert mutant.source.decode() != text
            assert mutant.diff
