"""The journal: cut off anywhere, damaged, shared, full, and never taken for what it is not."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

from grader.journal import HEAD, MAGIC, Journal
from grader.model import Completed, Grade, UsageError, Verdict
from tests.engine import HONEST, SLUG

ROOT = Path(__file__).parents[1]


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def grade(name: str) -> Grade:
    return Grade(
        submission=name,
        exercise=SLUG,
        verdict=Verdict.PASS,
        outcome=Completed(),
        score=1.0,
        max_score=1.0,
        seconds=0.1,
        output="x" * 200,
    )


def filled(path: Path, count: int) -> bytes:
    with Journal(path) as journal:
        for number in range(count):
            journal.append(key(number), grade(str(number)))
    return path.read_bytes()


def names(path: Path, count: int) -> list[str]:
    with Journal(path) as journal:
        return [journal[key(n)].submission for n in range(count) if key(n) in journal]


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    filled(tmp_path / "j", 5)
    assert names(tmp_path / "j", 9) == ["0", "1", "2", "3", "4"]


def test_the_last_record_of_a_key_counts(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append(key(0), grade("old"))
        journal.append(key(0), grade("new"))
        assert journal[key(0)].submission == "new"
        assert len(journal) == 1
    assert names(tmp_path / "j", 1) == ["new"]


def test_cut_off_at_any_byte_it_keeps_every_whole_record_and_goes_on(tmp_path: Path) -> None:
    whole = filled(tmp_path / "j", 3)
    record = (len(whole) - len(MAGIC)) // 3
    for length in range(len(whole)):
        path = tmp_path / "cut"
        path.write_bytes(whole[:length])
        kept = max(0, length - len(MAGIC)) // record
        with Journal(path) as journal:
            assert len(journal) == kept
            assert (journal.dropped > 0) == (length > len(MAGIC) and (length - len(MAGIC)) % record > 0)
            journal.append(key(9), grade("9"))
        assert names(path, 10) == [*map(str, range(kept)), "9"]


def test_a_damaged_record_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 3)
    record = (len(whole) - len(MAGIC)) // 3
    for offset in (record + HEAD.size + 30, record + 5):
        data = bytearray(whole)
        data[len(MAGIC) + offset] ^= 1
        path.write_bytes(data)
        assert names(path, 3) == ["0", "2"]
        assert path.read_bytes() == data


def test_records_of_another_version_are_left_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "j"
    filled(path, 1)
    bodies = [msgspec.msgpack.encode(v) for v in ({"key": key(7), "grade": {"something": "else"}}, ["no", "record"])]
    strange = b"".join(HEAD.pack(len(body), zlib.crc32(body)) + body for body in bodies)
    path.write_bytes(path.read_bytes() + strange)
    with Journal(path) as journal:
        journal.append(key(1), grade("1"))
        assert journal.dropped == 0
    assert names(path, 2) == ["0", "1"]
    assert strange in path.read_bytes()


@pytest.mark.parametrize(
    "text", ["my notes, long enough to be mistaken for something else\n", "x", "jax-grader journal 2\n"]
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(UsageError, match="not a journal"):
        Journal(path)
    assert path.read_text() == text


def test_two_runs_may_share_it(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as one, Journal(path) as other:
        for number in range(10):
            (one if number % 2 else other).append(key(number), grade(str(number)))
        one.append(key(10), grade("10"))
        assert len(one) == 11
        assert [one[key(n)].submission for n in range(11)] == [other[key(n)].submission for n in range(9)] + ["9", "10"]
    assert names(path, 11) == [str(n) for n in range(11)]


def _write(path: Path, first: int) -> None:
    with Journal(path) as journal:
        for number in range(first, first + 100):
            journal.append(key(number), grade(str(number)))


def test_processes_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_write, args=(path, n * 100)) for n in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert names(path, 300) == [str(n) for n in range(300)]


FULL = """
set -e
mount -t tmpfs -o size=64k none "$PLACE"
code=0; "$@" 2> "$OUT/full" || code=$?
echo "$code" > "$OUT/code"
cp "$PLACE/journal" "$OUT/journal"
code=0; "$@" 2> "$OUT/still" || code=$?
cmp "$PLACE/journal" "$OUT/journal"
mount -o remount,size=4m "$PLACE"
code=0; "$@" --report "csv=$OUT/after.csv" > "$OUT/lines" 2> "$OUT/after" || code=$?
echo "$code" >> "$OUT/code"
"""


def test_a_full_disk_is_said_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """A journal in a file system of 64 KiB, which a class of 20 fills; then there is room again."""
    unshare = ["unshare", "--mount", *(["--map-root-user", "--user"] if os.getuid() else [])]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode
    ):
        assert os.environ.get("CI") != "true"
        pytest.skip("no file system of its own can be mounted here")
    place, out, folder = tmp_path / "small", tmp_path / "out", tmp_path / "class"
    for path in (place, out, folder):
        path.mkdir()
    for number in range(20):
        wrong = b"import nothing_like_it\n" if number % 4 == 3 else b""
        (folder / f"{number:02}.py").write_bytes(HONEST + wrong + f"# {number}\n".encode())
    command = [sys.executable, "-m", "grader", "grade", str(folder), "--jobs", "2", "--journal", str(place / "journal")]
    environment = {**os.environ, "PLACE": str(place), "OUT": str(out)}
    subprocess.run(
        [*unshare, "sh", "-c", FULL, "sh", *command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
    )
    assert (out / "code").read_text().split() == ["2", "1"]
    for name in ("full", "still"):
        said = (out / name).read_text()
        assert "cannot be written: No space left on device" in said
        assert "the same command goes on" in said
        assert "Traceback" not in said
    with Journal(out / "journal") as journal:
        kept = len(journal)
        assert journal.dropped == 0
    assert 0 < kept < 20
    rows = (out / "after.csv").read_text().splitlines()[1:]
    assert [row.split(",")[3] for row in rows] == ["fail" if n % 4 == 3 else "pass" for n in range(20)]
