"""What git knows: a repository's files, what changed since a revision, and files as they were."""

from __future__ import annotations

import os
import stat

from phaser_lint.errors import GitError
from phaser_lint.root import git_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Blobs = Mapping[str, str]
    """Object ids by path."""

_TIMEOUT_SECONDS = 120
_FILE_MODES = ("100644", "100755")
_SUBMODULE_MODE = "160000"


def run_git(root: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Return what git prints in the folder *root*; raises ``GitError`` with git's own words."""
    import subprocess  # a fifth of the time of a scan that needs no git

    command = ["git", "-C", root, "-c", "core.quotePath=off", *arguments]
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            env=_environment(),
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git is not installed, or not on the PATH") from None
    except subprocess.TimeoutExpired:
        raise GitError(f"git {arguments[0]} took over {_TIMEOUT_SECONDS} seconds") from None
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(f"git {arguments[0]}: {words[0] if words else 'failed without a word'}")
    return done.stdout


def _environment() -> dict[str, str]:
    # For a hook in a linked worktree git sets GIT_DIR alone. Together with -C it would take any
    # folder for the top of the working tree, and no path would be found in a commit.
    kept = dict(os.environ)
    if "GIT_WORK_TREE" not in kept:
        kept.pop("GIT_DIR", None)
    return {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}


def is_repository(root: str) -> bool:
    """Tell whether git knows a working tree at *root*."""
    if git_top(root) is None and "GIT_DIR" not in os.environ:
        return False  # without the cost of starting git
    try:
        return run_git(root, "rev-parse", "--is-inside-work-tree").strip() == b"true"
    except GitError:
        return False


def listed_files(root: str) -> list[str]:
    """Return the files under *root* that git tracks, or does not ignore, and that are there."""
    output = run_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [path for path in sorted(set(_names(output))) if is_file_or_link(root, path)]


def tracked_files(root: str) -> list[str]:
    """Return the files under *root* that git's index holds: those of the next commit.

    What is on disk plays no part: ``git rm --cached`` leaves there what the commit deletes, and a
    sparse checkout lacks what it keeps. A submodule is no file.
    """
    entries = _names(run_git(root, "ls-files", "-z", "--stage"))
    parts = (entry.split("\t", 1) for entry in entries)
    # A file in conflict has several entries.
    return sorted({path for meta, path in parts if not meta.startswith(_SUBMODULE_MODE)})


def is_file_or_link(root: str, path: str) -> bool:
    """Tell whether something is there that is no folder (a submodule is one)."""
    try:
        return not stat.S_ISDIR(os.lstat(os.path.join(root, path)).st_mode)
    except OSError:
        return False


def resolve(root: str, revision: str) -> str | None:
    """Return the commit that *revision* names, or ``None`` if there is none."""
    if revision.startswith("-"):
        return None
    try:
        arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options")
        return run_git(root, *arguments, f"{revision}^{{commit}}").decode().strip()
    except GitError:
        return None


def changed_files(root: str, commit: str) -> list[str]:
    """Return the files under *root* that differ from *commit* on disk, or are untracked.

    A deleted file is not among them.
    """
    changed = run_git(
        root,
        "diff",
        "--name-only",
        "-z",
        "--no-renames",
        "--no-ext-diff",
        "--relative",
        commit,
        "--",
    )
    untracked = run_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    names = sorted({*_names(changed), *_names(untracked)})
    return [path for path in names if is_file_or_link(root, path)]


def tree_at(root: str, commit: str) -> Blobs:
    """Return the regular files under *root* as they were in *commit*, with their object ids."""
    entries = (entry.split("\t", 1) for entry in _names(run_git(root, "ls-tree", "-rz", commit)))
    parts = ((meta.split(), path) for meta, path in entries)
    return {path: meta[2] for meta, path in parts if meta[0] in _FILE_MODES}


def contents(root: str, blobs: Blobs, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the content of each of *paths* that *blobs* knows."""
    known = [path for path in paths if path in blobs]
    if not known:
        return
    requests = "".join(f"{blobs[path]}\n" for path in known).encode()
    output = run_git(root, "cat-file", "--batch", stdin=requests)
    position = 0
    for path in known:
        header_end = output.index(b"\n", position)
        header = output[position:header_end].split()
        if header[1] == b"missing":  # a clone that holds just a part of the objects
            raise GitError(f"git cat-file: {path}: the object {blobs[path]} is missing")
        size = int(header[2])
        yield path, output[header_end + 1 : header_end + 1 + size]
        position = header_end + size + 2


def _names(output: bytes) -> list[str]:
    return [os.fsdecode(name) for name in output.split(b"\0") if name]
