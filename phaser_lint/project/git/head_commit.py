"""Which commit HEAD is, and the log of what it was, as git's own files say.

Git is started only by ``identify_head``, where its files do not say the commit.
"""

from __future__ import annotations

import os

from phaser_lint.core.errors import GitError
from phaser_lint.project import find_common_git_folder, find_git_folder
from phaser_lint.project.git import find_working_tree, make_git_command
from phaser_lint.project.git.process_output import (
    NO_SUCH,
    decode_git_path,
    explain_unreadable_answer,
    is_object_id,
    run_git_to_end,
)
from phaser_lint.project.regular_file import read_bytes

_LARGEST = 1024 * 1024
_REFERENCE = b"ref: "
_BRANCH = "ref: refs/heads/"


def find_head_commit(root: str) -> bytes:
    """Return the commit that HEAD is in the working tree at *root*.

    Nothing where that cannot be known without git.
    """
    folder = find_git_folder(root)
    line = _read_line(os.path.join(folder, "HEAD"))
    if not line.startswith(_REFERENCE):
        return _parse_commit_id(line)
    name = decode_git_path(line.removeprefix(_REFERENCE))
    shared = find_common_git_folder(folder)
    commit = _parse_commit_id(_read_line(os.path.join(shared, name)))
    if commit:
        return commit
    try:
        packed = read_bytes(os.path.join(shared, "packed-refs"), limit=_LARGEST)
    except OSError:
        return b""
    offset = packed.find(b" %s\n" % os.fsencode(name))
    return (
        _parse_commit_id(packed[packed.rfind(b"\n", 0, offset) + 1 : offset]) if offset > 0 else b""
    )


def find_head_branch(root: str) -> str:
    """Return the name of the branch that HEAD is in the working tree at *root*.

    Nothing where it is detached.
    """
    line = decode_git_path(_read_line(os.path.join(find_git_folder(root), "HEAD")))
    return line.removeprefix(_BRANCH) if line.startswith(_BRANCH) else ""


def is_head_unborn(root: str) -> bool:
    """Tell whether HEAD may be a branch without a commit: where its file is garbled it is none."""
    folder = find_git_folder(root)
    line = _read_line(os.path.join(folder, "HEAD"))
    name = decode_git_path(line.removeprefix(_REFERENCE))
    is_branch = line.startswith(_REFERENCE)
    return is_branch and not os.path.lexists(os.path.join(find_common_git_folder(folder), name))


def _read_line(path: str) -> bytes:
    try:
        return read_bytes(path, limit=_LARGEST).strip()
    except OSError:
        return b""


def _parse_commit_id(line: bytes) -> bytes:
    return line if is_object_id(line) else b""


def measure_head_log(root: str) -> int:
    """Return the bytes of HEAD's log, as git's own files say; 0 where there is none."""
    try:
        return os.stat(find_head_log_path(root)).st_size
    except OSError:
        return 0


def find_head_log_path(root: str) -> str:
    """Return the path of HEAD's log among git's own files."""
    return os.path.join(find_git_folder(root), "logs", "HEAD")


def identify_head(root: str) -> tuple[str, int]:
    """Return HEAD's commit, from git where files do not say it, and the size of its log in bytes.

    The commit is empty where there is none; by both the hook tells that HEAD moved. Git is asked
    only where there is no commit, or references are no files. Raises ``GitError``.
    """
    head = find_head_commit(root).decode()
    tree = None if head else find_working_tree(root)
    if tree is not None:
        end = run_git_to_end(
            make_git_command(tree, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        )
        output = end.output.strip()
        if end.code not in (0, NO_SUCH):
            raise GitError(f"git rev-parse: {end.reason()}")
        if end.code == 0 and not is_object_id(output):
            raise explain_unreadable_answer("rev-parse")
        head = "" if end.code else output.decode()
    return head, measure_head_log(root)
