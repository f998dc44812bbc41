"""Symbolic links inside of a checkout, and where they lead.

A link to what is not there, to a folder, to git's own files, to another repository or out of the
project is no file. Which names they give a file is in ``link_names``.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Collection, Iterable

from phaser_lint.core import Record
from phaser_lint.project import (
    explain_link_out,
    find_path_inside,
    find_repository_root,
    is_text_link,
    lies_below_link,
    make_relative_path,
    may_have_setting,
)
from phaser_lint.project.git import WorkingTree, find_working_tree, make_git_command
from phaser_lint.project.git.process_output import run_git_command
from phaser_lint.project.git.tracked_files import list_tracked_links
from phaser_lint.project.regular_file import read_bytes

LEADS_TO_NOTHING = "a link leads to nothing"
_MOST_LINKS = 40
_LONGEST_TARGET = 4_096
_UP = ".."


class LinkTarget(Record):
    """Where a link leads: the ``path`` of a file from the root, or ``why`` that is none."""

    path: str = ""
    why: str = ""


class Links:
    """The links among the files of a project in some state, each asked for once.

    *target_of* returns where the link at a path leads, or the one that it lies below; ``None``
    where there is none. *among*: no other path is a link; without it any may be one. What
    *list_checked* returns are the files that are checked under their own names; without it all are.
    """

    def __init__(
        self,
        target_of: Callable[[str], LinkTarget | None],
        *,
        among: Collection[str] | None = None,
        list_checked: Callable[[], Iterable[str]] | None = None,
    ) -> None:
        self._target_of, self._among, self._list_checked = target_of, among, list_checked
        self._targets: dict[str, LinkTarget | None] = {}
        self._checked_files: frozenset[str] | None = None

    def target(self, path: str) -> LinkTarget | None:
        """Return where *path* leads; ``None`` for a file that no link is on the way to."""
        if self._among is not None and path not in self._among:
            return None
        if path not in self._targets:
            self._targets[path] = self._target_of(path)
        return self._targets[path]

    def has_none(self, paths: Iterable[str]) -> bool:
        """Tell whether none of *paths* can be a link."""
        return self._among is not None and frozenset(self._among).isdisjoint(paths)

    def is_no_file(self, path: str) -> bool:
        """Tell whether *path* is one of the links that lead to no file of the project."""
        target = self.target(path)
        return target is not None and not target.path

    def is_checked(self, path: str) -> bool:
        """Tell whether the file at *path*, which a link leads to, is checked under that name."""
        if self._list_checked is None:
            return True
        if self._checked_files is None:
            self._checked_files = frozenset(self._list_checked())
        return path in self._checked_files

    def select_links(self, paths: Iterable[str]) -> dict[str, str]:
        """Return those of *paths* that lead to a file, with that file."""
        targets = ((path, self.target(path)) for path in paths)
        return {path: target.path for path, target in targets if target and target.path}


def make_disk_links(
    root: str,
    *,
    among: Collection[str] | None = None,
    list_checked: Callable[[], Iterable[str]] | None = None,
) -> Links:
    """Return the links below *root* on disk, each looked at when asked for; see ``Links``."""
    texts: list[Links] = []

    def target_of(path: str) -> LinkTarget | None:
        full = os.path.join(root, path)
        if os.path.islink(full) or lies_below_link(root, path):
            return find_disk_link_target(root, path)
        if not texts:
            texts.append(make_text_links(root))
        return texts[0].target(path)

    return Links(target_of, among=among, list_checked=list_checked)


def make_text_links(root: str) -> Links:
    """Return the links that the disk holds as texts, where git was told it knows none."""
    names = list_text_links(root)

    def text_of(path: str) -> str | None:
        if path not in names:
            return None
        content = read_bytes(os.path.join(root, path), limit=_LONGEST_TARGET)
        return content.decode("utf-8", "surrogateescape")

    def is_file(path: str) -> bool:
        return path not in names and os.path.isfile(os.path.join(root, path))

    return make_state_links(root, is_file, text_of, among=names)


def find_disk_link_target(root: str, path: str) -> LinkTarget | None:
    """Return the target of the link at *path* below *root* on disk, or of the link that it lies
    below.

    ``None`` where there is no link.
    """
    full = os.path.join(root, path)
    if not (os.path.islink(full) or lies_below_link(root, path)):
        return make_text_links(root).target(path)
    real = os.path.realpath(full)
    if why := explain_link_out(full, root):
        return LinkTarget(why=why)
    if len({find_repository_root(os.path.dirname(location)) for location in (full, real)}) > 1:
        return LinkTarget(why=f"a link leads into another repository, to {real}")
    if os.path.islink(real) or not os.path.exists(real):
        return LinkTarget(why=LEADS_TO_NOTHING)
    if os.path.isdir(real):
        return LinkTarget(why="a link leads to a folder")
    return LinkTarget(make_relative_path(real, os.path.realpath(root)))


def list_checked_names(root: str, path: str, *, is_text: bool) -> tuple[list[str], str]:
    """Return the paths under which a file on disk is checked that somebody names *path*, a link's
    own and its target's, and why no more.

    A link is checked under its own name and under that of the file which it leads to. With
    *is_text* the text is given, which is that file's, there or not.
    """
    target = find_disk_link_target(root, path)
    if target is None:
        return [path], ""
    if is_text and is_text_link(root, path):
        return [path], "its text says where a link leads"
    if is_text and target.why == LEADS_TO_NOTHING:
        real = os.path.realpath(os.path.join(root, path))
        target = target if os.path.islink(real) else LinkTarget(make_relative_path(real, root))
    return [path, *filter(None, [target.path])], target.why


def make_state_links(
    root: str,
    is_file: Callable[[str], bool],
    text_of: Callable[[str], str | None],
    *,
    among: Collection[str] | None = None,
) -> Links:
    """Return the links among the files of a state of the project that git keeps: a commit, or the
    index.

    *is_file* tells of a path whether a regular file is there. *text_of* returns what a link says,
    ``None`` of a path that is none.
    """

    def target_of(path: str) -> LinkTarget | None:
        if is_file(path):
            return None
        real_path, pending_names, link_count = "", path.split("/"), 0
        while pending_names:
            name = pending_names.pop(0)
            if name == _UP and not real_path:
                return LinkTarget(why="a link leads out of the project")
            if name in ("", os.curdir, _UP):
                real_path = posixpath.dirname(real_path) if name == _UP else real_path
                continue
            real_path = f"{real_path}/{name}" if real_path else name
            text = text_of(real_path)
            if text is None:
                continue
            link_count += 1
            if link_count > _MOST_LINKS:
                return LinkTarget(why=LEADS_TO_NOTHING)
            relative_target = find_path_inside(root, text) if text.startswith("/") else text
            if relative_target is None:
                return LinkTarget(why="a link leads out of the project")
            real_path = "" if text.startswith("/") else posixpath.dirname(real_path)
            pending_names = [*relative_target.split("/"), *pending_names]
        if not link_count:
            return None
        return LinkTarget(real_path) if is_file(real_path) else LinkTarget(why=LEADS_TO_NOTHING)

    return Links(target_of, among=among)


def list_text_links(root: str, tree: WorkingTree | None = None) -> frozenset[str]:
    """Return the symbolic links that the repository tracks and the disk holds as texts:
    ``core.symlinks`` is false.

    So git for Windows checks them out. What is written into one is where it leads. *tree* is the
    working tree around *root*, where that is known.
    """
    tree = tree or find_working_tree(root)
    if tree is None or not may_have_setting((tree.own_folder, tree.shared_folder), b"symlinks"):
        return frozenset()
    command = make_git_command(
        tree, "config", "--type=bool", "--default=true", "--get", "core.symlinks"
    )
    if run_git_command(command).strip() != b"false":
        return frozenset()
    return frozenset(
        path for path in list_tracked_links(root) if os.path.isfile(os.path.join(root, path))
    )
