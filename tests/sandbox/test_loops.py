"""A hang is named by its loop, whichever line of it ran when the time was up."""

from __future__ import annotations

import pytest

from grader.sandbox.loops import hanging_line
from grader.sandbox.watch import own_line_of, own_lines_of

SOURCE = b"""import time

def wait(n):
    time.sleep(n)

def host(a):
    n = 0
    while n >= 0:
        for _ in range(3):
            n += 1
            wait(0)
    return a

X = [i
     for i in iter(int, 1)]
"""


@pytest.mark.parametrize("lines", [[8], [9], [10], [11], [4, 11], [4, 10]], ids=str)
def test_any_line_of_a_loop_is_the_loop(lines: list[int]) -> None:
    assert hanging_line(SOURCE, lines) == 8


@pytest.mark.parametrize(
    ("lines", "expected"), [([14], 14), ([15], 14), ([4], 4), ([7], 7), ([12], 12), ([4, 12], 4), ([], None)]
)
def test_elsewhere_the_innermost_line_says_it(lines: list[int], expected: int | None) -> None:
    assert hanging_line(SOURCE, lines) == expected


@pytest.mark.parametrize("source", [b"def (", b"\0", b"(" * 5000, b"\xff"])
def test_a_source_that_cannot_be_read_keeps_the_line(source: bytes) -> None:
    assert hanging_line(source, [3, 5]) == 3


def test_the_lines_are_those_of_one_thread() -> None:
    from grader.sandbox.faults import FILE

    dump = f"""Thread 0x00007f01 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 9 in wait
Thread 0x00007f02 (most recent call first):
  File "{FILE}", line 4 in wait
  File "/lib/jax/_src/callback.py", line 70 in run
  File "{FILE}", line 11 in host
Current thread 0x00007f03 (most recent call first):
  File "{FILE}", line 20 in main
"""
    assert own_lines_of(dump) == [4, 11]
    assert own_line_of(dump) == 4
    assert own_line_of("") is None
