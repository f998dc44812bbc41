"""The files of a folder that is no git repository: a walk that honours ``.gitignore`` files."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from phaser_lint.core import is_identity_settled, make_file_identity
from phaser_lint.project import begins_repository
from phaser_lint.project.levels import LEVEL_MARKS
from phaser_lint.project.regular_file import read_listed_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from phaser_lint.core import Identity
    from phaser_lint.text.globs.ignore_lines import IgnoreLines

    ListedName: TypeAlias = tuple[str, str, str, bool]
    Entry: TypeAlias = tuple[Identity, ListedName]
    SeenFolder: TypeAlias = tuple[Identity | None, Sequence[str]]
    """The identity of a folder and all names in it; none of a folder that is not there."""

_MAXIMUM_GITIGNORE = 1024 * 1024
_GONE = (errno.ENOENT, errno.ENOTDIR)
_WORTH_A_PROCESS, _SHARE = 4_000, 3
"""Of folders to list, and the part of them that another process lists."""


def walk_files(root: str, listings: Listings | None = None) -> list[str]:
    """Walk the folders under *root*, which is no repository, and return their files and symbolic
    links, but not the ignored: see ``walk_folders``.
    """
    return join_walked_paths(walk_folders(root, listings))


def join_walked_paths(names_by_folder: Mapping[str, str]) -> list[str]:
    """Return the paths of the files that ``walk_folders`` found."""
    walked_paths: list[str] = []
    for folder, names in names_by_folder.items():
        walked_paths += join_folder_paths(folder, names)
    return walked_paths


def walk_folders(root: str, listings: Listings | None = None) -> dict[str, str]:
    """Walk the folders under *root*, which is no repository, and return the names of the files and
    symbolic links in each, parted by NULs, but not the ignored.

    Folders come in no certain order. *listings* may know some from an earlier walk, and note those
    that cannot be listed. Another repository is not entered, as by git.
    """
    listings = Listings({}, now_ns=0) if listings is None else listings
    names_by_folder: dict[str, str] = {}
    special: list[str] = []
    pending_folders: list[tuple[str, tuple[IgnoreLines, ...]]] = [("", ())]
    while pending_folders:
        folder, ignore_files = pending_folders.pop()
        file_names, special_names, folder_names, git = listings.list_names(root, folder)
        if git and folder and begins_repository(os.path.join(root, folder)):
            listings.repositories.append(folder[:-1])
            continue
        listings.mark(folder, file_names, folder_names)
        if ".gitignore" in file_names:
            ignore_files = (*ignore_files, *_read_ignore_file(root, folder))
        if ignore_files:
            file_names = _without_ignored(folder, file_names, ignore_files)
            folder_names = _without_ignored(folder, folder_names, ignore_files, are_folders=True)
        special += join_folder_paths(folder, special_names)
        names_by_folder[folder] = file_names
        pending_folders += [
            (f"{path}/", ignore_files) for path in join_folder_paths(folder, folder_names)
        ]
    listings.special = frozenset(special)
    return names_by_folder


def _without_ignored(
    folder: str, names: str, ignore_files: tuple[IgnoreLines, ...], *, are_folders: bool = False
) -> str:
    """Return what is left of *names* in a walked *folder* without those that are ignored."""
    end = "/" if are_folders else ""
    paths = join_folder_paths(folder, names)
    left_paths = [path for path in paths if not _is_ignored(path + end, ignore_files)]
    return "\0".join([path[len(folder) :] for path in left_paths])


def is_skipped_by_walk(root: str, path: str) -> bool:
    """Tell whether a walk under *root* skips the file at *path*, there or not."""
    ignore_files: tuple[IgnoreLines, ...] = ()
    folder = ""
    for name in path.split("/"):
        ignore_files = (*ignore_files, *_read_ignore_file(root, folder))
        is_folder = len(folder) + len(name) < len(path)
        folder = f"{folder}{name}/" if is_folder else f"{folder}{name}"
        if name == ".git" or _is_ignored(folder, ignore_files):
            return True
    return False


class Listings:
    """What folders hold, kept between scans by what tells whether a folder changed.

    A name that comes, goes or becomes another kind of file shows in the times of its folder. One
    that changed within the last tick of the file system's clock before *now_ns* is not
    kept: a second change in that tick would not show.

    ``special``: the files last listed that are no regular ones; ``None`` where none were.
    ``closed``: the folders that are there and cannot be listed, each with the reason.
    ``marked``: the folders that may be levels, since they hold one that contracts lie in.
    ``repositories``: the roots of other ones, and submodules, in which nothing was listed.
    ``former_submodules``: folders that git's index has as submodules, and that are none any more.
    ``changed_files``: those that are not as git's index notes them, of which the ``index_marks`` of
    folders tell what it notes; nobody knows where there are none. ``by_folder``: the files that git
    lists.
    """

    def __init__(self, earlier_listings: Mapping[str, Entry], *, now_ns: int) -> None:
        self._earlier = earlier_listings
        self._now = now_ns
        self._seen: dict[str, Entry] = {}
        self.kept: dict[str, Entry] = {}
        self.changed = False
        self.special: frozenset[str] | None = None
        self.closed: dict[str, str] = {}
        self.marked: list[str] = []
        self.repositories: list[str] = []
        self.former_submodules: list[str] = []
        self.changed_files: set[str] = set()
        self.index_marks: dict[str, bytes] = {}
        self.by_folder: dict[str, list[str]] = {}

    def mark(self, folder: str, file_names: str, folder_names: str) -> None:
        """Note the *folder* of the walk if it may be a level, by what it holds."""
        for mark in LEVEL_MARKS:
            # A link to a folder is listed as a file.
            if mark in folder_names or mark in file_names:
                self.marked.append(folder)
                return

    def list_names(self, root: str, folder: str) -> ListedName:
        """Return what ``list_walked_names`` does of a folder under *root*, ending in a slash."""
        try:
            listing = self._seen.pop(folder, None) or self._look_at(root, folder)
        except OSError as error:
            if error.errno not in _GONE:
                self.closed[folder] = error.strerror or str(error)
            return NOTHING
        is_new = listing is not self._earlier.get(folder)
        self.changed |= is_new
        if not is_new or is_identity_settled(listing[0], now_ns=self._now):
            self.kept[folder] = listing
        return listing[1]

    def _look_at(self, root: str, folder: str) -> Entry:
        full = f"{root}/{folder}"  # to join them takes as long as to ask for the status
        # The identity of before: what changes while it is listed shows the next time.
        identity = make_file_identity(os.stat(full))
        listing = self._earlier.get(folder)
        if listing is not None and listing[0] == identity:
            return listing
        return identity, list_walked_names(full)

    def look_ahead(self, root: str, folders: Collection[str]) -> dict[str, Entry]:
        """Look at *folders* before they are listed, and return what they hold, but for those that
        cannot be; of many another process does a third.
        """
        own_folders = [folder for folder in folders if folder not in self._seen]
        # Of those that an earlier scan listed hardly one is listed again.
        if self._earlier or len(own_folders) < _WORTH_A_PROCESS:
            self._seen.update(self._look_at_all(root, own_folders))
        else:
            from phaser_lint.core.worker_processes import WorkAhead  # few projects have so many

            other_folders = own_folders[::_SHARE]  # less than half: git may be at work, too
            del own_folders[::_SHARE]
            others = WorkAhead(partial(self._look_at_all, root, other_folders))
            try:
                self._seen.update(self._look_at_all(root, own_folders))
                self._seen.update(others.result())
            finally:
                others.close()
        return {folder: self._seen[folder] for folder in folders if folder in self._seen}

    def _look_at_all(self, root: str, folders: Iterable[str]) -> dict[str, Entry]:
        seen: dict[str, Entry] = {}
        for folder in folders:
            try:
                seen[folder] = self._look_at(root, folder)
            except OSError:  # whoever needs it says why
                continue
        return seen

    def list_folders(self, root: str, folders: Iterable[str]) -> dict[str, ListedName]:
        """Return what each of the *folders* under *root* holds, but for those behind a link.

        To list two thousand folders, or to look whether they changed, takes a fifth of the time in
        which forty thousand files are asked for one by one.
        """
        listed: dict[str, ListedName] = {}
        special: set[str] = set()
        behind_links: set[str] = set()
        for folder in sorted(folders):  # what is above comes first
            if special and (
                folder[:-1] in special or folder[: folder.rfind("/", 0, -1) + 1] in behind_links
            ):
                behind_links.add(folder)
                continue
            listed[folder] = names = self.list_names(root, folder)
            self.mark(folder, names[0], names[2])
            if names[1]:
                special.update(join_folder_paths(folder, names[1]))
        return listed


NOTHING: ListedName = ("", "", "", False)


def list_walked_names(folder: str) -> ListedName:
    """Return what a walk finds in *folder*: the names of its files, of the special ones, and of its
    folders; whether it has ``.git``.

    Names are parted by a NUL: forty thousand texts cost more to keep and read than two thousand.
    Raises ``OSError``.
    """
    files: list[str] = []
    special: list[str] = []
    folders: list[str] = []
    git = False
    for member in os.scandir(folder):  # it closes itself at the end
        name = member.name
        if name == ".git":
            git = True
        elif member.is_file(follow_symlinks=False):
            files.append(name)
        elif member.is_dir(follow_symlinks=False):
            folders.append(name)
        else:
            special.append(name)
    return "\0".join(files + special), "\0".join(special), "\0".join(folders), git


def count_names(entries: Mapping[str, Entry]) -> tuple[int, int]:
    """Return how many files, and how many folders, lie in all listed folders of *entries*."""
    columns = [*zip(*[names for _, names in entries.values()], strict=True)]
    # Joined: to count those of each folder takes four times as long.
    files, folders = ("\0".join(filter(None, columns[kind])) for kind in (0, 2))
    return files.count("\0") + bool(files), folders.count("\0") + bool(folders)


def list_folder_names(folder: str) -> list[str]:
    """Return all names in *folder*, those that a walk ignores, too; empty without one, or where it
    cannot be listed.
    """
    try:
        return os.listdir(folder)
    except OSError:
        return []


def join_folder_paths(folder: str, names: str) -> list[str]:
    """Return the paths of *names*, parted by NULs, in a *folder*, which ends in a slash."""
    return (folder + names.replace("\0", f"\0{folder}")).split("\0") if names else []


def _read_ignore_file(root: str, folder: str) -> list[IgnoreLines]:
    """Return the lines of a folder's ``.gitignore``; none of a link, which git does not follow."""
    path = os.path.join(root, folder, ".gitignore")
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return []
        _, content = read_listed_file(path, limit=_MAXIMUM_GITIGNORE)
    except (OSError, ValueError):
        return []
    from phaser_lint.text.globs.ignore_lines import IgnoreLines  # it loads pathspec

    # Of a line that is cut nobody knows what it says.
    if len(content) == _MAXIMUM_GITIGNORE:
        content = content[: content.rfind(b"\n") + 1]
    return [IgnoreLines(content, folder)]


def _is_ignored(path: str, ignore_files: tuple[IgnoreLines, ...]) -> bool:
    # The .gitignore nearest to a file is asked first; one that says nothing passes it on.
    is_folder = path.endswith("/")
    for ignore_lines in reversed(ignore_files):
        decision = ignore_lines.decide(path.removesuffix("/"), is_folder=is_folder)
        if decision is not None:
            return decision
    return False
