"""The files of a folder that is no git repository: a walk that honours ``.gitignore`` files."""

from __future__ import annotations

import os

from phaser_lint.inputs.disk import read_bytes
from phaser_lint.text import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pathspec import GitIgnoreSpec

_MAXIMUM_GITIGNORE = 1024 * 1024


def walk_files(root: str) -> list[str]:
    """Return the files and symbolic links under *root*, sorted, without ``.git`` and the ignored.

    Folders that cannot be listed are passed over, as git does.
    """
    return sorted(_walk(root, "", ()))


def _walk(root: str, folder: str, specs: tuple[tuple[str, GitIgnoreSpec], ...]) -> Iterator[str]:
    try:
        entries = list(os.scandir(os.path.join(root, folder)))
    except OSError:
        return
    if any(entry.name == ".gitignore" for entry in entries):
        specs = (*specs, *_gitignore(root, folder))
    for entry in entries:
        path = f"{folder}{entry.name}"
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name == ".git" or _ignored(f"{path}/" if is_folder else path, specs):
            continue
        if is_folder:
            yield from _walk(root, f"{path}/", specs)
        else:
            yield path


def _gitignore(root: str, folder: str) -> list[tuple[str, GitIgnoreSpec]]:
    from pathspec import GitIgnoreSpec

    try:
        data = read_bytes(os.path.join(root, folder, ".gitignore"), limit=_MAXIMUM_GITIGNORE)
        return [(folder, GitIgnoreSpec.from_lines(decode(data).splitlines(), backend="simple"))]
    except (OSError, ValueError):
        return []


def _ignored(path: str, specs: tuple[tuple[str, GitIgnoreSpec], ...]) -> bool:
    # The .gitignore nearest to a file is asked first; one that says nothing passes it on.
    for folder, spec in reversed(specs):
        include = spec.check_file(path[len(folder) :]).include
        if include is not None:
            return bool(include)
    return False
