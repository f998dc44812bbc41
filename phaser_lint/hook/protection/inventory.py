"""The protected files that exist, with the identity by which a change shows.

After a shell command, or any tool that does not name what it writes, the hook checks these places.
That takes a few hundred calls of ``stat`` and reads nothing, so this is light. A checkout may hold
a link to ``/usr`` there: a link is followed as far as what reads the place follows it, and a check
has room for so many files, bytes and seconds. What an earlier check noted comes first.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from phaser_lint.core import Identity, Record, make_file_identity
from phaser_lint.core.cache_file import make_checksum
from phaser_lint.core.text import decode_file
from phaser_lint.hook.memory import settle_identity
from phaser_lint.hook.protection.protected_places import (
    COMMIT_PLACES,
    EXECUTABLE,
    GIT_HOOKS,
    LEGACY,
    PLACES,
    list_moved_places,
)
from phaser_lint.project.levels import is_contract_name
from phaser_lint.project.regular_file import NotRegularError, read_bytes

There = Iterator[tuple[str, os.stat_result | None]]
"""Paths that are noted, with their status, and others, with none."""

# What is below a plugins folder is mostly other people's repositories.
_OWN_PLUGIN, _PLUGIN_LISTS = "phaser-lint", ("cache", "marketplaces")
_CONTRACTS, _PLUGINS = "contracts", "plugins"
_THERE: Identity = (0,) * 6
_DEEPEST, _MOST_FILES, _MOST_SORTED = 8, 5000, 5000
_MOST_BYTES = 128 * 1024 * 1024
_LARGEST = 64 * 1024 * 1024
# Of a text that is kept, and of all together.
_LONGEST_TEXT, _MOST_TEXT = 256 * 1024, 16 * 1024 * 1024
_HEAD = 64
_LONGEST_BRIEF = _HEAD + 1 + 16


class Inventory(Record):
    """The identity of each protected file; ``left_out``: where the check had no more room, if so.

    Of a link to a folder that is not entered it is the link's own.
    """

    files: Mapping[str, Identity] = {}
    left_out: str = ""


def list_protected_files(
    place_folders: Iterable[str],
    *,
    until: float,
    contract_folders: Iterable[str] = (),
    git_files: Iterable[str] = (),
    remembered_paths: Iterable[str] = (),
) -> Inventory:
    """Return the inventory of the protected files that exist under *place_folders*, first the
    *remembered_paths*.

    *contract_folders*, and *git_files*: those besides these places. *until*: when there is no more
    time, by the monotonic clock.
    """
    remembered = [(path, _read_status(path)) for path in remembered_paths]
    identities = {
        path: make_file_identity(status) for path, status in remembered if status is not None
    }
    of_git = ((path, _read_status(path)) for path in git_files)
    for path, status in chain(of_git, _list_places(place_folders, contract_folders)):
        is_new = status is not None and path not in identities
        if time.monotonic() > until or (is_new and len(identities) >= _MOST_FILES):
            return Inventory(identities, path)
        if status is not None:
            identities[path] = make_file_identity(status)
    return Inventory(identities)


def list_git_entries(folders: Iterable[str]) -> dict[str, Identity]:
    """Return an inventory entry for each ``.git`` of *folders*: only that it is there counts."""
    return {os.path.join(folder, ".git"): _THERE for folder in folders}


def _list_places(place_folders: Iterable[str], contract_folders: Iterable[str]) -> There:
    """Yield the inventory of the places under *place_folders*, and in *contract_folders*."""
    for base in filter(None, dict.fromkeys(place_folders)):
        for folder, inner in (*PLACES, *COMMIT_PLACES):
            protected_folder = os.path.join(base, folder) if folder else base
            for name in inner if os.path.isdir(protected_folder) else ():
                yield from _list_place(os.path.join(protected_folder, name))
    for path, _ in list_moved_places(os.environ):
        yield from _list_place(path)
    for folder in contract_folders:
        yield folder, _read_status(folder)  # a link, or no folder
        for path, status in _list_files_below(folder, 1):
            if is_contract_name(os.path.basename(path)):
                yield path, status


def _list_place(path: str) -> There:
    """Yield what lies at a protected place: a file, or the files of a folder of that name."""
    name = os.path.basename(path)
    if name == _PLUGINS:
        entries = [
            entry for part in _PLUGIN_LISTS for entry in _list_entries(os.path.join(path, part))
        ]
        own_plugins = [os.path.join(entry.path, _OWN_PLUGIN) for entry in entries]
        for plugin in (os.path.join(path, "installed_plugins.json"), *own_plugins):
            yield plugin, _read_status(plugin)
            yield from _list_files_below(plugin, _DEEPEST)
    else:
        yield path, _read_status(path)
        if name == _CONTRACTS:
            # Of a folder elsewhere the contracts alone are read, which lie directly in it.
            yield from _list_files_below(path, 1 if os.path.islink(path) else _DEEPEST)


def _list_files_below(folder: str, depth: int) -> There:
    """Yield what lies below *folder*; a link in it to another one is not followed."""
    for folder_entry in _list_entries(folder):
        yield folder_entry.path, _read_status(folder_entry.path)
        if depth > 1 and folder_entry.is_dir(follow_symlinks=False):
            yield from _list_files_below(folder_entry.path, depth - 1)


def _list_entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            # In the same order everywhere, but for those too many to sort.
            yield from chain(
                sorted(islice(entries, _MOST_SORTED), key=lambda entry: entry.name), entries
            )
    except OSError:
        return


def _read_status(path: str) -> os.stat_result | None:
    """Return the status of a file, or of a link to a folder; ``None`` for a folder itself."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            status = os.lstat(path)
    except OSError:  # not there, or a link to nowhere
        return None
    return None if stat.S_ISDIR(status.st_mode) else status


def read_texts_to_keep(paths: Iterable[str], *, until: float) -> dict[str, str | None]:
    """Return the text of each file of the inventory at *paths*, ``None`` without a file, as far as
    there is room to keep them.

    Of a long text, and of all once they are many, it is the start and a checksum. Behind that of a
    hook of git's stands whether git may execute it.
    """
    texts: dict[str, str | None] = {}
    bytes_read = characters = 0
    for path in paths:
        if bytes_read > _MOST_BYTES or time.monotonic() > until:
            break
        text: str | None = None
        try:
            content = read_bytes(path, limit=_LARGEST)
            bytes_read += len(content)
            # What is over the limit is not read: its size has to tell.
            size_mark = str(os.path.getsize(path)) if len(content) == _LARGEST else ""
            is_hook = os.path.basename(path).removesuffix(LEGACY) in GIT_HOOKS
            mode_mark = EXECUTABLE if is_hook and os.access(path, os.X_OK) else ""
            text = decode_file(content) + size_mark + mode_mark
        except NotRegularError:
            text = ""
        except OSError:
            pass
        if text is not None:
            text = shorten_text(text) if characters <= _MOST_TEXT else abbreviate_text(text)
            characters += len(text)
        texts[path] = text
    return texts


def shorten_text(text: str) -> str:
    """Return *text* as the inventory of protected files has it: a long one's start and checksum."""
    return text if len(text) <= _LONGEST_TEXT else abbreviate_text(text)


def abbreviate_text(text: str) -> str:
    """Return the start and a checksum of *text* for the inventory; of a short one itself."""
    if len(text) <= _LONGEST_BRIEF:
        return text
    return f"{text[:_HEAD]}…{make_checksum(text.encode('utf-8', 'surrogatepass')).hex()}"


def is_abbreviated(text: str) -> bool:
    """Tell whether *text*, kept for the inventory, is no more than the start and a checksum."""
    return len(text) == _LONGEST_BRIEF and text[_HEAD] == "…"


def make_fingerprints(
    identities: Mapping[str, Identity], texts: Mapping[str, str | None], *, moment: int
) -> dict[str, tuple[Identity | None, bytes]]:
    """Return what a snapshot has of files with *identities* and *texts*: with checksums."""
    return {
        path: (settle_identity(identity, now=moment), hash_brief_text(texts[path]))
        for path, identity in identities.items()
    }


def hash_brief_text(text: str | None) -> bytes:
    """Return the checksum of a text in a snapshot, shortened or not; empty without a text."""
    return (
        b""
        if text is None
        else make_checksum(abbreviate_text(text).encode("utf-8", "surrogatepass"))
    )
