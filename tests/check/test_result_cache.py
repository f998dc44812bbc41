"""Scans with kept results: always what a scan without them says, whatever happened in between."""

from __future__ import annotations

import os
import random
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import run
from sys import executable
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check import project_inputs as checked_inputs
from phaser_lint.check import result_cache
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.core.cache_file import CacheFile
from phaser_lint.project import walk
from phaser_lint.report import json
from tests.damaged_files import cut_short, emptied, garbled
from tests.tables import first_of_each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.conftest import MakeProject

CONTRACT = """\
rule_id: no-print
type: forbid_pattern
pattern: print\\(
file_glob: '*.py'
message: No.
severity: error
"""
EXISTS = """\
rule_id: no-secrets
type: file_not_exists
file_glob: '*.pem'
message: No.
severity: error
"""
FILES = {
    ".phaser/contracts/no-print.yaml": CONTRACT,
    ".phaser/contracts/no-secrets.yaml": EXISTS,
    "clean.py": "x = 1\n",
    "broken.py": "print(1)\n",
    "kept.py": "print(2)  # phaser:ignore no-print -- why\n",
    "src/deep/broken.py": "\n\nprint(3)\n",
    "src/notes.txt": "print(4)\n",
}


class Later:
    """A clock on which nothing changed a moment ago."""

    @staticmethod
    def time_ns() -> int:
        return time.time_ns() + 10_000_000_000


class Stopped:
    """A clock that goes on where a test says so, however busy the machine is."""

    now = 0

    def time_ns(self) -> int:
        return self.now


@pytest.fixture(name="root", params=["git", "walk"])
def _root(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    """A project whose results are all kept; its files are listed by git, or by a walk."""
    monkeypatch.setattr(checked_inputs, "time", Later)
    root = project(FILES)
    if request.param == "walk":
        shutil.rmtree(root / ".git")
    assert scanned(root) == afresh(root)
    return root


def scanned(root: Path, *paths: str, **others: Any) -> str:
    """The report of a scan with kept results, as JSON; *paths* from the root."""
    return reported(root, paths, cache_dir=f"{root}-cache", **others)


def afresh(root: Path, *paths: str, **others: Any) -> str:
    """The report of a scan that keeps nothing."""
    return reported(root, paths, cache=False, **others)


def reported(root: Path, paths: tuple[str, ...], **others: Any) -> str:
    """The report of a scan of *paths*, as JSON."""
    named = tuple(str(root / path) for path in paths)
    options = ProjectOptions(root=str(root), user_contracts=False, paths=named)
    return json.render(check_project(options._replace(**others)))


def results_file(root: Path) -> Path:
    """The file of kept results."""
    (found,) = Path(f"{root}-cache", "results").iterdir()
    return found


PARTS: list[tuple[str, ...]] = [
    (), (".",), ("src",), ("src/deep",), ("src", "clean.py"), ("broken.py",), ("src/..", "kept.py"),
]  # fmt: skip


def never(*arguments: object, **options: object) -> None:
    raise AssertionError(arguments)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("part", PARTS)
def test_kept_results_are_used(
    root: Path, part: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is checked and no folder is listed a second time, whatever part is asked for."""
    expected = afresh(root, *part)
    time.sleep(0.15)  # the contracts are not kept, and folders not asked for, before
    assert scanned(root, *part) == expected
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    monkeypatch.setattr("phaser_lint.project.walk.list_folder", never)
    assert scanned(root, *part) == expected


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_keeps_its_results_for_the_whole(
    root: Path, part: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``scan DIR`` checked all of it each time; the whole checks then what it did not see."""
    shutil.rmtree(f"{root}-cache")
    expected = [afresh(root, *part), afresh(root)]
    assert scanned(root, *part) == expected[0]
    checked: list[str] = []
    watch_checked(checked, monkeypatch)
    assert [scanned(root, *part), scanned(root)] == expected
    seen_before = {path for path in FILES if path.endswith(".py") and is_in(path, part)}
    assert set(checked) == {path for path in FILES if path.endswith(".py")} - seen_before


def watch_checked(checked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Note the files that are checked, and do not come from what was kept."""
    results = ManyFiles.results

    def watched(files: ManyFiles, paths: Sequence[str]) -> Any:
        checked.extend(paths)
        return results(files, paths)

    monkeypatch.setattr(ManyFiles, "results", watched)


def is_in(path: str, part: tuple[str, ...]) -> bool:
    """Tell whether *path* is at or below one of the paths of a *part*."""
    named = {os.path.normpath(each) for each in part or (".",)}
    return "." in named or any(f"{path}/".startswith(f"{each}/") for each in named)


def test_from_a_folder_below_the_top_it_is_the_same(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``scan`` in ``src`` uses what a scan of everything kept."""
    monkeypatch.chdir(root / "src")
    expected = afresh(root, here=True)
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    assert scanned(root, here=True) == expected
    assert '"src/deep/broken.py"' in expected
    assert '"broken.py"' not in expected


def edited(root: Path) -> None:
    (root / "clean.py").write_text("print(5)\n")


def fixed(root: Path) -> None:
    (root / "broken.py").write_text("pass\n")


def same_size_and_time(root: Path) -> None:
    """The time of the change put back: the time of the status tells."""
    path = root / "clean.py"
    before = path.stat()
    path.write_text("eval(\n")
    assert path.stat().st_size == before.st_size
    (root / ".phaser/contracts/no-print.yaml").write_text(CONTRACT.replace("print", "eval"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replaced_by_another(root: Path) -> None:
    """Renamed over: another file, as large and as old."""
    path, other = root / "clean.py", root / "other.txt"
    before = path.stat()
    other.write_text("print(")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.replace(other, path)


def directive_added(root: Path) -> None:
    (root / "broken.py").write_text("print(1)  # phaser:ignore no-print -- fine\n")


def contract_changed(root: Path) -> None:
    (root / ".phaser/contracts/no-print.yaml").write_text(CONTRACT.replace("print", "x"))


def contract_glob_changed(root: Path) -> None:
    (root / ".phaser/contracts/no-print.yaml").write_text(CONTRACT.replace("*.py", "*.txt"))


def contract_added(root: Path) -> None:
    text = CONTRACT.replace("no-print", "no-x").replace("print\\(", "x")
    (root / ".phaser/contracts/no-x.yaml").write_text(text)


def contract_removed(root: Path) -> None:
    (root / ".phaser/contracts/no-print.yaml").unlink()


def file_added(root: Path) -> None:
    (root / "src/deep/new.py").write_text("print(6)\n")


def file_removed(root: Path) -> None:
    (root / "broken.py").unlink()


def file_moved(root: Path) -> None:
    (root / "broken.py").rename(root / "src/moved.py")


def folder_moved(root: Path) -> None:
    (root / "src/deep").rename(root / "src/deeper")


def folder_became_a_file(root: Path) -> None:
    shutil.rmtree(root / "src/deep")
    (root / "src/deep").write_text("")


def file_became_a_link(root: Path) -> None:
    (root / "broken.py").unlink()
    (root / "broken.py").symlink_to("src/deep/broken.py")


def unwanted_file(root: Path) -> None:
    (root / "src/key.pem").write_text("")


def ignored_by_gitignore(root: Path) -> None:
    (root / ".gitignore").write_text("src/\n")


def gitignore_changed(root: Path) -> None:
    ignored_by_gitignore(root)
    scanned(root)
    (root / ".gitignore").write_text("xyz/\n")


def hidden_repository(root: Path) -> None:
    """From a walk to git's listing."""
    run(["git", "init", "-q", str(root)], check=True)


CHANGES = [
    edited, fixed, same_size_and_time, replaced_by_another, directive_added, contract_changed,
    contract_glob_changed, contract_added, contract_removed, file_added, file_removed, file_moved,
    folder_moved, folder_became_a_file, file_became_a_link, unwanted_file, ignored_by_gitignore,
    gitignore_changed, hidden_repository,
]  # fmt: skip

# The way the files are found changes, not what is found.
TO_THE_SAME = (gitignore_changed, hidden_repository)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_shows(root: Path, change: Callable[[Path], None]) -> None:
    """At once, and in every scan after it."""
    before = scanned(root)
    change(root)
    expected = afresh(root)
    assert (expected == before) == (change in TO_THE_SAME)
    assert [scanned(root), scanned(root)] == [expected, expected]


# Those that can be made again and again, one after the other.
REPEATABLE = [each for each in CHANGES if each not in (folder_became_a_file, hidden_repository)]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "seed", first_of_each([(seed,) for seed in range(16)], lambda row: min(row[0], 3))
)
def test_parts_and_the_whole_agree_after_any_changes(root: Path, seed: int) -> None:
    """A file changes, and is looked at or not, by scans that share what they keep."""
    chance = random.Random(seed)
    for _ in range(6):
        with suppress(OSError):  # moved away already
            chance.choice(REPEATABLE)(root)
        for part in chance.choices(PARTS, k=2):
            there = tuple(path for path in part if (root / path).exists())
            assert scanned(root, *there) == afresh(root, *there), there


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def readable_by_others(path: Path) -> None:
    path.chmod(0o644)


def gone(path: Path) -> None:
    path.unlink()


def lock_of_a_killed_scan(path: Path) -> None:
    path.with_name(f"{path.name}.{os.getpid()}").write_bytes(b"half")


FAULTS = [
    cut_short, garbled, emptied, a_folder, a_link, readable_by_others, gone, lock_of_a_killed_scan
]  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_spoilt_file_of_results_is_as_good_as_none(
    root: Path, fault: Callable[[Path], None]
) -> None:
    """Slower, never different; and nothing is left half-written."""
    fault(results_file(root))
    (root / "clean.py").write_text("print(7)\n")
    expected = afresh(root)
    assert [scanned(root), scanned(root)] == [expected, expected]


def test_a_cache_folder_that_cannot_be_written_changes_nothing(
    project: MakeProject, tmp_path: Path
) -> None:
    """It is a file."""
    root = project(FILES)
    Path(f"{root}-cache").write_text("")
    assert [scanned(root), scanned(root)] == [afresh(root)] * 2


@pytest.mark.parametrize("part", [{"paths": ("clean.py",)}, {"tree": True}])
def test_a_scan_of_a_part_keeps_the_rest(root: Path, part: dict[str, Any]) -> None:
    """``--tree`` asks for no file; it once emptied the results."""
    data = results_file(root).read_bytes()
    part = {key: tuple(str(root / path) for path in paths) if key == "paths" else paths
            for key, paths in part.items()}  # fmt: skip
    options = ProjectOptions(root=str(root), user_contracts=False, cache_dir=f"{root}-cache")
    check_project(options._replace(**part))
    assert results_file(root).read_bytes() == data


def test_what_changed_a_moment_ago_is_checked_again(project: MakeProject) -> None:
    """A second change in the same tick of the clock would not show."""
    root = project(FILES)
    soon = result_cache.ResultCache(
        CacheFile(str(root / "results"), "results 1"), started_at=time.time_ns()
    )
    soon.keep("clean.py", result_cache.identity_of(os.lstat(root / "clean.py")), None)
    soon.save(lambda path: True)
    assert not (root / "results").exists()


def test_a_folder_that_changed_a_moment_ago_is_listed_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment before the scan began, however long the contracts take to be read."""
    open_contracts, clock = checked_inputs.open_contracts, Stopped()

    def slowly(*arguments: Any, **options: Any) -> Any:
        clock.now += 1_000_000_000
        return open_contracts(*arguments, **options)

    shutil.rmtree(root / ".git", ignore_errors=True)
    seen: list[str] = []

    def watched(folder: str) -> Any:
        seen.append(folder)
        return listed(folder)

    listed = walk.list_folder
    monkeypatch.setattr(checked_inputs, "open_contracts", slowly)
    monkeypatch.setattr(checked_inputs, "time", clock)
    shutil.rmtree(f"{root}-cache")
    time.sleep(0.15)  # the contracts are kept, so the second scan reads none
    (root / "src/new.py").write_text("")
    clock.now = (root / "src").stat().st_ctime_ns
    scanned(root)
    monkeypatch.setattr(walk, "list_folder", watched)
    scanned(root)
    assert f"{root}/src/" in seen
    assert f"{root}/.phaser/" not in seen


def test_a_folder_that_could_not_be_listed_is_listed_the_next_time(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many files open it was taken for an empty one, until it changed."""
    expected = afresh(root)
    shutil.rmtree(root / ".git", ignore_errors=True)
    shutil.rmtree(f"{root}-cache")
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refused)
        assert scanned(root) != expected
    assert [scanned(root), scanned(root)] == [expected, expected]


def refused(path: str) -> Any:
    raise OSError(24, "Too many open files")


def test_results_of_another_build_do_not_count(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reinstalled program need not have another version."""
    before = results_file(root)
    other = root / "other.py"
    other.write_text("")
    monkeypatch.setattr("phaser_lint.contract.store.own_file", str(other))
    scanned(root)
    assert [path for path in before.parent.iterdir() if path != before] != []


def test_without_files_of_its_own_a_program_keeps_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a zip archive."""
    monkeypatch.setattr("phaser_lint.contract.store.own_file", str(root / "a.zip/own.py"))
    expected = afresh(root)
    shutil.rmtree(f"{root}-cache")
    assert [scanned(root), scanned(root)] == [expected, expected]
    assert not Path(f"{root}-cache").exists()


def test_files_that_nobody_wrote_for_a_month_are_removed(root: Path) -> None:
    """Every change of a contract starts a new one, and a killed scan may leave half of one."""
    now = results_file(root)
    for name, days in (("recent", 29), ("old", 31), (f"{now.name}.123", 31)):
        path = now.with_name(name)
        path.write_bytes(b"")
        os.utime(path, (path.stat().st_atime, time.time() - days * 24 * 3600))
    (root / "clean.py").write_text("print(8)\n")
    assert scanned(root) == afresh(root)
    assert {path.name for path in now.parent.iterdir()} == {now.name, "recent"}


@pytest.mark.one_row_in(2)
def test_scans_at_once_give_the_same(root: Path) -> None:
    """Six processes on one project and one cache, from nothing."""
    shutil.rmtree(f"{root}-cache")
    expected = afresh(root)
    command = (executable, "-m", "phaser_lint", "scan", "--format", "json", "--project-contracts")
    flags = ("--root", str(root), "--cache-dir", f"{root}-cache")

    def scan(_: int) -> str:
        return run([*command, *flags], capture_output=True, text=True, check=False).stdout

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(scan, range(12))) == {expected}
    assert [
        path.name for path in Path(f"{root}-cache", "results").iterdir() if "." in path.name
    ] == []
