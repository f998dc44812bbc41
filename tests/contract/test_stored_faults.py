"""Whatever befalls the file of the store: always what reading the contract files gives.

``project.load()`` goes through the store, ``project.load_from_files()`` never does; both are equal.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.open_contracts import make_identified_places, open_contracts
from phaser_lint.project import find_user_cache_folder
from tests.contract.stored import Later, Project, make_project
from tests.examples import levels_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with one contract, on a machine where nothing changed a moment ago."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    return make_project(tmp_path)


@pytest.fixture
def stored(project: Project) -> Project:
    """The same with its set in the store."""
    project.load()
    assert project.read_contracts() == project.load_from_files()
    return project


# Whatever befalls the file of the store.


@pytest.mark.slow
def test_a_garbled_store_gives_what_was_stored_or_nothing(stored: Project) -> None:
    """Any byte, and cut short at any length: what is found is what was stored, or nothing."""
    path, plain = stored.store_file(), stored.load_from_files()
    stored_content, filters = path.read_bytes(), stored.read_filters()
    assert filters is not None
    lost = 0
    for position in range(len(stored_content)):
        bent = bytes(
            [
                *stored_content[:position],
                stored_content[position] ^ 0x55,
                *stored_content[position + 1 :],
            ]
        )
        for damaged in (bent, stored_content[:position]):
            path.write_bytes(damaged)
            filters_read = stored.read_filters()
            assert filters_read is None or filters_read._replace(sealed=b"") == filters._replace(
                sealed=b""
            )
            contracts_read = stored.read_contracts()
            assert contracts_read is None or contracts_read == plain
            lost += contracts_read is None
            if position % 200 == 0:
                assert stored.load() == plain
                assert stored.read_contracts() == plain, "fixed"
    assert lost == 2 * len(stored_content)


def remove(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def folder_in_its_place(path: Path) -> None:
    path.unlink()
    (path / "inner").mkdir(parents=True)


def pipe_in_its_place(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link_in_its_place(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


def link_to_nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def readable_by_others(path: Path) -> None:
    path.chmod(0o644)


def file_in_place_of_the_cache(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("")


def read_only(path: Path) -> None:
    path.unlink()
    path.parent.chmod(0o500)


def left_by_a_killed_process(path: Path) -> None:
    # The number of a process is used again, here by this one.
    path.rename(path.with_name(f"{path.name}.{os.getpid()}"))


@pytest.mark.parametrize(
    ("damage", "fixed"),
    [
        (remove, True),
        (empty, True),
        (folder_in_its_place, False),
        (pipe_in_its_place, True),
        (link_in_its_place, True),
        (link_to_nowhere, True),
        (link_to_itself, True),
        (readable_by_others, True),
        (file_in_place_of_the_cache, False),
        (read_only, os.geteuid() == 0),
        (left_by_a_killed_process, True),
    ],
)
def test_a_damaged_store_changes_no_contract(
    stored: Project, damage: Callable[[Path], None], fixed: bool
) -> None:
    """The same contracts all the same; and the store is fixed where that is possible."""
    plain = stored.load_from_files()
    damage(stored.store_file())
    assert stored.read_contracts() is None
    assert stored.load() == plain
    assert (stored.read_contracts() == plain) is fixed
    assert stored.load() == plain


@pytest.mark.parametrize(
    ("environment", "home", "expected"),
    [
        ({}, "/home/me", "/home/me/.cache/phaser-lint"),
        ({"XDG_CACHE_HOME": "/cache"}, "/home/me", "/cache/phaser-lint"),
        ({"XDG_CACHE_HOME": "/cache"}, "", "/cache/phaser-lint"),
        ({"XDG_CACHE_HOME": "cache"}, "/home/me", "/home/me/.cache/phaser-lint"),
        ({"XDG_CACHE_HOME": "cache"}, "", ""),
        ({}, "", ""),
    ],
)
def test_a_relative_cache_folder_does_not_count(
    environment: dict[str, str], home: str, expected: str
) -> None:
    """A relative one would be another one in each working directory: it does not count."""
    assert find_user_cache_folder(environment, home=home) == expected


def test_without_a_cache_nothing_is_different(project: Project) -> None:
    """Without a home and a cache nothing is stored and nothing is different."""
    contract_set, *_ = open_contracts(
        make_identified_places(levels_at(project.root), home="", cache=""), end=None
    )
    assert contract_set.contracts == project.load_from_files().contracts
    assert sorted(path.name for path in project.root.parent.iterdir()) == ["home", "root"]


# Other processes.

LOADING = """
import os, resource, sys
from phaser_lint import contract as store
from phaser_lint.contract import open_contracts
from tests.contract.stored import Later
from tests.examples import levels_at
open_contracts.time = Later
root, home, cache, fault = sys.argv[1:]
if fault == "killed":
    os.replace = lambda source, target: os.kill(os.getpid(), 9)
if fault == "full":
    sys.dont_write_bytecode = True  # it would be cut short, and kept
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
places = open_contracts.make_identified_places(levels_at(root), home=home, cache=cache)
found, *_ = open_contracts.open_contracts(places, end=None)
print([contract.rule_id for contract in found.contracts])
"""


def loading(project: Project, fault: str = "") -> subprocess.Popen[str]:
    """Another process that loads the contracts."""
    places = [str(project.root), str(project.home), str(project.cache)]
    return subprocess.Popen(
        [sys.executable, "-c", LOADING, *places, fault], stdout=subprocess.PIPE, text=True
    )


def said(process: subprocess.Popen[str]) -> tuple[str, int]:
    out, _ = process.communicate()
    return out.strip(), process.returncode


@pytest.mark.slow
def test_killed_while_it_writes(project: Project) -> None:
    """What it leaves behind disturbs nobody, and goes with what is stored next."""
    assert said(loading(project, "killed")) == ("", -9)
    assert [path.suffix != "" for path in project.store_files()] == [True], "half a store is left"
    assert project.read_filters() is None
    assert project.load() == project.load_from_files() == project.read_contracts()
    assert [path.suffix for path in project.store_files()] == [""]


def test_old_sets_go(project: Project) -> None:
    """Those of projects and installations that nobody has used for a month."""
    project.load()
    (own_file,) = project.store_files()
    month = 31 * 24 * 3600
    for name, age in (("old", month), ("new", month // 2), (f"new.{os.getpid()}", 0)):
        (own_file.parent / name).touch()
        os.utime(own_file.parent / name, ns=(0, Later.time_ns() - age * 1_000_000_000))
    own_file.unlink()
    project.load()
    assert {path.name for path in project.store_files()} == {
        own_file.name,
        "new",
        f"new.{os.getpid()}",
    }


def test_on_a_full_disk_nothing_is_different(project: Project) -> None:
    """Nothing is stored, nothing is left behind, nothing is different."""
    assert said(loading(project, "full")) == ("['no-print']", 0)
    assert project.store_files() == []
    assert project.load() == project.load_from_files() == project.read_contracts()


@pytest.mark.slow
def test_two_processes_store_at_once(project: Project) -> None:
    """Each writes a file of its own and puts it in place whole."""
    processes = [loading(project) for _ in range(2)]
    assert [said(process) for process in processes] == [("['no-print']", 0)] * 2
    assert project.read_contracts() == project.load_from_files()
    assert len(project.store_files()) == 1
