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


def test_any_byte_changed_in_the_middle_costs_at_most_its_own_record(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 4)
    record = (len(whole) - len(MAGIC)) // 4
    for offset in range(record):
        for flip in (1, 0x80):
            data = bytearray(whole)
            data[len(MAGIC) + record + offset] ^= flip
            path.write_bytes(data)
            with Journal(path, reading=True) as journal:
                kept = [n for n in range(4) if key(n) in journal]
                # A length can be told from where the next record begins, so damage to it costs nothing at all.
                assert kept == [0, 1, 2, 3] if offset < 4 else [0, 2, 3]
                assert (journal.damaged, journal.dropped) == ((0, 0) if offset < 4 else (record, 0))
            assert path.read_bytes() == data
            with Journal(path) as journal:
                journal.append(key(9), grade("9"))
            assert path.read_bytes()[: len(data)] == data
            assert names(path, 10) == [*map(str, kept), "9"]


def test_bytes_lost_or_put_in_between_cost_what_they_touch(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 5)
    record = (len(whole) - len(MAGIC)) // 5
    at = len(MAGIC) + record
    for data, kept in (
        (whole[:at] + whole[at + 7 :], "0234"),
        (whole[:at] + b"\0" * 5000 + whole[at:], "01234"),
        (whole[:at] + os.urandom(3 << 20) + whole[at:], "01234"),
        (whole[: at + 20] + whole[at + record + 40 :], "034"),
        (whole[:at] + b"\xff" * 2 * record + whole[at + 2 * record :], "034"),
    ):
        path.write_bytes(data)
        assert names(path, 5) == list(kept)
        assert path.read_bytes() == data


def test_a_damaged_end_that_is_more_than_a_torn_record_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 3)
    record = (len(whole) - len(MAGIC)) // 3
    data = bytearray(whole)
    data[len(MAGIC) + record] ^= 0x01  # a length beyond the end of the file, and the last record is damaged as well
    data[len(MAGIC) + 2 * record + 50] ^= 1
    data[len(MAGIC) + record + 50] ^= 1
    path.write_bytes(data)
    with Journal(path) as journal:
        assert (journal.dropped, journal.damaged, "is damaged" in journal.note) == (0, 2 * record, True)
        journal.append(key(9), grade("9"))
    assert path.read_bytes()[: len(data)] == data
    assert names(path, 10) == ["0", "9"]


def test_room_that_was_never_written_to_is_a_torn_end(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 2)
    path.write_bytes(whole + b"\0" * 9000)
    assert names(path, 2) == ["0", "1"]
    assert path.read_bytes() == whole


def test_what_a_submission_printed_is_never_taken_for_a_record(tmp_path: Path) -> None:
    """Printed text is the only part of a record that a student can write, and where records begin is no text."""
    path = tmp_path / "j"
    body = msgspec.msgpack.encode({"key": key(7), "grade": msgspec.to_builtins(grade("forged"))})
    forged = HEAD.pack(len(body), zlib.crc32(body)) + body
    with Journal(path) as journal:
        journal.append(key(0), msgspec.structs.replace(grade("0"), output=forged.decode(errors="replace")))
        journal.append(key(1), msgspec.structs.replace(grade("1"), output=forged.decode("latin-1")))
        journal.append(key(2), grade("2"))
    data = bytearray(path.read_bytes())
    data[len(MAGIC) + 1] ^= 1
    data[len(MAGIC) + 20] ^= 1
    path.write_bytes(data)
    assert names(path, 9) == ["1", "2"]


def test_reading_never_changes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = filled(path, 3)
    for data, count in ((whole, 3), (whole[:-5], 2), (whole + b"\0" * 100, 3), (whole[: len(MAGIC)], 0)):
        path.write_bytes(data)
        path.chmod(0o400)
        with Journal(path, reading=True) as journal:
            assert len(journal) == count
        assert path.read_bytes() == data
        path.chmod(0o600)
    with pytest.raises(UsageError, match="cannot be opened"):
        Journal(tmp_path / "none", reading=True)
    assert not (tmp_path / "none").exists()


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
    ("text", "words"),
    [
        ("my notes, long enough to be mistaken for something else\n", "not a journal"),
        ("x", "not a journal"),
        ("jax-grader journal 2\n", "journal of version 2, and this grader reads version 1: use the grader"),
        ("jax-grader journal 12\n\0\0", "journal of version 12"),
    ],
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    for reading in (False, True):
        with pytest.raises(UsageError, match=words):
            Journal(path, reading=reading)
    assert path.read_text() == text


def test_a_device_is_no_journal() -> None:
    with pytest.raises(UsageError, match="no regular file"):
        Journal(Path(os.devnull))


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
