"""The partners of a path: what ``partner`` makes of it, and of its fields (``path_fields``).

partners_of(contract, "src/a.py")    ["tests/src/test_a.py"] for tests/{dir}/test_{name}
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.filled_path_fields import (
    find_field_values,
    name_path_from_level,
    split_path_into_fields,
)
from phaser_lint.contract.rules.path_fields import (
    FIELDS,
    explain_unknown_field,
    has_open_brace,
    split_template,
    without_fields,
)
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_folder_globs
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.globs.name_forms import fill_field, find_field_name
from phaser_lint.text.globs.path_patterns import PathSearch

_WILDCARDS = ("*", "?")


def find_partners(contract: Contract, path: str, search: PathSearch | None) -> list[str]:
    """Return the partners of *path*, each a path from the root; a folder's ends in a slash.

    The path itself is none, nor is what lies outside of the level. *search*: see
    ``make_path_search``. Raises ``TimeoutError``.
    """
    own_path = name_path_from_level(contract, path)
    start = path.removesuffix(own_path)
    field_values = find_field_values(contract, path, search, is_folder=selects_folders(contract))
    partners = (_fill_path(template, field_values) for template in contract.value_of("partner"))
    return [
        f"{start}{partner}"
        for partner in partners
        if partner.rstrip("/") != own_path and _is_inside(partner)
    ]


def selects_folders(contract: Contract) -> bool:
    """Tell whether the globs of *contract* name folders, so that these have partners: they end in a
    slash.

    What takes out does not: ``!src/old/`` beside ``src/**/*.py`` is about the files there.
    """
    return any(map(_names_folder, _list_selecting_globs(contract)))


def _list_selecting_globs(contract: Contract) -> list[str]:
    return [glob for glob in contract.file_glob if not glob.startswith("!")]


def find_selected_folders(contract: Contract, paths: Iterable[str]) -> list[str]:
    """Return the folders that need partners: those around files at *paths* that globs name."""
    folders_above: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders_above:
            folders_above.add(folder)
            folder = folder.rpartition("/")[0]
    globs = compile_folder_globs(contract.file_glob, folder=name_level_folder(contract.level))
    return sorted(folder for folder in folders_above if selects_path(globs, folder))


def meets_path_pattern(contract: Contract, folder: str, search: PathSearch | None) -> bool:
    """Tell whether the partner's ``path_pattern`` is found in a *folder*, without a slash at its
    end.

    Raises ``TimeoutError``.
    """
    return search is None or search.match_in(name_path_from_level(contract, folder)) is not None


def may_be_partner(contract: Contract, path: str) -> bool:
    """Tell whether *path* ends like a partner, of whatever file; of a folder any file may be."""
    for template in contract.value_of("partner"):
        *_, (text, _) = split_template(template)
        name = text.rpartition("/")[2]
        if path.endswith("" if name in (".", "..") else name):
            return True
    return False


_DEEP_PARTS = split_path_into_fields("a/" * 50 + "b.c", is_folder=False)


def find_partner_problems(contract: Contract) -> list[tuple[str, str]]:
    """Return what was expected of ``partner``, and of globs that name folders, where it is not."""
    expectations = []
    for template in contract.value_of("partner"):
        problem_of_unknown = explain_unknown_field(
            contract, [field for _, field in split_template(template)]
        )
        if has_open_brace(template):
            expectations.append(f'a field between {{ and }}, not "{template}"')
        elif problem_of_unknown:
            expectations.append(problem_of_unknown)
        elif any(wildcard in without_fields(template) for wildcard in _WILDCARDS):
            expectations.append(
                f'a path, in which * and ? stand for nothing, not "{template}"; a list of paths is '
                "met by any of them, and items_listed finds a name in files of any folder"
            )
        elif _is_itself(contract, template):
            noun = "folder than the file's own" if template.endswith("/") else "path than the file"
            expectations.append(f'another {noun}, not "{template}"')
        elif template.startswith("/"):
            expectations.append(
                f'a path from the level\'s folder, without the slash in front, not "{template}"'
            )
        elif not _is_inside(
            _fill_path(
                template, {**dict.fromkeys(_list_group_fields(template), "x"), **_DEEP_PARTS}
            )
        ):
            expectations.append(
                f'a path from the level\'s folder that stays in it, not "{template}"'
            )
    problems = [("partner", expected) for expected in expectations]
    if selects_folders(contract) and not all(map(_names_folder, _list_selecting_globs(contract))):
        message = "globs that all end in a slash, for folders, or none of them"
        problems.append(("file_glob", f"{message}; exclude_glob leaves out either"))
    return problems


def _names_folder(glob: str) -> bool:
    return all(alternative.rstrip(" ").endswith("/") for alternative in spell_out(glob))


def _fill_path(template: str, field_values: Mapping[str, str]) -> str:
    """Return the path that *template* makes, without a folder's ``.`` and empty names."""
    path_text = "".join(
        [
            f"{text}{fill_field(field or '', field_values)}"
            for text, field in split_template(template)
        ]
    )
    path = posixpath.normpath(path_text.lstrip("/") or ".")
    return f"{path}/" if path_text.endswith("/") else path


def _is_itself(contract: Contract, template: str) -> bool:
    paths, of_folder = ("a/b.c", "d/e/f.g"), selects_folders(contract)
    partners = [
        _fill_path(template, split_path_into_fields(path, is_folder=of_folder)) for path in paths
    ]
    # A file's own folder holds it.
    holds_paths = all(
        f"{path}/".startswith(f"{partner.rstrip('/')}/")
        for path, partner in zip(paths, partners, strict=True)
    )
    is_folder = template.endswith("/")
    return not _list_group_fields(template) and holds_paths and (is_folder or partners == [*paths])


def _list_group_fields(template: str) -> Sequence[str]:
    names = [find_field_name(field) for _, field in split_template(template) if field]
    return [name for name in names if name not in FIELDS]


def _is_inside(path: str) -> bool:
    return path != ".." and not path.startswith("../") and path not in (".", "./")
