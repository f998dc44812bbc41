"""What git knows: a repository's files, its revisions, and what changed since one."""

from __future__ import annotations

import os
import re

from phaser_lint.core.errors import GitError
from phaser_lint.core.file_state import group_paths_by_folder
from phaser_lint.project import find_git_limits, find_git_root
from phaser_lint.project.git import (
    GitCommand,
    WorkingTree,
    find_working_tree,
    make_git_command,
)
from phaser_lint.project.git.index_file import read_index_header, require_whole_listing
from phaser_lint.project.git.process_output import (
    MOST_PRINTED,
    NO_SUCH,
    decode_git_path,
    explain_git_end,
    explain_unreadable_answer,
    is_object_id,
    parse_object_id,
    run_git_command,
    run_git_to_end,
    split_names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


LINK_MODE = "120000"
_SUBMODULE_MODE = "160000"
_SHOWN = 40
# Since the third version of the index an entry has room to be left out.
_WITHOUT_ROOM = 2


class NotCheckedOutError(GitError):
    """A folder is a submodule whose files are not there: git knows none in it."""


class AnswerGuard:
    """What reads an answer of git: where it has not the shape that it is read by, git has failed.

    To be entered; raises ``GitError`` with the name of what git was asked.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Begin to read the answer of git."""

    def __exit__(self, kind: type[BaseException] | None, error: object, _: object) -> None:
        """Raise ``GitError`` for a part that is missing, too much, or no number."""
        if kind is not None and issubclass(kind, (ValueError, IndexError, StopIteration)):
            raise explain_unreadable_answer(self._name) from None


def run_git(root: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Find the repository around the folder *root*, run git in it, and return what it prints.

    Raises ``GitError`` with git's own words.
    """
    return run_git_command(make_git_command(require_tree(root, arguments[0]), *arguments), stdin)


def run_rev_list(root: str, *arguments: str, stdin: bytes = b"") -> str:
    """Run ``git rev-list`` in the repository around *root*, and return the ids of commits that it
    prints; raises ``GitError``.

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


def require_tree(root: str, command_name: str = "rev-parse") -> WorkingTree:
    """Return the working tree of the repository around the folder *root*; raises ``GitError`` where
    it has none.

    In git's own words for it, after the *command_name* that would have been run.
    """
    tree = find_working_tree(root)
    if tree is None:
        raise GitError(f"git {command_name}: fatal: not a git repository: {root}")
    return tree


def is_in_repository(root: str) -> bool:
    """Tell whether *root* lies in the working tree of a repository, be it one that git refuses."""
    return find_working_tree(root) is not None


def require_repository(root: str) -> None:
    """Raise ``GitError``, in git's own words where it has some, unless *root* lies in a
    repository.
    """
    if not find_git_limits(root).allowed:
        raise GitError("leave out --no-git: only git knows commits and what is staged")
    if find_working_tree(root) is None:
        where = "working tree of git" if find_git_root(root) else "git repository"
        raise GitError(f"{root} is in no {where}")
    run_git(root, "rev-parse", "--is-inside-work-tree")


LISTING = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
TAGS = "-v"


def make_listing_command(tree: WorkingTree, *, tagged: bool = False) -> GitCommand:
    """Return the command of git that lists the files of a repository that it tracks or does not
    ignore.

    From the root, on disk or not; a submodule is among them, a file in conflict several times.
    *tagged*: each behind a letter and a blank, "H" for a file of the index that has no flag.
    """
    tags = (TAGS,) if tagged else ()
    return make_git_command(tree, *LISTING, *tags, *tree.pathspec())


def parse_listed_files(
    tree: WorkingTree, output: bytes, *, tagged: bool = False
) -> dict[str, list[str]]:
    """Return a repository's files, which git's listing names in *output*, from *tree*'s folder.

    By the folder that each lies in, which ends in a slash or is empty.
    """
    if tagged:
        # Lines of a folder are split at once; of a file in conflict there are several.
        lines = "(?s)..(([^\0]*/|)[^/\0]*(?:\0H \\2[^/\0]+){0,4000})\0"
        if not tree.prefix and b"M " not in output:
            by_folder: dict[str, list[str]] = {}
            for match in re.finditer(lines, decode_git_path(output)):
                by_folder.setdefault(match[2], []).extend(match[1].split("\0H "))
            return by_folder
        paths = re.findall("(?s)..([^\0]+)\0", decode_git_path(output))
    else:
        paths = split_names(output)
    # git lists nothing inside of it, so a walk has to.
    if tree.prefix and tree.prefix[:-1] in paths:
        raise NotCheckedOutError(f"{tree.prefix} is a submodule that was not checked out")
    return group_paths_by_folder(dict.fromkeys(tree.paths_inside(paths)))


def find_tracked_modes(root: str) -> dict[str, str]:
    """Return the modes of the repository's files under *root*, those that the next commit has, by
    their paths.

    What is on disk plays no part: ``git rm --cached`` leaves there what the commit deletes, and a
    sparse checkout lacks what it keeps. A submodule is no file; what is a link on one side of a
    conflict is one.
    """
    modes: dict[str, str] = {}
    for mode, _, path in list_index_entries(root):
        if mode != _SUBMODULE_MODE and modes.get(path) != LINK_MODE:
            modes[path] = mode
    return modes


def list_submodules(root: str) -> list[str]:
    """Return the repository's submodules under *root*, by git's index."""
    return [path for mode, _, path in list_index_entries(root) if mode == _SUBMODULE_MODE]


def list_index_entries(root: str) -> list[tuple[str, str, str]]:
    """Return the files of the repository under *root*, as its index has them: mode, object and path
    of each.

    One in conflict has several.
    """
    tree = require_tree(root, "ls-files")
    output = run_git(root, "ls-files", "-z", "--stage", *tree.pathspec())
    require_whole_listing(tree, output)
    with AnswerGuard("ls-files"):
        split = [line.split("\t", 1) for line in split_names(output)]
        entries = [(*meta.split(" "), path) for meta, path in split]
        files = [(mode, blob, path) for mode, blob, _, path in entries]
    start = len(tree.prefix)
    return [
        (mode, blob, path[start:]) for mode, blob, path in files if path.startswith(tree.prefix)
    ]


def list_left_out_files(root: str) -> list[str]:
    """Return the repository's tracked files under *root* that git keeps off the disk on purpose.

    By a sparse checkout or ``update-index --skip-worktree``: git neither calls them deleted nor
    commits it.
    """
    tree = find_working_tree(root)
    if tree is None or not _may_leave_out(tree):
        return []
    lines = split_names(run_git(root, "ls-files", "-z", "-t", "--cached", *tree.pathspec()))
    skipped_paths = tree.paths_inside(line[2:] for line in lines if line.startswith("S "))
    return [path for path in skipped_paths if not os.path.lexists(os.path.join(root, path))]


def is_left_out_file(root: str, path: str) -> bool:
    """Tell whether the repository keeps the tracked file at *path* under *root* off the disk."""
    return path in list_left_out_files(root)


def _may_leave_out(tree: WorkingTree) -> bool:
    """Tell whether git was ever asked to, without the cost of starting it."""
    patterns_path = os.path.join(tree.own_folder(), "info", "sparse-checkout")
    return os.path.exists(patterns_path) or read_index_header(tree)[0] > _WITHOUT_ROOM


def resolve_revision(root: str, revision: str) -> str | None:
    """Return the commit of the repository that *revision* names, or ``None`` where there is none,
    or no git.
    """
    if revision.startswith("-"):
        return None
    if revision == "HEAD":
        from phaser_lint.project.git.head_commit import (
            find_head_commit,  # most scans compare nothing
        )

        tree = find_working_tree(root)
        # What git's own files say, git is not asked: a check at Stop asks three times.
        head = find_head_commit(tree.root) if tree is not None and not tree.git_folder else b""
        return head.decode() or resolve_object(root, "HEAD^{commit}")
    if is_object_id(revision):
        return resolve_object(root, f"{revision}^{{commit}}")
    # In ":/words" all that follows is searched for, so "^{commit}" cannot be added to it.
    object_id = resolve_object(root, revision)
    # "^HEAD" is a way to leave a commit out, and git verifies it as one.
    if object_id is None or object_id.startswith("^"):
        return None
    return resolve_object(root, f"{object_id}^{{commit}}")


def resolve_object(root: str, name: str) -> str | None:
    """Return the id of the object of the repository that *name* stands for, as ``HEAD:a.py``, if
    there is one.
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
    return parse_object_id(end.output)


def is_shallow_clone(root: str) -> bool:
    """Tell whether the repository is a shallow clone, with just the newest part of the history."""
    output = run_git(root, "rev-parse", "--is-shallow-repository").strip()
    if output not in (b"true", b"false"):
        raise GitError(f"git rev-parse: expected true or false, found {output[:_SHOWN]!r}")
    return output == b"true"


def name_empty_tree(root: str) -> str:
    """Return git's name for the tree without files, which depends on the repository's hash."""
    return parse_object_id(run_git(root, "hash-object", "-t", "tree", "--stdin"), "hash-object")


def hash_as_blobs(root: str, tree_paths: Sequence[str]) -> list[str]:
    """Return the ids of the blobs that the repository around *root* would make of files on disk.

    *tree_paths* are from the root of the working tree. Raises ``GitError``.
    """
    if not tree_paths:
        return []
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    lines = b"".join(os.fsencode(f'"{path.translate(escapes)}"\n') for path in tree_paths)
    blob_ids = decode_git_path(run_git(root, "hash-object", "--stdin-paths", stdin=lines)).split()
    if len(blob_ids) != len(tree_paths):
        raise GitError(f"git hash-object: expected {len(tree_paths)} lines, found {len(blob_ids)}")
    return blob_ids


def list_deleted_files(root: str, commit: str) -> list[str]:
    """Return the repository's files under *root* that a *commit* has and the disk has no more."""
    options = ("--name-only", "--no-renames", "--diff-filter=D")
    return split_names(
        run_git(root, *make_diff_arguments(require_tree(root), commit, options=options))
    )


def make_diff_arguments(
    tree: WorkingTree, commit: str, *, options: Iterable[str]
) -> tuple[str, ...]:
    """Return the arguments that have git tell which of a repository's files differ between *commit*
    and the disk.

    Not by ``git diff``, which writes what it learned of the files, and needs their contents.
    """
    return ("diff-index", "-z", "--ignore-submodules=all", tree.relative(), *options, commit, "--")


def find_untracked_paths(root: str, paths: Iterable[str]) -> frozenset[str]:
    """Return which of the project's *paths* under *root* git's repository does not hold: untracked
    or ignored.

    Nothing of a submodule or of another repository. Raises ``GitError``.
    """
    tree = require_tree(root)
    inside = [path for path in sorted(paths) if not path.startswith(("/", "~"))]
    specs = [f":(literal){tree.prefix}{path}" for path in inside]
    listed = run_git(root, "ls-files", "-z", "--others", "--", *specs) if specs else b""
    return frozenset(tree.paths_inside(split_names(listed)))
