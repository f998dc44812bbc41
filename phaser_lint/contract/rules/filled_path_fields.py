"""The fields of a path filled in, in globs and in an item: ``path_fields`` says what these are.

fill_globs(contract, "with_glob", values_of(contract, "src/a.py", None))
    ("docs/a.md",) for docs/{stem}.md
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.path_fields import compile_path_pattern, split_template
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import CompiledGlobs
from phaser_lint.text.globs.compile_globs import compile_spelled_globs
from phaser_lint.text.globs.glob_fields import fill_glob
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.globs.name_forms import fill_field
from phaser_lint.text.globs.path_patterns import PathSearch


def find_field_values(
    contract: Contract, path: str, search: PathSearch | None, *, is_folder: bool = False
) -> dict[str, str]:
    """Return what the path fields, such as ``{dir}``, stand for in *path*; raises ``TimeoutError``.

    *search*: see ``make_path_search``.
    """
    own_path = name_path_from_level(contract, path)
    field_values = split_path_into_fields(own_path, is_folder=is_folder)
    match = search.match_in(own_path) if search else None
    if match is not None:
        numbers = range(1, len(match.groups()) + 1)
        field_values |= {str(number): match[number] or "" for number in numbers}
        field_values |= {name: text or "" for name, text in match.groupdict().items()}
    return field_values


def make_path_search(contract: Contract) -> PathSearch | None:
    """Return the search of ``path_pattern``'s groups in many paths; ``None`` without one."""
    pattern = contract.path_pattern
    return PathSearch(compile_path_pattern(pattern)) if pattern else None


def name_path_from_level(contract: Contract, path: str) -> str:
    """Return *path*, from the root, as path fields see it: from the contract's level."""
    level = name_level_folder(contract.level)
    return path[len(level) + 1 :] if level else path


def split_path_into_fields(path: str, *, is_folder: bool) -> dict[str, str]:
    """Return the path fields that a *path* has by itself: ``dir``, ``name``, ``stem``, ``ext``."""
    folder, name = posixpath.split(path)
    stem, ext = posixpath.splitext(name)
    return {"dir": path if is_folder else folder, "name": name, "stem": stem, "ext": ext}


def fill_globs(contract: Contract, key: str, field_values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the globs of *key* with the path's *field_values* filled in, without braces."""
    return tuple(
        filled_glob
        for glob in contract.value_of(key)
        for alternative in spell_out(glob)
        if (filled_glob := fill_glob(alternative, field_values))
    )


def fill_other_globs(contract: Contract, path: str, search: PathSearch | None) -> tuple[str, ...]:
    """Return all other globs of *contract* with the path's fields; raises ``TimeoutError``."""
    field_values = find_field_values(contract, path, search)
    keys = (key.name for key in RULES[contract.type].all_keys() if key.kind == "globs")
    return tuple([glob for key in keys for glob in fill_globs(contract, key, field_values)])


def compile_other_globs(contract: Contract, globs: tuple[str, ...]) -> CompiledGlobs:
    """Return the test of *globs* with filled path fields, and of all that takes files out."""
    tests = compile_spelled_globs(globs, folder=name_level_folder(contract.level))
    return (tests, *contract.own_globs[1:])


def fill_item(contract: Contract, path: str, search: PathSearch | None) -> str:
    """Return what ``item`` makes of the fields of *path*, or nothing; raises ``TimeoutError``."""
    item_template, field_values = (
        contract.value_of("item"),
        find_field_values(contract, path, search),
    )
    pieces = [
        f"{text}{fill_field(field or '', field_values)}"
        for text, field in split_template(item_template)
    ]
    text = re.sub("//+", "/", "".join(pieces))
    return text if item_template.startswith("/") else text.removeprefix("/")
