"""The files that git tracks, as its index has them, and those that it ignores.

Modes, submodules, what is not on disk; which file the index is, and how many files it has; what
says which files are ignored.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence

from phaser_lint.core import Identity, make_file_identity
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_state import group_paths_by_folder
from phaser_lint.project.git import (
    GitCommand,
    WorkingTree,
    find_working_tree,
    make_git_command,
    make_git_variables,
    require_tree,
    run_git,
)
from phaser_lint.project.git.process_output import (
    decode_git_path,
    explain_unreadable_answer,
    run_git_to_end,
    split_names,
)
from phaser_lint.project.regular_file import read_bytes

LINK_MODE = "120000"
SPARSE_PATTERNS = "info/sparse-checkout"
_SUBMODULE_MODE = "160000"
_LARGEST_INDEX = 256 * 1024 * 1024
# The mode, and the begin of what says that entries lie in another file, or in a folder's own.
_MARKS_OF_LINKS = (int(LINK_MODE, 8).to_bytes(4, "big"), b"link\0\0", b"sdir\0\0")
# Since the third version of the index an entry has room to be left out.
_WITHOUT_ROOM = 2
_TRACKED, OTHERS = ("ls-files", "-z", "--cached"), "--others"
LISTING = (*_TRACKED, OTHERS, "--exclude-standard")
TAGS = "-v"
LINES_OF_A_FOLDER = r"(?s:..)(([^\0]*/|)[^/\0]*(?:\0H \2[^/\0]+){0,4000})\0"
"""A pattern of what a tagged listing has of one folder: a file, and those of the index behind it
that lie there, too.
"""


class NotCheckedOutError(GitError):
    """A folder is a submodule whose files are not there: git knows none in it."""


def make_listing_command(
    tree: WorkingTree, *, tagged: bool = False, only_tracked: bool = False
) -> GitCommand:
    """Return the command of git that lists the files of a repository that it tracks or does not
    ignore.

    From the root, on disk or not; a submodule is among them, a file in conflict several times.
    *tagged*: each behind a letter and a blank, "H" for a file of the index that has no flag.
    *only_tracked*: not those for which git has to walk through all folders.
    """
    words = (*(_TRACKED if only_tracked else LISTING), *((TAGS,) if tagged else ()))
    return make_git_command(tree, *words, *tree.pathspec())


def parse_listed_files(
    tree: WorkingTree, output: bytes, *, tagged: bool = False
) -> dict[str, list[str]]:
    """Return a repository's tracked files, which git's listing names in *output*, from *tree*'s
    folder.

    By the folder that each lies in, which ends in a slash or is empty.
    """
    if tagged:
        # Lines of a folder are split at once; of a file in conflict there are several.
        if not tree.prefix and b"M " not in output:
            import re  # a tenth of what a scan of few files takes, of which git lists no tags

            by_folder: dict[str, list[str]] = {}
            for match in re.finditer(LINES_OF_A_FOLDER, decode_git_path(output)):
                by_folder.setdefault(match[2], []).extend(match[1].split("\0H "))
            return by_folder
        paths = [line[2:] for line in split_names(output)]
    else:
        paths = split_names(output)
    # git lists nothing inside of it, so a walk has to.
    if tree.prefix and tree.prefix[:-1] in paths:
        raise NotCheckedOutError(f"{tree.prefix} is a submodule that was not checked out")
    return group_paths_by_folder(dict.fromkeys(tree.paths_inside(paths)))


def list_index_entries(root: str) -> list[tuple[str, str, str]]:
    """Return the tracked files of the repository under *root*, as its index has them: mode, object
    and path of each.

    One in conflict has several.
    """
    tree = require_tree(root, "ls-files")
    output = run_git(root, "ls-files", "-z", "--stage", *tree.pathspec(), once=True)
    require_whole_listing(tree, output)
    entries: list[tuple[str, str, str]] = []
    try:
        for line in split_names(output):  # a list of 100,000 for each step costs as much
            meta, path = line.split("\t", 1)
            mode, blob, _ = meta.split(" ")
            if path.startswith(tree.prefix):
                entries.append((mode, blob, path.removeprefix(tree.prefix)))
    except ValueError:
        raise explain_unreadable_answer("ls-files") from None
    return entries


def find_tracked_modes(root: str) -> dict[str, str]:
    """Return the modes of the tracked files under the repository's *root*, those that the next
    commit has, by their paths.

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
    """Return the repository's submodules under *root*, which git tracks, by its index."""
    return [path for mode, _, path in list_index_entries(root) if mode == _SUBMODULE_MODE]


def list_tracked_links(root: str) -> list[str]:
    """Return the symbolic links among the files that git tracks under *root*; none without git."""
    tree = find_working_tree(root)
    if tree is None:
        return []
    # Most repositories have none, as an index tells that is whole and lacks the mode of a link.
    try:
        index = read_bytes(find_index_path(tree), limit=_LARGEST_INDEX)
    except OSError:
        index = b""
    if 0 < len(index) < _LARGEST_INDEX and not any(map(index.__contains__, _MARKS_OF_LINKS)):
        return []
    return sorted({path for mode, _, path in list_index_entries(root) if mode == LINK_MODE})


def list_left_out_files(root: str, tree: WorkingTree | None = None) -> list[str]:
    """Return the repository's tracked files under *root* that git keeps off the disk on purpose.

    By a sparse checkout or ``update-index --skip-worktree``: git neither calls them deleted nor
    commits it. *tree* is the working tree around *root*, where that is known.
    """
    tree = tree or find_working_tree(root)
    if tree is None:
        return []
    # Mostly git was never asked to, which is known without the cost of starting it.
    patterns_path = os.path.join(tree.own_folder, SPARSE_PATTERNS)
    if not os.path.exists(patterns_path) and read_index_header(tree)[0] <= _WITHOUT_ROOM:
        return []
    lines = split_names(run_git(root, "ls-files", "-z", "-t", "--cached", *tree.pathspec()))
    skipped_paths = tree.paths_inside(line[2:] for line in lines if line.startswith("S "))
    return [path for path in skipped_paths if not os.path.lexists(os.path.join(root, path))]


def find_untracked_paths(root: str, paths: Iterable[str]) -> frozenset[str]:
    """Return which of the project's *paths* under *root* git's repository does not hold: untracked
    or ignored.

    Nothing of a submodule or of another repository. Raises ``GitError``.
    """
    tree = require_tree(root)
    # A worktree without contracts has those of the main one: "../main/.phaser/contracts/a.yaml".
    inside = [path for path in sorted(paths) if not path.startswith(("/", "~", "../"))]
    specs = [f":(literal){tree.prefix}{path}" for path in inside]
    listed = run_git(root, "ls-files", "-z", "--others", "--", *specs) if specs else b""
    return frozenset(tree.paths_inside(split_names(listed)))


# What git ignores.

# Of a user: git's configuration and, without another name in there, what it ignores everywhere.
_OF_A_USER = (".gitconfig", ".config/git/config", ".config/git/ignore")


def is_ignored_path(tree: WorkingTree, path: str) -> bool | None:
    """Tell whether git ignores the file at *path*; ``None`` where it cannot tell."""
    ignored = find_ignored_paths(tree, [path])
    return None if ignored is None else bool(ignored)


def find_ignored_paths(tree: WorkingTree, paths: Sequence[str]) -> list[str] | None:
    """Return those of *paths* in the folder of *tree*, there or not, that the repository's git
    ignores.

    What it tracks it does not ignore. ``None`` where git cannot tell.
    """
    # From the root, so that no name is taken for an option or a pattern.
    paths_by_name = {f"./{tree.prefix}{path}": path for path in paths}
    try:
        git = make_git_command(tree, "check-ignore", "-z", "--stdin")
        end = run_git_to_end(
            git, stdin=b"".join(os.fsencode(name) + b"\0" for name in paths_by_name)
        )
    except GitError:
        return None
    ignored_names = split_names(end.output)
    # What was not asked about is no answer.
    if end.code not in (0, 1) or not paths_by_name.keys() >= {*ignored_names}:
        return None
    return [paths_by_name[name] for name in ignored_names]


def list_ignored_since(root: str, lines_then: Mapping[str, Collection[str]]) -> list[str]:
    """Return the files under *root* that git ignores by a line that is new in its ignore file: of
    each, by its path, *lines_then* has those that it had. Raises ``GitError``.
    """
    tree = require_tree(root, "ls-files")
    listing = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard")
    places = run_git(root, *listing, "--directory", *tree.pathspec())
    if not places:
        return []
    asking = ("check-ignore", "-v", "-z", "--stdin")
    told = split_names(run_git(root, *asking, stdin=places))  # the source, its line, the place
    specs = [
        f":(literal){place}"
        for source, line, place in zip(told[::4], told[2::4], told[3::4], strict=True)
        if line not in lines_then.get(source, [line])
    ]
    files = run_git(root, *listing, "--", *specs) if specs else b""
    return tree.paths_inside(split_names(files))


def list_ignore_sources(tree: WorkingTree) -> list[str]:
    """Return the files, there or not, that tell what the repository ignores, besides each
    ``.gitignore``.

    Neither the index, which changes with much else, nor what ``core.excludesFile`` names is one.
    """
    shared = tree.shared_folder
    variables = make_git_variables(tree)
    home, config_home = variables.get("HOME", ""), variables.get("XDG_CONFIG_HOME", "")
    return [
        os.path.join(shared, "info/exclude"),
        os.path.join(shared, "config"),
        *[os.path.join(home, name) for name in _OF_A_USER if home],
        *[os.path.join(config_home, name) for name in ("git/config", "git/ignore") if config_home],
    ]


# Git's index file itself.


def require_whole_listing(tree: WorkingTree, output: bytes) -> None:
    """Raise ``GitError`` where a listing by git has fewer names than the header of git's index
    counts.

    Of a folder below the root nobody knows how many there are to be.
    """
    if not tree.prefix and output.count(b"\0") < read_index_header(tree)[1]:
        raise GitError("git ls-files: it lists fewer files than the index of the repository counts")


def read_index_header(tree: WorkingTree) -> tuple[int, int]:
    """Return the version of git's index, and how many entries it has; zeros where there is none."""
    try:
        header = read_bytes(find_index_path(tree), limit=12)
    except OSError:
        return 0, 0
    if header[:4] != b"DIRC":
        return 0, 0
    return int.from_bytes(header[4:8], "big"), int.from_bytes(header[8:12], "big")


def find_index_identity(tree: WorkingTree) -> Identity | None:
    """Return the identity (size, times, number) of git's index file; ``None`` without."""
    try:
        return make_file_identity(os.stat(find_index_path(tree)))
    except OSError:
        return None


def find_index_path(tree: WorkingTree) -> str:
    """Return the path of git's index file, be it there or not."""
    # Only a hook of git has one that is named, which may be of another repository.
    is_named = "GIT_INDEX_FILE" in os.environ
    named_path = make_git_variables(tree).get("GIT_INDEX_FILE") if is_named else None
    return os.path.join(tree.root, named_path or os.path.join(tree.own_folder, "index"))
