r"""``.pre-commit-config.yaml``: the local hooks whose language is pygrep, and manifests of such.

    - repo: local
      hooks:
        - {id: no-print, name: No prints, language: pygrep, entry: 'print\(', types: [python]}

pygrep searches each line by itself, as bytes, with Python's ``re``; with ``--multiline`` the whole
text, where only the first match of a file is reported, and with ``--negate`` a match is required.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from identify import extensions, identify, interpreters

from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.line_patterns import by_line
from phaser_lint.author.importers.path_globs import globs_of, path_keys
from phaser_lint.author.importers.pattern_tokens import is_verbose, leading_flags, tokens
from phaser_lint.author.importers.python_patterns import python_problem, respell
from phaser_lint.author.importers.rule_file import RuleFile, rule_file
from phaser_lint.core import Record

_LANGUAGE = "pygrep"
_MANIFEST = ".pre-commit-hooks.yaml"
_SHARED = "pygrep-hooks"
_SWITCHES = {"-i": "i", "--ignore-case": "i", "--multiline": "m", "--negate": "n"}
_BY_ASCII = frozenset((r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B"))
_BYTE = re.compile(r"\\\\|(\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7]{2})")
_COMMITS = frozenset(
    ("pre-commit", "commit", "pre-merge-commit", "merge-commit", "pre-push", "push")
)


class _Hook(Record):
    """A hook, where it is in its file, and the file's keys for all hooks."""

    file: RuleFile
    keys: Mapping[str, Any]
    at: str
    common: Mapping[str, Any]

    def text(self, key: str) -> str | None:
        return self.file.text(self.keys, key, at=self.at)

    def required(self, key: str) -> str:
        return self.file.required(self.keys, key, at=self.at)

    def texts(self, key: str) -> tuple[str, ...]:
        return self.file.texts(self.keys, key, at=self.at)


class _Switches(Record):
    """The switches in the arguments of a hook, and those that pygrep does not take."""

    ignore_case: bool
    multiline: bool
    negate: bool
    strange: tuple[str, ...]


def import_pygrep(content: bytes, path: str) -> ImportedFile:
    """Return what the local hooks of a file become; raises ``RuleFileError``."""
    file, hooks = _read_hooks(content, path)
    pygrep_hooks = [hook for hook in hooks if hook.text("language") == _LANGUAGE]
    other_ids = [hook.required("id") for hook in hooks if hook.text("language") != _LANGUAGE]
    notices = (*_about_shared(file),)
    if other_ids:
        notices = (f"left to pre-commit, as they are no pygrep: {', '.join(other_ids)}", *notices)
    return ImportedFile(
        path=path, tool=TOOL.name, rules=tuple(map(_rule, pygrep_hooks)), notices=notices
    )


def configurations(content: bytes, path: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the id of each hook that pygrep takes, and a configuration that has it alone."""
    hooks = [hook for hook in _read_hooks(content, path)[1] if hook.text("language") == _LANGUAGE]
    return [
        (hook.required("id"), _single_hook_configuration(hook))
        for hook in hooks
        if _rule(hook).keys is not None
    ]


def _single_hook_configuration(hook: _Hook) -> dict[str, Any]:
    texts = {key: hook.text(key) for key in ("id", "name", "entry", "language", "files", "exclude")}
    lists = {key: hook.texts(key) for key in ("args", "types", "types_or", "exclude_types")}
    common = {key: hook.file.text(hook.common, key, at="") for key in ("files", "exclude")}
    keys = {key: key_value for key, key_value in {**texts, **lists}.items() if key_value}
    common_keys = {key: key_value for key, key_value in common.items() if key_value}
    names = hook.file.boolean(hook.keys, "pass_filenames", at=hook.at, default=True)
    # In batches at once, lines of two files would be mixed.
    hook_keys = {**keys, "pass_filenames": names, "require_serial": True}
    return {**common_keys, "repos": [{"repo": "local", "hooks": [hook_keys]}]}


def _read_hooks(content: bytes, path: str) -> tuple[RuleFile, list[_Hook]]:
    file = rule_file(content, path)
    if isinstance(file.value, list):  # a manifest, which is a list of hooks
        hooks = [*_hooks_of(file, file.value, at="", common={})]
    elif isinstance(file.value, dict) and isinstance(file.value.get("repos"), list):
        hooks = [hook for local_hooks in _local(file) for hook in local_hooks]
    else:
        raise file.wrong("", "a mapping with the list repos, or a list of hooks")
    return file, hooks


def _local(file: RuleFile) -> Iterator[Iterator[_Hook]]:
    for place, repository in enumerate(file.value["repos"]):
        at = f"repos[{place}]"
        if not isinstance(repository, dict):
            raise file.wrong(at, "a repository with the keys repo and hooks")
        if file.text(repository, "repo", at=at) == "local":
            yield _hooks_of(file, repository.get("hooks"), at=f"{at}.hooks", common=file.value)


def _hooks_of(
    file: RuleFile, hooks_list: Any, at: str, common: Mapping[str, Any]
) -> Iterator[_Hook]:
    if not isinstance(hooks_list, list):
        raise file.wrong(at, "a list of hooks")
    for place, keys in enumerate(hooks_list):
        if not isinstance(keys, dict):
            raise file.wrong(f"{at}[{place}]", "a hook with the keys id, name, language and entry")
        yield _Hook(file=file, keys=keys, at=f"{at}[{place}]", common=common)


def _about_shared(file: RuleFile) -> Iterator[str]:
    """Yield a notice for each repository of pygrep hooks: its patterns are not in the file."""
    repositories = file.value.get("repos") if isinstance(file.value, dict) else []
    for repository in repositories or []:
        address = repository.get("repo")
        if isinstance(address, str) and address.rstrip("/").endswith(_SHARED):
            hooks = repository.get("hooks") or []
            names = ", ".join(
                str(shared_hook.get("id")) for shared_hook in hooks if isinstance(shared_hook, dict)
            )
            yield f"not local, so not here: {names} of {address}; import its {_MANIFEST}"


def _rule(hook: _Hook) -> ImportedRule:
    pattern_text, switches = hook.required("entry"), _switches(hook.texts("args"))
    imported_rule = ImportedRule(hook.required("id"), hook.file.line_of(hook.at))
    files = hook_files(hook.file, hook.keys, hook.common, at=hook.at)
    refusal = _why_refused(pattern_text, switches) or files.refused
    if refusal:
        return imported_rule._replace(unsupported=(refusal,))
    pattern, remarks, dead = _pattern(pattern_text, switches)
    if switches.multiline and not switches.negate:
        remarks += (
            "pygrep reports the first match of a file alone, and so does file_not_contains",
        )
    # `^\xef\xbb\xbf` is about a file's bytes, which no text holds as characters.
    lost, byte = _stages(hook), next(filter(None, _BYTE.findall(pattern_text)), "")
    if byte:
        lost += (f"entry: {byte} is a byte there and a character here",)
    if hook.file.boolean(hook.keys, "pass_filenames", at=hook.at, default=True) is False:
        dead = "pass_filenames: false gives pygrep no file to search"
    return imported_rule._replace(
        keys=_keys(hook, switches, pattern=pattern, files=files),
        kept=remarks,
        unsupported=(*lost, *files.unsupported),
        dead=dead or files.dead,
    )


def _keys(hook: _Hook, switches: _Switches, pattern: str, files: HookFiles) -> dict[str, Any]:
    name = hook.text("name") or hook.required("id")
    description = hook.text("description")
    once = "file_not_contains" if switches.multiline else "forbid_pattern"
    return {
        "type": "require_pattern" if switches.negate else once,
        "pattern": pattern,
        **files.keys,
        "message": name,
        "severity": "error",
        **({"rationale": description} if description and description != name else {}),
    }


def _switches(arguments: tuple[str, ...]) -> _Switches:
    names = {_SWITCHES[argument] for argument in arguments if argument in _SWITCHES}
    unknown_arguments = tuple(argument for argument in arguments if argument not in _SWITCHES)
    return _Switches(
        ignore_case="i" in names,
        multiline="m" in names,
        negate="n" in names,
        strange=unknown_arguments,
    )


def _why_refused(pattern_text: str, switches: _Switches) -> str:
    """Return why pygrep itself does not take the hook."""
    if switches.strange:
        return f"args: pygrep does not take {' '.join(switches.strange)}"
    if pattern_text.startswith("-"):
        return f"entry: pygrep takes {pattern_text} for a flag"
    problem = python_problem(pattern_text.encode("utf-8", "surrogatepass"))
    return (
        f"entry: no pattern of Python's re, which pygrep refuses, too: {problem}" if problem else ""
    )


def _pattern(pattern_text: str, switches: _Switches) -> tuple[str, tuple[str, ...], str]:
    """Return the pattern for the whole text, how it keeps its meaning, and why it is dead."""
    pattern, remarks, dead = respell(pattern_text), [], ""
    if not switches.multiline:
        line_pattern = by_line(pattern)
        if line_pattern.dead and not switches.negate:  # else every file breaks it
            return pattern, (), "pygrep checks line by line, and no line holds a line end and more"
        pattern = line_pattern.pattern
        if line_pattern.changed:
            remarks.append("pygrep checks line by line: blanks and sets take no line end here")
    added = "i" if switches.ignore_case else ""
    kinds = {token.kind for token in tokens(pattern)}
    if switches.multiline and "dot" in kinds:
        added += "s"
    if _by_ascii(pattern, ignore_case=switches.ignore_case):
        added += "a"
        remarks.append(r"pygrep searches bytes: with (?a), \w and the like are those of ASCII")
    flags, unflagged = leading_flags(pattern)
    letters = "".join(dict.fromkeys(f"{flags}{added}"))
    return f"(?{letters}){unflagged}" if letters else pattern, tuple(remarks), dead


def _by_ascii(pattern: str, *, ignore_case: bool) -> bool:
    flags = leading_flags(pattern)[0]
    if "a" in flags:
        return False
    inner = "".join(token.text for token in tokens(pattern) if token.kind in ("escape", "set"))
    return ignore_case or "i" in flags or any(class_letter in inner for class_letter in _BY_ASCII)


def _stages(hook: _Hook) -> tuple[str, ...]:
    """Return what is lost where the hook does not run on the files of commits."""
    key = "stages" if "stages" in hook.keys else "default_stages"
    keys = hook.keys if "stages" in hook.keys else hook.common
    at = hook.at if "stages" in hook.keys else ""
    stages = hook.file.texts(keys, key, at=at)
    if not stages or not _COMMITS.isdisjoint(stages):
        return ()
    return (f"{key}: it ran in {', '.join(stages)} alone; a contract counts wherever code changes",)


TOOL = Tool(
    "pygrep", (".pre-commit-config.yaml", ".pre-commit-config.yml", _MANIFEST), import_pygrep
)


# Which files a hook of pre-commit gets: its patterns for paths, and its types.

_NOTHING = "^$"


class HookFiles(Record):
    """The keys of a contract for the files that a hook gets, and what they do not hold.

    *refused* is why pre-commit itself does not take the hook, *dead* why it never gets a file.
    """

    keys: Mapping[str, Any]
    unsupported: tuple[str, ...] = ()
    refused: str = ""
    dead: str = ""


def hook_files(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], *, at: str
) -> HookFiles:
    """Return the files of a *hook*; *common* are the keys that its file has for all of them."""
    type_filter = TypeFilter(*(file.texts(hook, key, at=at) for key in TypeFilter._fields))
    wanted_patterns = _patterns(file, hook, common=common, key="files", at=at)
    unwanted_patterns = _patterns(file, hook, common=common, key="exclude", at=at)
    refusal = _why_hook_refused(type_filter, wanted_patterns, unwanted_patterns)
    if refusal:
        return HookFiles({}, refused=refusal)
    globs_left_out_by_pattern = [
        globs for pattern in unwanted_patterns if (globs := globs_of(pattern))
    ]
    searched_patterns = [pattern for pattern in unwanted_patterns if not globs_of(pattern)]
    selected = globs_selected(type_filter)
    keys = _hook_keys(selected or (), wanted_patterns, searched_patterns)
    excluded = [
        *(glob for globs in globs_left_out_by_pattern for glob in globs),
        *globs_left_out(type_filter),
    ]
    if excluded:
        keys["exclude_glob"] = excluded[0] if len(excluded) == 1 else excluded
    dead = (
        "no file has all of its types"
        if selected == () and not undetected_types(type_filter)
        else ""
    )
    return HookFiles(keys, unsupported=tuple(_unsupported(type_filter)), dead=dead)


def _patterns(
    file: RuleFile, hook: Mapping[str, Any], common: Mapping[str, Any], key: str, *, at: str
) -> list[str]:
    """Return the patterns at *key*, of the file for all of its hooks and of the hook."""
    patterns = (file.text(common, key, at=""), file.text(hook, key, at=at))
    return [
        pattern.rstrip() if is_verbose(pattern) else pattern
        for pattern in patterns
        if pattern not in ("", None, _NOTHING)
    ]


def _why_hook_refused(
    type_filter: TypeFilter, wanted_patterns: Sequence[str], unwanted_patterns: Sequence[str]
) -> str:
    strange_types = unknown_types(type_filter)
    if strange_types:
        return f"types: pre-commit knows no type {', '.join(strange_types)}"
    for key, patterns in (("files", wanted_patterns), ("exclude", unwanted_patterns)):
        for problem in filter(None, map(python_problem, patterns)):
            return f"{key}: no pattern of Python's re, which pre-commit refuses, too: {problem}"
    return ""


def _unsupported(type_filter: TypeFilter) -> list[str]:
    messages = [
        f"types: {type_name}: neither a name nor the text shows it; the contract checks every file"
        for type_name in undetected_types(type_filter)
    ]
    if by_first_line(type_filter):
        type_names = ", ".join(dict.fromkeys(type_filter.all()))
        messages.append(
            f"types: {type_names}: executable files without an ending, which pre-commit knows by "
            "their first line; name them in file_glob"
        )
    return messages


def _hook_keys(
    globs: Sequence[str], wanted_patterns: Sequence[str], unwanted_patterns: Sequence[str]
) -> dict[str, Any]:
    """Return the keys for paths that *globs* select, where there are some, and patterns find."""
    if not globs and len(wanted_patterns) == 1 and not unwanted_patterns:
        return path_keys(respell(wanted_patterns[0]))
    keys: dict[str, Any] = {"file_glob": globs[0] if len(globs) == 1 else [*globs] or "*"}
    if len(wanted_patterns) == 1 and not unwanted_patterns:
        keys["path_pattern"] = respell(wanted_patterns[0])
    elif wanted_patterns or unwanted_patterns:
        # One pattern for all of these: ``\A(?=.*?(?:\.py$))(?!.*?(?:^docs/x))``.
        lookaheads = [f"(?=.*?{_group(pattern)})" for pattern in wanted_patterns]
        lookaheads += [f"(?!.*?{_group(pattern)})" for pattern in unwanted_patterns]
        keys["path_pattern"] = "\\A" + "".join(lookaheads)
    return keys


def _group(pattern: str) -> str:
    flags, unflagged = leading_flags(respell(pattern))
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
        """Return every type that is named."""
        return (*self.types, *self.types_or, *self.exclude_types)

    def selects(self, tags: frozenset[str]) -> bool:
        """Tell whether a file with these *tags* is selected."""
        all_tags = tags | _EVERY
        return (
            all_tags.issuperset(self.types)
            and (not self.types_or or not all_tags.isdisjoint(self.types_or))
            and all_tags.isdisjoint(self.exclude_types)
        )

    def leaves_out(self, tags: frozenset[str]) -> bool:
        """Tell whether a file with these *tags* is left out by them."""
        return not tags.isdisjoint(self.exclude_types)


def unknown_types(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return the unknown types, which pre-commit refuses."""
    return tuple(type_name for type_name in type_filter.all() if type_name not in identify.ALL_TAGS)


def undetected_types(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return the types that neither a name nor the engine shows, such as ``executable``."""
    return tuple(type_name for type_name in type_filter.all() if type_name in _UNKNOWN | _NEVER)


def by_first_line(type_filter: TypeFilter) -> bool:
    """Tell whether files without an ending are selected, or left out, by their first line."""
    interpreter_tags = {tag for tags in interpreters.INTERPRETERS.values() for tag in tags} - _EVERY
    return not interpreter_tags.isdisjoint(type_filter.all())


def globs_selected(type_filter: TypeFilter) -> tuple[str, ...] | None:
    """Return globs for the names that are selected; ``None`` where every name is."""
    narrowing = [
        type_name
        for type_name in (*type_filter.types, *type_filter.types_or)
        if type_name not in _EVERY
    ]
    if not narrowing or _EVERY & {*type_filter.types_or}:
        return None
    return _globs(type_filter.selects)


def globs_left_out(type_filter: TypeFilter) -> tuple[str, ...]:
    """Return globs for the names that ``exclude_types`` leaves out, where all else is selected."""
    if globs_selected(type_filter) is not None or not type_filter.exclude_types:
        return ()
    return _globs(type_filter.leaves_out)


def _globs(is_chosen: Callable[[frozenset[str]], bool]) -> tuple[str, ...]:
    endings: Mapping[str, set[str]] = {
        **extensions.EXTENSIONS,
        **extensions.EXTENSIONS_NEED_BINARY_CHECK,
    }
    globs = [f"*.{ending}" for ending, tags in endings.items() if is_chosen(frozenset(tags))]
    for name, tags in extensions.NAMES.items():
        if is_chosen(frozenset(tags)):
            globs += [name] if "." in name else [name, f"{name}.*", f"*.{name}", f"*.{name}.*"]
    return tuple(sorted(globs))
