"""Files as git keeps them: those of a commit or of the index, by the objects that hold them.

Nothing here looks at the disk, so no filter runs and no line end is converted: an LFS pointer is
the pointer, and a file under ``core.autocrlf`` has the line ends it was committed with.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard, require_object_ids
from phaser_lint.project.git.process_output import decode_git_path, split_names
from phaser_lint.project.git.revisions import name_empty_tree, resolve_object
from phaser_lint.project.git.tracked_files import LINK_MODE

Blobs = Mapping[str, str]
"""Object ids by path."""

_EXECUTABLE_MODE = "100755"
_FILE_MODES = ("100644", _EXECUTABLE_MODE)
_SUBMODULE_MODE = "160000"
_LINE_FEED = "\n"
_MOST_NAMED = 500


class Snapshot(Record):
    """The files under a root, the regular ones and the symbolic links, with their object ids.

    A submodule is neither: what is in it belongs to another project. Known of it is its commit.
    """

    blobs: Blobs
    links: Mapping[str, str] = {}
    submodules: Mapping[str, str] = {}
    executables: frozenset[str] = frozenset()

    def paths(self) -> list[str]:
        """Return the paths of all files, sorted."""
        return sorted({*self.blobs, *self.links})


def make_git_snapshot(entries: Iterable[tuple[str, str, str]]) -> Snapshot:
    """Return the snapshot of *entries*, mode, object id and path, of a commit or the index."""
    rows = list(entries)
    return Snapshot(
        blobs={path: blob for mode, blob, path in rows if mode in _FILE_MODES},
        links={path: blob for mode, blob, path in rows if mode == LINK_MODE},
        submodules={path: commit for mode, commit, path in rows if mode == _SUBMODULE_MODE},
        executables=frozenset(path for mode, _, path in rows if mode == _EXECUTABLE_MODE),
    )


def read_commit_snapshot(root: str, commit: str) -> Snapshot:
    """Return the snapshot of the files under *root* in *commit*: object ids by paths."""
    tree = require_tree(root)
    # Here a path is no pattern, and magic is not understood.
    pathspec = (tree.prefix,) if tree.prefix else ()
    output = split_names(
        run_git(root, "ls-tree", "-r", "-z", "--full-tree", "--", commit, *pathspec, once=True)
    )
    is_empty = not output and not tree.prefix
    if is_empty and resolve_object(root, f"{commit}^{{tree}}") != name_empty_tree(root):
        raise GitError("git ls-tree: it lists no file of a commit that has some")
    start = len(tree.prefix)
    with AnswerGuard("ls-tree"):
        entries = (line.split("\t", 1) for line in output)
        rows = ((meta.split(), path) for meta, path in entries if path.startswith(tree.prefix))
        return make_git_snapshot((meta[0], meta[2], path[start:]) for meta, path in rows)


def read_file_at_revision(root: str, revision: str, path: str) -> bytes | None:
    """Return what the file at *path*, from the root of the repository, holds in git's snapshot of a
    *revision*.

    An empty one is the index. ``None`` where there is no such file.
    """
    blob = resolve_object(root, f"{revision}:{path}")
    return None if blob is None else run_git(root, "cat-file", "blob", blob)


def read_blob_contents(
    root: str, blobs: Blobs, paths: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield, from git's objects, the path and content of each of *paths* that *blobs*, those of a
    snapshot, know.

    Of one that is too large to be checked only the start comes, one byte more than the limit.
    """
    for path, _, content in read_sized_blobs(root, blobs, paths):
        yield path, content


def read_sized_blobs(
    root: str, blobs: Blobs, paths: Iterable[str]
) -> Iterator[tuple[str, int, bytes]]:
    paths_and_blobs = [(path, blobs[path]) for path in paths if path in blobs]
    if paths_and_blobs:
        # The names of files are read without it: pre-commit needs no more of the index.
        from phaser_lint.project.git.object_reader import ObjectReader

        with ObjectReader(root) as reader:
            yield from reader.blobs(paths_and_blobs)


def find_object_ids(root: str, names: Sequence[str]) -> list[str]:
    """Return the object id of each of *names*, a commit's snapshot and a path (``main:a.py``);
    empty where there is none.

    A name with a line feed has none.
    """
    query = "".join([f"{'' if _LINE_FEED in name else name}\n" for name in names])
    words = ("cat-file", "--buffer", "--batch-check=%(objectname)")
    lines = decode_git_path(run_git(root, *words, stdin=os.fsencode(query))).split("\n")[:-1]
    object_ids = ["" if " " in line else line for line in lines]
    with AnswerGuard("cat-file"):
        require_object_ids([object_id for object_id in {*object_ids} if object_id])
        if len(object_ids) != len(names):
            raise ValueError(len(object_ids))
    return object_ids


def find_files_in_commits(
    root: str, commits: Sequence[str], paths: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Return the ids by which git keeps the file at each of *paths* under *root* in each of
    *commits* (empty: the index); empty where it has none. By one run; raises ``GitError``.
    """
    prefix = require_tree(root).prefix
    names = [f"{commit}:{prefix}{path}" for path in paths for commit in commits]
    objects = iter(find_object_ids(root, names) if names else ())
    return zip(*[objects] * len(commits), strict=True)


def find_modes_in_commit(root: str, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """Return the modes of those of *paths* under *root* that are files in *commit*."""
    tree = require_tree(root)
    named = [f"{tree.prefix}{path}" for path in paths] if len(paths) <= _MOST_NAMED else []
    output = run_git(root, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *named)
    with AnswerGuard("ls-tree"):
        entries = (record.split("\t", 1) for record in split_names(output))
        modes = {path: meta.split(" ")[0] for meta, path in entries}
    return {path: modes[name] for path in paths if (name := f"{tree.prefix}{path}") in modes}
