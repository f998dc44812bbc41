"""Files that only have another name since a commit, as git's own rename detection finds them.

git sees a new name once the file was added to the index. For one that was not (``mv`` without
``git add``) an equal content under a name that is gone has to do.
"""

from __future__ import annotations

import os

from phaser_lint.inputs.git import (
    differing,
    is_file_or_link,
    left_out_files,
    names,
    required_tree,
    run_git,
)
from phaser_lint.inputs.object_ids import object_ids

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaser_lint.inputs.snapshots import Blobs

# With more new and deleted files than this git compares no contents that differ: as by default,
# whatever the settings of the user are.
_MOST = 1000


def renamed_since(root: str, commit: str, blobs: Blobs, paths: Iterable[str]) -> Mapping[str, str]:
    """Return, for those of *paths* that were renamed since *commit*, the name in its *blobs*.

    A name is the earlier one of one file at most.
    """
    # A sparse checkout has them, though not on the disk: they are neither gone nor to be read.
    left_out = frozenset(left_out_files(root))
    new = {
        path
        for path in paths
        if path not in blobs and (path in left_out or is_file_or_link(root, path))
    }
    if not new:
        return {}
    found = _found_by_git(root, commit)
    unknown = sorted(new.difference(found, left_out))
    gone = _gone(root, blobs, taken=left_out.union(found.values())) if unknown else []
    moved = _of_equal_content(root, blobs, unknown, gone) if gone else {}
    return {path: old for path, old in {**found, **moved}.items() if path in new}


def _gone(root: str, blobs: Blobs, *, taken: frozenset[str]) -> list[str]:
    return [path for path in blobs if path not in taken and not is_file_or_link(root, path)]


def _found_by_git(root: str, commit: str) -> dict[str, str]:
    options = ("--name-status", "-M", f"-l{_MOST}", "--diff-filter=R")
    output = run_git(root, *differing(required_tree(root), commit, options=options))
    parts = iter(names(output))
    return {new: old for _, old, new in zip(parts, parts, parts, strict=True)}


def _of_equal_content(
    root: str, blobs: Blobs, new: Sequence[str], gone: Sequence[str]
) -> dict[str, str]:
    """Return for each *new* file the *gone* one of equal content; the same last name goes first."""
    regular = [path for path in new if not os.path.islink(os.path.join(root, path))]
    waiting: dict[str, list[str]] = {}
    for path in gone:
        waiting.setdefault(blobs[path], []).append(path)
    found: dict[str, str] = {}
    for path in regular:
        ids = object_ids(root, path, example=blobs[gone[0]])
        candidates = next(filter(None, map(waiting.get, ids)), None)
        if candidates:
            last_name = path.rsplit("/", 1)[-1]
            best = min(candidates, key=lambda old: old.rsplit("/", 1)[-1] != last_name)
            candidates.remove(best)
            found[path] = best
    return found
