"""Files written whole: the old one or the new one, and nothing left beside it."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from phaser_lint.whole_files import written_beside

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_that_takes_its_place(tmp_path: Path) -> None:
    """Beside it, with all its bytes, before."""
    target = tmp_path / ("é" * 100)
    target.write_bytes(b"old")
    with written_beside(str(target), b"new\r\n\0") as temporary:
        assert target.read_bytes() == b"old"
        assert os.path.dirname(temporary) == str(tmp_path)
        os.replace(temporary, target)
    assert target.read_bytes() == b"new\r\n\0"
    assert os.listdir(tmp_path) == [target.name]


def test_the_mode_is_that_of_any_new_file(tmp_path: Path) -> None:
    """As the user's mask has it."""
    (tmp_path / "other").touch()
    with written_beside(str(tmp_path / "a"), b"") as temporary:
        modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (temporary, tmp_path / "other")]
    assert modes[0] == modes[1]


def test_a_file_that_does_not_take_its_place_is_gone(tmp_path: Path) -> None:
    """Whatever went wrong."""
    target = tmp_path / "a"
    with pytest.raises(KeyboardInterrupt), written_beside(str(target), b"x"):
        raise KeyboardInterrupt
    with written_beside(str(target), b"x"):
        pass
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """The system's own error, and nothing made."""
    with (
        pytest.raises(FileNotFoundError),
        written_beside(str(tmp_path / "gone" / "a"), b"x"),
    ):
        pass
    assert os.listdir(tmp_path) == []
