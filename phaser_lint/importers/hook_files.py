"""Which files a hook of pre-commit gets: its patterns for paths, and its types."""

from __future__ import annotations

from phaser_lint.importers.file_types import (
    TypeFilter,
    by_first_line,
    globs_left_out,
    globs_selected,
    unknown_types,
    untold_types,
)
from phaser_lint.importers.path_globs import globs_of, path_keys
from phaser_lint.importers.pattern_tokens import is_verbose, leading_flags
from phaser_lint.importers.python_patterns import python_problem, respelled
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.importers.rule_file import RuleFile

_NOTHING = "^$"


class HookFiles(Record):
    """The keys of a contract for the files that a hook gets, and what they do not say.

    *refused* is why pre-commit itself does not take the hook, *dead* why it never gets a file.
    """

    keys: Mapping[str, Any]
    unsaid: tuple[str, ...] = ()
    refused: str = ""
    dead: str = ""


def hook_files(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], *, at: str
) -> HookFiles:
    """Return the files of a *hook*; *common* are the keys that its file has for all of them."""
    given = TypeFilter(*(file.texts(hook, key, at=at) for key in TypeFilter._fields))
    wanted = _patterns(file, hook, common, "files", at=at)
    unwanted = _patterns(file, hook, common, "exclude", at=at)
    refused = _refused(given, wanted, unwanted)
    if refused:
        return HookFiles({}, refused=refused)
    left_out = [globs for each in unwanted if (globs := globs_of(each))]
    searched = [each for each in unwanted if not globs_of(each)]
    selected = globs_selected(given)
    keys = _keys(selected or (), wanted, searched)
    excluded = [*(glob for globs in left_out for glob in globs), *globs_left_out(given)]
    if excluded:
        keys["exclude_glob"] = excluded[0] if len(excluded) == 1 else excluded
    dead = "no file has all of its types" if selected == () and not untold_types(given) else ""
    return HookFiles(keys, unsaid=tuple(_unsaid(given)), dead=dead)


def _patterns(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], key: str, *, at: str
) -> list[str]:
    """Return the patterns at *key*, of the file for all of its hooks and of the hook."""
    found = (file.text(common, key, at=""), file.text(hook, key, at=at))
    return [
        each.rstrip() if is_verbose(each) else each
        for each in found
        if each not in ("", None, _NOTHING)
    ]


def _refused(given: TypeFilter, wanted: Sequence[str], unwanted: Sequence[str]) -> str:
    strange = unknown_types(given)
    if strange:
        return f"types: pre-commit knows no type {', '.join(strange)}"
    for key, patterns in (("files", wanted), ("exclude", unwanted)):
        for problem in filter(None, map(python_problem, patterns)):
            return f"{key}: no pattern of Python's re, which pre-commit refuses, too: {problem}"
    return ""


def _unsaid(given: TypeFilter) -> list[str]:
    said = [
        f"types: {each}: neither a name nor the text tells it; the contract judges every file"
        for each in untold_types(given)
    ]
    if by_first_line(given):
        named = ", ".join(dict.fromkeys(given.all()))
        said.append(
            f"types: {named}: executable files without an ending, which pre-commit tells by "
            "their first line; name them in file_glob"
        )
    return said


def _keys(globs: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> dict[str, Any]:
    """Return the keys for paths that *globs* select, where there are some, and patterns find."""
    if not globs and len(wanted) == 1 and not unwanted:
        return path_keys(respelled(wanted[0]))
    keys: dict[str, Any] = {"file_glob": globs[0] if len(globs) == 1 else [*globs] or "*"}
    if len(wanted) == 1 and not unwanted:
        keys["path_pattern"] = respelled(wanted[0])
    elif wanted or unwanted:
        keys["path_pattern"] = _together(wanted, unwanted)
    return keys


def _together(wanted: Sequence[str], unwanted: Sequence[str]) -> str:
    r"""Return one pattern for all of these: ``\A(?=.*?(?:\.py$))(?!.*?(?:^docs/x))``."""
    looks = [f"(?=.*?{_group(each)})" for each in wanted]
    looks += [f"(?!.*?{_group(each)})" for each in unwanted]
    return "\\A" + "".join(looks)


def _group(pattern: str) -> str:
    flags, rest = leading_flags(respelled(pattern))
    closing = "\n)" if "x" in flags else ")"
    return f"(?{flags}:{rest}{closing}"
