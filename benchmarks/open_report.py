"""Open the HTML report of a large class in a real browser and use it: ``python -m benchmarks.open_report``."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import msgspec

from grader.model import Graded, TestOutcome, TestStatus
from grader.report import html
from tests.report.browser import Browser, find
from tests.report.samples import NOTEBOOK, RIGHT, WRONG

LINES = "\n".join(f"def helper_{n}(value):\n    return value + {n}  # a line like another\n" for n in range(20))
TESTS = tuple(TestOutcome(name=f"t{n}", title=f"case {n} is doubled", status=TestStatus.PASSED) for n in range(14))
TIMED = "(async () => {{ const began = performance.now(); {act}; await new Promise(requestAnimationFrame); document.body.offsetHeight; return performance.now() - began; }})()"


def graded(count: int) -> list[Graded]:
    made = []
    for number in range(count):
        one = (RIGHT, WRONG, NOTEBOOK)[number % 3]
        grade = msgspec.structs.replace(
            one.grade, student=f"student {number}", submission=f"class/{number}/f.py", tests=TESTS
        )
        made.append(msgspec.structs.replace(one, grade=grade, text=f"{one.text}\n{LINES}"))
    return made


def cpu_seconds(session: int) -> float:
    """CPU time of every process of a session: on a busy machine, the clock on the wall says little."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    count = parser.parse_args().count
    command = find()
    if command is None:
        print("there is no Chromium here")
        return 2
    began = time.perf_counter()
    text = html.render(graded(count))
    print(f"written in           {time.perf_counter() - began:6.2f} s, {len(text) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder, Browser(command) as browser:
        path = Path(folder, "report.html")
        path.write_text(text, encoding="utf-8")
        browser.look()
        browser.open(path)  # once before, so that the browser itself is awake
        began, used = time.perf_counter(), cpu_seconds(browser.session)
        browser.open(path)
        browser.run("new Promise(requestAnimationFrame)")
        elapsed = time.perf_counter() - began
        print(f"opened and drawn in  {elapsed:6.2f} s, {cpu_seconds(browser.session) - used:.2f} s of CPU time")
        for what, act in (
            ("sorted by points in", "document.querySelector('th[data-sort=score] button').click()"),
            ("filtered in", "document.querySelector('.count.fail').click()"),
            ("one page opened in", "location.hash = '#s500'; await new Promise(r => setTimeout(r))"),
        ):
            print(f"{what:<20} {browser.run(TIMED.format(act=act)) / 1000:6.2f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
