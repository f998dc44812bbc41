"""Under which names a project's caches are kept."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from phaser_lint.check import project_caches
from phaser_lint.check.project_caches import find_listing_path, name_program
from phaser_lint.check.project_options import ProjectOptions
from tests.conftest import write_files

PACKAGES = ("phaser_lint", "regex", "pathspec")


def installed(folder: Path) -> Path:
    """Packages as an installer leaves them, each with the hashes of its files."""
    for package in PACKAGES:
        record = (
            f"../../../bin/{package},sha256={folder.name},9\n"
            f"{package}-1.dist-info/INSTALLER,sha256={folder.name},3\n"
            f"{package}/__init__.py,sha256=a,3\n"
            f"{package}/__pycache__/__init__.pyc,,\n"
        )
        write_files(folder, {f"{package}/__init__.py": "", f"{package}-1.dist-info/RECORD": record})
    return folder


def name_of_cache(monkeypatch: pytest.MonkeyPatch, folder: Path, *before: Path) -> str:
    """The name that a program gives which is installed in *folder*."""
    with monkeypatch.context() as patch:
        patch.setattr(project_caches, "own_file", str(folder / "phaser_lint" / "__init__.py"))
        patch.setattr(sys, "path", [*map(str, before), str(folder), *sys.path])
        path = find_listing_path("/project", ProjectOptions(cache_dir="/cache"), name_program())
    assert path
    return Path(path).name


def test_a_program_that_is_installed_twice_has_one_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another machine its files have other times, and its scripts other hashes."""
    names = {name_of_cache(monkeypatch, installed(tmp_path / folder)) for folder in ("one", "two")}
    assert len(names) == 1


@pytest.mark.parametrize("package", PACKAGES)
def test_another_build_has_a_cache_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """A file differs; a package comes from elsewhere; the record is gone, or there are two."""
    folder = installed(tmp_path / "one")
    names = [name_of_cache(monkeypatch, folder)]
    names.append(name_of_cache(monkeypatch, folder, installed(tmp_path / "before")))
    record = folder / f"{package}-1.dist-info" / "RECORD"
    text = record.read_text()
    record.write_text(text.replace("sha256=a", "sha256=b"))
    names.append(name_of_cache(monkeypatch, folder))
    assert len({*names}) == 3
    record.write_text(text)
    shutil.copytree(record.parent, folder / f"{package}-2.dist-info")
    assert name_of_cache(monkeypatch, folder) not in (names[0], names[2])


def test_a_package_without_its_record_is_told_by_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Distributions leave the record out; there is a cache all the same."""
    folder = installed(tmp_path / "one")
    (folder / "regex-1.dist-info" / "RECORD").unlink()
    assert name_of_cache(monkeypatch, folder)
