"""What a container leaves is read from its control groups, of either version."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.model import Limits
from grader.sandbox import room

MIB = 1024 * 1024
V1 = "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
V2 = "memory.max", "memory.current", "inactive_file"


def group(folder: Path, names: tuple[str, str, str], limit_mb: int | str, used_mb: int, cached_mb: int = 0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text(f"{limit_mb * MIB if isinstance(limit_mb, int) else limit_mb}\n")
    (folder / names[1]).write_text(f"{used_mb * MIB}\n")
    (folder / "memory.stat").write_text(f"anon 1\n{names[2]} {cached_mb * MIB}\nfile 7\n")


@pytest.mark.parametrize(("names", "line", "base"), [(V2, "0::/a/b\n", "."), (V1, "5:cpu,memory:/a/b\n", "memory")])
def test_the_tightest_group_on_the_way_up_counts(names, line: str, base: str, tmp_path: Path) -> None:
    own, groups = tmp_path / "own", tmp_path / "groups"
    own.write_text(f"9:name=systemd:/a\n{line}")
    group(groups / base / "a/b", names, 2000, 100)
    group(groups / base / "a", names, 700, 300, cached_mb=50)
    assert room.left_mb(groups, own) == 450


@pytest.mark.parametrize(("names", "line", "base"), [(V2, "0::/\n", "."), (V1, "5:memory:/docker/x\n", "memory")])
def test_a_container_sees_its_group_as_the_root(names, line: str, base: str, tmp_path: Path) -> None:
    own, groups = tmp_path / "own", tmp_path / "groups"
    own.write_text(line)
    group(groups / base, names, 768, 200)
    assert room.left_mb(groups, own) == 568


@pytest.mark.parametrize(
    ("names", "line", "limit"), [(V2, "0::/\n", "max"), (V1, "5:memory:/\n", str((1 << 63) - 4096)), (V2, "", "5")]
)
def test_no_limit_is_none(names, line: str, limit: str, tmp_path: Path) -> None:
    own, groups = tmp_path / "own", tmp_path / "groups"
    own.write_text(line)
    group(groups, names, limit, 200)
    group(groups / "memory", names, limit, 200)
    assert room.left_mb(groups, own) is None
    assert room.left_mb(groups, tmp_path / "absent") is None


@pytest.mark.parametrize(("left", "memory"), [(None, 1024), (4000, 1024), (568, 344), (0, 32)])
def test_a_limit_is_only_lowered(left: int | None, memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "left_mb", lambda: left)
    assert room.fitted(Limits(memory_mb=1024)).memory_mb == memory
