"""A slice of what ``python -m tests.fuzz`` runs by the thousand, and sources that hypothesis makes up."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.source.check import RECURSION, check_source
from grader.source.checker import Checker
from tests.fuzz.mangle import mangled, seeds
from tests.source.exercise import EXERCISE


@pytest.fixture(scope="module", autouse=True)
def the_depth_of_a_check() -> None:
    """Set it before hypothesis notes the limit that it puts back."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))


@pytest.mark.parametrize("seed", range(8))
def test_mangled_sources_get_a_verdict(seed: int) -> None:
    rng, files = random.Random(seed), seeds()
    with Checker() as checker:
        for _ in range(25):
            report = checker.check(mangled(rng, files), EXERCISE)
            assert report.main is None or report.findings[report.main].message


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=400))
def test_random_bytes_get_a_verdict(source: bytes) -> None:
    report = check_source(source, EXERCISE)
    assert report.main is not None


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.sampled_from(
            "def class lambda return yield if else elif for while try except finally with as import from global nonlocal "
            "del assert raise pass break continue and or not in is None True False x io_callback jax ( ) [ ] { } , : ; = == "
            "+ - * ** / % @ -> := . ... 1 'a' f'{x}' \n \n\x20\x20\x20\x20 await async match case _".split(" ")
        ),
        max_size=60,
    )
)
def test_random_tokens_get_a_verdict(tokens: list[str]) -> None:
    report = check_source(" ".join(tokens).encode(), EXERCISE)
    assert report.main is not None
