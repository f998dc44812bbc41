"""Levels by their names: which lies below which, what is above one, those of many files."""

from __future__ import annotations

import os

from phaser_lint.project.levels import has_contracts, levels_at, places_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.project.levels import Levels

USER_LEVEL = "~"
"""The level of the user's contracts, the farthest of all."""
PACK = "pack:"
"""How the paths of the contracts begin that come with the program."""


def contract_key(level: str, rule_id: str) -> tuple[str, str]:
    """Return what a contract is known by, wherever several files are spoken of.

    The user's own are known as if they stood at the top: of two of one id the top's alone counts,
    and what is written down of them (a baseline, a fingerprint) names no level.
    """
    return ("" if level == USER_LEVEL else level), rule_id


def levels_above(level: str) -> Iterator[str]:
    """Yield what may be a level above *level*, the nearest first, the user's at last."""
    while level and level != USER_LEVEL:
        level = level.rpartition("/")[0]
        yield level
    if level != USER_LEVEL:
        yield USER_LEVEL


def depth_of(level: str) -> int:
    """Return how many folders *level* lies below the top."""
    return level.count("/") + bool(level)


def folder_of(level: str) -> str:
    """Return the folder, from the top, that the globs of *level* are relative to."""
    return "" if level == USER_LEVEL else level


def is_below(level: str, other: str) -> bool:
    """Tell whether *level* is *other*, or lies below it: all does below the user's."""
    if other in ("", USER_LEVEL):
        return bool(other) or level != USER_LEVEL
    return f"{level}/".startswith(f"{other}/")


def together(chains: Iterable[Levels]) -> Levels:
    """Return all levels of *chains* with one top, the nearest to some file first."""
    found = tuple(chains)
    levels = dict.fromkeys(level for chain in found for level in chain.levels)
    ordered = sorted(levels, key=lambda level: (-depth_of(level.name), level.name))
    return found[0]._replace(levels=tuple(ordered))


def levels_among(top: str, names: Iterable[str], *, home: str) -> Levels:
    """Return the levels among the folders of these *names* (paths from *top*, empty for it)."""
    ordered = sorted(set(names), key=lambda name: (-depth_of(name), name))
    folders = [os.path.join(top, name) if name else top for name in ordered]
    found = [each for each in folders if has_contracts(each, places_in(each, home=home))]
    return levels_at(top, found, home=home)
