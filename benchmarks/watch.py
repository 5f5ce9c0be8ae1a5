"""How soon `grader watch` answers a save, in a real terminal: ``python -m benchmarks.watch`` (needs tmux).

Saves an answer again and again, each time with another fault, and looks at the screen until it names that fault. The
clock runs from the save to the finding on the screen, tmux and the looking included.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SLUG = "io_callback_passthrough"
ANSWER = (ROOT / "solutions" / f"{SLUG}.py").read_text()
FAULTS = (
    (ANSWER.replace(", ordered=True", ""), "`ordered` is left out"),
    (ANSWER.replace("x.shape, x.dtype", "(3,), x.dtype"), "The declared shape is fixed here"),
)


class Terminal:
    """A tmux session that runs the watcher."""

    def __init__(self, folder: Path) -> None:
        self.name = f"watch-{os.getpid()}"
        state = {"XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "grader", "--exercises", str(folder / "exercises"), "watch", SLUG]
        text = " ".join(f"{k}={shlex.quote(v)}" for k, v in state.items()) + " " + shlex.join(command)
        self._tmux("new-session", "-d", "-x", "120", "-y", "50", "-s", self.name, text)

    def _tmux(self, *arguments: str) -> str:
        return subprocess.run(["tmux", *arguments], capture_output=True, text=True, check=True).stdout

    def wait(self, *words: str) -> float:
        """Wait until the screen shows all of this; return when that was seen."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            screen = " ".join(self._tmux("capture-pane", "-p", "-t", self.name).split())
            if all(word in screen for word in words):
                return time.monotonic()
        raise SystemExit(f"the screen never showed {words}:\n{screen}")

    def close(self) -> None:
        subprocess.run(["tmux", "kill-session", "-t", self.name], check=False, capture_output=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--saves", type=int, default=30)
    options = parser.parse_args()
    if shutil.which("tmux") is None:
        raise SystemExit("tmux is not installed")
    source: list[float] = []
    numbers: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "exercises" / SLUG, folder / "exercises" / SLUG)
        own = folder / "exercises" / SLUG / f"{SLUG}.py"
        terminal = Terminal(folder)
        try:
            terminal.wait("Watching")
            own.write_text(ANSWER)
            terminal.wait("PASS")
            for number in range(options.saves):
                text, finding = FAULTS[number % len(FAULTS)]
                began = time.monotonic()
                own.write_text(text)
                source.append(terminal.wait(finding) - began)
                numbers.append(terminal.wait(finding, "NOT YET") - began)
        finally:
            terminal.close()
    for what, seconds in (("source finding", source), ("numbers", numbers)):
        ms = sorted(1000 * s for s in seconds)
        print(f"{what}: median {statistics.median(ms):.0f} ms, slowest of {len(ms)} saves {ms[-1]:.0f} ms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
