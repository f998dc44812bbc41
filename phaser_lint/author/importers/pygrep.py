r"""``.pre-commit-config.yaml``: the local hooks whose language is pygrep, and manifests of such.

    - repo: local
      hooks:
        - {id: no-print, name: No prints, language: pygrep, entry: 'print\(', types: [python]}

pygrep searches each line by itself, as bytes, with Python's ``re``; with ``--multiline`` the whole
text, where only the first match of a file is reported, and with ``--negate`` a match is required.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from identify import extensions, identify, interpreters

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.line_patterns import make_line_pattern
from phaser_lint.author.importers.path_globs import find_equal_globs, make_path_keys
from phaser_lint.author.importers.pattern_tokens import (
    is_verbose,
    split_into_tokens,
    split_leading_flags,
)
from phaser_lint.author.importers.python_patterns import find_python_problem, respell_pattern
from phaser_lint.author.importers.rule_file import RuleFile, parse_rule_file
from phaser_lint.contract.deciding_places import PRE_COMMIT_CONFIGURATIONS
from phaser_lint.core import Record

_LANGUAGE = "pygrep"
_MANIFEST = ".pre-commit-hooks.yaml"
_SHARED = "pygrep-hooks"
_SWITCHES = {"-i": "i", "--ignore-case": "i", "--multiline": "m", "--negate": "n"}
_BY_ASCII = frozenset((r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B"))
_BYTE = re.compile(r"\\\\|(\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7]{2})")
# `.{80}` is eighty bytes there, which forty `ä` fill.
_COUNTED = re.compile(r"\{(?!,?1\})[\d,]+\}[?+]?")
_COMMITS = frozenset(
    ("pre-commit", "commit", "pre-merge-commit", "merge-commit", "pre-push", "push")
)


class _Hook(Record):
    """A hook, where it is in its file, and the file's keys for all hooks."""

    file: RuleFile
    keys: Mapping[str, Any]
    key_path: str
    common: Mapping[str, Any]

    def text(self, key: str) -> str | None:
        return self.file.text(self.keys, key, key_path=self.key_path)

    def require_text(self, key: str) -> str:
        return self.file.require_text(self.keys, key, key_path=self.key_path)

    def texts(self, key: str) -> tuple[str, ...]:
        return self.file.texts(self.keys, key, key_path=self.key_path)


class _Switches(Record):
    """The switches in the arguments of a hook, and those that pygrep does not take."""

    ignore_case: bool
    multiline: bool
    negate: bool
    strange: tuple[str, ...]


def import_pygrep(content: bytes, path: str) -> ImportedFile:
    """Return what the local pygrep hooks of a file become; raises ``RuleFileError``."""
    file, hooks = _parse_hooks(content, path)
    pygrep_hooks = [hook for hook in hooks if hook.text("language") == _LANGUAGE]
    other_ids = [hook.require_text("id") for hook in hooks if hook.text("language") != _LANGUAGE]
    notices = []
    if other_ids:
        notices.append(f"left to pre-commit, as they are no pygrep: {', '.join(other_ids)}")
    # The patterns of shared hooks are not in the file.
    repositories = file.value.get("repos") if isinstance(file.value, dict) else []
    for repository in repositories or []:
        address = repository.get("repo")
        if isinstance(address, str) and address.rstrip("/").endswith(_SHARED):
            shared_hooks = repository.get("hooks") or []
            names = ", ".join(
                str(keys.get("id")) for keys in shared_hooks if isinstance(keys, dict)
            )
            notices.append(f"not local, so not here: {names} of {address}; import its {_MANIFEST}")
    named_types = {
        name for hook in pygrep_hooks for key in TypeFilter._fields for name in hook.texts(key)
    }
    if named_types - _EVERY - _UNKNOWN - _NEVER:
        notices.append("types: pre-commit takes A.PY for A.py; of globs only *.[pP][yY] does")
    rules = tuple(map(_convert_hook, pygrep_hooks))
    return ImportedFile(
        path=path, tool=TOOL.name, rules=rules, notices=tuple(notices), is_of_raw_text=True
    )


def list_hook_configurations(content: bytes, path: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the id of each hook that pygrep takes, and a configuration that has it alone."""
    rows = []
    for hook in _parse_hooks(content, path)[1]:
        if hook.text("language") != _LANGUAGE or _convert_hook(hook).keys is None:
            continue
        names = ("id", "name", "entry", "language", "files", "exclude")
        list_names = ("args", "types", "types_or", "exclude_types")
        keys = {
            **{key: hook.text(key) for key in names},
            **{key: hook.texts(key) for key in list_names},
        }
        common = {
            key: hook.file.text(hook.common, key, key_path="") for key in ("files", "exclude")
        }
        # In batches at once, lines of two files would be mixed.
        hook_keys = {
            **{key: key_value for key, key_value in keys.items() if key_value},
            "pass_filenames": hook.file.boolean(
                hook.keys, "pass_filenames", key_path=hook.key_path, default=True
            ),
            "require_serial": True,
        }
        configuration = {
            **{key: key_value for key, key_value in common.items() if key_value},
            "repos": [{"repo": "local", "hooks": [hook_keys]}],
        }
        rows.append((hook.require_text("id"), configuration))
    return rows


def _parse_hooks(content: bytes, path: str) -> tuple[RuleFile, list[_Hook]]:
    file = parse_rule_file(content, path)
    if isinstance(file.value, list):  # a manifest, which is a list of hooks
        hooks = [*_list_hooks(file, file.value, key_path="", common={})]
    elif isinstance(file.value, dict) and isinstance(file.value.get("repos"), list):
        hooks = []
        for index, repository in enumerate(file.value["repos"]):
            key_path = f"repos[{index}]"
            if not isinstance(repository, dict):
                raise file.wrong(key_path, "a repository with the keys repo and hooks")
            if file.text(repository, "repo", key_path=key_path) == "local":
                hook_list = repository.get("hooks")
                hooks += _list_hooks(
                    file, hook_list, key_path=f"{key_path}.hooks", common=file.value
                )
    else:
        raise file.wrong("", "a mapping with the list repos, or a list of hooks")
    return file, hooks


def _list_hooks(
    file: RuleFile, hooks_list: Any, key_path: str, common: Mapping[str, Any]
) -> Iterator[_Hook]:
    if not isinstance(hooks_list, list):
        raise file.wrong(key_path, "a list of hooks")
    for index, keys in enumerate(hooks_list):
        if not isinstance(keys, dict):
            raise file.wrong(
                f"{key_path}[{index}]", "a hook with the keys id, name, language and entry"
            )
        yield _Hook(file=file, keys=keys, key_path=f"{key_path}[{index}]", common=common)


def _convert_hook(hook: _Hook) -> ImportedRule:
    pattern_text, arguments = hook.require_text("entry"), hook.texts("args")
    letters = {_SWITCHES[argument] for argument in arguments if argument in _SWITCHES}
    switches = _Switches(
        ignore_case="i" in letters,
        multiline="m" in letters,
        negate="n" in letters,
        strange=tuple([argument for argument in arguments if argument not in _SWITCHES]),
    )
    imported_rule = ImportedRule(hook.require_text("id"), hook.file.line_of(hook.key_path))
    files = convert_hook_files(hook.file, hook.keys, hook.common, key_path=hook.key_path)
    refusal = files.refused
    problem = find_python_problem(pattern_text.encode("utf-8", "surrogatepass"))
    if switches.strange:
        refusal = f"args: pygrep does not take {' '.join(switches.strange)}"
    elif pattern_text.startswith("-"):
        refusal = f"entry: pygrep takes {pattern_text} for a flag"
    elif problem:
        refusal = f"entry: no pattern of Python's re, which pygrep refuses, too: {problem}"
    if refusal:
        return imported_rule._replace(unsupported=(refusal,))
    pattern, remarks, dead = _convert_pattern(pattern_text, switches)
    if switches.multiline and not switches.negate:
        remarks += (
            "pygrep reports the first match of a file alone, and so does file_not_contains",
        )
    stages_by_hand = _note_stages_by_hand(hook)
    if (
        hook.file.boolean(hook.keys, "pass_filenames", key_path=hook.key_path, default=True)
        is False
    ):
        dead = "pass_filenames: false gives pygrep no file to search"
    name, description = hook.text("name") or hook.require_text("id"), hook.text("description")
    once = "file_not_contains" if switches.multiline else "forbid_pattern"
    return imported_rule._replace(
        keys={
            "type": "require_pattern" if switches.negate else once,
            "pattern": pattern,
            **files.keys,
            "message": name,
            "severity": "error",
            **({"rationale": description} if description and description != name else {}),
            **({"enabled": False} if stages_by_hand or files.is_wider else {}),
        },
        kept=remarks,
        unsupported=(*stages_by_hand, *_note_bytes(pattern_text), *files.unsupported),
        dead=dead or files.dead,
    )


def _note_stages_by_hand(hook: _Hook) -> tuple[str, ...]:
    """Return the words on stages of which none is about a commit or a push, as ``manual``."""
    key, keys, key_path = "stages", hook.keys, hook.key_path
    if key not in hook.keys:
        key, keys, key_path = "default_stages", hook.common, ""
    stages = hook.file.texts(keys, key, key_path=key_path)
    if not stages or not _COMMITS.isdisjoint(stages):
        return ()
    ran = f"it ran in {', '.join(stages)} only"
    return (f"{key}: {ran}; a contract counts wherever code changes, so it is off",)


def _note_bytes(pattern: str) -> Iterator[str]:
    """Yield the words on what means bytes in pygrep's *pattern*: texts hold characters."""
    # `^\xef\xbb\xbf`
    byte = next(filter(None, _BYTE.findall(pattern)), "")
    if byte:
        yield f"entry: {byte} is a byte there and a character here"
    for token, repeat in pairwise(split_into_tokens(pattern)):
        if token.kind == "dot" and _COUNTED.fullmatch(repeat.text):
            yield f"entry: .{repeat.text} counts bytes there and characters here"


def _convert_pattern(pattern_text: str, switches: _Switches) -> tuple[str, tuple[str, ...], str]:
    """Return the pattern for the whole text, how it keeps its meaning, and why it is dead."""
    pattern, remarks, dead = respell_pattern(pattern_text), [], ""
    if not switches.multiline:
        line_pattern = make_line_pattern(pattern)
        if line_pattern.dead and not switches.negate:  # else every file breaks it
            return pattern, (), "pygrep checks line by line, and no line holds a line end and more"
        pattern = line_pattern.pattern
        if line_pattern.changed:
            remarks.append("pygrep checks line by line: blanks and sets take no line end here")
    added = "i" if switches.ignore_case else ""
    pattern_tokens = split_into_tokens(pattern)
    if switches.multiline and any(token.kind == "dot" for token in pattern_tokens):
        added += "s"
    flags, unflagged = split_leading_flags(pattern)
    classes = "".join(token.text for token in pattern_tokens if token.kind in ("escape", "set"))
    has_classes = any(class_letter in classes for class_letter in _BY_ASCII)
    if "a" not in flags and (has_classes or "i" in f"{flags}{added}"):
        added += "a"
        remarks.append(r"pygrep searches bytes: with (?a), \w and the like are those of ASCII")
    letters = "".join(dict.fromkeys(f"{flags}{added}"))
    return f"(?{letters}){unflagged}" if letters else pattern, tuple(remarks), dead


TOOL = Tool("pygrep", (*PRE_COMMIT_CONFIGURATIONS, _MANIFEST), import_pygrep)


# Which files a hook of pre-commit gets: its patterns for paths, and its types.

_NOTHING = "^$"


class HookFiles(Record):
    """The keys of a contract for the files that a hook gets, and what they do not hold.

    *refused* is why pre-commit itself does not take the hook, *dead* why it never gets a file;
    *is_wider* says that the keys select files of which only a part is the hook's.
    """

    keys: Mapping[str, Any]
    unsupported: tuple[str, ...] = ()
    refused: str = ""
    dead: str = ""
    is_wider: bool = False


def convert_hook_files(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], *, key_path: str
) -> HookFiles:
    """Return the files of a pygrep *hook*; *common* are the keys of its file for all of them."""
    type_filter = TypeFilter(
        *(file.texts(hook, key, key_path=key_path) for key in TypeFilter._fields)
    )
    wanted_patterns = _list_patterns(file, hook, common=common, key="files", key_path=key_path)
    unwanted_patterns = _list_patterns(file, hook, common=common, key="exclude", key_path=key_path)
    strange_types = find_unknown_types(type_filter)
    if strange_types:
        names = ", ".join(strange_types)
        return HookFiles({}, refused=f"types: pre-commit knows no type {names}")
    for key, patterns in (("files", wanted_patterns), ("exclude", unwanted_patterns)):
        for problem in filter(None, map(find_python_problem, patterns)):
            message = f"no pattern of Python's re, which pre-commit refuses, too: {problem}"
            return HookFiles({}, refused=f"{key}: {message}")
    globs_left_out_by_pattern = [
        globs for pattern in unwanted_patterns if (globs := find_equal_globs(pattern))
    ]
    searched_patterns = [pattern for pattern in unwanted_patterns if not find_equal_globs(pattern)]
    selected = list_selected_globs(type_filter)
    # For paths that these globs select, where there are some, and patterns find.
    keys: dict[str, Any] = {"file_glob": make_text_or_list(selected or ()) or "*"}
    if len(wanted_patterns) == 1 and not searched_patterns:
        pattern = respell_pattern(wanted_patterns[0])
        keys = {**keys, "path_pattern": pattern} if selected else make_path_keys(pattern)
    elif wanted_patterns or searched_patterns:
        # One pattern for all of these: ``\A(?=.*?(?:\.py$))(?!.*?(?:^docs/x))``.
        lookaheads = [f"(?=.*?{_group_pattern(pattern)})" for pattern in wanted_patterns]
        lookaheads += [f"(?!.*?{_group_pattern(pattern)})" for pattern in searched_patterns]
        keys["path_pattern"] = "\\A" + "".join(lookaheads)
    excluded = [
        *(glob for globs in globs_left_out_by_pattern for glob in globs),
        *list_left_out_globs(type_filter),
    ]
    if excluded:
        keys["exclude_glob"] = make_text_or_list(excluded)
    dead = (
        "no file has all of its types"
        if selected == () and not find_undetected_types(type_filter)
        else ""
    )
    unsupported = [
        f"types: {type_name}: neither a name nor the text shows it"
        for type_name in find_undetected_types(type_filter)
    ]
    # `types: [symlink]` with `--negate` broke every file of a project.
    is_wider = bool(find_undetected_types(type_filter._replace(exclude_types=())))
    if is_wider:
        unsupported[-1] += "; the contract is off, as it would check other files, too"
    if needs_first_line(type_filter):
        type_names = ", ".join(dict.fromkeys(type_filter.all()))
        unsupported.append(
            f"types: {type_names}: executable files without an ending, which pre-commit knows by "
            "their first line; name them in file_glob"
        )
    return HookFiles(keys, unsupported=tuple(unsupported), dead=dead, is_wider=is_wider)


def _list_patterns(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], key: str, *, key_path: str
) -> list[str]:
    """Return pygrep's patterns at *key*, of the file for all of its hooks and of the hook."""
    patterns = (file.text(common, key, key_path=""), file.text(hook, key, key_path=key_path))
    return [
        pattern.rstrip() if is_verbose(pattern) else pattern
        for pattern in patterns
        if pattern not in ("", None, _NOTHING)
    ]


def _group_pattern(pattern: str) -> str:
    flags, unflagged = split_leading_flags(respell_pattern(pattern))
    closing = "\n)" if "x" in flags else ")"
    return f"(?{flags}:{unflagged}{closing}"


# The types of files that pre-commit knows (``types: [python]``), as globs.
#
# identify finds a file's types by its ending, else by its name, and those of an executable file
# without either by its first line. Globs have nothing for that last part.

# What every file is that contracts check.
_EVERY = frozenset(("file", "text"))
# What no name shows.
_UNKNOWN = frozenset(("executable", "non-executable"))
_NEVER = frozenset(("binary", "directory", "symlink", "socket"))


class TypeFilter(Record):
    """The keys ``types``, ``types_or`` and ``exclude_types`` of a hook."""

    types: tuple[str, ...] = ()
    types_or: tuple[str, ...] = ()
    exclude_types: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """Return every type that a hook of pygrep names."""
        return (*self.types, *self.types_or, *self.exclude_types)

    def selects(self, tags: frozenset[str]) -> bool:
        """Tell whether a pygrep hook's types select a file with these *tags*."""
        all_tags = tags | _EVERY
        return (
            all_tags.issuperset(self.types)
            and (not self.types_or or not all_tags.isdisjoint(self.types_or))
            and all_tags.isdisjoint(self.exclude_types)
        )

    def leaves_out(self, tags: frozenset[str]) -> bool:
        """Tell whether a pygrep hook's types leave out a file with these *tags*."""
        return not tags.isdisjoint(self.exclude_types)


def find_unknown_types(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return the types of a pygrep hook that are unknown, so that pre-commit refuses them."""
    return tuple(type_name for type_name in type_filter.all() if type_name not in identify.ALL_TAGS)


def find_undetected_types(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return the types of a pygrep hook that neither a name nor the engine shows, such as
    ``executable``.
    """
    return tuple(type_name for type_name in type_filter.all() if type_name in _UNKNOWN | _NEVER)


def needs_first_line(type_filter: TypeFilter) -> bool:
    """Tell whether a pygrep hook selects, or leaves out, files without an ending by their first
    line.
    """
    interpreter_tags = {tag for tags in interpreters.INTERPRETERS.values() for tag in tags} - _EVERY
    return not interpreter_tags.isdisjoint(type_filter.all())


def list_selected_globs(type_filter: TypeFilter) -> tuple[str, ...] | None:
    """Return globs for the names that a pygrep hook's types select; ``None``: every one."""
    narrowing = [
        type_name
        for type_name in (*type_filter.types, *type_filter.types_or)
        if type_name not in _EVERY
    ]
    if not narrowing or _EVERY & {*type_filter.types_or}:
        return None
    return _list_globs(type_filter.selects)


def list_left_out_globs(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return globs for the names that ``exclude_types`` of a pygrep hook leaves out, where all else
    is selected.
    """
    if list_selected_globs(type_filter) is not None or not type_filter.exclude_types:
        return ()
    return _list_globs(type_filter.leaves_out)


def _list_globs(is_chosen: Callable[[frozenset[str]], bool]) -> tuple[str, ...]:
    endings: Mapping[str, set[str]] = {
        **extensions.EXTENSIONS,
        **extensions.EXTENSIONS_NEED_BINARY_CHECK,
    }
    globs = [f"*.{ending}" for ending, tags in endings.items() if is_chosen(frozenset(tags))]
    for name, tags in extensions.NAMES.items():
        if is_chosen(frozenset(tags)):
            globs += [name] if "." in name else [name, f"{name}.*", f"*.{name}", f"*.{name}.*"]
    return tuple(sorted(globs))
