"""Memory and re-runs of a large class: ``python -m benchmarks.scale``.

Ten thousand submissions, one in twenty different from all before: the resident memory of the process that runs the batch
after its 1,000th result and at the end; then the same command again, with nothing changed.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.engine import HONEST, SLUG

ROOT = Path(__file__).resolve().parents[1]


def resident(pid: int, what: str = "VmRSS:") -> float:
    """Resident memory in MiB, now or at its peak."""
    words = Path(f"/proc/{pid}/status").read_text().split(what)[1].split()
    return int(words[0]) / 1024


def run(command: list[str], at: int) -> tuple[float, float, float, float]:
    """Run a batch; its memory after some results, the peak of it from then to its end, seconds, and CPU seconds."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    first = peak = 0.0

    def look() -> None:
        nonlocal peak
        with contextlib.suppress(OSError, IndexError):  # it has ended
            while True:
                peak = max(peak, resident(process.pid, "VmHWM:"))
                time.sleep(0.01)

    for number, _ in enumerate(process.stdout, 1):
        if number == at:
            first = resident(process.pid)
            Path(f"/proc/{process.pid}/clear_refs").write_text("5")  # from here on the kernel keeps the peak itself
            threading.Thread(target=look, daemon=True).start()
    process.wait()
    if process.returncode not in {0, 1}:
        raise SystemExit(f"the batch ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return first, peak, time.monotonic() - began, used


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--distinct", type=float, default=0.05)
    parser.add_argument("--at", type=int, default=1000)
    options = parser.parse_args()
    different = round(options.count * options.distinct)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(options.count):
            place = folder / "class" / f"homework-s{number:05}"
            place.mkdir(parents=True)
            # Spread over the whole class, so that new work comes in to the end.
            content = number * different // options.count
            wrong = content % 3 == 2
            source = HONEST.replace(b"ordered=True", b"ordered=False") if wrong else HONEST
            (place / f"{SLUG}.py").write_bytes(source + f"# {content}\n".encode())
        report = folder / "grades.csv"
        command = [sys.executable, "-u", "-m", "grader", "grade", str(folder / "class"), "--jobs", "2"]
        command += ["--journal", str(folder / "journal"), "--report", "terminal", "--report", f"csv={report}"]
        command += ["--report", f"json={folder / 'grades.json'}"]
        first, peak, seconds, _ = run(command, options.at)
        gradebook = report.read_bytes()
        print(f"{options.count} submissions, {different} different: {seconds:.0f} s")
        print(f"resident after {options.at}: {first:.1f} MiB; peak from then on: {peak:.1f} ({peak / first - 1:+.1%})")
        _, again, seconds, used = run(command, options.at)
        print(
            f"unchanged: {seconds:.1f} s, {options.count / seconds:.0f} a second, {options.count / used:.0f} for each "
            f"second of CPU time; peak {again:.1f} MiB"
        )
        same = report.read_bytes() == gradebook
        print(f"gradebooks: {'identical' if same else 'different'}")
        return 0 if same and peak / first < 1.1 else 1


if __name__ == "__main__":
    raise SystemExit(main())
