"""Stored sets: whose they are, when they may be stored, and what is not believed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.store import (
    Stored,
    files_by_path,
    is_settled,
    open_sealed,
    read_stored,
    store_path,
    write_stored,
)

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.store import Identity

LONG_AGO = 10**18
PROGRAM = ("1.0", "3.11", ())
FIRST = (True, ("src", 7, b"code"))
SECOND = ({"a.yaml": ("text",)}, ())


def one_file(*, changed: int, folder_changed: int = 1) -> Identity:
    """The identity of a folder with one file; the times are those of the last change."""
    own = (4096, folder_changed, folder_changed, 1, 2, 0o40755)
    file = ("a.yaml", 10, changed, changed, 3, 2, 0o100644)
    return (PROGRAM, None, (), (("/p", "/p"),), ((own, (file,)),))


def write(path: Path, *, moment: int = 2 * LONG_AGO, first: object = FIRST) -> bool:
    return write_stored(
        str(path), one_file(changed=LONG_AGO), moment=moment, first=first, second=SECOND
    )


def test_files_by_path() -> None:
    """Each file of each folder that is there."""
    file = ("a.yaml", 10, 1, 1, 3, 2, 0o100644)
    identity = (PROGRAM, None, (), (("/p", "/p"), ("/q", "/q")), (None, ((), (file,))))
    assert files_by_path(identity) == {"/q/a.yaml": file}


# When it may be stored.


@pytest.mark.parametrize(
    ("identity", "passed", "expected"),
    [
        (one_file(changed=LONG_AGO + 1), 50_000_000, False),
        (one_file(changed=LONG_AGO + 1), 200_000_000, True),
        (one_file(changed=LONG_AGO), 200_000_000, False),  # whole seconds: a coarse clock
        (one_file(changed=LONG_AGO), 3_000_000_000, True),
        (one_file(changed=LONG_AGO - 10**12 + 1, folder_changed=LONG_AGO + 1), 50_000_000, False),
        (one_file(changed=LONG_AGO + 10**12), 200_000_000, False),  # in the future
        ((PROGRAM, None, (), (("/p", "/p"),), (None,)), 0, True),
    ],
)
def test_settled(identity: Identity, passed: int, expected: bool) -> None:
    """Not right after a change: the next one could fall into the same tick of the clock."""
    assert is_settled(identity, moment=LONG_AGO + passed) is expected


def test_not_stored_until_settled(tmp_path: Path) -> None:
    """Nothing is written for files that were changed a moment ago."""
    path = tmp_path / "contracts" / "x"
    assert not write(path, moment=LONG_AGO + 1)
    assert not path.parent.exists()


def test_not_stored_when_it_is_no_plain_data(tmp_path: Path) -> None:
    """A newer regex may keep an object in its byte code."""
    path = tmp_path / "contracts" / "x"
    assert not write(path, first=object())
    assert not path.parent.exists()


# What is read back.


def test_read_back(tmp_path: Path) -> None:
    """Both parts as they were written, in a file that is the user's alone."""
    path = tmp_path / "contracts" / "x"
    assert write(path)
    stored = read_stored(str(path))
    assert stored is not None
    assert (stored.identity, stored.first) == (one_file(changed=LONG_AGO), FIRST)
    assert open_sealed(stored.sealed) == SECOND
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == ["x"]


def believed(path: Path) -> tuple[Stored | None, object]:
    stored = read_stored(str(path))
    return stored, None if stored is None else open_sealed(stored.sealed)


def is_same_or_nothing(path: Path) -> bool:
    stored, second = believed(path)
    if stored is None:
        return True
    same = (stored.identity, stored.first) == (one_file(changed=LONG_AGO), FIRST)
    return same and second in (None, SECOND)


def test_garbled_at_any_byte(tmp_path: Path) -> None:
    """Whatever byte is another: nothing is believed that was not written."""
    path = tmp_path / "x"
    assert write(path)
    data = path.read_bytes()
    wrong = []
    for position in range(len(data)):
        for other in (data[position] ^ 1, data[position] ^ 0xFF, 0):
            garbled = bytes([*data[:position], other, *data[position + 1 :]])
            path.write_bytes(garbled)
            sound = is_same_or_nothing(path)
            whole = None not in believed(path)
            if not sound or (whole and garbled != data):
                wrong.append((position, other))
    assert wrong == []


def test_cut_short_at_any_length(tmp_path: Path) -> None:
    """A part of the file is nothing, and so is the file with something after it."""
    path = tmp_path / "x"
    assert write(path)
    data = path.read_bytes()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        assert is_same_or_nothing(path)
        assert None in believed(path)
    path.write_bytes(data + b"\0")
    assert None in believed(path)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_not_private(tmp_path: Path, mode: int) -> None:
    """What others may read or write is not believed."""
    path = tmp_path / "x"
    assert write(path)
    path.chmod(mode)
    assert read_stored(str(path)) is None


def test_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another user wrote is not believed."""
    path = tmp_path / "x"
    assert write(path)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert read_stored(str(path)) is None


def test_paths_are_kept_apart() -> None:
    """Another project, home or Python has another file; names that are no text have one too."""
    names = [("/a", "/b"), ("/a/b", ""), ("/b", "/a"), ("/a", "/b", "3.12"), ("/\udcff", "/b")]
    assert len({store_path("/cache", each) for each in names}) == len(names)
    assert all(store_path("/cache", each).startswith("/cache/contracts/") for each in names)
