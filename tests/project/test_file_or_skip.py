"""Files on disk: only regular ones are opened, and none over 10 MB is checked."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_size import FileSize, measure_content, measure_text
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.file_or_skip import make_file_or_skip, read_file
from phaser_lint.project.regular_file import NotRegularError, read_bytes, read_checkable_text
from tests.privileges import without_privileges

NOT_REGULAR = "not a regular file"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(b"", "", id="empty"),
        pytest.param(b"a\nb\n", "a\nb\n", id="text"),
        pytest.param(b"\xef\xbb\xbfa\r\n", "\ufeffa\r\n", id="BOM and CRLF stay"),
        pytest.param(b"one odd byte: \xff", "one odd byte: \udcff", id="an odd byte"),
        pytest.param("эхо".encode("cp1251"), "\udcfd\udcf5\udcee", id="another encoding"),
        pytest.param("a\n".encode("utf-16"), "\ufeffa\n", id="UTF-16"),
        pytest.param(b"x" * MAXIMUM_BYTES, "x" * MAXIMUM_BYTES, id="exactly 10 MB"),
    ],
)
def test_a_text_is_read_as_it_is(tmp_path: Path, content: bytes, text: str) -> None:
    """The whole text, as it is."""
    (tmp_path / "a").write_bytes(content)
    file = read_file(str(tmp_path), "a")
    assert isinstance(file, TextFile)
    assert (file.path, file.text) == ("a", text)
    assert read_checkable_text(str(tmp_path / "a")) == text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"a\0b", "binary", id="NUL"),
        pytest.param("a".encode("utf-16-le"), "binary", id="UTF-16 without a mark"),
        pytest.param("a".encode("utf-32"), "binary", id="UTF-32"),
        pytest.param(b"x" * (MAXIMUM_BYTES + 1), "larger than 10 MB", id="a byte too many"),
    ],
)
def test_a_binary_or_large_file_is_skipped_with_its_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "a").write_bytes(content)
    size = FileSize(len(content), 1)
    assert read_file(str(tmp_path), "a") == Skip("a", reason, size)
    assert make_file_or_skip("a", content) == Skip("a", reason, size)
    assert read_checkable_text(str(tmp_path / "a")) is None


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    """A file of many gigabytes costs ten megabytes."""
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    assert read_file(str(tmp_path), "a") == Skip("a", "binary", FileSize(1 << 40, 1))


def test_a_link_is_followed_to_a_regular_file(tmp_path: Path) -> None:
    """Whoever does not want that asks before."""
    (tmp_path / "a").write_text("x")
    (tmp_path / "link").symlink_to("a")
    assert read_file(str(tmp_path), "link") == TextFile("link", "x")


def test_nothing_but_regular_files_is_opened(tmp_path: Path) -> None:
    """A FIFO would hang, and a device never end."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "to-fifo").symlink_to("fifo")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        names = ("fifo", "folder", "zero", "to-fifo", "socket")
        files = [read_file(str(tmp_path), name) for name in names]
        assert files == [Skip(name, NOT_REGULAR) for name in names]
        for name in names:
            assert read_checkable_text(str(tmp_path / name)) is None
            with pytest.raises(NotRegularError):
                read_bytes(str(tmp_path / name), limit=1)


def test_a_fifo_that_takes_the_place_of_a_file_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is looked at again after it was opened."""
    (tmp_path / "file").write_text("x")
    os.mkfifo(tmp_path / "fifo")
    fifo, look = str(tmp_path / "fifo"), os.stat
    before = os.stat(tmp_path / "file")

    def stale(path: Any, **options: Any) -> os.stat_result:
        return before if path == fifo else look(path, **options)

    monkeypatch.setattr(os, "stat", stale)
    with pytest.raises(NotRegularError):
        read_bytes(fifo, limit=1)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing", "No such file or directory"),
        ("dangling", "No such file or directory"),
        ("loop", "Too many levels of symbolic links"),
        ("file/inside", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_an_unreadable_file_has_the_systems_reason(tmp_path: Path, name: str, reason: str) -> None:
    """The system's own words."""
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    assert read_file(str(tmp_path), name) == Skip(name, f"cannot be read: {reason}")
    assert read_checkable_text(str(tmp_path / name)) is None


def test_what_may_not_be_read() -> None:
    """Said, and not taken for empty."""
    with without_privileges() as folder:
        (folder / "a").write_text("x")
        (folder / "a").chmod(0o000)
        reason = "cannot be read: Permission denied"
        assert read_file(str(folder), "a") == Skip("a", reason, is_unread=True)
        assert read_checkable_text(str(folder / "a")) is None


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (b"", 0),
        (b"1\n2\n", 4),
        (b"1\r\n2\r\n", 4),
        (b"1\r\r\n2", 4),
        (b"1\r2\n\r3", 6),
        (b"1\r\n\0", 4),
    ],
)
def test_a_line_end_of_text_is_one_byte(content: bytes, size: int) -> None:
    """As git may make it of one on a checkout; what holds a NUL it leaves alone."""
    assert measure_content(content).bytes == size
    assert measure_text(content.decode()).bytes == size


@pytest.mark.parametrize("content", [b"\r\n\0", b"\r\n\1", b"\r\n" * (MAXIMUM_BYTES // 2 + 1)])
def test_of_what_is_skipped_each_byte_counts(content: bytes) -> None:
    """It is no text, or too large to be looked through."""
    file = make_file_or_skip("a", content)
    assert isinstance(file, Skip)
    assert file.size is not None
    assert file.size.bytes == len(content)
