"""All files of one commit after the other, by the folders only in which two of them differ.

Two hundred commits of a project of ten thousand files would be two million names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from phaser_lint.project.git.last_commits import FILES, LINK, FileObject
from phaser_lint.project.git.object_reader import ObjectReader

TreeEntry: TypeAlias = tuple[str, str]
"""The mode and the object of what is in a folder."""

_FOLDER = "40000"
_NOTHING: TreeEntry = ("", "")


class CommitListing:
    """The files below a folder, as the commit that was asked for last has them.

    *prefix* is the way to the folder from the root of the repository, empty or ending in a slash.
    """

    def __init__(self, reader: ObjectReader, prefix: str) -> None:
        self._reader, self._prefix = reader, prefix
        self._commit = ""
        self._root_tree = _NOTHING
        self._files: dict[str, FileObject] = {}
        self._folders: dict[str, Mapping[str, TreeEntry]] = {}

    def list_files(self, commit: str) -> Mapping[str, FileObject]:
        """Return the files of *commit*, by their paths; those of an empty one are none.

        It holds until another one is asked for. Raises ``GitError``.
        """
        if commit != self._commit:
            root = (_FOLDER, f"{commit}^{{tree}}") if commit else _NOTHING
            for name in filter(None, self._prefix.split("/")):
                if root[0] == _FOLDER:
                    root = self._reader.folder(root[1]).get(name, _NOTHING)
            root = root if root[0] == _FOLDER else _NOTHING
            self._change("", self._root_tree, root)
            self._commit, self._root_tree = commit, root
        return self._files

    def _change(self, path: str, old: TreeEntry, new: TreeEntry) -> None:
        """Change what is known at *path* from the *old* to the *new*."""
        if old == new:
            return
        if old[0] in FILES:
            del self._files[path]
        if new[0] in FILES:
            self._files[path] = FileObject(new[1], new[0] == LINK)
        before, after = self._folder(old), self._folder(new)
        start = f"{path}/" if path else ""
        for name in {*before, *after}:
            self._change(f"{start}{name}", before.get(name, _NOTHING), after.get(name, _NOTHING))

    def _folder(self, tree_entry: TreeEntry) -> Mapping[str, TreeEntry]:
        mode, tree = tree_entry
        if mode != _FOLDER:
            return {}
        if tree not in self._folders:
            self._folders[tree] = self._reader.folder(tree)
        return self._folders[tree]
