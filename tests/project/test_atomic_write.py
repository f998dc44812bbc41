"""Files written whole: the old one or the new one, and nothing left beside it."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.atomic_write import write_beside
from tests.command.made import contract
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject


def test_a_file_that_takes_its_place(tmp_path: Path) -> None:
    """Beside it, with all its bytes, before."""
    target = tmp_path / ("é" * 100)
    target.write_bytes(b"old")
    with write_beside(str(target), b"new\r\n\0") as temporary:
        assert target.read_bytes() == b"old"
        assert os.path.dirname(temporary) == str(tmp_path)
        os.replace(temporary, target)
    assert target.read_bytes() == b"new\r\n\0"
    assert os.listdir(tmp_path) == [target.name]


def test_the_mode_is_that_of_any_new_file(tmp_path: Path) -> None:
    """As the user's mask has it."""
    (tmp_path / "other").touch()
    with write_beside(str(tmp_path / "a"), b"") as temporary:
        modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (temporary, tmp_path / "other")]
    assert modes[0] == modes[1]


def test_a_file_that_does_not_take_its_place_is_gone(tmp_path: Path) -> None:
    """Whatever went wrong."""
    target = tmp_path / "a"
    with pytest.raises(KeyboardInterrupt), write_beside(str(target), b"x"):
        raise KeyboardInterrupt
    with write_beside(str(target), b"x"):
        pass
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """The system's own error, and nothing made."""
    with (
        pytest.raises(FileNotFoundError),
        write_beside(str(tmp_path / "gone" / "a"), b"x"),
    ):
        pass
    assert os.listdir(tmp_path) == []


def ended() -> int:
    """The number of a process that is not there any more."""
    return int(subprocess.run(["sh", "-c", "echo $$"], capture_output=True, check=True).stdout)


def test_what_a_killed_process_left_goes_with_the_next_write(tmp_path: Path) -> None:
    """Its own kind, of this file, and only where the process is gone."""
    dead, alive = ended(), os.getpid()
    stays = [
        f".a.json.{alive}-0123abcd.tmp",
        f".a.json.{dead}-0123abcd.tmp.bak",
        f".a.json.{dead}-xyz.tmp",
        f".a.json.{dead}.tmp",
        ".a.json.1234567890123-0123abcd.tmp",
        ".a.json.-0123abcd.tmp",
        f"a.json.{dead}-0123abcd.tmp",
        f".b.json.{dead}-0123abcd.tmp",
    ]
    for name in (*stays, f".a.json.{dead}-0123abcd.tmp", f".a.json.{dead}-ffffffff.tmp"):
        (tmp_path / name).touch()
    with write_beside(str(tmp_path / "a.json"), b"") as temporary:
        assert sorted(os.listdir(tmp_path)) == sorted([*stays, os.path.basename(temporary)])


@pytest.mark.slow
def test_kills_at_any_moment(project: MakeProject, environment: dict[str, str]) -> None:
    """The settings and the baseline are old or new, and the next run leaves no file beside them."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()})
    settings = root / ".claude" / "settings.json"
    chance = random.Random(7)
    commands = (["install"], ["uninstall"], ["install", "--protect", "--force"], ["baseline"])
    for number in range(120):
        process = subprocess.Popen(
            [PROGRAM, *commands[number % len(commands)]], cwd=root, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(chance.random() * 0.4)
        process.kill()
        process.wait()
        if settings.exists():
            json.loads(settings.read_text())
    for words in (["install", "--force"], ["uninstall"], ["baseline"]):
        subprocess.run([PROGRAM, *words], cwd=root, env=environment, capture_output=True)
    remaining_paths = [*(root / ".claude").iterdir(), *(root / ".phaser").iterdir()]
    assert sorted(path.name for path in remaining_paths) == ["baseline.jsonl", "contracts"]
