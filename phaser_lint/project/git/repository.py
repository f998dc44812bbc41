"""What git knows: a repository's files, its revisions, and what changed since one."""

from __future__ import annotations

import os

from phaser_lint.core import decode_git_path
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.files import group_by_folder
from phaser_lint.project import common_folder, git_limits, git_root
from phaser_lint.project.git import (
    GitCommand,
    WorkingTree,
    git_command,
    git_variables,
    may_set,
    working_tree,
)
from phaser_lint.project.git.index_header import index_header, require_whole
from phaser_lint.project.git.process_output import (
    MOST_PRINTED,
    NO_SUCH,
    ProcessEnd,
    is_object_id,
    require_final_zero,
    run_to_end,
    unintelligible,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


LINK_MODE = "120000"
_SUBMODULE_MODE = "160000"
_SHOWN = 40
# Since the third version of the index an entry has room to be left out.
_WITHOUT_ROOM = 2
_NOT_FETCHED = "warning: lazy fetching disabled"
# A clone has the first, a repository that was pushed a name.
_DEFAULT_BRANCHES = [f"refs/remotes/*/{name}" for name in ("HEAD", "main", "master")]
PARTIAL = (
    "; this clone is partial, and nothing is fetched here: git fetch --refetch --no-filter brings "
    "all of it"
)
"""The end of a message where a part of a partial clone is missing."""


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
            raise unintelligible(self._name) from None


def run_git(root: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Return what git prints at the root of the working tree that the folder *root* is in.

    Raises ``GitError`` with git's own words.
    """
    return git_output(git_command(required_tree(root, arguments[0]), *arguments), stdin)


def listed_commits(root: str, *arguments: str, stdin: bytes = b"") -> str:
    """Return what ``git rev-list`` prints; raises ``GitError``.

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


def git_output(command: GitCommand, stdin: bytes = b"") -> bytes:
    """Return what git prints; raises ``GitError`` with git's own words."""
    return output_of(command, run_to_end(command, stdin=stdin, most=MOST_PRINTED))


def output_of(command: GitCommand, end: ProcessEnd) -> bytes:
    """Return what git has printed at its *end*; raises ``GitError`` with git's own words."""
    if end.code:
        raise GitError(f"git {command.name}: {_reason(end)}")
    return require_final_zero(command, end.output)


def _reason(end: ProcessEnd) -> str:
    return f"{end.reason()}{PARTIAL if _NOT_FETCHED in decode_git_path(end.words) else ''}"


def required_tree(root: str, command_name: str = "rev-parse") -> WorkingTree:
    """Return the place of the folder *root* in git; raises ``GitError`` where it has none.

    In git's own words for it, after the *command_name* that would have been run.
    """
    tree = working_tree(root)
    if tree is None:
        raise GitError(f"git {command_name}: fatal: not a git repository: {root}")
    return tree


def is_repository(root: str) -> bool:
    """Tell whether *root* is in a working tree, be it one that git refuses."""
    return working_tree(root) is not None


def require_repository(root: str) -> None:
    """Raise ``GitError``, in git's own words where it has some, unless *root* is a working tree."""
    if not git_limits(root).allowed:
        raise GitError("leave out --no-git: only git knows commits and what is staged")
    if working_tree(root) is None:
        where = "working tree of git" if git_root(root) else "git repository"
        raise GitError(f"{root} is in no {where}")
    run_git(root, "rev-parse", "--is-inside-work-tree")


LISTING = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
TAGS = "-v"


def listing_command(tree: WorkingTree, *, tagged: bool = False) -> GitCommand:
    """Return what prints the names of the files that git tracks or does not ignore.

    From the root, on disk or not; a submodule is among them, a file in conflict several times.
    *tagged*: each behind a letter and a blank, "H" for a file of the index that has no flag.
    """
    tags = (TAGS,) if tagged else ()
    return git_command(tree, *LISTING, *tags, *tree.pathspec())


def listed_files(tree: WorkingTree, output: bytes, *, tagged: bool = False) -> dict[str, list[str]]:
    """Return the names that ``listing_command`` printed, relative to the folder of *tree*.

    By the folder that each lies in, which ends in a slash or is empty.
    """
    if tagged:
        import re  # of a million lines none is held beside its path

        # Lines of a folder are split at once; of a file in conflict there are several.
        lines = "(?s)..(([^\0]*/|)[^/\0]*(?:\0H \\2[^/\0]+){0,4000})\0"
        if not tree.prefix and b"M " not in output:
            by_folder: dict[str, list[str]] = {}
            for match in re.finditer(lines, decode_git_path(output)):
                by_folder.setdefault(match[2], []).extend(match[1].split("\0H "))
            return by_folder
        paths = re.findall("(?s)..([^\0]+)\0", decode_git_path(output))
    else:
        paths = names(output)
    # git lists nothing inside of it, so a walk has to.
    if tree.prefix and tree.prefix[:-1] in paths:
        raise NotCheckedOutError(f"{tree.prefix} is a submodule that was not checked out")
    return group_by_folder(dict.fromkeys(tree.paths_inside(paths)))


def tracked_modes(root: str) -> dict[str, str]:
    """Return the files under *root* that git's index holds, those of the next commit: their modes.

    What is on disk plays no part: ``git rm --cached`` leaves there what the commit deletes, and a
    sparse checkout lacks what it keeps. A submodule is no file; what is a link on one side of a
    conflict is one.
    """
    modes: dict[str, str] = {}
    for mode, _, path in index_entries(root):
        if mode != _SUBMODULE_MODE and modes.get(path) != LINK_MODE:
            modes[path] = mode
    return modes


def tracked_links(root: str) -> list[str]:
    """Return the symbolic links under *root* that git's index holds; none without git."""
    if working_tree(root) is None:
        return []
    return sorted({path for mode, _, path in index_entries(root) if mode == LINK_MODE})


def submodules(root: str) -> list[str]:
    """Return the submodules under *root* that git's index names."""
    return [path for mode, _, path in index_entries(root) if mode == _SUBMODULE_MODE]


def text_links(root: str) -> frozenset[str]:
    """Return the links of git's index that the disk holds as texts: ``core.symlinks`` is false.

    So git for Windows checks them out. What is written into one is where it leads.
    """
    tree = working_tree(root)
    if tree is None or not may_set(tree, b"symlinks"):
        return frozenset()
    command = git_command(tree, "config", "--type=bool", "--default=true", "--get", "core.symlinks")
    if git_output(command).strip() != b"false":
        return frozenset()
    return frozenset(
        path for path in tracked_links(root) if os.path.isfile(os.path.join(root, path))
    )


def index_entries(root: str) -> list[tuple[str, str, str]]:
    """Return the mode, the object and the path of each file of git's index under *root*.

    One in conflict has several.
    """
    tree = required_tree(root, "ls-files")
    output = run_git(root, "ls-files", "-z", "--stage", *tree.pathspec())
    require_whole(tree, output)
    with AnswerGuard("ls-files"):
        split = [line.split("\t", 1) for line in names(output)]
        entries = [(*meta.split(" "), path) for meta, path in split]
        files = [(mode, blob, path) for mode, blob, _, path in entries]
    start = len(tree.prefix)
    return [
        (mode, blob, path[start:]) for mode, blob, path in files if path.startswith(tree.prefix)
    ]


def left_out_files(root: str) -> list[str]:
    """Return the tracked files under *root* that git keeps off the disk on purpose.

    By a sparse checkout or ``update-index --skip-worktree``: git neither calls them deleted nor
    commits it.
    """
    tree = working_tree(root)
    if tree is None or not _may_leave_out(tree):
        return []
    lines = names(run_git(root, "ls-files", "-z", "-t", "--cached", *tree.pathspec()))
    skipped_paths = tree.paths_inside(line[2:] for line in lines if line.startswith("S "))
    return [path for path in skipped_paths if not os.path.lexists(os.path.join(root, path))]


def is_left_out(root: str, path: str) -> bool:
    """Tell whether the repository keeps the tracked file at *path* under *root* off the disk."""
    return path in left_out_files(root)


def _may_leave_out(tree: WorkingTree) -> bool:
    """Tell whether git was ever asked to, without the cost of starting it."""
    patterns_path = os.path.join(tree.own_folder(), "info", "sparse-checkout")
    return os.path.exists(patterns_path) or index_header(tree)[0] > _WITHOUT_ROOM


def resolve_revision(root: str, revision: str) -> str | None:
    """Return the commit that *revision* names, or ``None`` where there is none, or no git."""
    if revision.startswith("-"):
        return None
    if revision == "HEAD":
        from phaser_lint.project.git.head_commit import head_commit  # most scans compare nothing

        tree = working_tree(root)
        # What git's own files say, git is not asked: a check at Stop asks three times.
        head = head_commit(tree.root) if tree is not None and not tree.git_folder else b""
        return head.decode() or resolve_object(root, "HEAD^{commit}")
    if is_object_id(revision.encode("utf-8", "replace")):
        return resolve_object(root, f"{revision}^{{commit}}")
    # In ":/words" all that follows is searched for, so "^{commit}" cannot be added to it.
    object_id = resolve_object(root, revision)
    # "^HEAD" is a way to leave a commit out, and git verifies it as one.
    if object_id is None or object_id.startswith("^"):
        return None
    return resolve_object(root, f"{object_id}^{{commit}}")


def resolve_object(root: str, name: str) -> str | None:
    """Return the id of the object that *name* stands for, as ``HEAD:a.py``, if there is one."""
    tree = working_tree(root)
    # No argument holds a zero.
    if tree is None or "\0" in name:
        return None
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    command = git_command(tree, *arguments, name)
    end = run_to_end(command, most=MOST_PRINTED)
    # Where the log is not as long as that, git prints no reason.
    if end.code == NO_SUCH or (end.code and "@{" in name and not end.words):
        return None
    if end.code:
        raise GitError(f"git rev-parse: {_reason(end)}")
    return _id(end.output)


def _id(line: bytes, name: str = "rev-parse") -> str:
    """Return the object's id that *line* is, with the mark of one that is left out."""
    object_id = line.removesuffix(b"\n")
    if not is_object_id(object_id.removeprefix(b"^")):
        raise GitError(f"git {name}: expected the id of an object, found {object_id[:_SHOWN]!r}")
    return object_id.decode()


def merge_bases(root: str, commit: str, other_commit: str = "HEAD") -> tuple[str, ...]:
    """Return the last commits that *commit* and the *other_commit* have in common.

    Where each was merged into the other there are several, of which none is the right one.
    """
    other_id = resolve_revision(root, other_commit)
    if other_id is None or other_id == commit:
        return (other_id,) if other_id else ()
    # Unlike "git merge-base" it tells no common commit from an error.
    lines = run_git(root, "rev-parse", "--revs-only", f"{commit}...{other_commit}").splitlines()
    marked_ids = [_id(line) for line in lines]
    if len(marked_ids) < 2:
        raise GitError(f"git rev-parse: expected two commits, found {len(marked_ids)}")
    return tuple(marked_id[1:] for marked_id in marked_ids if marked_id.startswith("^"))


def branch_bases(root: str, commit: str = "HEAD") -> tuple[str, ...]:
    """Return where the branch that ends in *commit* left the default branches of the remotes.

    The last of these: the default branch of a fork is often old. Nothing where there is none, and
    where the commit is part of one. Raises ``GitError``.
    """
    refs = run_git(root, "for-each-ref", "--format=%(objectname)", *_DEFAULT_BRANCHES)
    tips = dict.fromkeys(map(_id, refs.splitlines()))
    bases = dict.fromkeys(base for tip in tips for base in merge_bases(root, tip, commit))
    if resolve_revision(root, commit) in bases:
        return ()
    if len(bases) < 2:
        return tuple(bases)
    return tuple(map(_id, run_git(root, "merge-base", "--independent", *bases).splitlines()))


def merge_bases_of(root: str, revision: str, *, flag: str = "--since") -> tuple[str, ...]:
    """Return the last commits that *revision*, the value of *flag*, and HEAD have in common.

    Before the first commit that of HEAD is the empty tree. Raises ``UsageError`` for what names no
    commit, or one that shares nothing with HEAD.
    """
    require_repository(root)
    commit = resolve_revision(root, revision)
    if commit is None and revision == "HEAD":
        return (empty_tree(root),)
    if commit is None and ".." in revision:
        start = revision.split("..")[0] or "HEAD"
        range_text = f"the range {revision}; what is new since {start} counts"
        raise UsageError(f"{flag}: expected one revision, not {range_text}")
    if commit is None and not revision:
        raise UsageError(f"{flag}: expected a git revision, found an empty text")
    if commit is None:
        where = f"{root}, not {revision}{_fetch_hint(root, revision) or _shallow_hint(root)}"
        raise UsageError(f"{flag}: expected a git revision of {where}")
    bases = merge_bases(root, commit)
    if not bases:
        raise UsageError(
            f"{flag}: {revision} and HEAD have no commit in common{_shallow_hint(root)}"
        )
    return bases


def _fetch_hint(root: str, revision: str) -> str:
    remote, _, branch = revision.partition("/")
    if not branch or remote not in decode_git_path(run_git(root, "remote")).splitlines():
        return ""
    return f"; git fetch {remote} gets its branches"


def _shallow_hint(root: str) -> str:
    if not is_shallow(root):
        return ""
    return "; this clone is shallow: git fetch --unshallow gets the rest of the history"


def is_shallow(root: str) -> bool:
    """Tell whether a clone holds just the newest part of the history."""
    output = run_git(root, "rev-parse", "--is-shallow-repository").strip()
    if output not in (b"true", b"false"):
        raise GitError(f"git rev-parse: expected true or false, found {output[:_SHOWN]!r}")
    return output == b"true"


def empty_tree(root: str) -> str:
    """Return git's name for the tree without files, which depends on the repository's hash."""
    return _id(run_git(root, "hash-object", "-t", "tree", "--stdin"), "hash-object")


def hash_as_blobs(root: str, tree_paths: Sequence[str]) -> list[str]:
    """Return the name of the blob that git would make of each of these files on the disk.

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


def deleted_files(root: str, commit: str) -> list[str]:
    """Return the files under *root* that *commit* has and the disk has no more."""
    options = ("--name-only", "--no-renames", "--diff-filter=D")
    return names(run_git(root, *diff_arguments(required_tree(root), commit, options=options)))


def diff_arguments(tree: WorkingTree, commit: str, *, options: Iterable[str]) -> tuple[str, ...]:
    """Return what asks git which files of the folder differ between *commit* and the disk.

    Not by ``git diff``, which writes what it learned of the files, and needs their contents.
    """
    return ("diff-index", "-z", "--ignore-submodules=all", tree.relative(), *options, commit, "--")


def untracked_among(root: str, paths: Iterable[str]) -> frozenset[str]:
    """Return those of *paths* that lie under *root* and git does not track, ignored ones included.

    Nothing of a submodule or of another repository. Raises ``GitError``.
    """
    tree = required_tree(root)
    inside = [path for path in sorted(paths) if not path.startswith(("/", "~"))]
    specs = [f":(literal){tree.prefix}{path}" for path in inside]
    listed = run_git(root, "ls-files", "-z", "--others", "--", *specs) if specs else b""
    return frozenset(tree.paths_inside(names(listed)))


def names(output: bytes) -> list[str]:
    """Return the parts of what git printed with ``-z``, as paths are written here."""
    return [name for name in decode_git_path(output).split("\0") if name]


# Whether git skips a file, as it does in a listing of what it tracks or does not ignore.

# Of a user: git's configuration and, without another name in there, what it ignores everywhere.
_OF_A_USER = (".gitconfig", ".config/git/config", ".config/git/ignore")


def is_ignored(tree: WorkingTree, path: str) -> bool | None:
    """Tell whether git ignores the file at *path*; ``None`` where git cannot tell."""
    ignored = ignored_paths(tree, [path])
    return None if ignored is None else bool(ignored)


def ignored_paths(tree: WorkingTree, paths: Sequence[str]) -> list[str] | None:
    """Return those of *paths* in the folder of *tree*, there or not, that git ignores.

    What it tracks it does not ignore. ``None`` where git cannot tell.
    """
    # From the root, so that no name is taken for an option or a pattern.
    paths_by_name = {f"./{tree.prefix}{path}": path for path in paths}
    try:
        git = git_command(tree, "check-ignore", "-z", "--stdin")
        end = run_to_end(git, stdin=b"".join(os.fsencode(name) + b"\0" for name in paths_by_name))
    except GitError:
        return None
    ignored_names = names(end.output)
    # What was not asked about is no answer.
    if end.code not in (0, 1) or not paths_by_name.keys() >= {*ignored_names}:
        return None
    return [paths_by_name[name] for name in ignored_names]


def telling_files(tree: WorkingTree) -> list[str]:
    """Return the files, there or not, that tell what the repository ignores, besides each
    ``.gitignore``.

    Neither the index, which changes with much else, nor what ``core.excludesFile`` names is one.
    """
    own_folder = tree.own_folder()
    shared = common_folder(own_folder)
    variables = git_variables(tree)
    home, config_home = variables.get("HOME", ""), variables.get("XDG_CONFIG_HOME", "")
    return [
        os.path.join(shared, "info/exclude"),
        os.path.join(shared, "config"),
        *[os.path.join(home, name) for name in _OF_A_USER if home],
        *[os.path.join(config_home, name) for name in ("git/config", "git/ignore") if config_home],
    ]
