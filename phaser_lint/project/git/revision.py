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

from phaser_lint.core import decoded
from phaser_lint.core.errors import GitError
from phaser_lint.project.git.repository import required_tree
from phaser_lint.project.git.snapshots import commit_snapshot, contents
from phaser_lint.project.regular_file import NotRegularError
from phaser_lint.project.root import path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_LINKS = 40
_LEADS_OUT = "a link leads out of the revision"


class Revision:
    """The files of the repository around *root* as *commit* has them; raises ``GitError``."""

    def __init__(self, root: str, commit: str) -> None:
        self.commit = commit
        self._root = required_tree(root).root
        self._snapshot = commit_snapshot(self._root, commit)
        self._paths = sorted({*self._snapshot.paths(), *self._snapshot.submodules})
        self._held: dict[str, bytes] = {}
        self._inner: dict[str, Revision] = {}

    def names(self, folder: str) -> list[str]:
        """Return what is in *folder*."""
        inside = self._resolved(folder)
        inner = self._submodule_of(inside)
        if inner is not None:
            return inner.names(os.path.join(self._root, inside))
        if inside in self._snapshot.blobs:
            raise _error(errno.ENOTDIR)
        found = {path.partition("/")[0] for path in self._below(inside)}
        if inside and not found:
            raise _error(errno.ENOENT)
        return list(found)

    def mode(self, path: str) -> int:
        """Return that of a regular file, or of a folder."""
        inside = self._resolved(path)
        inner = self._submodule_of(inside)
        if inner is not None:
            return inner.mode(os.path.join(self._root, inside))
        if inside in self._snapshot.blobs:
            return stat.S_IFREG
        if inside and next(self._below(inside), None) is None:
            raise _error(errno.ENOENT)
        return stat.S_IFDIR

    def is_there(self, path: str) -> bool:
        """Tell whether there is something, be it a link to nothing."""
        if path == self._root:
            return True
        folder, name = os.path.split(path)
        try:
            return name in self.names(folder)
        except OSError:
            return False

    def resolved(self, path: str) -> str:
        """Return *path* without links."""
        return os.path.join(self._root, self._resolved(path))

    def read(self, path: str, *, limit: int) -> bytes:
        """Return the first *limit* bytes of a regular file."""
        if stat.S_ISDIR(self.mode(path)):
            raise NotRegularError
        inside = self._resolved(path)
        inner = self._submodule_of(inside)
        if inner is not None:
            return inner.read(os.path.join(self._root, inside), limit=limit)
        if inside not in self._held:
            self._held |= contents(self._root, self._snapshot.blobs, [inside])
        return self._held[inside][:limit]

    def fetch(self, paths: Iterable[str]) -> None:
        """Read the regular files among *paths* at once: one by one, each costs a start of git."""
        wanted = [inside for path in paths for inside in self._file_at(path)]
        self._held |= contents(self._root, self._snapshot.blobs, wanted)

    def holders_of(self, name: str) -> Iterator[str]:
        """Yield the folders that have a *name* in them."""
        mark, seen = f"/{name}/", set[str]()
        for path in self._paths:
            shown = f"/{path}/"
            place = shown.find(mark)
            while place >= 0:
                seen.add(shown[1:place])
                place = shown.find(mark, place + 1)
        yield from (os.path.normpath(os.path.join(self._root, folder)) for folder in sorted(seen))

    def _file_at(self, path: str) -> list[str]:
        try:
            inside = self._resolved(path)
        except OSError:
            return []
        return [inside] if inside in self._snapshot.blobs else []

    def _submodule_of(self, inside: str) -> Revision | None:
        """Return the submodule that the path lies in, if it does; raises ``OSError``."""
        for path, commit in self._snapshot.submodules.items():
            if f"{inside}/".startswith(f"{path}/"):
                return self._submodule(path, commit)
        return None

    def _submodule(self, path: str, commit: str) -> Revision:
        folder = os.path.join(self._root, path)
        if path in self._inner:
            return self._inner[path]
        if required_tree(self._root, "ls-tree").root == required_tree(folder, "ls-tree").root:
            raise OSError(errno.ENOENT, f"the submodule {path} is not checked out")
        try:
            self._inner[path] = Revision(folder, commit)
        except GitError:
            raise OSError(errno.ENOENT, f"the submodule {path} lacks its commit") from None
        return self._inner[path]

    def _below(self, inside: str) -> Iterator[str]:
        """Yield the paths below a folder, relative to it."""
        start = f"{inside}/" if inside else ""
        for place in range(bisect_left(self._paths, start), len(self._paths)):
            if not self._paths[place].startswith(start):
                return
            yield self._paths[place][len(start) :]

    def _resolved(self, path: str) -> str:
        """Return *path* from the root without links; raises ``OSError`` where one leads out."""
        inside = "" if path == self._root else path_inside(self._root, path)
        if inside is None:
            raise _error(errno.ENOENT)
        at, left, followed = "", inside.split("/"), 0
        while left:
            name = left.pop(0)
            if at in self._snapshot.blobs:
                raise _error(errno.ENOTDIR)
            if name == ".." and not at:
                raise OSError(errno.EXDEV, _LEADS_OUT)
            if name in ("", ".", ".."):
                at = os.path.dirname(at) if name == ".." else at
                continue
            next_one = f"{at}/{name}" if at else name
            if next_one not in self._snapshot.links:
                at = next_one
                continue
            followed += 1
            if followed > _MOST_LINKS:
                raise _error(errno.ELOOP)
            left = [*self._target(next_one).split("/"), *left]
        return at

    def _target(self, link: str) -> str:
        if link not in self._held:
            self._held |= contents(self._root, self._snapshot.links, [link])
        target = decoded(self._held[link])
        if target.startswith("/"):
            raise OSError(errno.EXDEV, _LEADS_OUT)
        return target


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
