"""What git calls a revision: the commit or object that a name stands for, and lists of commits."""

from __future__ import annotations

from phaser_lint.core.errors import GitError
from phaser_lint.project import may_have_setting
from phaser_lint.project.git import find_working_tree, make_git_command, run_git
from phaser_lint.project.git.answers import parse_object_id
from phaser_lint.project.git.head_commit import find_head_commit
from phaser_lint.project.git.process_output import (
    MOST_PRINTED,
    NO_SUCH,
    decode_git_path,
    explain_git_end,
    run_git_to_end,
)

_SHOWN = 40
_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def resolve_revision(root: str, revision: str) -> str | None:
    """Return the commit that *revision* names, or ``None`` without one, or without git."""
    if revision.startswith("-"):
        return None
    if revision == "HEAD":
        tree = find_working_tree(root)
        # What git's own files say, git is not asked: a check at Stop asks three times.
        head = find_head_commit(tree.root) if tree is not None and not tree.is_named else b""
        return head.decode() or resolve_object(root, "HEAD^{commit}")
    # In ":/words" all that follows is searched for, so "^{commit}" cannot be added to it.
    name = resolve_object(root, revision) if ":" in revision else revision
    commit = resolve_object(root, f"{name}^{{commit}}") if name else None
    # "^HEAD" is a way to leave a commit out, and git verifies it as one.
    return None if commit is None or commit.startswith("^") else commit


def resolve_object(root: str, name: str) -> str | None:
    """Return the id of the object of the repository that *name*, a revision and a path such as
    ``HEAD:a.py``, stands for, if there is one.
    """
    tree = find_working_tree(root)
    # No argument holds a zero.
    if tree is None or "\0" in name:
        return None
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    command = make_git_command(tree, *arguments, name)
    end = run_git_to_end(command, most=MOST_PRINTED)
    # Where the log is not as long as that, git prints no reason.
    if end.code == NO_SUCH or (end.code and "@{" in name and not end.words):
        return None
    if end.code:
        raise GitError(f"git rev-parse: {explain_git_end(end)}")
    return parse_object_id(end.output, "rev-parse")


def run_rev_list(root: str, *arguments: str, stdin: bytes = b"") -> str:
    """Run ``git rev-list`` in the repository around *root*, and return the ids of the commits, the
    revisions, that it prints; raises ``GitError``.

    Where that is nothing git has to count none, too: what a session committed would be hidden by a
    git that says nothing.
    """
    output = decode_git_path(run_git(root, "rev-list", *arguments, stdin=stdin))
    if not output:
        count_output = run_git(root, "rev-list", "--count", *arguments, stdin=stdin)
        if count_output != b"0\n":
            raise GitError(
                f"git rev-list: expected that it counts none, found {count_output[:_SHOWN]!r}"
            )
    return output


def is_shallow_clone(root: str) -> bool:
    """Tell whether git has only the newest revisions of the repository: it is a shallow clone."""
    output = run_git(root, "rev-parse", "--is-shallow-repository").strip()
    if output not in (b"true", b"false"):
        raise GitError(f"git rev-parse: expected true or false, found {output[:_SHOWN]!r}")
    return output == b"true"


def name_empty_tree(root: str) -> str:
    """Return git's name of the tree without files, which goes by the repository's hash."""
    tree = find_working_tree(root)
    # Runs that ask do it twice, on average: where no other hash is set, git is not started.
    folders = tree and (tree.own_folder, tree.shared_folder)
    if folders and not may_have_setting(folders, b"objectformat"):
        return _EMPTY_TREE
    return parse_object_id(run_git(root, "hash-object", "-t", "tree", "--stdin"), "hash-object")
