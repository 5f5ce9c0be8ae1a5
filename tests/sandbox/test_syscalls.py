"""The numbers of the filter's system calls, held against the kernel's own headers where they are installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.sandbox.guards import syscalls

TABLES = {
    "processes": syscalls.PROCESSES,
    "network": syscalls.NETWORK,
    "privileges": syscalls.PRIVILEGES,
    "sharing": syscalls.SHARING,
    "files": syscalls.FILES,
    "absent": syscalls.ABSENT,
    "conditional": syscalls.CONDITIONAL,
}
HEADERS = {
    "x86_64": ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"],
    "aarch64": ["/usr/include/asm-generic/unistd.h"],
}
DEFINED = re.compile(r"^#define\s+__NR(?:3264)?_(\w+)\s+(\d+)\s*$", re.MULTILINE)


def header_of(machine: str) -> dict[str, int]:
    for path in map(Path, HEADERS[machine]):
        if path.exists():
            return {name: int(number) for name, number in DEFINED.findall(path.read_text())}
    pytest.skip(f"the kernel's headers for {machine} are not installed")


@pytest.mark.parametrize("machine", syscalls.ARCHITECTURES)
@pytest.mark.parametrize("table", TABLES)
def test_numbers_are_the_kernels(machine: str, table: str) -> None:
    header, column = header_of(machine), syscalls.ARCHITECTURES[machine][0]
    wrong = {
        name: (numbers[column], header.get(name))
        for name, numbers in TABLES[table].items()
        if numbers[column] != header.get(name) and (name in header or numbers[column] is None)
    }
    assert wrong == {}


@pytest.mark.parametrize("machine", syscalls.ARCHITECTURES)
def test_the_headers_know_nearly_every_name(machine: str) -> None:
    """Otherwise the test above would compare nothing."""
    header, column = header_of(machine), syscalls.ARCHITECTURES[machine][0]
    named = [name for table in TABLES.values() for name, numbers in table.items() if numbers[column] is not None]
    assert len([name for name in named if name in header]) > 0.9 * len(named)


@pytest.mark.parametrize("machine", syscalls.ARCHITECTURES)
def test_no_number_stands_twice_and_none_is_beyond_the_highest(machine: str) -> None:
    column = syscalls.ARCHITECTURES[machine][0]
    numbers = [pair[column] for table in TABLES.values() for pair in table.values() if pair[column] is not None]
    assert len(numbers) == len(set(numbers))
    assert max(n for n in numbers if n is not None) <= syscalls.HIGHEST_KNOWN
