r"""A ``filePattern`` that reads as if it were searched, but is matched from the start."""

from __future__ import annotations

import re

from phaser_lint.importers.path_globs import globs_of, path_keys, selects_nothing
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# An ending alone, or several: ``\.py$``, ``\.(js|ts)x?``, ``[.]html``.
_ENDING = re.compile(r"\^?(?:\\\.|\[\.\])[\w()|?:\[\]-]+\$?")
# A glob whose star was escaped: ``\*\.py``.
_STAR = re.compile(r"\^?\\\*((?:\\.|[\w/-])*)\$?")
# What is called so has no name before its ending.
_DOT_FILES = re.compile(
    r"/\.(?:\w*rc|\w*ignore|env|editorconfig|gitattributes|gitmodules|mailmap|htaccess|netrc"
    r"|profile|bash\w*|zsh\w*|python-version|tool-versions)"
)


class SelectedPaths(Record):
    """The keys of a contract for the paths that are meant, and why reLint never checks them."""

    keys: dict[str, Any]
    dead: str = ""


def selected_paths(file_pattern: str) -> SelectedPaths:
    """Return which paths *file_pattern* selects in reLint; those it was meant for, if none."""
    if selects_nothing(file_pattern, from_start=True):
        meant = file_pattern.removeprefix("^").lstrip("/")
        return SelectedPaths(path_keys(meant, from_start=True), _because(file_pattern, "no path"))
    star = _STAR.fullmatch(file_pattern)
    if star:
        return SelectedPaths(
            path_keys(f"{star[1]}$"), _because(file_pattern, "names with a * alone")
        )
    names = globs_of(f"{file_pattern.rstrip('$')}$", from_start=True)
    is_ending = _ENDING.fullmatch(file_pattern) and names
    if not is_ending or any(_DOT_FILES.fullmatch(name) for name in names):
        return SelectedPaths(path_keys(file_pattern, from_start=True))
    meant = f"{file_pattern.removeprefix('^').rstrip('$')}$"
    return SelectedPaths(path_keys(meant), _because(file_pattern, f"a file {names[0][1:]} alone"))


def _because(file_pattern: str, selected: str) -> str:
    return (
        f"filePattern {file_pattern} is matched from the start of the path, which selects "
        f"{selected}; the contract has the paths that are meant, and is switched off"
    )
