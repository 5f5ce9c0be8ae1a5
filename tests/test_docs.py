"""The documents say what the programs do."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec
import pytest

from grader import catalog, reference, skeleton
from grader.model import Rule
from grader.solve import Result, Solve
from grader.verify import files

DOCS = Path(__file__).parents[1] / "docs"
AUTHORS = (DOCS / "authors.md").read_text()


def test_the_reference_is_current() -> None:
    assert (DOCS / "exercise-toml.md").read_text() == reference.reference(), "run `make docs`"


def tables(kind: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    inner = [t for f in msgspec.structs.fields(kind) if (t := reference._struct_in(f.type)[0]) is not None]
    return [kind, *(t for one in inner for t in tables(one))]


@pytest.mark.parametrize("kind", tables(catalog.File), ids=lambda k: k.__name__)
def test_every_key_is_explained(kind: type[msgspec.Struct]) -> None:
    docs = reference._docs(kind)
    for field in msgspec.structs.fields(kind):
        if reference._struct_in(field.type)[0] is None:
            assert docs.get(field.name), f"{kind.__name__}.{field.name} needs a text under it"


def test_every_rule_is_explained() -> None:
    assert set(reference.RULE_WORDS) == set(catalog.RULES)


def test_the_page_for_authors_names_what_there_is() -> None:
    made = {name.split("/")[0] for name in skeleton.render("one", "One")} - {"one.py", "solution.py"}
    for name in {*made, *files.OWN}:
        assert f"exercises/SLUG/{name}" in AUTHORS
    for rule in set(Rule) - {Rule.HOST_USES_JAX}:  # a warning fails no answer
        assert f"`{rule}`" in AUTHORS
    for word in re.findall(r"`solve\.(\w+)\(", AUTHORS):
        assert hasattr(Solve, word)
    for word in re.findall(r"`\.(\w+)", AUTHORS):
        assert re.search(rf"\b{word}\b", inspect.getsource(Result)), word


def test_the_example_of_a_label_is_one() -> None:
    (example,) = re.findall(r"^# structure .*$", AUTHORS, re.MULTILINE)
    label = files.label_of(example.encode(), Path("w.py"))
    assert (label.rule, label.place) == ("structure", "ordered")


def test_the_example_of_a_pattern_is_one() -> None:
    from grader.source.answers import pattern_of
    from tests.engine import changed, exercise

    (code,) = [block for block in re.findall(r"```python\n(.*?)```", AUTHORS, re.DOTALL) if "HOST" in block]
    (answer,) = pattern_of(changed(exercise(), pattern=code, entrypoint="double"), "double").answers
    assert answer.target is not None
