"""What git knows: a repository's files, its revisions, and what changed since one."""

from __future__ import annotations

import os
import stat

from phaser_lint.errors import GitError
from phaser_lint.root import git_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_TIMEOUT_SECONDS = 120
_SUBMODULE_MODE = "160000"
_PLACES = ("GIT_DIR", "GIT_WORK_TREE")


def run_git(root: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Return what git prints in the folder *root*; raises ``GitError`` with git's own words."""
    running = Running(root, *arguments, reads=bool(stdin))
    try:
        return running.output(stdin)
    finally:
        running.close()


class Running:
    """Git at work in the folder *root* while this process does something else; to be closed.

    *reads*: it waits for something on its standard input. Raises ``GitError``.
    """

    def __init__(self, root: str, *arguments: str, reads: bool = False) -> None:
        import subprocess  # a fifth of the time of a scan that needs no git

        self._name = arguments[0]
        self._words: list[str] = []
        try:
            self._process = subprocess.Popen(
                command(root, *arguments),
                stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
            )
        except FileNotFoundError:
            raise GitError("git is not installed, or not on the PATH") from None

    def output(self, stdin: bytes = b"") -> bytes:
        """Return what git prints, once; raises ``GitError`` with git's own words."""
        from subprocess import TimeoutExpired

        try:
            printed, words = self._process.communicate(stdin or None, _TIMEOUT_SECONDS)
        except TimeoutExpired:
            raise GitError(f"git {self._name} took over {_TIMEOUT_SECONDS} seconds") from None
        self._words = os.fsdecode(words).strip().split("\n")
        if self._process.returncode:
            said = self._words[0].encode("utf-8", "replace").decode("utf-8")
            raise GitError(f"git {self._name}: {said or 'failed without a word'}")
        return printed

    def closed_folders(self) -> dict[str, str]:
        """Return the folders that it said it could not open, from the top, each with the reason."""
        begin, end = "warning: could not open directory '", "': "
        said = [word.removeprefix(begin) for word in self._words if word.startswith(begin)]
        return {folder: reason for folder, _, reason in (word.rpartition(end) for word in said)}

    def close(self) -> None:
        """End git, if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._process.wait()


def command(root: str, *arguments: str) -> list[str]:
    """Return the command line of git in the folder *root*."""
    return ["git", "-C", root, "-c", "core.quotePath=off", *arguments]


def environment() -> Mapping[str, str]:
    """Return the environment that git gets: the one of this process, without its surprises."""
    # For a hook in a linked worktree git sets GIT_DIR alone. Together with -C it would take any
    # folder for the top of the working tree, and no path would be found in a commit.
    kept = dict(os.environ)
    if "GIT_WORK_TREE" not in kept:
        kept.pop("GIT_DIR", None)
    # "git --work-tree=. commit" hands on a ".", which -C would make the folder it goes to.
    for name in _PLACES:
        if name in kept:
            kept[name] = os.path.abspath(kept[name])
    return {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}


def is_repository(root: str) -> bool:
    """Tell whether git knows a working tree at *root*."""
    if not may_be_repository(root):
        return False
    try:
        return run_git(root, "rev-parse", "--is-inside-work-tree").strip() == b"true"
    except GitError:
        return False


def require_repository(root: str) -> None:
    """Raise ``GitError``, in git's own words where it has some, unless *root* is a working tree."""
    if not may_be_repository(root):
        raise GitError(f"{root} is in no git repository")
    if run_git(root, "rev-parse", "--is-inside-work-tree").strip() != b"true":
        raise GitError(f"{root} is in no working tree of git")


def may_be_repository(root: str) -> bool:
    """Tell whether git may know *root*, without the cost of starting it."""
    return git_top(root) is not None or "GIT_DIR" in os.environ


LISTING = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
"""What prints the names of the files that git tracks or does not ignore, on disk or not.

A submodule is among them, a file in conflict several times.
"""


def tracked_files(root: str) -> list[str]:
    """Return the files under *root* that git's index holds: those of the next commit.

    What is on disk plays no part: ``git rm --cached`` leaves there what the commit deletes, and a
    sparse checkout lacks what it keeps. A submodule is no file.
    """
    entries = names(run_git(root, "ls-files", "-z", "--stage"))
    parts = (entry.split("\t", 1) for entry in entries)
    # A file in conflict has several entries.
    return sorted({path for meta, path in parts if not meta.startswith(_SUBMODULE_MODE)})


def left_out_files(root: str) -> list[str]:
    """Return the tracked files under *root* that a sparse checkout keeps off the disk, on purpose.

    The project has them all the same: git neither calls them deleted nor commits it.
    """
    if not _may_be_sparse(root):
        return []
    entries = names(run_git(root, "ls-files", "-z", "-t", "--cached"))
    kept = (entry[2:] for entry in entries if entry.startswith("S "))
    return [path for path in kept if not os.path.lexists(os.path.join(root, path))]


def _may_be_sparse(root: str) -> bool:
    """Tell whether a sparse checkout was ever asked for, without the cost of starting git."""
    top = git_top(root)
    if top is None:
        return False
    return os.path.exists(os.path.join(_git_folder(top), "info", "sparse-checkout"))


def _git_folder(top: str) -> str:
    folder = os.path.join(top, ".git")
    if os.path.isdir(folder):
        return folder
    # In a linked working tree and in a submodule a file says where git keeps its own.
    try:
        with open(folder, "rb") as file:
            said = os.fsdecode(file.read())
    except OSError:
        return folder
    return os.path.join(top, said.removeprefix("gitdir: ").rstrip("\n"))


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
        # In ":/words" all that follows is searched for, so "^{commit}" cannot be added to it.
        named = _verified(root, revision)
        # "^HEAD" is a way to leave a commit out, and git verifies it as one.
        return None if named.startswith("^") else _verified(root, f"{named}^{{commit}}")
    except GitError:
        return None


def _verified(root: str, revision: str) -> str:
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    return run_git(root, *arguments, revision).decode().strip()


def merge_base(root: str, commit: str) -> str | None:
    """Return the last commit that *commit* and HEAD have in common, or ``None``."""
    if resolve(root, "HEAD") is None:
        return None
    # Unlike "git merge-base" it tells no common commit from an error.
    listed = run_git(root, "rev-parse", "--revs-only", f"{commit}...HEAD").decode().split()
    return next((entry[1:] for entry in listed if entry.startswith("^")), None)


def is_shallow(root: str) -> bool:
    """Tell whether a clone holds just the newest part of the history."""
    return run_git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"


def is_sparse(root: str) -> bool:
    """Tell whether git may leave files of the index out of the disk; ``False`` where no git is."""
    try:
        return run_git(root, "config", "--bool", "core.sparseCheckout").strip() == b"true"
    except GitError:  # it is not set
        return False


def empty_tree(root: str) -> str:
    """Return git's name for the tree without files, which depends on the repository's hash."""
    return run_git(root, "hash-object", "-t", "tree", "--stdin").decode().strip()


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
        "--ignore-submodules=all",
        "--relative",
        commit,
        "--",
    )
    untracked = run_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    listed = sorted({*names(changed), *names(untracked)})
    return [path for path in listed if is_file_or_link(root, path)]


def deleted_files(root: str, commit: str) -> list[str]:
    """Return the files under *root* that *commit* has and the disk has no more."""
    options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=D")
    return names(run_git(root, "diff", *options, "--relative", commit, "--"))


def names(output: bytes) -> list[str]:
    """Return the parts of what git printed with ``-z``, as paths are written here."""
    return [name for name in os.fsdecode(output).split("\0") if name]
