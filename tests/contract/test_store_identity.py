"""The identity of contract files: every change of them, or of what reads them, must show in it."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint import contract as store
from phaser_lint.contract import identify_contract_files
from phaser_lint.core import find_extension_path

if TYPE_CHECKING:
    from pathlib import Path


def make_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "a.yaml").write_text("a: 1\n")
    (folder / "b.yaml").write_text("b: 1\n")
    return folder


def rewrite(folder: Path) -> None:
    """Same size, and the times put back: only the time of the inode's change tells."""
    path = folder / "a.yaml"
    before = path.stat()
    path.write_text("a: 2\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace(folder: Path) -> None:
    """Another file of the same size and time under the same name."""
    path, replacement = folder / "a.yaml", folder.parent / "other"
    before = path.stat()
    replacement.write_text("a: 2\n")
    os.utime(replacement, ns=(before.st_atime_ns, before.st_mtime_ns))
    replacement.replace(path)


def swap(folder: Path) -> None:
    """Two files change their names."""
    (folder / "a.yaml").rename(folder / "c.yaml")
    (folder / "b.yaml").rename(folder / "a.yaml")
    (folder / "c.yaml").rename(folder / "b.yaml")


def come_and_go(folder: Path) -> None:
    """A file that was there only while the others were read."""
    (folder / "c.yaml").write_text("c: 1\n")
    (folder / "c.yaml").unlink()


def move_and_link(folder: Path) -> None:
    """The same files, but they lie elsewhere in the project."""
    moved = folder.with_name("moved")
    folder.rename(moved)
    folder.symlink_to(moved)


def link_to_copy(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("copy"))
    shutil.rmtree(folder)
    folder.symlink_to(folder.with_name("copy"))


def link_a_file(folder: Path) -> None:
    (folder / "b.yaml").unlink()
    (folder / "b.yaml").symlink_to("a.yaml")


@pytest.mark.parametrize(
    "change",
    [
        rewrite,
        replace,
        swap,
        come_and_go,
        move_and_link,
        link_to_copy,
        link_a_file,
        lambda folder: (folder / "a.yaml").chmod(0o600),
        lambda folder: (folder / "a.yaml").unlink(),
        lambda folder: (folder / "b.yaml").rename(folder / "c.yaml"),
        lambda folder: (folder / "c.yaml").write_text("c: 1\n"),
        lambda folder: (folder / "sub").mkdir(),
        lambda folder: shutil.rmtree(folder),
    ],
)
def test_every_change_shows(tmp_path: Path, change) -> None:
    """The identity before and after a change differ; without one it stays."""
    folder = make_folder(tmp_path)
    before = identify_contract_files([str(folder)])
    assert before == identify_contract_files([str(folder)])
    time.sleep(0.02)  # longer than a tick of the file system's clock
    change(folder)
    assert identify_contract_files([str(folder)]) not in (None, before)


def test_a_link_is_its_target(tmp_path: Path) -> None:
    """A contract file that is a link changes with what it points to."""
    folder = make_folder(tmp_path)
    (tmp_path / "one.txt").write_text("a: 1\n")
    (folder / "b.yaml").unlink()
    (folder / "b.yaml").symlink_to(tmp_path / "one.txt")
    before = identify_contract_files([str(folder)])
    time.sleep(0.02)
    (tmp_path / "one.txt").write_text("a: 2\n")
    assert identify_contract_files([str(folder)]) not in (None, before)


@pytest.mark.parametrize("place", ["folder", "file"])
def test_a_dangling_link_has_no_identity(tmp_path: Path, place: str) -> None:
    """A missing folder is an empty one; a link to nowhere is not, it has to be said."""
    folder = make_folder(tmp_path)
    if place == "file":
        (folder / "c.yaml").symlink_to("nowhere")
    else:
        shutil.rmtree(folder)
        assert identify_contract_files([str(folder)]) is not None
        folder.symlink_to("nowhere")
    assert identify_contract_files([str(folder)]) is None


def test_no_folder_has_no_identity(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "contracts").write_text("")
    assert identify_contract_files([str(tmp_path / "contracts")]) is None


@pytest.mark.parametrize("name", ["regex", "yaml"])
def test_a_missing_package_has_no_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Where a package is not found it cannot be known whether it is still the same."""
    for package in {"regex", "yaml"} - {name}:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    engine = os.path.basename(find_extension_path("regex._regex"))
    (tmp_path / "regex").mkdir(exist_ok=True)
    (tmp_path / "regex" / ("other" if name == "regex" else engine)).touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert identify_contract_files([str(tmp_path)]) is None


@pytest.mark.parametrize("name", ["own_file", "engine", "yaml", "version", "sys"])
def test_another_program_is_another_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What contracts are read with belongs to what was read."""
    folder = str(make_folder(tmp_path))
    before = identify_contract_files([folder])
    other_module = tmp_path / "site" / name / "__init__.py"
    other_module.parent.mkdir(parents=True)
    other_module.touch()
    if name == "own_file":
        monkeypatch.setattr(store, "own_file", str(other_module))
    elif name == "engine":
        monkeypatch.setattr(store, "find_extension_path", lambda _: str(other_module))
    elif name == "version":
        monkeypatch.setattr(store, "__version__", "0.0.0")
    elif name == "sys":
        monkeypatch.setattr(sys, "version", "4.0")
    else:
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert identify_contract_files([folder]) not in (None, before)


def test_a_type_more_is_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout: what was stored on a branch with another type broke the next one's scan."""
    monkeypatch.setattr(store, "_SOURCES", (str(shutil.copy(store._SOURCES[0], tmp_path)),))
    before = store.identify_program()
    assert before == store.identify_program()
    with open(store._SOURCES[0], "a", encoding="utf-8") as table:
        table.write("# one more\n")
    assert store.identify_program() != before


def test_the_sources_are_there() -> None:
    """A file that was moved away would tell nothing, at every run."""
    assert [os.path.isfile(path) for path in store._SOURCES] == [True] * 3
