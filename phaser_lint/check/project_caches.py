"""The files that store what is known of a project between its scans."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from phaser_lint import __file__ as own_file
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract import identify_program
from phaser_lint.core.cache_file import (
    SIZE_BYTES,
    PlainValue,
    make_checksum,
    make_file_mark,
    name_cache_path,
    open_private_file,
    open_sealed_part,
    seal_value,
    write_private_file,
    write_stored_values,
)

_FORMAT = 24
LISTINGS, CHECKOUTS, RESULTS = "listings", "checkouts", "results"
"""The kinds of caches: what folders held, what of a checkout was read, what files broke."""
_ITEMS_OF_A_PART = 128
# What decides what is found in a file. hyperscan only says sooner where nothing is.
_PACKAGES = ("phaser_lint", "regex", "pathspec")


def find_listing_path(root: str, options: ProjectOptions, program: str | None) -> str | None:
    """Return the path of the cache of what folders at *root* held; ``None`` where only git
    tells.
    """
    folder = options.cache_folder()
    if options.state.is_in_git or options.tracked or not folder or program is None:
        return None
    return name_project_cache(folder, LISTINGS, (root, program))


def name_project_cache(folder: str, kind: str, keys: Iterable[str]) -> str:
    """Return the path in the cache *folder* that stores this *kind* for a project, by *keys*."""
    return name_cache_path(os.path.join(folder, kind), keys)


def name_program() -> str | None:
    """Return what names this program and its version to a project's caches, wherever it is
    installed alike.

    ``None`` where a package is in no file of its own (a zip archive): its versions cannot be
    distinguished.
    """
    try:
        builds = _find_installed_builds(os.path.dirname(os.path.dirname(own_file)))
        return repr((_FORMAT, sys.version, builds) if builds else (_FORMAT, identify_program()))
    except OSError:
        return None


def _find_installed_builds(folder: str) -> list[str]:
    """Return what tells caches the packages in *folder* from other builds; empty in doubt.

    An installer records the hash of each file. A source folder has no record, and another one may
    be of what was there before.
    """
    builds = []
    names = os.listdir(folder)
    for package in _PACKAGES:
        packages = (os.path.join(entry, package) for entry in sys.path)
        imported = next((path for path in packages if os.access(path, os.F_OK)), "")
        records = [name for name in names if name.startswith(f"{package}-")]
        if imported != os.path.join(folder, package) or len(records) != 1:
            return []
        try:
            with open(os.path.join(folder, records[0], "RECORD"), "rb") as file:
                lines = file.read().splitlines()
        except OSError:  # an installer may leave it out
            return []
        # Of scripts, and of what the installer notes, the hashes differ from place to place.
        start = f"{package}/".encode()
        hashed_lines = sorted(
            [line for line in lines if b",sha256=" in line and line.startswith(start)]
        )
        if not hashed_lines:
            return []
        builds.append(make_checksum(b"\n".join(hashed_lines)).hex())
    return builds


# What they hold are mappings. Of a million files one value would be a hundred megabytes.


def read_cached_mapping(path: str, kind: str) -> dict[str, PlainValue]:
    """Return the mapping in a project's cache of this *kind* at *path*; empty if none is sound."""
    return dict(read_cached_items(path, kind))


def read_cached_items(path: str, kind: str) -> Iterator[tuple[str, PlainValue]]:
    """Yield the items of the mapping in a project's cache of this *kind* at *path*, up to a part
    that is garbled.

    One part is held at a time.
    """
    mark, sizes = make_file_mark(f"{kind} {_FORMAT}"), []
    try:
        with open_private_file(path) as file:
            offset, end = len(mark), os.fstat(file.fileno()).st_size
            is_own = file.read(offset) == mark
            while is_own and offset < end:
                sizes.append(int.from_bytes(file.read(SIZE_BYTES), "little"))
                offset += SIZE_BYTES + sizes[-1]
                file.seek(min(offset, end))
            file.seek(len(mark))
            for size in sizes if offset == end else ():  # else it is cut
                file.seek(SIZE_BYTES, os.SEEK_CUR)
                mapping = open_sealed_part(file.read(size))
                if not isinstance(mapping, dict):
                    return
                yield from mapping.items()
    except (OSError, ValueError):
        return


def write_cached_mapping(path: str, kind: str, mapping: dict[str, PlainValue]) -> bool:
    """Write *mapping* as one part to the cache of this *kind* at *path*; else as below."""
    return write_stored_values(path, f"{kind} {_FORMAT}", mapping)


def write_cached_items(path: str, kind: str, items: Iterable[tuple[str, PlainValue]]) -> bool:
    """Write the mapping that plain *items* make to the cache of this *kind* at *path*; false where
    that fails.

    The file is then the one from before, or missing. Of the file from before items may be read
    meanwhile.
    """

    def pieces() -> Iterator[bytes]:
        yield make_file_mark(f"{kind} {_FORMAT}")
        part: dict[str, PlainValue] = {}
        for key, plain_value in items:
            part[key] = plain_value
            if len(part) == _ITEMS_OF_A_PART:
                yield from seal_value(part)
                part = {}
        if part:
            yield from seal_value(part)

    return write_private_file(path, pieces())
