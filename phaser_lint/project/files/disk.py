"""The files as they are on disk; as the index has them those that a sparse checkout leaves out.

The project has those all the same: git neither calls them deleted nor commits that. Their content
is read where another file asks for it, as a list, a partner or a tree does.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, filterfalse

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files, find_parent_folders, group_paths_by_folder
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project import begins_repository, make_relative_path
from phaser_lint.project.file_or_skip import (
    make_broken_link_skip,
    read_file,
    select_present_paths,
    with_link_target,
)
from phaser_lint.project.git import WorkingTree, find_working_tree, require_tree
from phaser_lint.project.git.process_output import Running, require_git_output, start_git
from phaser_lint.project.git.tracked_files import (
    OTHERS,
    TAGS,
    NotCheckedOutError,
    list_index_entries,
    list_left_out_files,
    list_submodules,
    make_listing_command,
    parse_listed_files,
    require_whole_listing,
)
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.symlinks import (
    Links,
    LinkTarget,
    list_text_links,
    make_disk_links,
)
from phaser_lint.project.walk import Listings, join_folder_paths, walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.core.changes import ChangedEntry
    from phaser_lint.core.file_state import Mode
    from phaser_lint.project.git.unchanged_files import UnchangedFiles
    from phaser_lint.project.walk import Entry, ListedName


class DiskFiles(Files):
    """The files of the project at *root* as they are on disk.

    *listing* lists them where somebody did already, and *links* are those among them. Of a commit
    that is being made git's index tells what changed: the project *has_only_tracked* files.
    """

    def __init__(
        self,
        root: str,
        *,
        listing: Callable[[], Sequence[str]] | None = None,
        links: Links | None = None,
        has_only_tracked: bool = False,
    ) -> None:
        self.root, self.has_only_tracked = root, has_only_tracked
        self.links = links or make_disk_links(root)
        self._listing = listing or partial(list_disk_files, root)

    def paths(self) -> Sequence[str]:
        """Return what git tracks or does not ignore, or a walk finds; raises ``GitError``."""
        return self._listing()

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield each file as it is, or why it is not checked: at last what is left out."""
        missing = []
        for path in paths:
            target = self.links.target(path)
            file = read_file(self.root, path) if target is None else self.read_link(path, target)
            if isinstance(file, Skip) and target is None and self._is_left_out(path):
                missing.append(path)
            else:
                yield file
        if missing:
            yield from self._index.read(missing)

    def read_link(self, path: str, target: LinkTarget) -> TextFile | Skip:
        """Return the file that the link at *path* leads to, under that name."""
        if not target.path:
            return make_broken_link_skip(path)
        file = read_file(self.root, target.path)
        file = file._replace(path=path)
        return with_link_target(file, target.path) if self.links.is_checked(target.path) else file

    def mode(self, path: str) -> Mode:
        """Return what stands at *path* on disk."""
        full = os.path.join(self.root, path)
        if self.links.target(path) is not None:
            return "link"
        try:
            mode = os.lstat(full).st_mode
        except OSError:
            return self._index.mode(path) if self._is_left_out(path) else ""
        if stat.S_ISDIR(mode):
            return "gitlink" if begins_repository(full) else ""
        return "executable" if mode & stat.S_IXUSR else "file"

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is on disk a link that leads to no file of the project."""
        return self.links.is_no_file(path)

    def without_links_to_nothing(self, paths: Sequence[str]) -> Sequence[str]:
        """Return *paths* but for links on disk to nothing, of which most projects have none."""
        return paths if self.links.has_none(paths) else super().without_links_to_nothing(paths)

    def changes_since(self, commit: str) -> Sequence[ChangedEntry]:
        """Return each file that differs from *commit*, or is untracked; raises ``GitError``."""
        # A scan of all that there is compares nothing.
        from phaser_lint.project.git.changed_entries import list_disk_changes, list_index_changes

        find_entries = list_index_changes if self.has_only_tracked else list_disk_changes
        return find_entries(self.root, commit)

    def find_earlier_names(self, commit: str, paths: Iterable[str]) -> Mapping[str, str]:
        """Return the names in *commit* of those of *paths* that were renamed since: where git does
        not track one, it is the same as it was. Raises ``GitError``.
        """
        from phaser_lint.project.git.renames import RenamedSince, find_renames_in_index
        from phaser_lint.project.git.snapshots import read_commit_snapshot

        if self.has_only_tracked:
            return find_renames_in_index(self.root, commit, paths)
        blobs = read_commit_snapshot(self.root, commit).blobs
        return RenamedSince(self.root, commit, blobs).find_renames(paths, similar=False)

    @cached_property
    def _paths_left_out(self) -> frozenset[str]:
        return frozenset(list_left_out_files(self.root))

    def _is_left_out(self, path: str) -> bool:
        return path in self._paths_left_out and not os.path.lexists(os.path.join(self.root, path))

    @cached_property
    def _index(self) -> Files:
        # Most checkouts leave out nothing.
        from phaser_lint.project.files.commit import SnapshotFiles
        from phaser_lint.project.git.snapshots import make_git_snapshot

        return SnapshotFiles(self.root, make_git_snapshot(list_index_entries(self.root)))


ENCODING = "working-tree-encoding"
"""The attribute by which git writes a file in another encoding than it keeps it in."""


def may_be_reencoded(root: str, paths: Iterable[str]) -> bool:
    """Tell whether the disk may hold files at *paths* in another encoding than git: a
    ``.gitattributes`` sets one.

    Asked before anything is loaded that could read what git keeps. Raises ``GitError``.
    """
    tree = require_tree(root)
    folders = find_parent_folders(f"{tree.prefix}{path}" for path in paths)
    return any(_names_encoding(os.path.join(tree.root, folder)) for folder in folders)


def _names_encoding(folder: str) -> bool:
    try:
        attributes = read_bytes(os.path.join(folder, ".gitattributes"), limit=MAXIMUM_BYTES)
    except OSError:
        return False
    return ENCODING.encode() in attributes


# Which files there are: what git lists where there is git, else a walk.


def list_disk_files(root: str) -> list[str]:
    """Return the project's files that are on disk, and those that a sparse checkout leaves out."""
    return [*list_project_files(root), *list_left_out_files(root)]


def list_project_files(
    root: str,
    listings: Listings | None = None,
    *,
    tree: WorkingTree | None = None,
    git: Running | None = None,
    unchanged: UnchangedFiles | None = None,
) -> list[str]:
    """Return all files on disk of the project at *root*, from it, in no certain order: those that
    git lists, or else a walk.

    *listings* may know what folders hold, and *git* be listing already in the working *tree* around
    *root*, with tags where another one finds what is *unchanged*. Raises ``GitError`` where there
    is a repository and git fails: a walk skips what is tracked and ignored.
    """
    tree = tree or find_working_tree(root)
    if tree is None:
        return walk_files(root, listings)
    try:
        return list_repository_files(root, listings, tree=tree, git=git, unchanged=unchanged)
    except NotCheckedOutError:  # what lies in there is no part of the repository around it
        return walk_files(root, listings)


def list_repository_files(
    root: str,
    listings: Listings | None = None,
    *,
    tree: WorkingTree | None = None,
    git: Running | None = None,
    unchanged: UnchangedFiles | None = None,
) -> list[str]:
    """Return the files on disk under *root* that git tracks or does not ignore.

    In no certain order; all else as for ``list_project_files``. Where *git* lists the tracked ones
    alone, it is asked for all if there may be any. Raises ``GitError``.
    """
    listings = Listings({}, now_ns=0) if listings is None else listings
    tree = tree or require_tree(root, "ls-files")
    git = start_git(make_listing_command(tree)) if git is None else git
    try:
        output, by_folder = read_git_listing(tree, git)
        folders = find_parent_folders(by_folder)
        if OTHERS not in git.command.words:
            later_git = look_for_untracked_files(
                root, tree, listings, tracked=by_folder, folders=folders
            )
            if later_git is not None:
                git = later_git
                output, by_folder = read_git_listing(tree, git)
                folders = find_parent_folders(by_folder)
        if b"/\0" in output:  # of another repository git names the root alone
            folders.difference_update(*by_folder.values())
        # Meanwhile git compares the files: of 100,000 for as long as all this takes.
        listed = listings.list_folders(root, folders)
        if unchanged:
            changed, listings.index_marks = unchanged.list_changed(output, by_folder)
            listings.changed_files = changed
    finally:
        git.close()
        if unchanged:
            unchanged.close()
    # Git names what is deleted, too; but of what it calls unchanged it has just asked the disk.
    changed = listings.changed_files
    to_look_at = group_paths_by_folder(changed) if listings.index_marks else by_folder
    has_others = OTHERS in git.command.words
    not_listed = find_unlisted_paths(by_folder, to_look_at, listed, has_others=has_others)
    special_files = [
        path
        for folder, (_, special_names, _, _) in listed.items()
        if special_names
        for path in join_folder_paths(folder, special_names)
    ]
    # A file system may take another spelling for a name than it lists: README.md for readme.md.
    other_spellings = select_present_paths(root, not_listed) if not_listed else []
    folders = {name.rstrip("/") for name in not_listed.difference(other_spellings)}
    # Of another repository, or of an empty submodule, nothing is entered.
    full_paths = {name: os.path.join(root, name) for name in folders}
    present = {name: full for name, full in full_paths.items() if os.path.isdir(full)}
    listings.repositories = [
        name for name, full in present.items() if begins_repository(full) or not os.listdir(full)
    ]
    listings.special = frozenset([*special_files, *other_spellings, *list_text_links(root, tree)])
    plain_folders = present.keys() - listings.repositories
    # Folders that git takes for a submodule, and lists not: their own ``.git`` is gone, and what is
    # in them belongs to the repository around.
    if plain_folders:
        listings.former_submodules = sorted(plain_folders.intersection(list_submodules(root)))
    for folder in listings.former_submodules:
        inner = Listings({}, now_ns=0)
        inner_paths = walk_files(os.path.join(root, folder), inner)
        other_spellings += [f"{folder}/{path}" for path in inner_paths]
        special_inside = [f"{folder}/{path}" for path in inner.special or ()]
        listings.special = listings.special.union(special_inside)
        listings.closed.update((f"{folder}/{path}", why) for path, why in inner.closed.items())
        listings.marked += [f"{folder}/{path}" for path in inner.marked]
        listings.repositories += [f"{folder}/{path}" for path in inner.repositories]
    for folder, reason in git.closed_folders().items():
        listings.closed[f"{make_relative_path(os.path.join(tree.root, folder), root)}/"] = reason
    changed.update(other_spellings)
    paths = [*chain.from_iterable(by_folder.values())]
    if not_listed:
        paths = [*filterfalse(not_listed.__contains__, paths), *other_spellings]
        by_folder = group_paths_by_folder(paths)
    listings.by_folder = by_folder
    return paths


def read_git_listing(tree: WorkingTree, git: Running) -> tuple[bytes, dict[str, list[str]]]:
    """Return the files on disk as *git* lists them, printed and by folder; raises ``GitError``."""
    output = require_git_output(git.end())
    require_whole_listing(tree, output)
    return output, parse_listed_files(tree, output, tagged=TAGS in git.command.words)


def look_for_untracked_files(
    root: str,
    tree: WorkingTree,
    listings: Listings,
    *,
    tracked: Mapping[str, Sequence[str]],
    folders: set[str],
) -> Running | None:
    """Return git at work on the list of the project's files on disk; ``None`` where a look at all
    *folders*, ahead of it, finds only *tracked* ones.

    In a first scan of 30,000 folders an eighth of the time was git's, which looks at them as well.
    """
    git: Running | None = None
    # First where most of those lie that git ignores: mostly it is at work meanwhile.
    upper_folders = {folder for folder in folders if folder.count("/") < 2}
    try:
        for some_folders in (upper_folders, folders - upper_folders):
            entries = listings.look_ahead(root, some_folders)
            is_all = len(entries) == len(some_folders)
            if git is None and not (is_all and holds_only_tracked(entries, folders, tracked)):
                git = start_git(make_listing_command(tree, tagged=True))
    except BaseException:
        if git:
            git.close()
        raise
    return git


def holds_only_tracked(
    entries: Mapping[str, Entry], folders: set[str], tracked: Mapping[str, Sequence[str]]
) -> bool:
    """Tell whether the disk holds only *tracked* files and their *folders*, as *entries* have it,
    and no repository begins there.
    """
    for folder, (_, (file_names, _, folder_names, has_git)) in entries.items():
        paths = join_folder_paths(folder, file_names)
        tracked_paths = tracked.get(folder, ())
        if paths != tracked_paths and not {*tracked_paths}.issuperset(paths):
            return False
        if has_git and folder:
            return False
        inner_names = folder_names.split("\0") if folder_names else ()
        if inner_names and not folders.issuperset([f"{folder}{name}/" for name in inner_names]):
            return False
    return True


def find_unlisted_paths(
    by_folder: Mapping[str, Sequence[str]],
    to_look_at: Mapping[str, Sequence[str]],
    listed: Mapping[str, ListedName],
    *,
    has_others: bool,
) -> set[str]:
    """Return the paths that git lists and no folder on disk has, as the folders are *listed*.

    Submodules are among them, about which git was not asked. Where the folders have no others
    than those of the list (*has_others*), as many are all of them.
    """
    if not has_others:
        file_count = sum([names.count("\0") + 1 for names, *_ in listed.values() if names])
        if file_count == sum(map(len, by_folder.values())):
            return set()
    not_listed = set[str]()
    for folder, paths in to_look_at.items():
        file_names = listed[folder][0] if folder in listed else ""
        listed_paths = join_folder_paths(folder, file_names)
        if paths != listed_paths:
            own_paths = {*paths}.intersection(by_folder.get(folder, ()))
            not_listed.update(own_paths.difference(listed_paths))
    for folder, (_, _, folder_names, _) in listed.items():
        if folder_names:
            inner_folders = {*join_folder_paths(folder, folder_names)}
            not_listed.update(inner_folders.intersection(by_folder.get(folder, ())))
    return not_listed


def list_inner_repository_files(root: str, repositories: Iterable[str]) -> list[str]:
    """Return the files on disk of other *repositories* below a project's *root*: git lists none."""
    return [
        f"{name}/{path}"
        for name in repositories
        for path in list_project_files(os.path.join(root, name))
    ]
