"""Watching: every way of saving is seen, a newer save counts alone, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import catalog
from tests.engine import HONEST

SLUG = "io_callback_passthrough"
ROOT = catalog.ROOT
PATIENCE = 90.0
"""Seconds after which something that should happen is taken for missing."""
UNORDERED = HONEST.replace(b", ordered=True", b"")


class Watch:
    """A running ``grader watch``, and what it has said."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.own = folder / "exercises" / SLUG / f"{SLUG}.py"
        self.log = folder / "log"
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "grader", "--exercises", "exercises", "watch", *arguments],
                cwd=folder,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**environment, "PYTHONPATH": str(ROOT)},
                start_new_session=True,
            )
        self.at = 0

    def wait(self, *patterns: str) -> str:
        """Wait until all of this has been said, in this order, since the last time; return what was said."""
        pattern = re.compile(".*?".join(patterns), re.DOTALL)
        deadline = time.monotonic() + PATIENCE
        while True:
            said = self.log.read_text()[self.at :]
            found = pattern.search(said)
            if found:
                self.at += found.end()
                return said[: found.end()]
            assert time.monotonic() < deadline, f"{pattern.pattern!r} was never said:\n{said}"
            assert self.process.poll() is None or self.log.read_text()[self.at :] != said, said
            time.sleep(0.02)

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def folder(tmp_path: Path, state: Path) -> Path:
    shutil.copytree(ROOT / "exercises" / SLUG, tmp_path / "exercises" / SLUG)
    return tmp_path


@pytest.fixture
def watch(folder: Path) -> Iterator[Watch]:
    running = Watch(folder, SLUG)
    yield running
    running.process.kill()
    running.process.wait()


def test_a_learners_evening(watch: Watch) -> None:
    """Saves of every sort, one after the other, in one watching."""
    watch.wait("Watching exercises")
    watch.own.write_bytes(UNORDERED)
    watch.wait("SOURCE  1 thing to mend", "`ordered` is left out", "NOT YET", "4/10", "shut in by")

    watch.own.write_bytes(b"def (")  # a syntax error
    watch.wait("SOURCE", "Python cannot read this", "NOT YET", "0/10", "not checked: the numbers")

    new = watch.own.with_suffix(".new")  # an editor that moves a new file into its place
    new.write_bytes(HONEST)
    new.rename(watch.own)
    watch.wait("SOURCE  as asked", "PASS", "10/10", "shut in by")

    watch.own.unlink()
    watch.wait("is gone")
    watch.own.write_bytes(UNORDERED)
    watch.wait("SOURCE  1 thing", "NOT YET", "shut in by")

    backup = watch.own.with_suffix(".py~")  # an editor that moves the old file away first
    watch.own.rename(backup)
    watch.own.write_bytes(HONEST)
    watch.wait("SOURCE  as asked", "PASS", "shut in by")

    watch.own.write_bytes(b"#" * 2_000_000)
    watch.wait("the limit is 1 MB", "NOT YET")

    assert watch.interrupt() == 0
    said = watch.wait("No longer watching")
    assert "Traceback" not in watch.log.read_text(), said


def test_only_the_newest_of_fast_saves_is_judged(watch: Watch) -> None:
    watch.wait("Watching")
    watch.own.write_bytes(HONEST)
    watch.wait("PASS")  # the server is warm
    slow = HONEST.replace(b"lambda a: a * 2", b"slow").replace(
        b"\n\n\ndef", b"\n\n\ndef slow(a):\n    import time\n    time.sleep(60)\n    return a * 2\n\n\ndef", 1
    )
    for number in range(5):
        watch.own.write_bytes(slow + b"# %d\n" % number)
        watch.wait("SOURCE  as asked")
    watch.own.write_bytes(UNORDERED)
    said = watch.wait("SOURCE  1 thing", "NOT YET", "4/10")
    assert "Still running" not in watch.log.read_text()
    assert said.count("NOT YET") == 1
    watch.own.write_bytes(HONEST)
    watch.wait("PASS")


def test_a_save_that_changes_nothing_is_not_checked_again(watch: Watch) -> None:
    watch.wait("Watching")
    watch.own.write_bytes(HONEST)
    watch.wait("PASS", "shut in by")
    for _ in range(3):
        watch.own.write_bytes(HONEST)
    watch.own.write_bytes(UNORDERED)
    assert watch.wait("NOT YET").count("SOURCE") == 1


def test_leaving_while_something_runs(watch: Watch) -> None:
    watch.wait("Watching")
    watch.own.write_bytes(HONEST.replace(b"a * 2", b"__import__('time').sleep(60) or a * 2"))
    watch.wait("SOURCE")
    assert watch.interrupt() == 0
    left = subprocess.run(["ps", "-eo", "sid,args"], capture_output=True, text=True, check=True).stdout
    assert not [line for line in left.splitlines() if line.split()[0] == str(watch.process.pid)]


def test_what_was_passed_is_kept_and_the_next_named(folder: Path) -> None:
    shutil.copytree(folder / "exercises" / SLUG, folder / "exercises" / "second")
    (folder / "exercises" / "second" / f"{SLUG}.py").rename(folder / "exercises" / "second" / "second.py")
    running = Watch(folder)
    try:
        running.wait("your 2 files under exercises")
        running.own.write_bytes(HONEST)
        running.wait("PASS", "Next: exercises/second/second.py")
        (folder / "exercises" / "second" / "second.py").write_bytes(HONEST)
        running.wait("SOURCE", "second.py", "PASS", "Everything that is watched has passed")
        assert running.interrupt() == 0
    finally:
        running.process.kill()
        running.process.wait()


@pytest.mark.parametrize(
    ("arguments", "words"), [(("nope",), "there is no exercise `nope`"), (("a", "b"), "unexpected extra")]
)
def test_what_cannot_be_watched_is_said(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    running = Watch(folder, *arguments)
    assert running.process.wait(timeout=PATIENCE) == 2
    assert words in running.log.read_text()


def test_a_terminal_shows_only_the_newest_state(folder: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 110, 0, 0))
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST") and k != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "--exercises", "exercises", "watch", SLUG],
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(theirs)
    own = folder / "exercises" / SLUG / f"{SLUG}.py"
    said = ""

    def until(words: str) -> str:
        """Read the terminal until the words are there; return the last screen."""
        nonlocal said
        deadline = time.monotonic() + PATIENCE
        while words not in said:
            assert time.monotonic() < deadline, said
            if select.select([ours], [], [], 0.1)[0]:
                said += os.read(ours, 1 << 16).decode("utf-8", "replace")
        said, screen = "", said.rpartition("\x1b[2J")[2]
        return screen

    try:
        until("Watching")
        own.write_bytes(UNORDERED)
        until("4/10 points")
        own.write_bytes(HONEST)
        screen = until("10/10 points")
        assert "\x1b[1;32mPASS" in screen
        assert "left out" not in screen
        process.send_signal(signal.SIGINT)
        until("No longer watching")
    finally:
        process.kill()
        process.wait()
        os.close(ours)
