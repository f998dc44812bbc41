"""The files of a project, as a scan sees them: git's where there is git, else a walk's."""

from __future__ import annotations

import os

from phaser_lint.errors import GitError, UsageError
from phaser_lint.inputs.disk import read_file
from phaser_lint.inputs.git import (
    Running,
    is_file_or_link,
    listed_files,
    listing_command,
    required_tree,
)
from phaser_lint.inputs.git_command import working_tree
from phaser_lint.inputs.regular_file import SYMBOLIC_LINK
from phaser_lint.inputs.walk import Listings, paths_in, walk_files
from phaser_lint.model import Skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaser_lint.model import ProposedFile


def project_files(
    root: str, listings: Listings | None = None, git: Running | None = None
) -> list[str]:
    """Return all files of the project at *root*, relative to it, in no certain order.

    *listings* may know what folders hold, and *git* be listing already.
    """
    if git is not None or working_tree(root):
        try:
            return repository_files(root, listings, git)
        except GitError:
            pass  # no git, no working tree, no readable index: a walk sees at least as much
    return walk_files(root, listings)


def repository_files(
    root: str, listings: Listings | None = None, git: Running | None = None
) -> list[str]:
    """Return the files under *root* that git tracks or does not ignore, and that are there.

    In no certain order; *listings* and *git* as for ``project_files``. Raises ``GitError``.
    """
    listings = Listings({}, now=0) if listings is None else listings
    tree = required_tree(root, "ls-files")
    git = Running(listing_command(tree)) if git is None else git
    try:
        names = listed_files(tree, git.output())
    finally:
        git.close()
    there: set[str] = set()
    special: list[str] = []
    # Git names what is deleted, too. To list two thousand folders, or to look whether they changed,
    # takes a fifth of the time in which forty thousand files are asked for one by one.
    for folder in {name[: name.rfind("/") + 1] for name in names}:
        file_names, special_names, _ = listings.of(root, folder)
        there.update(paths_in(folder, file_names))
        special += paths_in(folder, special_names)
    # A file system may take another spelling for a name than it lists: README.md for readme.md.
    others = [name for name in names - there if is_file_or_link(root, name)]
    listings.special = frozenset([*special, *others])
    for folder, reason in git.closed_folders().items():
        listings.closed[f"{os.path.relpath(os.path.join(tree.top, folder), root)}/"] = reason
    return [*(names & there), *others]


def named_files(
    root: str,
    paths: Sequence[str],
    *,
    working_directory: str,
    list_files: Callable[[], list[str]],
) -> list[str]:
    """Return the files that *paths* name: files themselves, and what is under folders.

    *list_files* gives all files of the project, and is asked only for what folders hold. Raises
    ``UsageError`` for a path that is not there, cannot be listed, or lies outside of *root*.
    """
    found: dict[str, None] = {}
    listed: list[str] | None = None
    for path in paths:
        relative = relative_path(root, path, working_directory=working_directory)
        full = os.path.join(root, relative)
        if not os.path.lexists(full):
            raise UsageError(f"{path}: no such file or folder")
        if os.path.isdir(full) and not os.path.islink(full):
            _require_listable(path, full)
            listed = list_files() if listed is None else listed
            prefix = "" if relative == "." else f"{relative}/"
            found.update(dict.fromkeys(name for name in listed if name.startswith(prefix)))
        else:
            found[relative] = None
    return sorted(found)


def is_named(root: str, folder: str, paths: Sequence[str], *, working_directory: str) -> bool:
    """Tell whether a *folder* of the project, ending in a slash, is under one that *paths* name."""
    named = [relative_path(root, path, working_directory=working_directory) for path in paths]
    return any(name == "." or folder.startswith(f"{name}/") for name in named)


def _require_listable(path: str, folder: str) -> None:
    # A scan of everything passes such a folder over, as git does; named, it is what is asked for.
    try:
        os.scandir(folder).close()
    except OSError as error:
        raise UsageError(f"{path}: cannot be listed: {error.strerror}") from None


def relative_path(root: str, path: str, *, working_directory: str) -> str:
    """Return *path* relative to *root*, with ``/``; a file that is a link keeps its own name."""
    if not path:
        raise UsageError("PATH: expected a file or folder, found an empty text")
    full = os.path.normpath(os.path.join(working_directory, path))
    parent = os.path.realpath(os.path.dirname(full))
    # Naming a link to a folder means the files in it, which have their own names.
    resolved = (
        os.path.realpath(full)
        if os.path.isdir(full)
        else os.path.join(parent, os.path.basename(full))
    )
    relative = os.path.relpath(resolved, root)
    if relative == ".." or relative.startswith("../"):
        raise UsageError(f"{path}: lies outside of the project at {root}")
    return relative.replace(os.sep, "/")


def read_files(root: str, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
    """Yield each file as it is on disk, or why it is not judged.

    A symbolic link is passed over: what it points to is judged under its own name.
    """
    for path in paths:
        if os.path.islink(os.path.join(root, path)):
            yield Skip(path, SYMBOLIC_LINK)
        else:
            yield read_file(root, path)
