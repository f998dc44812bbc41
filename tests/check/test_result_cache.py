"""Scans with kept results: always what a scan without them says, whatever happened in between."""

from __future__ import annotations

import os
import random
import shutil
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import run
from sys import executable
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check import project_caches, project_scan, result_cache
from phaser_lint.check import project_inputs as checked_inputs
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
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
    assert scan_with_cache(root) == scan_without_cache(root)
    return root


def scan_with_cache(root: Path, *paths: str, **options: Any) -> str:
    """The report of a scan with kept results, as JSON; *paths* from the root."""
    return scan_as_json(root, paths, cache_dir=f"{root}-cache", **options)


def scan_without_cache(root: Path, *paths: str, **options: Any) -> str:
    """The report of a scan that keeps nothing."""
    return scan_as_json(root, paths, cache=False, **options)


def scan_as_json(root: Path, paths: tuple[str, ...], **option_values: Any) -> str:
    """The report of a scan of *paths*, as JSON."""
    absolute_paths = tuple(str(root / path) for path in paths)
    options = ProjectOptions(root=str(root), user_contracts=False, paths=absolute_paths)
    return json.render(check_project(options._replace(**option_values)))


def results_file(root: Path, kind: str = "results") -> Path:
    """The file of kept results, or of what the checkout's files hold."""
    (file,) = Path(f"{root}-cache", kind).iterdir()
    return file


SCANNED_PATHS: list[tuple[str, ...]] = [
    (), (".",), ("src",), ("src/deep",), ("src", "clean.py"), ("broken.py",), ("src/..", "kept.py"),
]  # fmt: skip


def never(*arguments: object, **options: object) -> None:
    raise AssertionError(arguments)


def test_without_a_cache_no_file_is_hashed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would ask for the hash."""
    expected = scan_with_cache(root)
    monkeypatch.setattr("phaser_lint.check.many_files.make_read_mark", never)
    assert scan_without_cache(root) == expected


def test_many_files_are_hashed_by_openssl_and_known_without_it(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded where they hold a megabyte; its hashes are those of Python."""
    openssl = pytest.importorskip("_hashlib")
    hashed: list[bytes] = []

    def watched(content: bytes) -> Any:
        hashed.append(content)
        return openssl_sha1(content)

    openssl_sha1 = openssl.openssl_sha1
    monkeypatch.setattr(openssl, "openssl_sha1", watched)
    monkeypatch.setattr(checked_inputs, "time", Later)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
    root = project({**FILES, **{f"many/{number}.py": f"x = {number}\n" for number in range(160)}})
    expected = scan_with_cache(root)
    assert len(hashed) > 160
    monkeypatch.delattr(openssl, "openssl_sha1")
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    assert scan_as_json(copied(root), (), cache_dir=f"{root}-cache") == expected


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("scanned_paths", SCANNED_PATHS)
def test_cached_results_are_used(
    root: Path, scanned_paths: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is checked and no folder is listed a second time, whatever part is asked for."""
    expected = scan_without_cache(root, *scanned_paths)
    time.sleep(0.15)  # the contracts are not kept, and folders not asked for, before
    assert scan_with_cache(root, *scanned_paths) == expected
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    monkeypatch.setattr("phaser_lint.project.walk.list_walked_names", never)
    assert scan_with_cache(root, *scanned_paths) == expected


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("scanned_paths", SCANNED_PATHS)
def test_a_scan_of_a_part_caches_for_the_whole(
    root: Path, scanned_paths: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``scan DIR`` checked all of it each time; the whole checks then what it did not see."""
    shutil.rmtree(f"{root}-cache")
    expected = [scan_without_cache(root, *scanned_paths), scan_without_cache(root)]
    assert scan_with_cache(root, *scanned_paths) == expected[0]
    checked_paths: list[str] = []
    watch_checked(checked_paths, monkeypatch)
    assert [scan_with_cache(root, *scanned_paths), scan_with_cache(root)] == expected
    already_checked = {
        path for path in FILES if path.endswith(".py") and is_in(path, scanned_paths)
    }
    assert set(checked_paths) == {path for path in FILES if path.endswith(".py")} - already_checked


def watch_checked(checked_paths: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Note the files that are checked, and do not come from what was kept."""
    original_results = ManyFiles.results

    def watched(files: ManyFiles, paths: Sequence[str]) -> Any:
        checked_paths.extend(paths)
        return original_results(files, paths)

    monkeypatch.setattr(ManyFiles, "results", watched)


def is_in(path: str, requested: tuple[str, ...]) -> bool:
    """Tell whether *path* is at or below one of the paths of a *requested*."""
    normal_paths = {os.path.normpath(requested_path) for requested_path in requested or (".",)}
    return "." in normal_paths or any(
        f"{path}/".startswith(f"{requested_path}/") for requested_path in normal_paths
    )


def test_from_a_folder_below_the_top_it_is_the_same(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``scan`` in ``src`` uses what a scan of everything kept."""
    monkeypatch.chdir(root / "src")
    expected = scan_without_cache(root, here=True)
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    assert scan_with_cache(root, here=True) == expected
    assert '"src/deep/broken.py"' in expected
    assert '"broken.py"' not in expected


def copied(root: Path) -> Path:
    """Elsewhere: all files are other ones, as old as they are."""
    return Path(shutil.copytree(root, f"{root}-copy", symlinks=True))


def touched(root: Path) -> Path:
    """The same files, none as old as before."""
    for path in root.rglob("*.py"):
        os.utime(path)
    return root


def cloned(root: Path) -> Path:
    """A clone of what is committed: all of it."""
    for arguments in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-q", "-m", "All")):
        git_here(root, *arguments)
    git_here(root, "clone", "-q", ".", f"{root}-clone")
    return Path(f"{root}-clone")


def another_worktree(root: Path) -> Path:
    cloned(root)
    git_here(root, "worktree", "add", "-q", f"{root}-worktree")
    return Path(f"{root}-worktree")


def git_here(root: Path, *arguments: str) -> None:
    names = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgSign=false")
    run(["git", *names, *arguments], cwd=root, check=True, capture_output=True)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("moved", [copied, touched, cloned, another_worktree])
def test_results_are_those_of_bytes_wherever_they_lie(
    root: Path, moved: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file is read, once, and nothing is searched."""
    place = moved(root)
    expected = scan_without_cache(place)
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    cache_dir = f"{root}-cache"
    assert scan_as_json(place, (), cache_dir=cache_dir) == expected
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.marks", never)
    if moved is not touched:  # a moment ago
        assert scan_as_json(place, (), cache_dir=cache_dir) == expected


def test_bytes_count_only_under_their_path(root: Path) -> None:
    """A file that a contract selects, and one that none does, may hold the same."""
    (root / "src/copy.py").write_text(FILES["src/notes.txt"])
    expected = scan_without_cache(root)
    assert "src/copy.py" in expected
    assert [scan_with_cache(root), scan_with_cache(root)] == [expected, expected]
    (root / "src/copy.py").write_text(FILES["clean.py"])
    assert scan_with_cache(root) == scan_without_cache(root) != expected


def test_other_branches_results_stay(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one branch to another and back: what the first one holds was searched before."""
    before = (root / "clean.py").read_text()
    (root / "clean.py").write_text("print(5)\n")
    (root / "broken.py").unlink()
    assert scan_with_cache(root) == scan_without_cache(root)
    (root / "clean.py").write_text(before)
    (root / "broken.py").write_text(FILES["broken.py"])
    expected = scan_without_cache(root)
    monkeypatch.setattr("phaser_lint.check.many_files.ManyFiles.results", never)
    assert scan_with_cache(root) == expected


def edit_file(root: Path) -> None:
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
    path, replacement = root / "clean.py", root / "other.txt"
    before = path.stat()
    replacement.write_text("print(")
    os.utime(replacement, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.replace(replacement, path)


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
    scan_with_cache(root)
    (root / ".gitignore").write_text("xyz/\n")


def hidden_repository(root: Path) -> None:
    """From a walk to git's listing."""
    run(["git", "init", "-q", str(root)], check=True)


CHANGES = [
    edit_file, fixed, same_size_and_time, replaced_by_another, directive_added, contract_changed,
    contract_glob_changed, contract_added, contract_removed, file_added, file_removed, file_moved,
    folder_moved, folder_became_a_file, file_became_a_link, unwanted_file, ignored_by_gitignore,
    gitignore_changed, hidden_repository,
]  # fmt: skip

# The way the files are found changes, not what is found.
TO_THE_SAME = (gitignore_changed, hidden_repository)


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_shows_in_every_scan_after_it(root: Path, change: Callable[[Path], None]) -> None:
    """At once, and in every scan after it."""
    before = scan_with_cache(root)
    change(root)
    expected = scan_without_cache(root)
    assert (expected == before) == (change in TO_THE_SAME)
    assert [scan_with_cache(root), scan_with_cache(root)] == [expected, expected]


# Those that can be made again and again, one after the other.
REPEATABLE = [
    path_set for path_set in CHANGES if path_set not in (folder_became_a_file, hidden_repository)
]


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize(
    "seed", first_of_each([(seed,) for seed in range(16)], lambda row: min(row[0], 3))
)
def test_parts_and_the_whole_agree_after_any_changes(root: Path, seed: int) -> None:
    """A file changes, and is looked at or not, by scans that share what they keep."""
    chance = random.Random(seed)
    for _ in range(6):
        with suppress(OSError):  # moved away already
            chance.choice(REPEATABLE)(root)
        for scanned_paths in chance.choices(SCANNED_PATHS, k=2):
            existing_paths = tuple(path for path in scanned_paths if (root / path).exists())
            assert scan_with_cache(root, *existing_paths) == scan_without_cache(
                root, *existing_paths
            ), existing_paths


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def readable_by_others(path: Path) -> None:
    path.chmod(0o644)


def removed(path: Path) -> None:
    path.unlink()


def lock_of_a_killed_scan(path: Path) -> None:
    path.with_name(f"{path.name}.{os.getpid()}").write_bytes(b"half")


FAULTS = [
    cut_short,
    garbled,
    emptied,
    a_folder,
    a_link,
    readable_by_others,
    removed,
    lock_of_a_killed_scan,
]


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("kind", ["results", "checkouts"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_spoilt_file_of_results_is_as_good_as_none(
    root: Path, fault: Callable[[Path], None], kind: str
) -> None:
    """Slower, never different; and nothing is left half-written."""
    fault(results_file(root, kind))
    (root / "clean.py").write_text("print(7)\n")
    expected = scan_without_cache(root)
    assert [scan_with_cache(root), scan_with_cache(root)] == [expected, expected]


def test_a_cache_folder_that_cannot_be_written_changes_nothing(
    project: MakeProject, tmp_path: Path
) -> None:
    """It is a file."""
    root = project(FILES)
    Path(f"{root}-cache").write_text("")
    assert [scan_with_cache(root), scan_with_cache(root)] == [scan_without_cache(root)] * 2


@pytest.mark.parametrize("options_of_part", [{"paths": ("clean.py",)}, {"tree": True}])
def test_a_scan_of_a_part_leaves_the_other_results_cached(
    root: Path, options_of_part: dict[str, Any]
) -> None:
    """``--tree`` asks for no file; it once emptied the results."""
    stored_content = results_file(root).read_bytes()
    options_of_part = {key: tuple(str(root / path) for path in paths) if key == "paths" else paths
            for key, paths in options_of_part.items()}  # fmt: skip
    options = ProjectOptions(root=str(root), user_contracts=False, cache_dir=f"{root}-cache")
    check_project(options._replace(**options_of_part))
    assert results_file(root).read_bytes() == stored_content


def test_of_files_that_did_not_change_little_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not all that is known of them at once, which is two hundred bytes a file."""
    monkeypatch.setattr(project_caches, "_ITEMS_OF_A_PART", 4)
    paths = [f"{number // 100}/{number % 100}.py" for number in range(4_000)]
    for path in paths:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
    files = [str(tmp_path / name) for name in ("checkouts", "results")]
    later = time.time_ns() + 10_000_000_000
    first_scan = result_cache.ResultCache(*files, started_at=later)
    for path in paths:
        identity = result_cache.make_file_identity(os.lstat(tmp_path / path))
        first_scan.keep(path, result_cache.make_read_mark(identity, b""), None)
    first_scan.save(lambda path: True)

    marks = {f"{number}/": b"an index" for number in range(40)}

    def look_up() -> result_cache.ResultCache:
        scan = result_cache.ResultCache(*files, started_at=later, index_marks=marks)
        assert scan.look_up(str(tmp_path), paths, read=lambda paths: iter(())) == ({}, [])
        return scan

    look_up().save(lambda path: True)
    tracemalloc.start()
    try:
        look_up()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * len(paths)


def test_what_changed_a_moment_ago_is_read_again(project: MakeProject) -> None:
    """A second change in the same tick of the clock would not show; its result is that of bytes."""
    root = project(FILES)
    files = [str(root / name) for name in ("checkout", "results")]
    soon = result_cache.ResultCache(*files, started_at=time.time_ns())
    identity = result_cache.make_file_identity(os.lstat(root / "clean.py"))
    soon.keep("clean.py", result_cache.make_read_mark(identity, b"x = 1\n"), None)
    soon.save(lambda path: True)
    assert not (root / "checkout").exists()
    assert (root / "results").exists()


def test_a_folder_that_changed_a_moment_ago_is_listed_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment before the scan began, however long the contracts take to be read."""
    open_contracts, clock = project_scan.open_contracts, Stopped()

    def slowly(*arguments: Any, **options: Any) -> Any:
        clock.now += 1_000_000_000
        return open_contracts(*arguments, **options)

    shutil.rmtree(root / ".git", ignore_errors=True)
    listed_folders: list[str] = []

    def watched(folder: str) -> Any:
        listed_folders.append(folder)
        return list_folder(folder)

    list_folder = walk.list_walked_names
    monkeypatch.setattr(project_scan, "open_contracts", slowly)
    monkeypatch.setattr(checked_inputs, "time", clock)
    shutil.rmtree(f"{root}-cache")
    time.sleep(0.15)  # the contracts are kept, so the second scan reads none
    (root / "src/new.py").write_text("")
    clock.now = (root / "src").stat().st_ctime_ns
    scan_with_cache(root)
    monkeypatch.setattr(walk, "list_walked_names", watched)
    scan_with_cache(root)
    assert f"{root}/src/" in listed_folders
    assert f"{root}/.phaser/" not in listed_folders


def test_a_folder_that_could_not_be_listed_is_listed_the_next_time(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many files open it was taken for an empty one, until it changed."""
    expected = scan_without_cache(root)
    shutil.rmtree(root / ".git", ignore_errors=True)
    shutil.rmtree(f"{root}-cache")
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refused)
        assert scan_with_cache(root) != expected
    assert [scan_with_cache(root), scan_with_cache(root)] == [expected, expected]


def refused(path: str) -> Any:
    raise OSError(24, "Too many open files")


def test_results_of_another_build_do_not_count(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reinstalled program need not have another version."""
    stored_results = results_file(root)
    other_program = root / "other.py"
    other_program.write_text("")
    monkeypatch.setattr("phaser_lint.contract.own_file", str(other_program))
    scan_with_cache(root)
    assert [path for path in stored_results.parent.iterdir() if path != stored_results] != []


def test_without_files_of_its_own_a_program_keeps_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a zip archive."""
    monkeypatch.setattr("phaser_lint.contract.own_file", str(root / "a.zip/own.py"))
    expected = scan_without_cache(root)
    shutil.rmtree(f"{root}-cache")
    assert [scan_with_cache(root), scan_with_cache(root)] == [expected, expected]
    assert not Path(f"{root}-cache").exists()


def test_files_that_nobody_wrote_for_a_month_are_removed(root: Path) -> None:
    """Every change of a contract starts a new one, and a killed scan may leave half of one."""
    current_results = results_file(root)
    for name, days in (("recent", 29), ("old", 31), (f"{current_results.name}.123", 31)):
        path = current_results.with_name(name)
        path.write_bytes(b"")
        os.utime(path, (path.stat().st_atime, time.time() - days * 24 * 3600))
    (root / "clean.py").write_text("print(8)\n")
    assert scan_with_cache(root) == scan_without_cache(root)
    assert {path.name for path in current_results.parent.iterdir()} == {
        current_results.name,
        "recent",
    }


@pytest.mark.slow
@pytest.mark.one_row_in(2)
def test_scans_at_once_give_the_same(root: Path) -> None:
    """Six processes on one project and one cache, from nothing."""
    shutil.rmtree(f"{root}-cache")
    for number in range(40):
        (root / f"{number}.py").write_text(f"print({number})\n")
    expected = scan_without_cache(root)
    command = (executable, "-m", "phaser_lint", "scan", "--format", "json", "--project-contracts")
    flags = ("--root", str(root), "--cache-dir", f"{root}-cache")

    def scan(_: int) -> str:
        return run([*command, *flags], capture_output=True, text=True, check=False).stdout

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(scan, range(12))) == {expected}
    assert [
        path.name for path in Path(f"{root}-cache", "results").iterdir() if "." in path.name
    ] == []
