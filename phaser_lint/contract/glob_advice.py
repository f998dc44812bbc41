"""Why globs of a contract select none of some paths, and which would.

    name_wider_glob(contract, paths, …)    "**/api/*.py selects 3 files, …"   for api/*.py
    name_excluding_glob(contract, paths)   "exclude_glob leaves out all 3 files"
    note_near_exclusions(contracts, paths) "…; did you mean services/api/?" for servces/api/

A slash inside of a glob ties it to its folder, as in .gitignore, where its author takes it for any
folder.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from posixpath import splitext
from typing import Literal

from phaser_lint.contract.model import Contract, Notice
from phaser_lint.contract.rules import RULES
from phaser_lint.core.file_state import find_parent_folders
from phaser_lint.core.text import name_contract, nearest_choice, render_quantity
from phaser_lint.project.levels import CONFIGURATION, lies_within_level, name_level_folder
from phaser_lint.text.globs import CompiledGlobs, selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list

_ANY = "**/"
_NOT_PLAIN = frozenset("*?[{\\")
_DIGITS = str.maketrans("", "", "0123456789")
_NEAR = 0.8


def name_wider_glob(
    contract: Contract,
    paths: Sequence[str],
    *,
    key: Literal["file_glob", "exclude_glob"],
    joined_paths: str = "",
) -> str:
    """Return the advice which glob of *contract*, of that *key*, would select some of *paths* in
    any folder, or nothing.

    All else of the contract that takes files out takes them out then, too. *joined_paths*: all of
    the paths in one text, each behind a slash, where there are too many to try each with a glob.
    """
    own_globs = contract.file_glob if key == "file_glob" else contract.exclude_glob
    for index, glob in enumerate(own_globs):
        if glob.startswith(("/", "!", _ANY)) or "/" not in glob.rstrip("/"):
            continue
        # What a glob begins with stands in each path that it selects in some folder.
        end = next((place for place, sign in enumerate(glob) if sign in _NOT_PLAIN), len(glob))
        if joined_paths and f"/{glob[:end]}" not in joined_paths:
            continue
        globs = (*own_globs[:index], f"{_ANY}{glob}", *own_globs[index + 1 :])
        tests = compile_glob_list(tuple(globs), folder=name_level_folder(contract.level))
        narrowing_globs = contract.globs[1:] if key == "file_glob" else ()
        number = sum(_is_selected((tests, *narrowing_globs), path) for path in paths)
        if number:
            files = "it" if len(paths) == 1 else render_quantity(number, "file")
            return f"{_ANY}{glob} selects {files}, in any folder"
    return ""


def name_excluding_glob(contract: Contract, paths: Sequence[str]) -> str:
    """Return what takes out all of *paths* that globs of *contract* select, or nothing."""
    selecting_globs = tuple([glob for glob in contract.file_glob if not glob.startswith("!")])
    if len(selecting_globs) == len(contract.file_glob) and not any(contract.globs[1:]):
        return ""
    tests = compile_glob_list(selecting_globs, folder=name_level_folder(contract.level))
    reached_paths = [path for path in paths if _is_selected((tests,), path)]
    if not reached_paths or any(_is_selected(contract.globs, path) for path in paths):
        return ""
    key = find_excluding_key(contract, reached_paths)
    number = len(reached_paths)
    files = "the one file" if number == 1 else f"all {render_quantity(number, 'file')}"
    by_name = ": it is searched in the path" if key == "path_pattern" else ""
    return f"{'a negated glob' if key == 'file_glob' else key} leaves out {files}{by_name}"


def find_excluding_key(contract: Contract, paths: Sequence[str]) -> str:
    """Return the first key by which *contract* selects none of *paths*, as advice names it; where
    another level, or ``exclude`` of the configuration, is the reason, these.
    """
    has_path_pattern = contract.path_pattern and not RULES[contract.type].of_folders(contract)
    keys = ("file_glob", "exclude_glob", *(["path_pattern"] * bool(has_path_pattern)))
    for index, key in enumerate(keys, start=1):
        if not any(_is_selected(contract.globs[:index], path) for path in paths):
            return key
    names = [
        f"{level}/" if level else "the root"
        for level in contract.overridden_by
        if any(lies_within_level(path, level) for path in paths)
    ]
    by_project = f"exclude in {CONFIGURATION}"
    return f"a contract or override in {names[-1]}, or {by_project}," if names else by_project


def note_near_exclusions(contracts: Iterable[Contract], paths: Sequence[str]) -> list[Notice]:
    """Return the notices on each plain ``exclude_glob`` of *contracts* that leaves out nothing for
    a slip of the pen: one of *paths*, or a folder of them, has nearly its name.

    What else matches nothing may be still to come, or is there in another checkout.
    """
    plain_globs = [
        (contract, glob)
        for contract in contracts
        for glob in contract.exclude_glob
        if "/" in glob.strip("/") and not (glob.startswith("!") or _NOT_PLAIN.intersection(glob))
    ]
    folders = find_parent_folders(paths) if plain_globs else ()
    names = frozenset((*paths, *(folder.rstrip("/") for folder in folders)))
    notices = []
    for contract, glob in plain_globs:
        near_name = _find_near_path(contract.level, glob, names)
        if near_name and near_name not in [other.strip("/") for other in contract.exclude_glob]:
            ending = "/" if glob.endswith("/") else ""
            text = (
                f"exclude_glob of {name_contract(contract.key)} matches no file: {glob}; "
                f"did you mean {near_name}{ending}?"
            )
            notices.append(Notice(contract.path, None, text))
    return list(dict.fromkeys(notices))


def _find_near_path(level: str, glob: str, names: Collection[str]) -> str:
    """Return which of *names*, from the folder of the *level*, the plain *glob* misspells in one
    of its parts; nothing where it is there. A number is no misspelling: ``v2/`` is not ``v1/``.
    """
    folder, parts = name_level_folder(level), glob.strip("/").split("/")
    start = f"{folder}/" if folder else ""
    for index, part in enumerate(parts):
        above = "".join([start, *[f"{name}/" for name in parts[:index]]])
        if f"{above}{part}" in names:
            continue
        below = [name.removeprefix(above) for name in names if name.startswith(above)]
        ending = splitext(part)[1]  # "index.js" is made of "index.ts", and no slip of the pen
        members = [name for name in below if "/" not in name and splitext(name)[1] == ending]
        near_part = nearest_choice(part, members, cutoff=_NEAR)
        path = "/".join([*parts[:index], near_part, *parts[index + 1 :]])
        is_there = bool(near_part) and f"{start}{path}" in names
        is_number = near_part.translate(_DIGITS) == part.translate(_DIGITS)
        return path if is_there and not is_number else ""
    return ""


def _is_selected(globs: CompiledGlobs, path: str) -> bool:
    """Tell whether *globs* select *path*; not where a ``path_pattern`` has no answer in time."""
    try:
        return bool(selects_path(globs, path))
    except TimeoutError:
        return False
