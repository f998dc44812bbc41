"""Which files a hook of pre-commit gets: its patterns for paths, and its types."""

from __future__ import annotations

from identify import extensions, identify, interpreters

from phaser_lint.author.importers.path_globs import globs_of, path_keys
from phaser_lint.author.importers.pattern_tokens import is_verbose, leading_flags
from phaser_lint.author.importers.python_patterns import python_problem, respelled
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaser_lint.author.importers.rule_file import RuleFile


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


# The types of files that pre-commit knows (``types: [python]``), as globs.
#
# identify tells a file's types by its ending, else by its name, and those of an executable file
# without either by its first line. That last part is what globs cannot say.

# What every file is that contracts judge.
_EVERY = frozenset(("file", "text"))
# What no name tells.
_UNTOLD = frozenset(("executable", "non-executable"))
_NEVER = frozenset(("binary", "directory", "symlink", "socket"))


class TypeFilter(Record):
    """The keys ``types``, ``types_or`` and ``exclude_types`` of a hook."""

    types: tuple[str, ...] = ()
    types_or: tuple[str, ...] = ()
    exclude_types: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """Return every type that is named."""
        return (*self.types, *self.types_or, *self.exclude_types)

    def selects(self, tags: frozenset[str]) -> bool:
        """Tell whether a file with these *tags* is selected."""
        known = tags | _EVERY
        return (
            known.issuperset(self.types)
            and (not self.types_or or not known.isdisjoint(self.types_or))
            and known.isdisjoint(self.exclude_types)
        )


def unknown_types(given: TypeFilter) -> tuple[str, ...]:
    """Return the types that there are none of; pre-commit refuses them."""
    return tuple(each for each in given.all() if each not in identify.ALL_TAGS)


def untold_types(given: TypeFilter) -> tuple[str, ...]:
    """Return the types that neither a name nor the engine tells, such as ``executable``."""
    return tuple(each for each in given.all() if each in _UNTOLD | _NEVER)


def by_first_line(given: TypeFilter) -> bool:
    """Tell whether files without an ending are selected, or left out, by their first line."""
    told = {tag for tags in interpreters.INTERPRETERS.values() for tag in tags} - _EVERY
    return not told.isdisjoint(given.all())


def globs_selected(given: TypeFilter) -> tuple[str, ...] | None:
    """Return globs for the names that are selected; ``None`` where every name is."""
    narrowing = [each for each in (*given.types, *given.types_or) if each not in _EVERY]
    if not narrowing or _EVERY & {*given.types_or}:
        return None
    return _globs(given.selects)


def globs_left_out(given: TypeFilter) -> tuple[str, ...]:
    """Return globs for the names that ``exclude_types`` leaves out, where all else is selected."""
    if globs_selected(given) is not None or not given.exclude_types:
        return ()
    return _globs(lambda tags: not tags.isdisjoint(given.exclude_types))


def _globs(chosen: Callable[[frozenset[str]], bool]) -> tuple[str, ...]:
    endings: Mapping[str, set[str]] = {
        **extensions.EXTENSIONS,
        **extensions.EXTENSIONS_NEED_BINARY_CHECK,
    }
    found = [f"*.{ending}" for ending, tags in endings.items() if chosen(frozenset(tags))]
    for name, tags in extensions.NAMES.items():
        if chosen(frozenset(tags)):
            found += [name] if "." in name else [name, f"{name}.*", f"*.{name}", f"*.{name}.*"]
    return tuple(sorted(found))
