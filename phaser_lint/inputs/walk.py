"""The files of a folder that is no git repository: a walk that honours ``.gitignore`` files."""

from __future__ import annotations

import os

from phaser_lint.inputs.regular_file import read_bytes
from phaser_lint.text import decode, normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from pathspec import GitIgnoreSpec

    Specs: TypeAlias = tuple[tuple[str, GitIgnoreSpec], ...]

_MAXIMUM_GITIGNORE = 1024 * 1024


def walk_files(root: str) -> list[str]:
    """Return the files and symbolic links under *root*, sorted, without ``.git`` and the ignored.

    Folders that cannot be listed are passed over, as git does.
    """
    found: list[str] = []
    waiting: list[tuple[str, Specs]] = [("", ())]
    while waiting:
        folder, specs = waiting.pop()
        files, folders, has_gitignore = _listed(root, folder)
        if has_gitignore:
            specs = (*specs, *_gitignore(root, folder))
        if specs:
            files = [path for path in files if not _ignored(path, specs)]
            folders = [path for path in folders if not _ignored(path, specs)]
        found += files
        waiting += [(path, specs) for path in folders]
    found.sort()
    return found


def _listed(root: str, folder: str) -> tuple[list[str], list[str], bool]:
    """Return the files of a folder, its folders (each ending in a slash), and if it has a
    ``.gitignore``."""
    files: list[str] = []
    folders: list[str] = []
    has_gitignore = False
    try:
        entries = os.scandir(os.path.join(root, folder))
    except OSError:
        return files, folders, has_gitignore
    with entries:
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if name != ".git":
                    folders.append(f"{folder}{name}/")
            elif name != ".git":
                files.append(folder + name)
                has_gitignore = has_gitignore or name == ".gitignore"
    return files, folders, has_gitignore


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
