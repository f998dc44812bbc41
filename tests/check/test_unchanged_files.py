"""Scans in which git says which files need no ``stat``: always what a scan without results says.

Each state is made after two scans, by which the files are known and compared with git's index.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check import project_inputs, result_cache
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.core.errors import PhaserError
from phaser_lint.report import json
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONTRACT = """\
rule_id: no-print
type: forbid_pattern
pattern: print\\(
file_glob: '*.py'
message: No.
severity: error
"""
CLEAN, BROKEN = "value = 1\n", "print(1)\n\n"
NAMES = [f"{folder}{name}.py" for folder in ("", "src/", "lib/deep/") for name in "abc"]


def git(root: Path, *arguments: str) -> str:
    """Git as a person runs it, with the settings of the checkout."""
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgSign=false")
    return subprocess.run(
        ("git", *identity, *arguments), cwd=root, check=True, capture_output=True, text=True
    ).stdout


def made(root: Path) -> Path:
    """A checkout of ten files, all committed, with git's own settings."""
    for name, text in ((".phaser/contracts/a.yaml", CONTRACT), *((name, CLEAN) for name in NAMES)):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    return root


def scan(root: Path, **values: Any) -> str:
    """The report of a scan, as JSON."""
    options = ProjectOptions(root=str(root), user_contracts=False, cache_dir=f"{root.parent}/cache")
    return json.render(check_project(options._replace(**values)))


def scan_without_cache(root: Path) -> str:
    return scan(root, cache=False)


# What is done to ``a.py`` so that git says nothing, or something else, of an edit.


def written_as_old(path: Path) -> None:
    """An edit of equal size, the time of the change put back."""
    before = path.stat()
    path.write_text(BROKEN)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def edited(root: Path) -> None:
    written_as_old(root / "a.py")


def edited_and_staged(root: Path) -> None:
    edited(root)
    git(root, "add", "a.py")


def renamed_over(root: Path) -> None:
    before = (root / "a.py").stat()
    (root / "new").write_text(BROKEN)
    os.utime(root / "new", ns=(before.st_atime_ns, before.st_mtime_ns))
    os.replace(root / "new", root / "a.py")


def folders_exchanged(root: Path) -> None:
    """No file of theirs has another time of its status."""
    for old, new in (("src", "other"), ("lib/deep", "src"), ("other", "lib/deep")):
        (root / old).rename(root / new)
    (root / "a.py").unlink()


def assumed_unchanged(root: Path) -> None:
    git(root, "update-index", "--assume-unchanged", "a.py")
    edited(root)


def skipped_in_worktree(root: Path) -> None:
    git(root, "update-index", "--skip-worktree", "a.py")
    edited(root)


def sparse(root: Path) -> None:
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/a.py")
    (root / "a.py").write_text(BROKEN)


def setting(*lines: str) -> Callable[[Path], None]:
    def set_and_edit(root: Path) -> None:
        for line in lines:
            git(root, "config", *line.split("="))
        edited(root)

    set_and_edit.__name__ = lines[0]
    return set_and_edit


def attributes_gone(root: Path) -> None:
    """The checkout wrote other line ends than the object has; nothing tells that any more."""
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("a.py text eol=crlf\n")
    (root / "a.py").unlink()
    git(root, "checkout", "a.py")
    (root / ".git/info/attributes").unlink()


def filter_gone(root: Path) -> None:
    """What the checkout wrote is what a filter made."""
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("a.py filter=loud\n")
    git(root, "config", "filter.loud.smudge", "sed 's/value = /print(/'")
    (root / "a.py").unlink()
    git(root, "checkout", "a.py")
    git(root, "config", "--remove-section", "filter.loud")
    (root / ".git/info/attributes").unlink()


def object_replaced(root: Path) -> None:
    new = subprocess.run(
        ("git", "hash-object", "-w", "--stdin"), cwd=root, input=BROKEN.encode(), check=True,
        capture_output=True,
    ).stdout.decode().strip()  # fmt: skip
    old = git(root, "rev-parse", "HEAD:a.py").strip()
    git(root, "replace", old, new)
    (root / "a.py").unlink()
    git(root, "checkout", "a.py")
    git(root, "replace", "-d", old)


def index_by_hand(root: Path) -> None:
    """The index says of the file that is there, and of its status, that it is another object."""
    old = bytes.fromhex(git(root, "rev-parse", "HEAD:a.py"))
    new = subprocess.run(
        ("git", "hash-object", "-w", "--stdin"), cwd=root, input=BROKEN.encode(), check=True,
        capture_output=True,
    ).stdout.decode()  # fmt: skip
    entries = (root / ".git/index").read_bytes()[:-20].replace(old, bytes.fromhex(new))
    (root / ".git/index").write_bytes(entries + hashlib.sha1(entries).digest())


def index_put_back(root: Path) -> None:
    """Byte for byte the one by which the file was known."""
    index = root / ".git/index"
    before = index.read_bytes()
    edited_and_staged(root)
    index.write_bytes(before)


def announced(root: Path) -> None:
    (root / "new.py").write_text(BROKEN)
    git(root, "add", "-N", "new.py")
    git(root, "rm", "-q", "--cached", "a.py")
    edited(root)


def unmerged(root: Path) -> None:
    git(root, "switch", "-q", "-c", "side")
    for branch, text in (("side", "value = 2\n"), ("main", "value = 3\n")):
        git(root, "switch", "-q", branch)
        (root / "a.py").write_text(text)
        git(root, "commit", "-q", "-am", branch)
    subprocess.run(("git", "merge", "-q", "side"), cwd=root, check=False, capture_output=True)
    edited(root)


def linked(root: Path) -> None:
    (root / "src/b.py").write_text(BROKEN)
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("src/b.py")


def folder_linked(root: Path) -> None:
    (root / "src").rename(root / "moved")
    (root / "src").symlink_to("lib/deep")
    (root / "lib/deep/a.py").write_text(BROKEN)


def other_mode(root: Path) -> None:
    (root / "a.py").chmod(0o755)
    edited(root)


def submodule_made_plain(root: Path) -> None:
    inner = root / "src"
    git(root, "rm", "-q", "-r", "--cached", "src")
    head = git(root, "rev-parse", "HEAD").strip()
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{head},src")
    written_as_old(inner / "a.py")


def submodule_gone(root: Path) -> None:
    """The index has a submodule, and the disk nothing at all."""
    head = git(root, "rev-parse", "HEAD").strip()
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{head},module.py")
    edited(root)


def moved_out_of_a_folder(root: Path) -> None:
    """The others in it stay as they were; one that no contract selects comes."""
    (root / "src/a.py").rename(root / "lib/deep/new.py")
    (root / "src/notes.txt").write_text(BROKEN)
    (root / "a.py").unlink()


def copied_over(root: Path) -> None:
    """All inodes are new, all times are old."""
    shutil.move(root, f"{root}-old")
    shutil.copytree(f"{root}-old", root, symlinks=True)
    edited(root)


def switched(root: Path) -> None:
    edited_and_staged(root)
    git(root, "stash", "-q")
    git(root, "switch", "-q", "-c", "other")
    git(root, "stash", "pop", "-q")


def object_missing(root: Path) -> None:
    blob = git(root, "rev-parse", "HEAD:a.py").strip()
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    edited(root)


def monitored(root: Path) -> None:
    """A program that says nothing ever changed; it is never run."""
    program = root / ".git/monitor"
    program.write_text(f"#!/bin/sh\ntouch '{root.parent}/was-run'\nprintf 'token\\0'\n")
    program.chmod(0o755)
    git(root, "config", "core.fsmonitor", str(program))
    git(root, "config", "core.untrackedCache", "true")
    git(root, "update-index", "--fsmonitor")
    git(root, "status")
    (root.parent / "was-run").unlink(missing_ok=True)
    edited(root)
    (root / "new.py").write_text(BROKEN)


STATES = [
    edited, edited_and_staged, renamed_over, folders_exchanged, assumed_unchanged,
    skipped_in_worktree, sparse, attributes_gone, filter_gone, object_replaced, index_by_hand,
    index_put_back, announced, unmerged, linked, folder_linked, other_mode, submodule_made_plain,
    submodule_gone, moved_out_of_a_folder, copied_over,
    switched, object_missing, monitored,
    setting("core.checkStat=minimal", "core.trustctime=false"), setting("core.ignoreStat=true"),
    setting("core.fileMode=false"), setting("core.ignoreCase=true"),
    setting("core.autocrlf=true"), setting("core.preloadIndex=false"),
]  # fmt: skip


FLAGS = {
    "assume-unchanged": ("update-index --assume-unchanged a.py",),
    "skip-worktree": ("update-index --skip-worktree a.py",),
    "ignored-stat": ("config core.ignoreStat true", "update-index --really-refresh", "add -A"),
    "trusted-times": ("config core.trustctime false", "config core.checkStat minimal"),
    "no-modes": ("config core.fileMode false",),
    "removed": ("rm -q --cached a.py",),
    "monitored": (
        """config core.fsmonitor "printf 'token\\0' #" """,
        "update-index --fsmonitor",
        "status",
    ),
    "split": ("update-index --split-index",),
}
INDEX_FORMS = {
    "plain": ("update-index --index-version 2", ["src/a.py", "src/b.py", "src/c.py"]),
    "compressed": ("update-index --index-version 4", NAMES),
    "flagged": ("add -N new.py", NAMES),
}
"""What makes each, and of which files a commit of ``src/a.py`` leaves unknown whether they are as
git's index has noted them."""


@pytest.fixture(scope="module", autouse=True)
def _always_asked() -> Iterator[None]:
    """Git is asked about ten files, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_inputs, "_WORTH_A_PROCESS", 0)
        yield


@pytest.fixture(scope="module", name="roots")
def _roots(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A checkout for each state, all older than git's whole seconds tell apart."""
    folder = tmp_path_factory.mktemp("states").resolve()
    first = made(folder / "first" / "root")
    names = [f"state-{state.__name__}" for state in STATES]
    names += [*FLAGS, *INDEX_FORMS, "silent", "killed", "worktree", "unlisted", "other"]
    for name in names:
        shutil.copytree(first, folder / name / "root")
    time.sleep(2.2)
    for name in names:
        # The files are copies, and of files as young as the index git compares the contents.
        git(folder / name / "root", "update-index", "--refresh", "--force-write-index")
        for command in FLAGS.get(name, ()):
            git(folder / name / "root", *shlex.split(command))
        if name in FLAGS:
            git(folder / name / "root", "update-index", "--force-write-index")
    time.sleep(0.2)
    return lambda name: folder / name / "root"


def compared(root: Path) -> str:
    """Scan until all files were compared with the index; return the report."""
    reports = {scan(root) for _ in range(3)}
    assert reports == {scan_without_cache(root)}
    return reports.pop()


def test_where_nothing_changed_no_file_is_looked_at(roots: Callable[[str], Path]) -> None:
    """One that changed is, and each of them where git is not asked."""
    root = roots("silent")
    compared(root)
    looks = partial(calls_of, lambda: scan(root), function_name="_has_identity")
    assert looks() == 0
    written_as_old(root / "a.py")
    assert looks() == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_inputs, "_WORTH_A_PROCESS", 1_000)
        assert looks() == len(NAMES)


def watch_looks(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the files that are looked at from now on, whether they are those known."""
    has_identity = result_cache._has_identity
    looked_at: list[str] = []

    def note(path: str, identity: bytes) -> bool:
        looked_at.append(os.path.relpath(path, root))
        return has_identity(path, identity)

    monkeypatch.setattr(result_cache, "_has_identity", note)
    return looked_at


def test_of_another_checkout_that_lies_there_now_no_file_is_known(
    roots: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are read, not first compared with those of the one before; later they are.

    Nor are they where each was put there a moment before its scan.
    """
    root = roots("other")
    compared(root)
    looked_at = watch_looks(root, monkeypatch)
    for _ in range(2):
        copied_over(root)
        shutil.move(f"{root}-old", f"{root}-{time.time_ns()}")
        time.sleep(0.2)
        os.utime(root)
        assert scan(root) == scan_without_cache(root)
    assert not looked_at
    assert scan(root) == scan_without_cache(root)
    assert sorted(looked_at) == sorted(NAMES)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("form", INDEX_FORMS)
def test_after_a_commit_the_files_of_its_folders_are_looked_at(
    roots: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """Of all others the index says what it said, byte for byte, unless it has another form.

    Each was looked at, of 100,000 for more than half of the time of the scan.
    """
    root = roots(form)
    (root / "new.py").write_text(CLEAN)  # git lists it before all others
    command, unknown = INDEX_FORMS[form]
    git(root, *command.split())
    time.sleep(2.2)
    compared(root)
    looked_at = watch_looks(root, monkeypatch)
    scan(root)
    assert looked_at == ["new.py"]
    (root / "src/a.py").write_text(BROKEN)
    git(root, "commit", "-q", "-m", "Second", "src/a.py")
    time.sleep(0.2)
    assert scan(root) == scan_without_cache(root)
    assert sorted(looked_at[1:]) == sorted([*unknown, "new.py"])


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_what_git_calls_unchanged_is_never_taken_for_its_bytes(
    roots: Callable[[str], Path], state: Callable[[Path], None]
) -> None:
    """At once, and in each scan after it; then the file is put back."""
    root = roots(f"state-{state.__name__}")
    before = compared(root)
    state(root)
    expected = scan_without_cache(root)
    assert expected != before or state in (index_by_hand, object_replaced, attributes_gone)
    assert [scan(root) for _ in range(2)] == [expected] * 2
    assert not (root.parent / "was-run").exists()
    (root / "a.py").unlink(missing_ok=True)
    (root / "a.py").write_text(CLEAN)
    expected = scan_without_cache(root)
    assert [scan(root) for _ in range(2)] == [expected] * 2


def test_what_git_does_not_list_is_looked_at_where_it_is_named(
    roots: Callable[[str], Path],
) -> None:
    """An ignored file beside all others, and one of another repository: both were compared."""
    root = roots("unlisted")
    places = ("", "ignored/a.py", "inner", "inner/a.py")
    (root / ".gitignore").write_text("ignored/\n")
    git(root, "init", "-q", "inner")
    for place in ("ignored", "inner"):
        (root / place).mkdir(exist_ok=True)
        (root / place / "a.py").write_text(CLEAN)
    time.sleep(2.2)

    def scan_named(**values: Any) -> str:
        return scan(root, paths=tuple(str(root / place) for place in places), **values)

    before = {scan_named() for _ in range(3)}
    for place in ("ignored", "inner"):
        written_as_old(root / place / "a.py")
        expected = scan_named(cache=False)
        assert expected not in before
        assert [scan_named(), scan_named()] == [expected] * 2
        before.add(expected)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("flag", FLAGS)
def test_what_git_does_not_look_at_is_looked_at(roots: Callable[[str], Path], flag: str) -> None:
    """The index had the flag before the files were compared with it, and is the same since."""
    root = roots(flag)
    before = compared(root)
    edited(root)
    expected = scan_without_cache(root)
    assert expected != before
    assert [scan(root) for _ in range(3)] == [expected] * 3


def test_a_worktree_and_a_clone_share_results_and_nothing_else(
    roots: Callable[[str], Path],
) -> None:
    """Each has an index of its own, and files of its own."""
    root = roots("worktree")
    places = [root, root.with_name("other"), root.with_name("clone")]
    git(root, "worktree", "add", "-q", str(places[1]))
    git(root, "clone", "-q", ".", str(places[2]))
    for turn in range(3):
        written_as_old(places[turn] / NAMES[turn])
        for place in (*places, *places):
            assert scan(place) == scan_without_cache(place)


CLEAN_OR_BROKEN = (CLEAN, BROKEN, "value = 2\n", "print(2)\n\n")


def write_some(root: Path, chance: Random) -> None:
    path = root / chance.choice(NAMES)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and not path.is_symlink() and chance.random() < 0.5:
        before = path.stat()
        path.write_text(chance.choice(CLEAN_OR_BROKEN))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return
    path.unlink(missing_ok=True)
    path.write_text(chance.choice(CLEAN_OR_BROKEN))


def remove_some(root: Path, chance: Random) -> None:
    (root / chance.choice(NAMES)).unlink(missing_ok=True)


def rename_some(root: Path, chance: Random) -> None:
    old, new = (root / name for name in chance.sample(NAMES, 2))
    if old.exists():
        new.parent.mkdir(parents=True, exist_ok=True)
        old.replace(new)


def link_some(root: Path, chance: Random) -> None:
    path = root / chance.choice(NAMES)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(root / chance.choice(NAMES))


def change_mode(root: Path, chance: Random) -> None:
    path = root / chance.choice(NAMES)
    if path.is_file():
        path.chmod(chance.choice((0o644, 0o755)))


def change_contract(root: Path, chance: Random) -> None:
    folder = chance.choice(("", "src/", "lib/deep/"))
    mark = chance.choice((".claude", ".phaser"))
    place = root / f"{folder}{mark}/contracts/b.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    pattern = chance.choice(("value", "print", "[12]"))
    place.write_text(CONTRACT.replace("no-print", "no-b").replace("print\\(", pattern))


def move_contracts(root: Path, chance: Random) -> None:
    """To the other place of a level, with or without a link to them in the first one."""
    folder = chance.choice(("", "src/", "lib/deep/"))
    old, new = (root / f"{folder}{mark}" for mark in chance.sample((".claude", ".phaser"), 2))
    if old.is_dir() and not os.path.lexists(new):
        old.rename(new)
        if chance.random() < 0.5:
            old.symlink_to(new.name)


def change_rules(root: Path, chance: Random) -> None:
    name = chance.choice((".gitignore", ".gitattributes"))
    lines = {".gitignore": ("src/", "b.py", "!b.py"), ".gitattributes": ("*.py text eol=crlf", "")}
    (root / name).write_text(chance.choice(lines[name]) + "\n")


GIT_COMMANDS = (
    *("add -A", "commit -q -a -m x", "stash -q", "stash pop -q", "reset -q --hard", "add -N ."),
    *("switch -q -C side", "switch -q main", "merge -q side", "rebase -q main", "rm -q -r src"),
    *("checkout -q -- .", "update-index --assume-unchanged {}", "update-index --skip-worktree {}"),
    *("update-index --no-assume-unchanged {}", "update-index --no-skip-worktree {}", "clean -fdq"),
    *("config core.autocrlf true", "config core.autocrlf input", "config core.trustctime false"),
    *("config core.ignoreStat true", "config core.checkStat minimal", "update-index --refresh"),
    *("update-index --split-index", "merge --abort", "rebase --abort", "mv -k a.py src"),
    *("sparse-checkout set --no-cone /* !/src/", "sparse-checkout disable"),
)


def run_git(root: Path, chance: Random) -> None:
    words = chance.choice(GIT_COMMANDS).format(chance.choice(NAMES)).split()
    command = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.editor=true", *words)
    subprocess.run(command, cwd=root, check=False, capture_output=True)


STEPS = (
    *(write_some, write_some, run_git, run_git, run_git, remove_some, rename_some, link_some),
    *(change_mode, change_contract, move_contracts, change_rules),
)


# Each step waits for two seconds: the normal set has a history of three, the slow one many of six.
@pytest.mark.parametrize(
    ("seed", "steps"),
    [(0, 3), *(pytest.param(seed, 6, marks=pytest.mark.slow) for seed in range(300))],
)
def test_any_history_gives_what_a_scan_without_results_gives(
    seed: int, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two worktrees and a clone that share what is kept, byte for byte, after each step."""
    chance = Random(seed)
    monkeypatch.setattr(result_cache, "_TWO_SECONDS", 0)
    root = made(tmp_path.resolve() / "root")
    places = [root, root.with_name("other"), root.with_name("clone")]
    git(root, "worktree", "add", "-q", str(places[1]))
    git(root, "clone", "-q", ".", str(places[2]))
    for _ in range(steps):
        time.sleep(1.12 - time.time() % 1)  # each step is of a second of its own
        for place in places:
            for step in chance.choices(STEPS, k=chance.randint(0, 2)):
                step(place, chance)
        time.sleep(1.12 - time.time() % 1)
        for place in (*places, *places):
            assert outcome(place) == outcome(place, cache=False), (place, seed)


def outcome(root: Path, **values: Any) -> str:
    """The report, or what is wrong with the checkout."""
    try:
        return scan(root, **values)
    except PhaserError as error:
        return str(error)


@pytest.mark.parametrize("words", ["exit 1", "echo warning >&2; exit 0", "kill -9 $$"])
def test_a_git_that_fails_tells_nothing(
    roots: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """Each file is looked at, as where there is no git."""
    root = roots("killed")
    written = (root / "a.py").read_text()
    compared(root)
    real = shutil.which("git")
    program = tmp_path / "git"
    program.write_text(f'#!/bin/sh\ncase "$*" in *diff-files*) {words}; esac\nexec {real} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    written_as_old(root / "a.py")
    assert scan(root) == scan_without_cache(root)
    (root / "a.py").write_text(written)
    assert scan(root) == scan_without_cache(root)
