"""Folders that cannot be listed: skipped, each by its path with a slash at the end."""

from __future__ import annotations

from phaser_lint.core.judged_files import Skip
from phaser_lint.text.globs import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import Asked
    from phaser_lint.text.globs import Tests

# What lies anywhere below a folder, and is called like no file.
_FAR_BELOW = "\0/\0"


def closed_folders(
    closed: Mapping[str, str], asked: Asked, options: ProjectOptions, *, excluded: Tests
) -> list[Skip]:
    """Return what is said of the folders that are *closed*, each with the reason.

    Nothing of those of which all is *excluded*: a database's own folder, that no contract judges.
    """
    share, left_out = options.shard, ((excluded,), (options.exclude,))
    return [
        Skip(folder, f"folder cannot be listed: {reason}")
        for folder, reason in closed.items()
        if (share is None or share.holds(folder))
        and (options.tree or asked.covers(folder))
        and not any(match(globs, f"{folder}{_FAR_BELOW}") for globs in left_out)
    ]


def is_closed_folder(skip: Skip) -> bool:
    """Tell whether what is skipped is such a folder, with all that is in it."""
    return skip.path.endswith("/")
