"""Files that only have another name since a commit, as git's own rename detection finds them.

git sees a new name once the file was added to the index. One that was not (``mv`` without ``git
add``) is compared with the files that are gone: by their contents, or the lines that are the same.
"""

from __future__ import annotations

import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property, partial

from phaser_lint.core.errors import GitError
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.file_or_skip import find_present_modes, is_file_or_link
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.changed_entries import make_diff_arguments
from phaser_lint.project.git.disk_blobs import hash_disk_file
from phaser_lint.project.git.process_output import split_names
from phaser_lint.project.git.snapshots import Blobs, read_blob_contents
from phaser_lint.project.git.tracked_files import list_left_out_files
from phaser_lint.project.regular_file import read_bytes

Contents = Callable[[Sequence[str]], Iterable[tuple[str, bytes]]]
"""Reads the files at some paths."""

# With more new and deleted files than this git compares no contents that differ: as by default,
# whatever the settings of the user are.
_MOST = 1000
_RENAMES = ("--name-status", "-M", f"-l{_MOST}", "--diff-filter=R")
# Each pair of files that git does not know costs a look at all their lines.
_MOST_PAIRS = 10_000
_LIKE = 0.5
# Of all pairs together: of a thousand lines each, or a hundred pairs of a hundred thousand.
_MOST_LINES = 10_000_000
# A folder of pictures may be new as well.
_MOST_BYTES = 10 * MAXIMUM_BYTES


class RenamedSince:
    """What was renamed since a *commit*, which has these *blobs*; git is asked once."""

    def __init__(self, root: str, commit: str, blobs: Blobs) -> None:
        self._root, self._commit, self._blobs = root, commit, blobs

    def find_renames(self, paths: Iterable[str], *, similar: bool = True) -> Mapping[str, str]:
        """Return, for those of *paths* that were renamed, the name in the commit.

        A name is the earlier one of one file at most. Of a file that git does not know yet the
        content must be equal, or only *similar*. Raises ``GitError``.
        """
        root, blobs = self._root, self._blobs
        # A sparse checkout has them, though not on the disk: they are neither gone nor to be read.
        left_out = frozenset(list_left_out_files(root))
        new = {
            path
            for path in paths
            if path not in blobs and (path in left_out or is_file_or_link(root, path))
        }
        if not new:
            return {}
        renames_in_git = self._renames_by_git
        unknown_paths = sorted(new.difference(renames_in_git, left_out))
        # Where no regular file is now: it is deleted, or a link, or a folder.
        modes = find_present_modes(root, blobs) if unknown_paths else ()
        present_paths = {path for path, mode in modes if stat.S_ISREG(mode)}
        present_paths.update(left_out, renames_in_git.values())
        regular = [path for path in unknown_paths if not os.path.islink(os.path.join(root, path))]
        moved_files = match_renames_by_content(
            regular,
            {path: blob for path, blob in blobs.items() if path not in present_paths},
            ids=lambda path, example: hash_disk_file(root, path, example=example),
            read_new=lambda paths: ((path, _read_renamed_file(root, path)) for path in paths),
            read_gone=partial(read_blob_contents, root, blobs),
            similar=similar,
        )
        return {path: old for path, old in {**renames_in_git, **moved_files}.items() if path in new}

    @cached_property
    def _renames_by_git(self) -> Mapping[str, str]:
        command = make_diff_arguments(require_tree(self._root), self._commit, options=_RENAMES)
        return _parse_renames(run_git(self._root, *command, once=True))


def find_renames_between(
    root: str, commit: str, paths: Iterable[str] | None = None, *, tip: str
) -> Mapping[str, str]:
    """Return for *paths* in *tip*, or all, that were renamed since *commit* the name then."""
    tree = require_tree(root)
    options = ("-r", "-z", "--ignore-submodules=all", tree.relative(), *_RENAMES)
    renames = _parse_renames(run_git(root, "diff-tree", *options, commit, tip, "--"))
    return {
        path: renames[path] for path in (renames if paths is None else paths) if path in renames
    }


def find_renames_in_index(root: str, commit: str, paths: Iterable[str]) -> Mapping[str, str]:
    """Return the renames in git's index: for those of *paths* that were renamed since *commit*, the
    name then.

    Raises ``GitError``.
    """
    options = ("--cached", *_RENAMES)
    command = make_diff_arguments(require_tree(root), commit, options=options)
    renames = _parse_renames(run_git(root, *command, once=True))
    return {path: renames[path] for path in paths if path in renames}


def match_renames_by_content(
    new: Sequence[str],
    gone_blobs: Blobs,
    *,
    ids: Callable[[str, str], Sequence[str]],
    read_new: Contents,
    read_gone: Contents,
    similar: bool = True,
) -> dict[str, str]:
    """Return the renames that contents tell: for each *new* file the one of *gone_blobs* that it
    was.

    *ids* returns what objects a new file may be, after the example of one.
    """
    if not (new and gone_blobs):
        return {}
    equal_files = _match_equal_content(new, gone_blobs, ids)
    unmatched_new, matched_gone = (
        [path for path in new if path not in equal_files],
        {*equal_files.values()},
    )
    unmatched_gone = [path for path in gone_blobs if path not in matched_gone]
    if not similar or len(unmatched_new) * len(unmatched_gone) > _MOST_PAIRS:
        return equal_files
    try:
        return {
            **equal_files,
            **_match_similar_content(read_new(unmatched_new), unmatched_gone, read_gone),
        }
    except GitError:  # a partial clone lacks what is gone
        return equal_files


def _parse_renames(output: bytes) -> dict[str, str]:
    """Return the earlier names of the files that git says were renamed, by their new ones."""
    fields = iter(split_names(output))
    with AnswerGuard("diff-index"):
        return {new: old for _, old, new in zip(fields, fields, fields, strict=True)}


def _match_equal_content(
    new: Sequence[str], gone_blobs: Blobs, ids: Callable[[str, str], Sequence[str]]
) -> dict[str, str]:
    """Return for each *new* file one of *gone_blobs* of equal content.

    One of the same last name goes first.
    """
    # Ten thousand files of a package that moves are empty, and called __init__.py.
    paths_by_blob: dict[str, deque[str]] = {}
    namesakes: dict[tuple[str, str], deque[str]] = {}
    for path, blob in gone_blobs.items():
        paths_by_blob.setdefault(blob, deque()).append(path)
        namesakes.setdefault((blob, _find_last_name(path)), deque()).append(path)
    example = next(iter(paths_by_blob))
    old_paths: dict[str, str] = {}
    matched_gone: set[str] = set()
    for path in new:
        for blob in ids(path, example):
            old_path = _take_unmatched(namesakes.get((blob, _find_last_name(path))), matched_gone)
            old_path = old_path or _take_unmatched(paths_by_blob.get(blob), matched_gone)
            if old_path:
                matched_gone.add(old_path)
                old_paths[path] = old_path
                break
    return old_paths


def _find_last_name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _take_unmatched(paths: deque[str] | None, matched_gone: Container[str]) -> str:
    """Take and return the first of *paths* that is not in *matched_gone*; nothing where none is."""
    while paths:
        path = paths.popleft()
        if path not in matched_gone:
            return path
    return ""


def _match_similar_content(
    new: Iterable[tuple[str, bytes]], gone_paths: Sequence[str], read_gone: Contents
) -> dict[str, str]:
    """Return for each *new* file the one of *gone_paths* that it has most lines of.

    The likest pairs first. As git takes it: half of the larger one, in bytes. After so many
    bytes, and lines of files that may be alike, no more are compared.
    """
    left_to_compare = _MOST_LINES
    texts: dict[str, bytes] = {}
    total_size = 0
    for path, content in new:  # those that hold something, as many as there is room for at once
        total_size += len(content)
        if total_size > _MOST_BYTES:
            break
        texts[path] = content.replace(b"\r\n", b"\n")
    lines = {path: Counter(text.split(b"\n")) for path, text in texts.items() if text}
    pairs = []
    for old, content in read_gone(gone_paths if lines else ()):
        text = content.replace(b"\r\n", b"\n")
        old_lines = Counter(text.split(b"\n"))
        for path, new_lines in lines.items():
            smaller, larger = sorted((len(text), len(texts[path])))
            if smaller + 1 < _LIKE * larger:  # whatever they have in common
                continue
            left_to_compare -= min(len(new_lines), len(old_lines))
            if left_to_compare < 0:
                break
            shared = sum((len(line) + 1) * times for line, times in (new_lines & old_lines).items())
            likeness = shared / larger
            if likeness >= _LIKE:
                pairs.append((-likeness, path, old))
    old_paths: dict[str, str] = {}
    matched_gone: set[str] = set()
    for _, path, old in sorted(pairs):
        if path not in old_paths and old not in matched_gone:
            old_paths[path] = old
            matched_gone.add(old)
    return old_paths


def _read_renamed_file(root: str, path: str) -> bytes:
    """Return the content of a file that may be renamed; nothing where it cannot be checked."""
    try:
        return read_bytes(os.path.join(root, path), limit=MAXIMUM_BYTES)
    except OSError:
        return b""
