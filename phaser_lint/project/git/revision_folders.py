"""A revision's files, asked for as those on disk are: by absolute paths, in the errors of ``os``.

Symbolic links are followed within the revision alone: one that leads out of it would let the disk,
or another commit, say what a file holds. Everything comes from git's objects (``snapshots``), that
of a submodule from its own, at the commit that the revision names.
"""

from __future__ import annotations

import errno
import os
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from phaser_lint.core.errors import GitError
from phaser_lint.project import find_path_inside
from phaser_lint.project.folders import Folders
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.git.snapshots import read_blob_contents, read_commit_snapshot
from phaser_lint.project.regular_file import NotRegularError

_MOST_LINKS = 40
_LEADS_OUT = "a link leads out of the revision"


class Revision(Folders):
    """The files of the repository around *root* as *commit* has them; raises ``GitError``."""

    def __init__(self, root: str, commit: str) -> None:
        self.commit = commit
        self._root = require_tree(root).root
        self._snapshot = read_commit_snapshot(self._root, commit)
        self._paths = sorted({*self._snapshot.paths(), *self._snapshot.submodules})
        self._contents: dict[str, bytes] = {}
        self._inner: dict[str, Revision] = {}

    def names(self, folder: str) -> list[str]:
        """Return what is in *folder* in the revision."""
        real_path = self._resolve(folder)
        inner = self._submodule_of(real_path)
        if inner is not None:
            return inner.names(os.path.join(self._root, real_path))
        if real_path in self._snapshot.blobs:
            raise _make_os_error(errno.ENOTDIR)
        members = {path.partition("/")[0] for path in self._paths_below(real_path)}
        if real_path and not members:
            raise _make_os_error(errno.ENOENT)
        return list(members)

    def mode(self, path: str) -> int:
        """Return the mode that the revision has of a regular file, or of a folder."""
        real_path = self._resolve(path)
        inner = self._submodule_of(real_path)
        if inner is not None:
            return inner.mode(os.path.join(self._root, real_path))
        if real_path in self._snapshot.blobs:
            return stat.S_IFREG
        if real_path and next(self._paths_below(real_path), None) is None:
            raise _make_os_error(errno.ENOENT)
        return stat.S_IFDIR

    def is_there(self, path: str) -> bool:
        """Tell whether the revision has something there, be it a link to nothing."""
        if path == self._root:
            return True
        folder, name = os.path.split(path)
        try:
            return name in self.names(folder)
        except OSError:
            return False

    def resolve_links(self, path: str) -> str:
        """Return *path* without the links of the revision."""
        return os.path.join(self._root, self._resolve(path))

    def read(self, path: str, *, limit: int) -> bytes:
        """Return the first *limit* bytes of a regular file of the revision."""
        if stat.S_ISDIR(self.mode(path)):
            raise NotRegularError
        real_path = self._resolve(path)
        inner = self._submodule_of(real_path)
        if inner is not None:
            return inner.read(os.path.join(self._root, real_path), limit=limit)
        if real_path not in self._contents:
            self._contents |= read_blob_contents(self._root, self._snapshot.blobs, [real_path])
        return self._contents[real_path][:limit]

    def fetch(self, paths: Iterable[str]) -> None:
        """Read the regular files among *paths* at once: one by one, each costs a start of git."""
        real_paths = [real_path for path in paths for real_path in self._regular_file_at(path)]
        self._contents |= read_blob_contents(self._root, self._snapshot.blobs, real_paths)

    def holders_of(self, name: str) -> Iterator[str]:
        """Yield the folders of the revision that have a *name* in them."""
        mark, holders = f"/{name}/", set[str]()
        for path in self._paths:
            padded_path = f"/{path}/"
            offset = padded_path.find(mark)
            while offset >= 0:
                holders.add(padded_path[1:offset])
                offset = padded_path.find(mark, offset + 1)
        yield from (
            os.path.normpath(os.path.join(self._root, folder)) for folder in sorted(holders)
        )

    def _regular_file_at(self, path: str) -> list[str]:
        try:
            real_path = self._resolve(path)
        except OSError:
            return []
        return [real_path] if real_path in self._snapshot.blobs else []

    def _submodule_of(self, real_path: str) -> Revision | None:
        """Return the submodule that the path lies in, if it does; raises ``OSError``."""
        for path, commit in self._snapshot.submodules.items():
            if f"{real_path}/".startswith(f"{path}/"):
                return self._submodule(path, commit)
        return None

    def _submodule(self, path: str, commit: str) -> Revision:
        folder = os.path.join(self._root, path)
        if path in self._inner:
            return self._inner[path]
        if require_tree(self._root, "ls-tree").root == require_tree(folder, "ls-tree").root:
            raise OSError(errno.ENOENT, f"the submodule {path} is not checked out")
        try:
            self._inner[path] = Revision(folder, commit)
        except GitError:
            raise OSError(errno.ENOENT, f"the submodule {path} lacks its commit") from None
        return self._inner[path]

    def _paths_below(self, folder: str) -> Iterator[str]:
        """Yield the paths below a folder of the revision, relative to it."""
        start = f"{folder}/" if folder else ""
        for index in range(bisect_left(self._paths, start), len(self._paths)):
            if not self._paths[index].startswith(start):
                return
            yield self._paths[index][len(start) :]

    def _resolve(self, path: str) -> str:
        """Return *path* from the root without links; raises ``OSError`` where one leads out."""
        relative_path = "" if path == self._root else find_path_inside(self._root, path)
        if relative_path is None:
            raise _make_os_error(errno.ENOENT)
        resolved_path, pending_names, link_count = "", relative_path.split("/"), 0
        while pending_names:
            name = pending_names.pop(0)
            if resolved_path in self._snapshot.blobs:
                raise _make_os_error(errno.ENOTDIR)
            if name == ".." and not resolved_path:
                raise OSError(errno.EXDEV, _LEADS_OUT)
            if name in ("", ".", ".."):
                resolved_path = os.path.dirname(resolved_path) if name == ".." else resolved_path
                continue
            next_path = f"{resolved_path}/{name}" if resolved_path else name
            if next_path not in self._snapshot.links:
                resolved_path = next_path
                continue
            link_count += 1
            if link_count > _MOST_LINKS:
                raise _make_os_error(errno.ELOOP)
            pending_names = [*self._link_target(next_path).split("/"), *pending_names]
        return resolved_path

    def _link_target(self, link: str) -> str:
        if link not in self._contents:
            self._contents |= read_blob_contents(self._root, self._snapshot.links, [link])
        target = decode_git_path(self._contents[link])
        if target.startswith("/"):
            raise OSError(errno.EXDEV, _LEADS_OUT)
        return target


def _make_os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
