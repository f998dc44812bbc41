r"""``.swiftlint.yml``: SwiftLint's ``custom_rules``, each a name, a regex and where it counts.

    custom_rules:
      no_print:
        regex: 'print\('
        message: Use the logger.
        match_kinds: [identifier]
        included: '/Sources/'
        severity: error

SwiftLint searches by ICU's patterns, in which a dot goes over lines and ^ and $ are those of each
line; ``included`` and ``excluded`` of a rule are patterns, searched in the absolute path. Its own
rules know syntax, and are no contracts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.joined_patterns import (
    can_be_joined,
    group_pattern,
    join_as_alternatives,
)
from phaser_lint.author.importers.pcre_patterns import convert_icu_pattern, find_icu_problem
from phaser_lint.author.importers.rule_file import RuleFile, parse_rule_file
from phaser_lint.core import Record
from phaser_lint.core.text import shorten_line

_RULES = "custom_rules"
_MODE = "default_execution_mode"
_ENDING = ".swift"
_KEYS = (
    "name",
    "regex",
    "message",
    "severity",
    "included",
    "excluded",
    "capture_group",
    "match_kinds",
    "excluded_match_kinds",
)
_SEVERITIES = ("warning", "error")
_OTHER_FILES = ("parent_config", "child_config")
_WILDCARDS = re.compile(r"[*?\[]")
_ABSOLUTE = re.compile(r"\^|\\A")
# `Tests/*` is "Tests" and any number of slashes there, `*.swift` no pattern at all.
_LIKE_A_GLOB = re.compile(r"/\*|^\*|\*\*")
_DOT = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|(\.)", re.DOTALL)


def import_swiftlint(content: bytes, path: str) -> ImportedFile:
    """Return what SwiftLint's custom rules become; raises ``RuleFileError``."""
    file = parse_rule_file(content, path)
    settings = {} if file.value is None else file.value
    if not isinstance(settings, dict):
        raise file.wrong("", f"a mapping, with SwiftLint's own rules at the key {_RULES}")
    custom_rules = settings.get(_RULES) or {}
    if not isinstance(custom_rules, dict):
        raise file.wrong(_RULES, "a mapping of rules")
    included = []
    for plain in map(_make_plain_path, _list_texts(file, settings, "included", key_path="")):
        swift_files = f"/{plain}/**/*{_ENDING}" if plain else f"*{_ENDING}"
        included.append(f"/{plain}" if plain.endswith(_ENDING) else swift_files)
    excluded = [
        f"/{_make_plain_path(path)}"
        for path in _list_texts(file, settings, "excluded", key_path="")
    ]
    paths = {"file_glob": make_text_or_list(included or [f"*{_ENDING}"])}
    paths |= {"exclude_glob": make_text_or_list(excluded)} if excluded else {}
    rules = [
        _convert_rule(
            file, name, rule, path_keys=paths, dead=_explain_disabled_rule(file, settings, name)
        )
        for name, rule in custom_rules.items()
        if name != _MODE
    ]
    notices = [] if rules else [f"it has no {_RULES}; SwiftLint's own rules are no contracts"]
    for key in _OTHER_FILES:
        if settings.get(key) is not None:
            other_file = file.text(settings, key, key_path="")
            is_address = "://" in str(other_file)
            advice = "nothing is fetched" if is_address else "import that file as well"
            notices.append(f"{key}: {other_file} is not read: {advice}")
    return ImportedFile(path=path, tool=TOOL.name, rules=tuple(rules), notices=tuple(notices))


def _convert_rule(
    file: RuleFile, name: str, rule: Any, *, path_keys: Mapping[str, Any], dead: str
) -> ImportedRule:
    key_path = f"{_RULES}.{name}"
    if not isinstance(rule, dict):
        raise file.wrong(key_path, "a rule with the key regex")
    regex_text = file.require_text(rule, "regex", key_path=key_path)
    severity = file.text(rule, "severity", key_path=key_path) or "warning"
    if severity not in _SEVERITIES:
        raise file.wrong(f"{key_path}.severity", f"one of {', '.join(_SEVERITIES)}")
    imported_rule = ImportedRule(name, file.line_of(key_path), dead=dead)
    problem = find_icu_problem(regex_text)
    if problem:
        return imported_rule._replace(unsupported=(f"regex: {problem}",))
    message = (
        file.text(rule, "message", key_path=key_path)
        or file.text(rule, "name", key_path=key_path)
        or name
    )
    kinds, paths = (
        _convert_match_kinds(file, rule, key_path=key_path),
        _convert_rule_paths(file, rule, key_path=key_path),
    )
    pattern = convert_icu_pattern(regex_text)
    # The dot goes over lines in SwiftLint.
    has_dot = any(token[1] for token in _DOT.finditer(pattern))
    lost = [f"{key}: a key that is not read here" for key in rule if key not in _KEYS]
    if file.text(rule, "capture_group", key_path=key_path) not in (None, "0"):
        lost.append("capture_group: a match is reported where it begins, not where the group does")
    return imported_rule._replace(
        keys={
            "type": "forbid_pattern",
            "pattern": f"(?s){pattern}" if has_dot else pattern,
            **kinds.keys,
            **path_keys,
            **paths.keys,
            "message": message,
            "severity": severity,
        },
        kept=(*kinds.kept, *paths.kept),
        dead=dead or kinds.dead,
        unsupported=(*kinds.lost, *paths.lost, *lost),
    )


class _Converted(Record):
    """Keys of the contract, how they keep a meaning, and what of it they do not have.

    Or why SwiftLint never finds anything by them.
    """

    keys: Mapping[str, Any]
    kept: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    dead: str = ""


# Which files: globs for all rules, patterns for one.


def _make_plain_path(path: str) -> str:
    plain = path.removeprefix("./").strip("/")
    plain = "" if plain == "." else plain
    return plain.removesuffix("/**").removesuffix("/*") if _WILDCARDS.search(plain) else plain


def _convert_rule_paths(file: RuleFile, rule: Mapping[str, Any], *, key_path: str) -> _Converted:
    """Return the ``path_pattern`` for what one rule includes and excludes."""
    patterns_by_key: dict[str, list[str]] = {"included": [], "excluded": []}
    remarks, lost = list[str](), list[str]()
    for key, patterns in patterns_by_key.items():
        for pattern in _list_texts(file, rule, key, key_path=key_path):
            problem = find_icu_problem(pattern)
            if _ABSOLUTE.match(pattern):
                problem = "it is searched in the absolute path, which no contract sees"
            elif pattern.startswith("*"):
                problem = "no pattern, which SwiftLint refuses, too; a glob is file_glob here"
            if problem:
                lost.append(f"{key}: {shorten_line(pattern)}: {problem}")
                continue
            if _LIKE_A_GLOB.search(pattern):
                remarks.append(
                    f"{key}: {shorten_line(pattern)} is a pattern, not the glob that it looks like"
                )
            spelled = convert_icu_pattern(pattern)
            patterns.append(f"(?:^|/){spelled[1:]}" if spelled.startswith("/") else spelled)
    included, excluded = patterns_by_key.values()
    if not all(map(can_be_joined, (included, excluded))):
        lost.append("included and excluded: of several patterns one names a group's number")
        return _Converted(keys={}, kept=tuple(remarks), lost=tuple(lost))
    path_pattern = join_as_alternatives(included) if included else ""
    if excluded:
        taken_out = f"^(?!.*{group_pattern(join_as_alternatives(excluded))})"
        path_pattern = f"{taken_out}(?=.*{group_pattern(path_pattern)})" if included else taken_out
    keys = {"path_pattern": path_pattern} if path_pattern else {}
    return _Converted(keys=keys, kept=tuple(remarks), lost=tuple(lost))


def _list_texts(
    file: RuleFile, mapping: Mapping[str, Any], key: str, *, key_path: str
) -> tuple[str, ...]:
    """Return SwiftLint's texts at *key*, where a text stands for a list of one."""
    if isinstance(mapping.get(key), list):
        return file.texts(mapping, key, key_path=key_path)
    text = file.text(mapping, key, key_path=key_path)
    return () if text is None else (text,)


def _explain_disabled_rule(file: RuleFile, settings: Mapping[str, Any], name: str) -> str:
    """Return why the rule called *name* is off, or nothing."""
    groups = (name, _RULES, "all")
    disabled_rules = _list_texts(file, settings, "disabled_rules", key_path="")
    disabled = next((group for group in groups if group in disabled_rules), "")
    if disabled:
        return f"disabled_rules names {disabled}; the contract is switched off"
    if settings.get("only_rules") is None:
        return ""
    only_rules = _list_texts(file, settings, "only_rules", key_path="")
    if any(group in only_rules for group in groups):
        return ""
    return f"only_rules names neither it nor {_RULES}; the contract is switched off"


# Where a match counts: SwiftLint's kinds of tokens as regions.

_COMMENTS = frozenset(("comment", "comment.mark", "comment.url"))
_DOCS = frozenset(("doccomment", "doccomment.field"))
_STRINGS = frozenset(("string",))
_CODE = frozenset(
    (
        "argument", "attribute.builtin", "attribute.id", "buildconfig.id", "buildconfig.keyword",
        "identifier", "keyword", "number", "objectliteral", "parameter", "placeholder",
        "pound_directive_keyword", "string_interpolation_anchor", "typeidentifier",
    )
)  # fmt: skip
_BEGINS = "a contract asks where a match begins, SwiftLint for the kinds of all that it touches"
_REGIONS_LEFT: Mapping[tuple[bool, bool, bool], tuple[str, ...]] = {
    # Without comments, documentation comments, strings.
    (True, False, False): ("code", "strings", "docs"),
    (True, True, False): ("code", "strings"),
    (True, False, True): ("code", "docs"),
    (True, True, True): ("code",),
    (False, False, True): ("code", "comments"),
}


def _convert_match_kinds(file: RuleFile, rule: Mapping[str, Any], *, key_path: str) -> _Converted:
    """Return the key ``in`` for the kinds that SwiftLint's match is made of."""
    wanted_kinds = frozenset(_list_texts(file, rule, "match_kinds", key_path=key_path))
    unwanted_kinds = frozenset(_list_texts(file, rule, "excluded_match_kinds", key_path=key_path))
    for key, kinds in (("match_kinds", wanted_kinds), ("excluded_match_kinds", unwanted_kinds)):
        unknown = sorted(kinds - _COMMENTS - _DOCS - _STRINGS - _CODE)
        if unknown:
            dead = f"{key}: {unknown[0]} is no kind, for which SwiftLint drops the whole rule"
            return _Converted({}, dead=dead)
    if wanted_kinds and unwanted_kinds:
        raise file.wrong(key_path, "match_kinds or excluded_match_kinds, not both")
    lost, regions = list[str](), list[str]()
    code = ", ".join(sorted((wanted_kinds | unwanted_kinds) & _CODE))
    if wanted_kinds:
        if code and not wanted_kinds >= _CODE:
            lost.append(f"match_kinds: {code}: all code counts")
        if wanted_kinds & _COMMENTS and not wanted_kinds & _DOCS:
            lost.append("match_kinds: documentation comments count, too")
        comments = (
            "comments" if wanted_kinds & _COMMENTS else "docs" if wanted_kinds & _DOCS else ""
        )
        strings = "strings" if wanted_kinds & _STRINGS else ""
        regions += filter(None, ("code" if code else "", comments, strings))
    elif unwanted_kinds:
        lost += [f"excluded_match_kinds: {code}: they are code, which counts"] if code else []
        without_comments, without_docs = (
            bool(unwanted_kinds & _COMMENTS),
            bool(unwanted_kinds & _DOCS),
        )
        if without_docs and not without_comments:
            lost.append("excluded_match_kinds: documentation comments count where comments do")
        without = (
            without_comments,
            without_docs and without_comments,
            bool(unwanted_kinds & _STRINGS),
        )
        regions += _REGIONS_LEFT.get(without, ())
    keys = {"in": make_text_or_list(regions)} if regions else {}
    return _Converted(keys=keys, kept=(_BEGINS,) if keys else (), lost=tuple(lost))


TOOL = Tool(
    "swiftlint",
    (".swiftlint.yml", ".swiftlint.yaml"),
    import_swiftlint,
    marker=_RULES,
    suppression=r"//[ \t]*swiftlint:disable\b",
    source_ending=_ENDING,
    is_of_folder=True,
)
