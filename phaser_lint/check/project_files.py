"""The files of a project, as a scan sees them: git's where there is git, else a walk's."""

from __future__ import annotations

import os

from phaser_lint.core import OpenFolder
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.errors import NotCheckedOutError, UsageError
from phaser_lint.project.disk import by_link, link_to_nothing, read_file
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.index_header import require_whole
from phaser_lint.project.git.repository import Running, listed_files, listing_command, required_tree
from phaser_lint.project.links import LEADS_TO_NOTHING, LinkTarget, links_on_disk, target_on_disk
from phaser_lint.project.root import (
    begins_repository,
    files_or_links,
    git_root,
    lies_in,
    way_to,
)
from phaser_lint.project.walk import Listings, paths_in, walk_files
from phaser_lint.text.globs import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import Asked
    from phaser_lint.core.checked_files import ProposedFile
    from phaser_lint.project.links import Links
    from phaser_lint.text.globs import Tests


def project_files(
    root: str, listings: Listings | None = None, git: Running | None = None
) -> list[str]:
    """Return all files of the project at *root*, relative to it, in no certain order.

    *listings* may know what folders hold, and *git* be listing already. Raises ``GitError`` where
    there is a repository and git fails: a walk skips what is tracked and ignored.
    """
    if git is None and not working_tree(root):
        return walk_files(root, listings)
    try:
        return repository_files(root, listings, git)
    except NotCheckedOutError:  # what lies in there is no part of the repository around it
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
        output = git.output()
        require_whole(tree, output)
        names = listed_files(tree, output)
    finally:
        git.close()
    there: set[str] = set()
    special: set[str] = set()
    behind_links: set[str] = set()
    # Git names what is deleted, too. To list two thousand folders, or to look whether they changed,
    # takes a fifth of the time in which forty thousand files are asked for one by one.
    # Of another repository git names the root alone, which ends in a slash.
    folders = with_folders_above(name[: name.rfind("/") + 1] for name in names) - names
    with OpenFolder(root) as opened:
        for folder in sorted(folders):  # what is above comes first
            if folder[:-1] in special or folder[: folder.rfind("/", 0, -1) + 1] in behind_links:
                behind_links.add(folder)
                continue
            file_names, special_names, folder_names, _ = listings.of(opened, folder)
            listings.mark(folder, file_names, folder_names)
            there.update(paths_in(folder, file_names))
            special.update(paths_in(folder, special_names))
    # A file system may take another spelling for a name than it lists: README.md for readme.md.
    left = names - there
    others = files_or_links(root, left)
    listings.repositories = [
        name.rstrip("/") for name in left.difference(others) if _is_entered_by_none(root, name)
    ]
    listings.special = frozenset([*special, *others])
    for folder, reason in git.closed_folders().items():
        listings.closed[f"{way_to(os.path.join(tree.root, folder), root)}/"] = reason
    return [*(names & there), *others]


def _is_entered_by_none(root: str, name: str) -> bool:
    """Tell whether a *name* that git lists is another repository's, or an empty submodule's."""
    full = os.path.join(root, name)
    return os.path.isdir(full) and (begins_repository(full) or not os.listdir(full))


def files_inside(root: str, repositories: Iterable[str]) -> list[str]:
    """Return the files of *repositories* below *root*, all from there."""
    return [
        f"{name}/{path}"
        for name in repositories
        for path in project_files(os.path.join(root, name))
    ]


def with_folders_above(folders: Iterable[str]) -> set[str]:
    """Return *folders*, each empty or ending in a slash, and all above them."""
    found = {""}
    for folder in folders:
        while folder not in found:
            found.add(folder)
            folder = folder[: folder.rfind("/", 0, -1) + 1]
    return found


def require_listable(path: str, folder: str) -> None:
    """Raise ``UsageError`` for a *folder*, named as *path*, that cannot be listed."""
    # A scan of everything skips such a folder, as git does; named, it is what is asked for.
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
    if not lies_in(resolved, root):
        other = git_root(resolved if os.path.isdir(resolved) else parent)
        hint = f"; scan --root {other} checks it" if other and other != root else ""
        raise UsageError(f"{path}: lies outside of the project at {root}{hint}")
    return way_to(resolved, root)


def named_files(root: str, path: str, *, is_text: bool) -> tuple[list[str], str]:
    """Return what is checked where the file at *path* below *root* is named, and why not more.

    A link is checked under its own name and under that of the file which it leads to. With
    *is_text* the text is given, which is that file's, there or not.
    """
    target = target_on_disk(root, path)
    if target is None:
        return [path], ""
    if is_text and target.why == LEADS_TO_NOTHING:
        real = os.path.realpath(os.path.join(root, path))
        target = target if os.path.islink(real) else LinkTarget(way_to(real, root))
    return [path, *filter(None, [target.path])], target.why


def read_files(
    root: str, paths: Iterable[str], *, links: Links | None = None
) -> Iterator[ProposedFile | Skip]:
    """Yield each file as it is on disk, or why it is not checked.

    By the name of a link the file is read that it leads to. *links*: those of the project, if they
    are known.
    """
    links = links or links_on_disk(root)
    for path in paths:
        target = links.target(path)
        yield read_file(root, path) if target is None else read_linked(root, path, target, links)


def read_linked(root: str, path: str, target: LinkTarget, links: Links) -> ProposedFile | Skip:
    """Return the file that the *path* of one of *links* leads to, under that name."""
    if not target.path:
        return link_to_nothing(path)
    file = read_file(root, path)
    return by_link(file, target.path) if links.is_checked(target.path) else file


# Folders that cannot be listed: skipped, each by its path with a slash at the end.

# What lies anywhere below a folder, and is called like no file.
_FAR_BELOW = "\0/\0"
_CLOSED = "folder cannot be listed"


def closed_folders(
    closed: Mapping[str, str], asked: Asked, options: ProjectOptions, *, excluded: Tests
) -> list[Skip]:
    """Return a skip for each folder that is *closed*, with the reason.

    Nothing of those of which all is *excluded*: a database's own folder, that no contract checks.
    """
    share, left_out = options.shard, ((excluded,), (options.exclude,))
    return [
        Skip(folder, f"{_CLOSED}: {reason}")
        for folder, reason in closed.items()
        if (share is None or share.holds(folder))
        and (options.tree or asked.covers(folder))
        and not any(match(globs, f"{folder}{_FAR_BELOW}") for globs in left_out)
    ]


def is_closed_folder(skip: Skip) -> bool:
    """Tell whether what is skipped is such a folder, with all that is in it."""
    return skip.reason.startswith(_CLOSED)
