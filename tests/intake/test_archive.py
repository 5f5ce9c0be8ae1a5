"""A hostile entry is refused with its reason and shown; what lies beside it is graded."""

from __future__ import annotations

import io
import os
import struct
import tracemalloc
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import UsageError
from tests.intake.layouts import CANVAS, GITHUB, RIGHT, SLUG, archive, by_student, folder, found_in, zipped

GOOD = {f"ann/{SLUG}.py": RIGHT, f"bob/{SLUG}.py": RIGHT}


def with_entries(where: Path, *entries: tuple[zipfile.ZipInfo | str, bytes], good: dict[str, bytes] = GOOD) -> Path:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        warnings.simplefilter("ignore")
        for name, data in good.items():
            made.writestr(name, data)
        for info, data in entries:
            made.writestr(info, data)
    path = where / "export.zip"
    path.write_bytes(out.getvalue())
    return path


def check_the_rest(path: Path, *words: str) -> None:
    found = found_in(path)
    graded = [one for one in found if one.missing is None]
    assert {one.student for one in graded} >= {"ann", "bob"}
    assert all(one.read().source == RIGHT for one in graded if one.student in {"ann", "bob"})
    told = "\n".join(
        [*(f"{one.path}: {one.missing}" for one in found if one.missing), *(n for f in found for n in f.notes)]
    )
    for word in words:
        assert word in told


@pytest.mark.parametrize(
    "name",
    [f"../{SLUG}.py", f"ann/../../{SLUG}.py", f"/etc/{SLUG}.py", f"..\\{SLUG}.py", f"C:\\x\\{SLUG}.py", "../../x.sh"],
)
def test_a_name_that_leads_out(tmp_path: Path, name: str) -> None:
    path = with_entries(tmp_path, (name, b"evil\n"))
    check_the_rest(path, "leads out of the archive")
    assert all(str(one.path).startswith(str(path)) for one in found_in(path))
    assert sorted(os.listdir(tmp_path)) == ["export.zip"]


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    info.create_system = 3
    return info


def test_a_link(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (link(f"cleo/{SLUG}.py"), b"/etc/passwd"), (link("ann/notes.py"), b"../bob"))
    check_the_rest(path, "links in an archive are not followed")
    assert "links in an archive" in (by_student(path)["cleo"].missing or "")


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo/{SLUG}.py", b"\0" * 300_000_000))
    assert path.stat().st_size < 1_000_000
    check_the_rest(path)
    assert "300.0 MB; the limit is 1 MB" in (by_student(path)["cleo"].read().unreadable or "")


def test_a_size_that_lies(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo/{SLUG}.py", b"#" * 5_000_000))
    data = path.read_bytes()
    true, lie = struct.pack("<I", 5_000_000), struct.pack("<I", 10)
    assert data.count(true) == 2
    path.write_bytes(data.replace(true, lie))
    check_the_rest(path)
    read = by_student(path)["cleo"].read()
    assert read.unreadable is not None or len(read.source) <= 10


def test_an_archive_in_an_archive_in_an_archive(tmp_path: Path) -> None:
    deep = zipped({f"{SLUG}.py": RIGHT})
    for _ in range(3):
        deep = zipped({"inner.zip": deep})
    found = by_student(archive(tmp_path, {**CANVAS, "deep_77_88_work.zip": deep}))
    assert found["deep"].missing is not None
    assert found["leeann"].read().source == RIGHT


def test_archives_handed_in_do_not_stay_in_memory(tmp_path: Path) -> None:
    padding = os.urandom(1_000_000)
    path = archive(
        tmp_path, {f"s{n}_{n}_1_w.zip": zipped({f"{SLUG}.py": RIGHT, "big.bin": padding}) for n in range(40)}
    )
    tracemalloc.start()
    try:
        found = found_in(path)
        assert all(one.read().source == RIGHT for one in found)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found) == 40
    assert held < 10_000_000


def test_a_hand_in_of_many_archives(tmp_path: Path) -> None:
    files = {f"a_1_{n}_w{n}.zip": zipped({f"{n}.py": RIGHT}) for n in range(10, 30)}
    found = by_student(archive(tmp_path, {**files, f"b_2_99_{SLUG}.py": RIGHT}))
    assert sum("one of more than 5 archives" in note for note in found["a"].notes) == 15
    assert found["b"].read().source == RIGHT


def test_a_hand_in_of_many_files(tmp_path: Path) -> None:
    files = {f"a_1_{n}_f{n}.py": f"def {SLUG}(x): ...\n".encode() for n in range(10, 90)}
    found = by_student(archive(tmp_path, {**files, f"b_2_99_{SLUG}.py": RIGHT}))
    assert "None of the files" in (found["a"].missing or "")


def test_an_archive_handed_in_that_is_too_large_or_lists_too_much(tmp_path: Path) -> None:
    large = zipped({f"{SLUG}.py": RIGHT, "big.bin": os.urandom(11_000_000)})
    many = zipped({f"{SLUG}.py": RIGHT, **{f"{n}": b"" for n in range(20_001)}})
    found = by_student(archive(tmp_path, {"a_1_10_w.zip": large, "b_2_11_w.zip": many, f"c_3_12_{SLUG}.py": RIGHT}))
    assert "the limit is 10 MB" in (found["a"].missing or "")
    assert "20,002 entries" in (found["b"].missing or "")
    assert found["c"].read().source == RIGHT


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_that_cannot_be_bounded(tmp_path: Path, method: int) -> None:
    info = zipfile.ZipInfo(f"cleo/{SLUG}.py")
    info.compress_type = method
    path = with_entries(tmp_path, (info, RIGHT))
    check_the_rest(path, "packed in a way that is not read")


def test_an_encrypted_entry(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo/{SLUG}.py", RIGHT))
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(data)
    check_the_rest(path, "it is encrypted")


def test_names_that_differ_only_in_case(tmp_path: Path) -> None:
    path = with_entries(
        tmp_path,
        (f"cleo/{SLUG}.py", RIGHT),
        (f"cleo/{SLUG.upper()}.py", b"x\n"),
        ("ann/Readme.py", b""),
        ("ann/README.py", b""),
    )
    check_the_rest(path, "upper and lower case")
    assert "upper and lower case" in (by_student(path)["cleo"].missing or "")


def test_the_same_name_twice(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo/{SLUG}.py", RIGHT), (f"cleo/{SLUG}.py", b"x\n"))
    check_the_rest(path, "the same twice")


@pytest.mark.parametrize("claimed", [False, True], ids=["plain", "claims UTF-8"])
def test_a_name_that_is_not_utf8(tmp_path: Path, claimed: bool) -> None:
    path = with_entries(tmp_path, ("cleo/JJJJ.py", RIGHT), ("dan/dan.py", b""))
    data = bytearray(path.read_bytes())
    at = -1
    while (at := data.find(b"cleo/JJJJ.py", at + 1)) >= 0:
        data[at : at + 12] = b"cleo/J\xe9J\xff.py"
        local = data[at - 30 : at - 26] == b"PK\x03\x04"
        flags = at - 30 + 6 if local else at - 46 + 8
        struct.pack_into("<H", data, flags, 0x800 if claimed else 0)
    path.write_bytes(data)
    check_the_rest(path, "its name is not UTF-8", "J\\xe9J\\xff.py")


def test_a_utf8_name_without_the_claim_is_read(tmp_path: Path) -> None:
    path = with_entries(tmp_path, ("XXXX/" + SLUG + ".py", RIGHT))
    path.write_bytes(path.read_bytes().replace(b"XXXX", "çç".encode()))
    assert by_student(path)["çç"].read().source == RIGHT


def test_backslashes_are_folders(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo\\{SLUG}.py", RIGHT))
    assert by_student(path)["cleo"].read().source == RIGHT


def test_a_damaged_entry(tmp_path: Path) -> None:
    path = with_entries(tmp_path, (f"cleo/{SLUG}.py", b"".join(b"%d\n" % i for i in range(999))))
    data = bytearray(path.read_bytes())
    at = data.rindex(f"cleo/{SLUG}.py".encode(), 0, data.index(b"PK\x01\x02"))
    data[at + 60 : at + 90] = bytes(30)
    path.write_bytes(data)
    check_the_rest(path)
    assert "damaged" in (by_student(path)["cleo"].read().unreadable or "")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not an archive at all", zipped(CANVAS)[:-30]])
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(data)
    with pytest.raises(UsageError, match="not a zip archive that can be read"):
        found_in(path)


def test_an_archive_that_lost_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(zipped(CANVAS)[400:])
    read = [one.read().unreadable for one in found_in(path) if one.missing is None]
    assert len(read) == 4
    assert any("damaged" in why for why in read if why)


def test_too_deep(tmp_path: Path) -> None:
    path = with_entries(tmp_path, ("d/" * 300 + f"{SLUG}.py", RIGHT))
    check_the_rest(path, "folders deep")


def test_links_in_a_folder(tmp_path: Path) -> None:
    root = folder(tmp_path, {**GOOD, f"dan/real/{SLUG}.py": RIGHT})
    (tmp_path / "secret.py").write_bytes(b"secret\n")
    (root / "cleo").mkdir()
    (root / "cleo" / f"{SLUG}.py").symlink_to(tmp_path / "secret.py")
    (root / "eve").mkdir()
    (root / "eve" / f"{SLUG}.py").symlink_to(root / "ann" / f"{SLUG}.py")
    (root / "dan" / f"{SLUG}.py").symlink_to(root / "dan" / "real" / f"{SLUG}.py")
    (root / "loop").mkdir()
    (root / "loop" / "again").symlink_to(root / "loop")
    (root / "loop" / f"{SLUG}.py").write_bytes(RIGHT)
    found = by_student(root)
    for thief in ("cleo", "eve"):
        assert "a link that leads out of the folder" in (found[thief].missing or "")
    for honest in ("ann", "bob", "dan", "loop"):
        assert found[honest].read().source == RIGHT


def test_names_on_disk_that_are_not_utf8(tmp_path: Path) -> None:
    root = folder(tmp_path, GOOD)
    try:
        os.mkdir(os.fsencode(root) + b"/cl\xe9o")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    check_the_rest(root, "its name is not UTF-8", "cl\\xe9o")
    assert all(str(one.path).isprintable() for one in found_in(root))


def test_case_clashes_on_disk(tmp_path: Path) -> None:
    root = folder(tmp_path, {**GOOD, f"cleo/{SLUG}.py": RIGHT, f"cleo/{SLUG}.PY": b"x\n"})
    if len(os.listdir(root / "cleo")) < 2:
        pytest.skip("this file system does not tell upper from lower case")
    check_the_rest(root, "upper and lower case")


def test_every_refusal_reaches_the_results(tmp_path: Path) -> None:
    path = with_entries(tmp_path, ("../a.py", b""), (link("b.py"), b"x"), (link("ann/c.py"), b"x"), good=GITHUB | GOOD)
    found = found_in(path)
    told = [one.missing for one in found if one.missing and one.student is None]
    assert len(told) == 2
    assert any("ann/c.py" in note or "c.py" in note for one in found if one.student == "ann" for note in one.notes)


NAMES = st.lists(
    st.sampled_from(
        [
            "ann",
            "bob",
            "..",
            ".",
            "",
            "a_1_2_x.py",
            SLUG + ".py",
            "x.ipynb",
            "x.zip",
            "__MACOSX",
            "\\",
            "C:",
            "é\u202e",
            "A",
        ]
    )
    | st.text(max_size=6),
    min_size=1,
    max_size=4,
).map("/".join)
ODD = "ann_1_2_odd.zip", "submission_metadata.yml", "Ann Lee_5_assignsubmission_file_/x.py"


@settings(max_examples=150, deadline=None)
@given(
    names=st.lists(NAMES | st.sampled_from(ODD), min_size=1, max_size=8),
    data=st.sampled_from([b"", RIGHT, b"PK\x03\x04", b"\xff\0", zipped({"../x.py": b"", f"{SLUG}.py": RIGHT})]),
    cut=st.none() | st.integers(0, 400),
)
def test_no_archive_brings_intake_down(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], data: bytes, cut: int | None
) -> None:
    """Whatever the names and bytes are: a sentence, or submissions that can be read and stand in the archive."""
    where = tmp_path_factory.mktemp("odd")
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as made:
        warnings.simplefilter("ignore")
        for name in names:
            made.writestr(zipfile.ZipInfo(name.encode("utf-8", "replace").decode()), data)
    path = where / "export.zip"
    path.write_bytes(out.getvalue()[cut or 0 :])
    try:
        found = found_in(path)
    except UsageError:
        return
    assert found
    for one in found:
        read = one.read()
        assert read.path.startswith(str(path))
        assert read.path.encode()
        assert read.source in {data, RIGHT, b""} or one.path.suffix == ".ipynb"
        assert (read.unreadable is None) or (read.source == b"")
    assert os.listdir(where) == ["export.zip"]
