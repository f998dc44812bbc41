"""Every file of the cache, whatever befalls it: what was written, or nothing; never an error."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.project_caches import (
    LISTINGS,
    RESULTS,
    read_cached_items,
    read_cached_mapping,
    write_cached_items,
)
from phaser_lint.check.project_inputs import Listing
from phaser_lint.check.result_cache import ResultCache, make_read_mark
from phaser_lint.contract import ContractIdentity, read_stored_contracts, write_stored_contracts
from phaser_lint.core import cache_file as core_cache_file
from phaser_lint.core import make_file_identity
from phaser_lint.core.cache_file import (
    discard_unused_files,
    name_cache_path,
    open_sealed_part,
    read_stored_parts,
    read_stored_value,
    write_stored_values,
)
from phaser_lint.core.file_records import Session
from phaser_lint.hook.memory import read_session, write_session
from phaser_lint.hook.memory.head_files import creates_file, remember_head_files
from phaser_lint.hook.memory.stored_snapshot import (
    ProtectedSnapshot,
    read_protected_snapshot,
    write_protected_snapshot,
)
from phaser_lint.project.walk import Listings, walk_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject

LATER = time.time_ns() + 3_600_000_000_000
FILTERS = (True, ("src",), (), ())
IDENTITY = ContractIdentity(("1.0",), None, (), (("/p", "/p"),), (None,))
MEMORY = Session(True, {"a.py": ((1, 2), ((("", "no-print"), "x", 1),))}, start=7.0)
SNAPSHOT = ProtectedSnapshot(("/p",), {"/p/a": "text", "/p/b": None}, {"/p/a": (None, b"sum")})


class Kind:
    """A kind of file: what writes one at a path, and what reads it there for the project *root*."""

    def __init__(
        self,
        name: str,
        write: Callable[[str, Path], None],
        read: Callable[[str, Path], Any],
        nothing: Any = None,
    ) -> None:
        self.name, self.write, self.read, self.nothing = name, write, read, nothing


def write_contracts(path: str, root: Path) -> None:
    write_stored_contracts(path, IDENTITY, moment=1, filters_part=FILTERS, contracts_part=("all",))


def read_contracts(path: str, root: Path) -> Any:
    stored = read_stored_contracts(path)
    if stored is None:
        return None
    assert stored[:5] == (IDENTITY, *FILTERS)
    return open_sealed_part(stored.sealed)


def result_cache(path: str, *, is_checkout: bool) -> ResultCache:
    """What is kept in two files, of which one or the other is at *path*."""
    files = [path, f"{os.path.dirname(path)}-other/x"]
    return ResultCache(*(files if is_checkout else reversed(files)), started_at=LATER)


def write_results(path: str, root: Path, *, is_checkout: bool = False) -> None:
    cache = result_cache(path, is_checkout=is_checkout)
    cache.keep(
        "src/a.py", make_read_mark(make_file_identity(os.lstat(root / "src/a.py")), b""), None
    )
    cache.save(lambda _: True)


def read_results(path: str, root: Path, *, is_checkout: bool = False) -> Any:
    cache = result_cache(path, is_checkout=is_checkout)
    return cache.look_up(str(root), ["src/a.py"], read=lambda paths: iter([None] * len(paths)))


def write_listings(path: str, root: Path) -> None:
    listing = Listing(str(root), tracked=False, find_stored=lambda: path, started_at=LATER)
    listing.files()
    listing.save()


def read_listings(path: str, root: Path) -> Any:
    listings = Listings(read_cached_mapping(path, LISTINGS), now_ns=LATER)
    walk_files(str(root), listings)
    return not listings.changed


def write_looks(path: str, root: Path) -> None:
    write_session(path, MEMORY)


def read_looks(path: str, root: Path) -> Any:
    return read_session(path)


def write_guard(path: str, root: Path) -> None:
    write_protected_snapshot(path, SNAPSHOT)


def read_guard(path: str, root: Path) -> Any:
    return read_protected_snapshot(path)


def write_head(path: str, root: Path) -> None:
    remember_head_files(path, str(root))


def read_head(path: str, root: Path) -> Any:
    return creates_file(path, str(root), "src/a.py")


KINDS = [
    Kind("contracts", write_contracts, read_contracts),
    Kind("results", write_results, read_results, ({}, ["src/a.py"])),
    Kind(
        "checkouts",
        partial(write_results, is_checkout=True),
        partial(read_results, is_checkout=True),
        ({}, ["src/a.py"]),
    ),
    Kind("listings", write_listings, read_listings, False),
    Kind("looks", write_looks, read_looks, Session()),
    Kind("guard", write_guard, read_guard),
    Kind("head", write_head, read_head),
]
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


@pytest.fixture(name="root")
def _root(project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A project with one commit; a witness of a session lies in the test's own folder."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return project({"src/a.py": "x = 1\n"}, commit=True)


def written(kind: Kind, root: Path, folder: Path) -> Path:
    """The file of the *kind*, in a *folder* of its own, which says something."""
    path = folder / "cached" / "x"
    kind.write(str(path), root)
    assert kind.read(str(path), root) not in (kind.nothing, None)
    return path


@EACH_KIND
def test_a_file_of_the_cache_is_the_users_only(kind: Kind, root: Path, tmp_path: Path) -> None:
    """Nobody else reads it, and nothing is left beside it."""
    path = written(kind, root, tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == ["x"]


@EACH_KIND
def test_a_garbled_byte_is_as_good_as_no_file(kind: Kind, root: Path, tmp_path: Path) -> None:
    """Whichever it is, and whatever it becomes."""
    path = written(kind, root, tmp_path)
    content = path.read_bytes()
    believed = []
    for index, byte in enumerate(content):
        garbled_byte = (byte ^ 1, byte ^ 0xFF, 0 if byte else 1)[index % 3]
        path.write_bytes(bytes([*content[:index], garbled_byte, *content[index + 1 :]]))
        if kind.read(str(path), root) not in (kind.nothing, None):
            believed.append((index, garbled_byte))
    assert believed == []


@EACH_KIND
def test_a_part_of_a_file_is_as_good_as_none(kind: Kind, root: Path, tmp_path: Path) -> None:
    """Cut short at any length, and with something after it."""
    path = written(kind, root, tmp_path)
    content = path.read_bytes()
    for wrong_content in (
        *(content[:length] for length in range(len(content))),
        content + b"\0",
        content + content,
    ):
        path.write_bytes(wrong_content)
        assert kind.read(str(path), root) == kind.nothing


def of_another_form(path: Path) -> None:
    mark, line_end, sealed_parts = path.read_bytes().partition(b"\n")
    path.write_bytes(mark[:-1] + b"x" + line_end + sealed_parts)


def with_another_value(path: Path) -> None:
    """Sound by its checksum."""
    form = path.read_bytes().partition(b"\n")[0].decode().removeprefix("phaser-lint ")
    write_stored_values(str(path), form, tuple(range(30)))


def removed(path: Path) -> None:
    path.unlink()


def folder_in_its_place(path: Path) -> None:
    path.unlink()
    (path / "inner").mkdir(parents=True)


def pipe_in_its_place(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link_to_it(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


def link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def readable_by_others(path: Path) -> None:
    path.chmod(0o604)


def writable_by_the_group(path: Path) -> None:
    path.chmod(0o620)


def larger_than_any(path: Path) -> None:
    os.truncate(path, 256 * 1024 * 1024 + 1)


def file_in_place_of_its_folder(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("")


@pytest.mark.one_row_in(7)
@EACH_KIND
@pytest.mark.parametrize(
    "damage",
    [
        of_another_form, with_another_value, removed, folder_in_its_place, pipe_in_its_place,
        link_to_it, link_to_itself, readable_by_others, writable_by_the_group, larger_than_any,
        file_in_place_of_its_folder,
    ],
)  # fmt: skip
def test_a_file_that_nobody_wrote_so_is_as_good_as_none(
    kind: Kind, damage: Callable[[Path], None], root: Path, tmp_path: Path
) -> None:
    """And to write another one is no error either, be it possible or not."""
    path = written(kind, root, tmp_path)
    damage(path)
    assert kind.read(str(path), root) == kind.nothing
    kind.write(str(path), root)
    kind.read(str(path), root)


@EACH_KIND
def test_a_file_of_another_user_is_as_good_as_none(
    kind: Kind, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(kind, root, tmp_path)
    user = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert kind.read(str(path), root) == kind.nothing


FULL = """
import resource, sys
from pathlib import Path
from tests.core.test_cache_file import KINDS
name, path, root = sys.argv[1:]
sys.dont_write_bytecode = True  # it would be cut short, and stay
kind = next(each for each in KINDS if each.name == name)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
kind.write(path, Path(root))
print(kind.read(path, Path(root)) == kind.nothing)
"""


@pytest.mark.one_row_in(9)
@EACH_KIND
def test_on_a_full_disk_nothing_is_left(kind: Kind, root: Path, tmp_path: Path) -> None:
    """Not even half of it; what was there before is what is read."""
    path = tmp_path / "cached" / "x"
    command = [sys.executable, "-c", FULL, kind.name, str(path), str(root)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == ("True\n", "")
    assert os.listdir(path.parent) == []


def test_what_is_no_plain_data_is_not_written(tmp_path: Path) -> None:
    """The file from before stays as it is."""
    place = (str(tmp_path / "cached" / "x"), "things 1")
    assert not write_stored_values(*place, "plain", object())
    assert not (tmp_path / "cached").exists()
    assert write_stored_values(*place, ("plain",))
    assert not write_stored_values(*place, object())
    assert read_stored_value(*place) == ("plain",)


def test_a_file_holds_what_was_written_last(tmp_path: Path) -> None:
    """One value, or several, each of which is opened by itself."""
    path, form = str(tmp_path / "x"), "things 1"
    written_values = ("one", {"two": (2, None, b"\0")}, 3.5)
    assert write_stored_values(path, form, "before")
    assert write_stored_values(path, form, *written_values)
    sealed_parts = read_stored_parts(path, form)
    assert [open_sealed_part(sealed_part) for sealed_part in sealed_parts] == [*written_values]
    assert read_stored_value(path, form) == "one"
    assert read_stored_value(path, "things 2") is None


def test_of_a_large_mapping_a_small_part_is_held(tmp_path: Path) -> None:
    """While it is written, and while it is read: what a million files left is a hundred MB."""
    path = str(tmp_path / "x")
    items = ((str(number), bytes([number % 256]) * 1_000) for number in range(4_000))
    tracemalloc.start()
    try:
        assert write_cached_items(path, RESULTS, items)
        lengths = {name: len(piece) for name, piece in read_cached_items(path, RESULTS)}
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert lengths == dict.fromkeys(map(str, range(4_000)), 1_000)
    assert peak < os.path.getsize(path) // 3


def test_what_is_larger_than_is_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mapping from before stays; nothing lies beside it."""
    monkeypatch.setattr(core_cache_file, "_LARGEST", 1_000)
    path = str(tmp_path / "x")
    assert write_cached_items(path, RESULTS, [("a", b"1")])
    assert not write_cached_items(path, RESULTS, [("a", bytes(1_000))])
    assert read_cached_mapping(path, RESULTS) == {"a": b"1"}
    assert os.listdir(tmp_path) == ["x"]


def test_each_name_has_a_path_of_its_own() -> None:
    """Names that are no text have one, too."""
    names = [("/a", "/b"), ("/a/b", ""), ("/b", "/a"), ("/a", "/b", "3.12")]
    names += [("/\udcff",), ("\ud800",)]
    assert len({name_cache_path("/cache", name) for name in names}) == len(names)
    assert {os.path.dirname(name_cache_path("/cache", name)) for name in names} == {"/cache"}


def test_what_nobody_wrote_for_a_month_goes(tmp_path: Path) -> None:
    """And, at once, what a killed process left half written."""
    path = str(tmp_path / "own")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    days = {"old": 31, "new": 15, f"new.{os.getpid()}": 0, f"new.{ended.pid}": 0}
    for name, age in days.items():
        (tmp_path / name).touch()
        moment = LATER - age * 24 * 3600 * 1_000_000_000
        os.utime(tmp_path / name, ns=(moment, moment))
    assert write_stored_values(path, "things 1", "value")
    discard_unused_files(path, now_ns=LATER)
    assert {*os.listdir(tmp_path)} == {"own", "new", f"new.{os.getpid()}"}
