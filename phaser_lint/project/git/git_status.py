"""The files that differ from the last commit, or are new to git, in one run of git.

Asked after every shell command of an agent: without ``subprocess``, and within git's limits there.
Each function raises ``GitError``, in git's own words where it has some, and where git has more to
say than 1 MB.
"""

from __future__ import annotations

from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, ask_git, require_tree
from phaser_lint.project.git.process_output import decode_git_path, explain_unreadable_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMAND = (
    "status",
    "--porcelain=v2",
    "-z",
    "--no-renames",
    "--ignore-submodules=all",
)
_LISTING = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
# The words before a path, and of a file that HEAD has those that say its mode and its object.
_WORDS = {b"1": 8, b"u": 10, b"?": 1}
_OF_HEAD = {b"1": (3, 5, 6), b"u": (4, 6, 8)}

HeadObject = tuple[str, bool]
"""What a changed file is in HEAD: its object, empty where HEAD has none, and whether by its mode it
may be the same on the disk."""


def list_uncommitted_paths(root: str) -> list[str]:
    """Return the files under *root* that ``git status`` calls changed since the last commit, or
    new, from *root*.

    Deleted files may be among them.
    """
    return list(find_head_objects(root))


def list_unignored_files(root: str) -> list[str]:
    """Return the files of the repository at *root* that ``git status`` can tell of, tracked or new
    to git, but for ignored ones, in one run of git.
    """
    tree = require_tree(root, "ls-files")
    output = ask_git(tree, *_LISTING)
    names = decode_git_path(output).split("\0")[:-1]
    return [name for name in dict.fromkeys(names) if not name.endswith("/")]


def find_head_objects(
    root: str,
    *,
    tree: WorkingTree | None = None,
    with_untracked: bool = True,
    inner_folders: list[str] | None = None,
) -> dict[str, HeadObject]:
    """Return the files under *root* that ``git status`` calls changed or new, each with the object
    that it is in HEAD.

    Those that git does not track, *with_untracked*, have it look through all folders. Repositories
    that it does not track are added to *inner_folders*, with ``/``. *tree* is the working tree
    around *root*, where that is known.
    """
    tree = tree or require_tree(root, "status")
    untracked = f"--untracked-files={'all' if with_untracked else 'no'}"
    # After a command the look whether all is clean asks, and the one that finds what is not.
    question = (tree.root, *_COMMAND, untracked, *tree.pathspec())
    if question not in tree.root.answers:
        tree.root.answers[question] = ask_git(tree, *question[1:])
    objects_by_path: dict[str, HeadObject] = {}
    for record in tree.root.answers[question].split(b"\0"):
        if record[:1] not in _WORDS:  # an end, or what a newer git adds
            continue
        words = record.split(b" ", _WORDS[record[:1]])
        # Paths start at the root whatever the folder.
        path = decode_git_path(words[-1])
        # A folder is a repository of its own that is not committed: another project's.
        if not path.startswith(tree.prefix):
            continue
        if path.endswith("/"):
            if inner_folders is not None:
                inner_folders.append(path[len(tree.prefix) :])
            continue
        head_object = "", True
        if words[0] in _OF_HEAD:
            try:
                old_mode, mode, old_blob = (words[index].decode() for index in _OF_HEAD[words[0]])
            except (ValueError, IndexError):
                raise explain_unreadable_answer("status") from None
            may_be_same = mode == old_mode or not mode.strip("0")
            head_object = old_blob if old_mode.strip("0") else "", may_be_same
        # What the index has no more may be there, and is listed once more then.
        objects_by_path.setdefault(path[len(tree.prefix) :], head_object)
    return objects_by_path


def read_object_contents(
    root: str, objects: Sequence[str], *, tree: WorkingTree | None = None
) -> list[bytes]:
    """Return what files that ``git status`` names hold in HEAD: the *objects*, read in one run.

    *tree*: see ``find_head_objects``.
    """
    tree = tree or require_tree(root, "cat-file")
    stdin = "".join(f"{object_id}\n" for object_id in objects).encode()
    output = ask_git(tree, "cat-file", "--batch", stdin=stdin)
    contents: list[bytes] = []
    offset = 0
    for name in objects:
        start = output.find(b"\n", offset) + 1 or len(output)
        words = output[offset : start - 1].split()
        end = start + int(words[2]) if len(words) == 3 and words[2].isdigit() else len(output)
        if end >= len(output):
            raise GitError(f"git cat-file: the object {name} is missing")
        contents.append(output[start:end])
        offset = end + 1
    return contents
