"""Files that a linter's comment at their top exempts from the rule that a page's ban is, too.

// ignore_for_file: avoid_print     nobody takes `print()` there for a mistake
# ruff: noqa                        any rule
/* eslint-disable no-console */     says nothing of `any`
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.project.regular_file import read_checkable_text

_MOST_OF_HEAD = 15
_BANS = ("forbid_pattern", "forbid_import", "file_limits")
# Each comment stands on lines of its own, and names rules, or none: it means all then.
_COMMENT = re.compile(
    r"^\s*(?:"
    r"//\s*ignore_for_file:(?P<dart>.+)"
    r"|/\*\s*(?:eslint|oxlint|tslint|stylelint)[-:]disable(?!-)(?P<of_script>[^*]*)\*/\s*$"
    r"|//\s*biome-ignore-all(?P<biome>[^:]*)"
    r"|//\s*@ts-nocheck\b|//\s*phpcs:ignoreFile\b"
    r"|#\s*(?:ruff|flake8)\s*:\s*noqa\b(?:\s*:(?P<python>[\w, ]+))?"
    r"|#\s*pylint\s*:\s*(?:skip-file|disable\s*=(?P<pylint>.+))"
    r"|#\s*rubocop\s*:\s*disable(?P<ruby>.+)|//\s*swiftlint:disable(?!:)(?P<swift>.+)"
    r"|//\s*nolint\b(?:\s*:(?P<go>[\w, -]+))?|#!\[allow\((?P<rust>[^)]*)\)\]"
    r")"
)
_ENABLED_AGAIN = re.compile(
    r"(?:eslint|oxlint|tslint|stylelint|rubocop|pylint|swiftlint)\s*[-:]\s*enable\b"
)
_RULE_GROUPS = ("dart", "of_script", "biome", "python", "pylint", "ruby", "swift", "go", "rust")
# Of all rules
_ALL = re.compile(r"\s*(?:all|lint|type=lint|everything)?\s*", re.IGNORECASE)
# What a rule that is called otherwise bans, or only by a code
_BANNED_BY = {
    "print": r"T20\d*|forbidigo|print_stdout",
    "pprint": r"T20\d*",
    "println": r"print_stdout|forbidigo",
    "eprintln": r"print_stderr",
    "dbg": r"dbg_macro",
    "except": r"E722|BLE\d*",
    "assert": r"S101",
    "eval": r"S307|PGH001",
    "exec": r"S102",
    "breakpoint": r"T100",
    "ignore": r"ban-ts-comment",
    "module": r"F40[35]|wildcard-import",
    "size": r"C0302|max-lines|too[-_]many[-_]lines|file_length",
    "import": r"no-restricted-imports|TID25\d*|depguard",
}
_REASON = re.compile(r"\s--\s.*|\s*\*/\s*$")
_RULE_NAME = re.compile(r"[\w@/:-]+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NO_SUBJECT = frozenset((
    "a", "ban", "clippy", "disable", "error", "for", "func", "function", "in", "js",
    "lint", "method", "new", "no", "not", "of", "or", "react", "rule",
    "the", "ts", "type", "types", "typescript", "use", "used",
))  # fmt: skip


def find_silenced_paths(rule: ImportedRule, paths: Collection[str], *, root: str) -> frozenset[str]:
    """Return those of *paths* in a project at *root* whose heads exempt them from a linter's rule
    that bans what the imported *rule* bans.
    """
    keys = rule.keys or {}
    if keys.get("type") not in _BANS:
        return frozenset()
    pattern = keys.get("pattern", "")
    subjects = _list_parts(rule.name)
    if keys["type"] == "file_limits":
        subjects = {"size"}
    elif keys["type"] == "forbid_import":
        subjects |= {"import"}
    silenced = set()
    for path in paths:
        text = read_checkable_text(os.path.join(root, path)) or ""
        if _ENABLED_AGAIN.search(text):
            continue
        matches = filter(None, map(_COMMENT.match, text.split("\n", _MOST_OF_HEAD)[:_MOST_OF_HEAD]))
        # Never use `eslint-disable`: the comment is what is banned.
        if any(
            _is_about(match, subjects) and not (pattern and re.search(pattern, match[0]))
            for match in matches
        ):
            silenced.add(path)
    return frozenset(silenced)


def _is_about(comment: re.Match[str], subjects: Collection[str]) -> bool:
    """Tell whether a *comment* switches off all rules, or one that bans one of *subjects*."""
    rules = next(filter(None, (comment[name] for name in _RULE_GROUPS)), "")
    rules = _REASON.sub("", rules)
    if _ALL.fullmatch(rules):
        return True
    others = [_BANNED_BY[subject] for subject in subjects if subject in _BANNED_BY]
    for name in _RULE_NAME.findall(rules):
        own_name = re.split(r"/|::", name)[-1]
        if _list_parts(own_name) & {*subjects} - _NO_SUBJECT:
            return True
        if any(re.fullmatch(look, own_name, re.IGNORECASE) for look in others):
            return True
    return False


def _list_parts(name: str) -> set[str]:
    return {part.lower() for part in _PART.findall(name)}
