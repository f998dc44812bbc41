"""Contracts made of imported rules: their ids, and what is no valid contract."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.author.importers.drafts import make_import_drafts, make_rule_id
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule

KEYS: dict[str, Any] = {
    "type": "forbid_pattern",
    "pattern": "a",
    "file_glob": "*",
    "message": "No a.",
    "severity": "error",
}


def ids(*names: str, keys: dict[str, Any] | None = None) -> list[str]:
    """The ids of rules with these names."""
    rules = tuple(ImportedRule(name, 1, KEYS if keys is None else keys) for name in names)
    return [draft.rule_id for draft in make_import_drafts([ImportedFile("r.yml", "relint", rules)])]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("no-print", "no-print"),
        ("No prints!", "no-prints"),
        ("  a__b/c.d ", "a-b-c-d"),
        ("Größe", "grosse"),
        ("x" * 70, "x" * 64),
        ("y" * 63 + " z", "y" * 63),
        ("禁止", ""),
        ("", ""),
    ],
)
def test_an_id_has_small_letters_digits_and_hyphens(name: str, expected: str) -> None:
    """Small letters, digits and hyphens, at most 64."""
    assert make_rule_id(name) == expected


def test_no_two_are_alike() -> None:
    """A number tells them apart, and stands where there is no name."""
    assert ids("a", "A!", "a-2", "禁止", "x" * 64, "x" * 64) == [
        "a", "a-2", "a-2-2", "relint", "x" * 64, "x" * 62 + "-2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (
            {"pattern": "x*"},
            "pattern: expected a pattern that does not match everywhere with no text at all; `x+` "
            "in place of `x*`",
        ),
        (
            {"pattern": "\b"},
            "pattern: expected no character U+0008, which is what YAML makes of "
            '"\\b"; write the pattern in single quotes',
        ),
        ({"file_glob": "a{b,c"}, None),
    ],
)
def test_what_is_no_contract(changed: dict[str, Any], reason: str | None) -> None:
    """It could not be said, in the words that a contract's author reads."""
    rule = ImportedRule("a", 1, {**KEYS, **changed}, unsupported=("first",))
    (draft,) = make_import_drafts([ImportedFile("r.yml", "relint", (rule,))])
    assert (draft.text, draft.rule.keys) == ("", None)
    assert draft.rule.unsupported[0] == "first"
    assert reason is None or draft.rule.unsupported[1:] == (reason,)


def test_what_can_never_match() -> None:
    """It was as dead there; where it was required, every file broke it."""
    reason = r"no line goes on behind `$` or `\Z`; `\$` is a dollar, or literal: true"
    keys = {**KEYS, "pattern": "$_GET"}
    rule = ImportedRule("a", 1, keys, unsupported=("first",))
    (draft,) = make_import_drafts([ImportedFile("r.yml", "relint", (rule,))])
    dead = f"its pattern never matches: {reason}"
    assert draft.rule == rule._replace(keys=None, dead=dead)
    required = rule._replace(keys={**keys, "type": "require_pattern"})
    (draft,) = make_import_drafts([ImportedFile("r.yml", "relint", (required,))])
    unsupported = f"pattern: expected a pattern that can match: {reason}"
    assert draft.rule == rule._replace(keys=None, unsupported=("first", unsupported))


def test_comments_are_of_one_line() -> None:
    """A name may hold a line end, which would end the comment."""
    rule = ImportedRule("a\nrule_id: b", 1, KEYS, kept=("as\nit was",))
    (draft,) = make_import_drafts([ImportedFile("r.yml", "relint", (rule,))])
    head = "# From r.yml, line 1: a rule_id: b (relint)\n# Kept: as it was\nrule_id: a-rule-id-b\n"
    assert draft.text.startswith(head)


@pytest.mark.parametrize(
    ("changed", "excluded"),
    [
        ({}, "exclude_glob: '/.claude/hookify.*.local.md'\n"),
        (
            {"exclude_glob": "a.py"},
            "exclude_glob:\n  - 'a.py'\n  - '/.claude/hookify.*.local.md'\n",
        ),
        ({"file_glob": "*.py"}, ""),
        ({"path_pattern": r"\.py$"}, ""),
    ],
)
def test_a_contract_does_not_find_the_rule_that_it_is_made_of(
    changed: dict[str, Any], excluded: str
) -> None:
    """hookify asks at edits alone; a commit of its rule, which holds the pattern, was refused."""
    rule = ImportedRule("a", 1, {**KEYS, "file_glob": "*", **changed})
    own_files = "/.claude/hookify.*.local.md"
    path = "/p/.claude/hookify.a.local.md"
    (draft,) = make_import_drafts([ImportedFile(path, "hookify", (rule,), own_files=own_files)])
    assert excluded in draft.text
    assert draft.text.count(own_files) == bool(excluded)
