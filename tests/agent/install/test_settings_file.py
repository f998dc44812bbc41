"""A settings file is read as it is and written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings, remove_settings, write_settings

posix_only = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.mark.parametrize("content", ["", '{"ü": "🎈"}', "\ufeff{}", "{\r\n}\r\n", "{\r}\n\n"])
def test_text_comes_back_as_it_was_written(tmp_path: Path, content: str) -> None:
    """Line ends, a byte order mark and other alphabets, byte for byte."""
    path = tmp_path / "settings.json"
    write_settings(path, content)
    assert path.read_bytes() == content.encode()
    assert read_settings(path) == content
    assert names(tmp_path) == ["settings.json"]


def test_a_missing_file_is_none(tmp_path: Path) -> None:
    """In a folder that is there, and in one that is not."""
    assert read_settings(tmp_path / "settings.json") is None
    assert read_settings(tmp_path / "none" / "settings.json") is None


def test_invalid_utf8_is_refused(tmp_path: Path) -> None:
    """With the line, counted from one."""
    path = tmp_path / "settings.json"
    path.write_bytes(b'{\n"a": "\xff"}')
    with pytest.raises(SettingsError) as raised:
        read_settings(path)
    assert str(raised.value) == f"{path}: expected UTF-8 text, found an invalid byte in line 2"


@pytest.mark.parametrize("operation", [read_settings, lambda path: write_settings(path, "{}")])
def test_a_folder_is_refused(tmp_path: Path, operation: object) -> None:
    """It stays a folder."""
    assert callable(operation)
    with pytest.raises(SettingsError) as raised:
        operation(tmp_path)
    assert str(raised.value) == f"{tmp_path}: expected a file, found a folder"


@posix_only
@pytest.mark.parametrize("operation", [read_settings, lambda path: write_settings(path, "{}")])
def test_a_pipe_is_refused(tmp_path: Path, operation: object) -> None:
    """Opening it would wait for ever."""
    path = tmp_path / "settings.json"
    os.mkfifo(path)
    assert callable(operation)
    with pytest.raises(SettingsError) as raised:
        operation(path)
    assert str(raised.value) == f"{path}: expected a file, found a special file"


def test_no_memory_is_filled(tmp_path: Path) -> None:
    """A sparse file of a terabyte takes no place in a clone."""
    path = tmp_path / "settings.json"
    path.touch()
    os.truncate(path, 2**40)
    with pytest.raises(SettingsError) as raised:
        read_settings(path)
    assert str(raised.value) == f"{path}: cannot be read: larger than 64 MB"


def test_a_file_where_a_folder_should_be_is_refused(tmp_path: Path) -> None:
    """`.claude` may be a file."""
    (tmp_path / ".claude").write_text("x", encoding="utf-8")
    path = tmp_path / ".claude" / "settings.json"
    with pytest.raises(SettingsError, match="cannot be written"):
        write_settings(path, "{}")
    assert (tmp_path / ".claude").read_text(encoding="utf-8") == "x"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    """`.claude` is not there in a new project."""
    path = tmp_path / "a" / ".claude" / "settings.json"
    write_settings(path, "{}")
    assert path.read_bytes() == b"{}"


def test_a_bare_name_is_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path without a folder."""
    monkeypatch.chdir(tmp_path)
    write_settings("settings.json", "{}")
    assert names(tmp_path) == ["settings.json"]


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    """A private file does not become readable for others."""
    path = tmp_path / "settings.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(mode)
    write_settings(path, "{}")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix_only
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    """As the user's umask says."""
    (tmp_path / "any").write_text("", encoding="utf-8")
    write_settings(tmp_path / "settings.json", "{}")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


@posix_only
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The file it leads to is written, through a chain of links."""
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles" / "claude.json"
    target.write_text("old", encoding="utf-8")
    (tmp_path / "middle").symlink_to(target)
    path = tmp_path / "settings.json"
    path.symlink_to("middle")
    write_settings(path, "{}")
    assert os.readlink(path) == "middle"
    assert target.read_bytes() == b"{}"
    assert names(tmp_path / "dotfiles") == ["claude.json"]


@posix_only
def test_a_link_to_nothing_gets_its_file(tmp_path: Path) -> None:
    """Read as missing; written where it leads."""
    path = tmp_path / "settings.json"
    path.symlink_to(tmp_path / "dotfiles" / "claude.json")
    assert read_settings(path) is None
    write_settings(path, "{}")
    assert path.is_symlink()
    assert (tmp_path / "dotfiles" / "claude.json").read_bytes() == b"{}"


@posix_only
def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    """It is not replaced by a file."""
    path = tmp_path / "settings.json"
    path.symlink_to(path)
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(path)
    with pytest.raises(SettingsError):
        write_settings(path, "{}")
    assert path.is_symlink()


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """No space left: the old text, and no temporary file."""

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "settings.json"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, function, full)
    with pytest.raises(SettingsError) as raised:
        write_settings(path, "{}")
    assert str(raised.value) == f"{path}: cannot be written: No space left on device"
    assert path.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["settings.json"]


def test_an_interrupted_write_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control-C is passed on."""

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_settings(tmp_path / "settings.json", "{}")
    assert names(tmp_path) == []


def test_a_locked_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """os.replace would not mind; os.access fails here, since root may write everything."""
    path = tmp_path / "settings.json"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    with pytest.raises(SettingsError) as raised:
        write_settings(path, "{}")
    assert str(raised.value) == f"{path}: cannot be written: the file is read-only"
    assert path.read_text(encoding="utf-8") == "old"


def test_text_that_utf8_cannot_hold_is_refused(tmp_path: Path) -> None:
    """Before anything is touched."""
    path = tmp_path / "folder" / "settings.json"
    with pytest.raises(SettingsError) as raised:
        write_settings(path, "\udcff")
    assert str(raised.value) == f"{path}: the text cannot be written as UTF-8"
    assert names(tmp_path) == []


def test_a_file_is_removed(tmp_path: Path) -> None:
    """A second time is no error."""
    path = tmp_path / "settings.json"
    path.write_text("{}", encoding="utf-8")
    remove_settings(path)
    remove_settings(path)
    assert names(tmp_path) == []


@posix_only
def test_behind_a_link_only_the_content_is_removed(tmp_path: Path) -> None:
    """The dotfiles keep their file."""
    target = tmp_path / "claude.json"
    target.write_text('{"a": 1}', encoding="utf-8")
    path = tmp_path / "settings.json"
    path.symlink_to(target)
    remove_settings(path)
    assert path.is_symlink()
    assert target.read_bytes() == b"{}\n"


def test_a_folder_is_not_removed(tmp_path: Path) -> None:
    """Only files are."""
    with pytest.raises(SettingsError, match="cannot be deleted"):
        remove_settings(tmp_path)
    assert tmp_path.is_dir()
