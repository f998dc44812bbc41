"""The files that differ from the last commit, or are new to git, in one run of git.

The hook asks after every shell command of an agent, so a repository that takes long is left alone.
"""

from __future__ import annotations

import os

from phaser_lint.errors import GitError
from phaser_lint.files.root import git_folder
from phaser_lint.git.git_command import git_command, working_tree
from phaser_lint.git.process_output import ended
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.git.changed_entry import ChangedEntry
    from phaser_lint.git.git_command import WorkingTree

_COMMAND = (
    "status",
    "--porcelain=v2",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=all",
)
# The words before a path, and of a file that HEAD has those that say its mode and its object.
_WORDS = {b"1": 8, b"u": 10, b"?": 1}
_OF_HEAD = {b"1": (3, 5, 6), b"u": (4, 6, 8)}


def changed_since_commit(root: str) -> list[str] | None:
    """Return the files under *root* that git says are changed or new, relative to it.

    Deleted files may be among them. ``None`` where git fails, takes over 3 seconds, or has more to
    say than 1 MB.
    """
    listed = _listed(root)
    return None if listed is None else list(listed)


def objects_since_commit(root: str) -> dict[str, str] | None:
    """Return the files that ``changed_since_commit`` lists, each with its object in HEAD.

    Empty for one that HEAD has not.
    """
    listed = _listed(root)
    return None if listed is None else {path: was for path, (was, _) in listed.items()}


def contents_of(root: str, objects: Sequence[str]) -> list[bytes] | None:
    """Return what *objects* hold, in one run of git.

    ``None`` where it fails, misses one, takes over 3 seconds, or has more to say than 1 MB.
    """
    tree = working_tree(root)
    asked = "".join(f"{each}\n" for each in objects).encode()
    output = None if tree is None else answered(tree, "cat-file", "--batch", stdin=asked)
    held: list[bytes] = []
    while output:
        header, _, rest = output.partition(b"\n")
        words = header.split()
        if len(words) != 3:
            return None
        size = int(words[2])
        held.append(rest[:size])
        output = rest[size + 1 :]
    return held if len(held) == len(objects) else None


def entries_since_commit(root: str) -> list[ChangedEntry] | None:
    """Return what became, on the disk, of the files that ``changed_since_commit`` lists."""
    from phaser_lint.git.changed_entry import entry_on_disk  # most looks ask for names alone

    listed = _listed(root)
    if listed is None:
        return None
    found = (
        entry_on_disk(root, path, was=was, may_be_same=may) for path, (was, may) in listed.items()
    )
    return [entry for entry in found if entry is not None]


def _listed(root: str) -> dict[str, tuple[str, bool]] | None:
    """Return the object that each changed file is in HEAD, and whether it may be the same now."""
    tree = working_tree(root)
    output = None if tree is None else answered(tree, *_COMMAND, *tree.pathspec())
    if tree is None or output is None:
        return None
    listed: dict[str, tuple[str, bool]] = {}
    start = len(tree.prefix)
    for entry in output.split(b"\0"):
        if entry[:1] not in _WORDS:  # an end, or what a newer git adds
            continue
        words = entry.split(b" ", _WORDS[entry[:1]])
        # Paths start at the top whatever the folder.
        path = decoded(words[-1])
        # A folder is a repository of its own that is not committed: another project's.
        if path.startswith(tree.prefix) and not path.endswith("/"):
            # What the index has no more may be there, and is listed once more then.
            listed.setdefault(path[start:], _in_head(words))
    return listed


def _in_head(words: Sequence[bytes]) -> tuple[str, bool]:
    if words[0] not in _OF_HEAD:
        return "", True
    old_mode, mode, was = (words[place].decode() for place in _OF_HEAD[words[0]])
    return was if old_mode.strip("0") else "", mode == old_mode or not mode.strip("0")


def head_now(top: str) -> tuple[str, int]:
    """Return what tells that HEAD is another one: its commit, if any, and the size of its log.

    Beyond git's files it is asked only where there is no commit, or references are no files.
    """
    from phaser_lint.git.head_commit import head_commit  # a denial asks for files alone

    head = head_commit(top).decode()
    tree = None if head else working_tree(top)
    if tree is not None:
        asked = ("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        head = (answered(tree, *asked) or b"").decode().strip()
    return head, log_size(top)


def log_size(top: str) -> int:
    """Return how long the log of HEAD is, in bytes; 0 where there is none."""
    try:
        return os.stat(log_of(top)).st_size
    except OSError:
        return 0


def log_time(top: str) -> float:
    """Return when the log of HEAD was last written, in seconds of the epoch; 0 without one."""
    try:
        return os.stat(log_of(top)).st_mtime
    except OSError:
        return 0.0


def log_of(top: str) -> str:
    """Return where git logs what HEAD was."""
    return os.path.join(git_folder(top), "logs", "HEAD")


def answered(tree: WorkingTree, *arguments: str, stdin: bytes = b"") -> bytes | None:
    """Return what git prints; ``None`` where it fails, takes too long or says too much."""
    try:
        git = git_command(tree, *arguments)
    except GitError:
        return None
    end = ended(git.words, git.environment, stdin=stdin)
    return None if end is None or end.code else end.output
