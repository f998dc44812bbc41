"""The files of a folder that is no git repository: a walk that honours ``.gitignore`` files."""

from __future__ import annotations

import os

from phaser_lint.inputs.regular_file import read_bytes
from phaser_lint.text import decode, normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pathspec import GitIgnoreSpec

    Specs = tuple[tuple[str, GitIgnoreSpec], ...]

_MAXIMUM_GITIGNORE = 1024 * 1024


def walk_files(root: str) -> list[str]:
    """Return the files and symbolic links under *root*, sorted, without ``.git`` and the ignored.

    Folders that cannot be listed are passed over, as git does.
    """
    found: list[str] = []
    # Not by recursion: folders may be nested deeper than Python calls.
    folders: list[tuple[str, Specs]] = [("", ())]
    while folders:
        folder, specs = folders.pop()
        for path, inner in _listed(root, folder, specs):
            if path.endswith("/"):
                folders.append((path, inner))
            else:
                found.append(path)
    return sorted(found)


def _listed(root: str, folder: str, specs: Specs) -> Iterator[tuple[str, Specs]]:
    """Yield what is in *folder* and not ignored, folders with a slash, and what ignores there."""
    try:
        entries = list(os.scandir(os.path.join(root, folder)))
    except OSError:
        return
    if any(entry.name == ".gitignore" for entry in entries):
        specs = (*specs, *_gitignore(root, folder))
    for entry in entries:
        slash = "/" if entry.is_dir(follow_symlinks=False) else ""
        path = f"{folder}{entry.name}{slash}"
        if entry.name != ".git" and not _ignored(path, specs):
            yield path, specs


def _gitignore(root: str, folder: str) -> list[tuple[str, GitIgnoreSpec]]:
    from pathspec import GitIgnoreSpec

    try:
        data = read_bytes(os.path.join(root, folder, ".gitignore"), limit=_MAXIMUM_GITIGNORE)
        lines = normalise(decode(data)).split("\n")
        return [(folder, GitIgnoreSpec.from_lines(lines, backend="simple"))]
    except (OSError, ValueError):
        return []


def _ignored(path: str, specs: Specs) -> bool:
    # The .gitignore nearest to a file is asked first; one that says nothing passes it on.
    for folder, spec in reversed(specs):
        include = spec.check_file(path[len(folder) :]).include
        if include is not None:
            return bool(include)
    return False
