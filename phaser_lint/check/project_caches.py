"""The files that store what is known of a project between its scans."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from phaser_lint import __file__ as own_file
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract import identify_program
from phaser_lint.core.cache_file import make_checksum, name_cache_path
from phaser_lint.core.cached_mapping import CachedMapping

_FORMAT = 22
# What decides what is found in a file. hyperscan only says sooner where nothing is.
_PACKAGES = ("phaser_lint", "regex", "pathspec")


def find_listing_file(
    root: str, options: ProjectOptions, program: str | None
) -> CachedMapping | None:
    """Return the cache of what folders at *root* held; ``None`` where only git tells."""
    folder = options.cache_folder()
    if options.state.is_in_git or options.tracked or not folder or program is None:
        return None
    return make_cache_file(folder, "listings", (root, program))


def make_cache_file(folder: str, kind: str, keys: Iterable[str]) -> CachedMapping:
    """Return the file in the cache *folder* that stores this *kind* for a project, by *keys*."""
    path = name_cache_path(os.path.join(folder, kind), keys)
    return CachedMapping(path, f"{kind} {_FORMAT}")


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
