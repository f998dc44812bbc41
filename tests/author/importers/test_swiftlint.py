"""Custom rules of SwiftLint, and what became of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.author.importers.swiftlint import import_swiftlint

if TYPE_CHECKING:
    from phaser_lint.author.importers.imported import ImportedRule
    from tests.conftest import MakeProject, Run

BEGINS = "a contract asks where a match begins, SwiftLint for the kinds of all that it touches"


def rule_of(rule: dict[str, Any], **settings: Any) -> ImportedRule:
    content = json.dumps({**settings, "custom_rules": {"no_print": {"regex": "print", **rule}}})
    (imported_rule,) = import_swiftlint(content.encode(), ".swiftlint.yml").rules
    return imported_rule


KEYS: dict[str, Any] = {
    "type": "forbid_pattern",
    "pattern": "print",
    "file_glob": "*.swift",
    "message": "no_print",
    "severity": "warning",
}


@pytest.mark.parametrize(
    ("rule", "settings", "keys"),
    [
        ({}, {}, {}),
        ({"name": "A", "severity": "error"}, {}, {"message": "A", "severity": "error"}),
        ({"name": "A", "message": "B"}, {}, {"message": "B"}),
        # A dot goes over lines there; an escaped one, or one in a set, is none.
        ({"regex": "a.b"}, {}, {"pattern": "(?s)a.b"}),
        ({"regex": r"a\.[.]\w"}, {}, {"pattern": r"a\.[.]\w"}),
        ({"regex": "(?i)a.b"}, {}, {"pattern": "(?s)(?i)a.b"}),
        ({"regex": r"\Qa(b\E"}, {}, {"pattern": r"a\(b"}),
        # What all rules check: paths and globs.
        ({}, {"included": ["Sources", "Tests/A.swift", "Kit/*/Src"]},
         {"file_glob": ["/Sources/**/*.swift", "/Tests/A.swift", "/Kit/*/Src/**/*.swift"]}),
        ({}, {"included": "./", "excluded": ["Pods/", "Kit/**"]},
         {"exclude_glob": ["/Pods", "/Kit"]}),
        # What one rule does: patterns.
        ({"included": r".*Spec\.swift"}, {}, {"path_pattern": r".*Spec\.swift"}),
        ({"included": ["/Sources/", "Kit"]}, {}, {"path_pattern": "(?:^|/)Sources/|Kit"}),
        ({"excluded": ["A", "/B/"]}, {}, {"path_pattern": "^(?!.*(?:A|(?:^|/)B/))"}),
        ({"included": "A", "excluded": "B"}, {}, {"path_pattern": "^(?!.*B)(?=.*A)"}),
    ],
)  # fmt: skip
def test_each_key_has_its_place(
    rule: dict[str, Any], settings: dict[str, Any], keys: dict[str, Any]
) -> None:
    imported_rule = rule_of(rule, **settings)
    assert imported_rule.keys == {**KEYS, **keys}
    assert (imported_rule.unsupported, imported_rule.dead) == ((), "")


@pytest.mark.parametrize(
    ("kinds", "regions", "unsupported"),
    [
        ({"match_kinds": "comment"}, "comments", "match_kinds: documentation comments count, too"),
        ({"match_kinds": ["comment", "doccomment"]}, "comments", ""),
        ({"match_kinds": ["doccomment", "doccomment.field"]}, "docs", ""),
        ({"match_kinds": "string"}, "strings", ""),
        ({"match_kinds": ["string", "doccomment"]}, ["docs", "strings"], ""),
        ({"match_kinds": ["identifier", "string"]}, ["code", "strings"],
         "match_kinds: identifier: all code counts"),
        ({"excluded_match_kinds": "comment"}, ["code", "strings", "docs"], ""),
        ({"excluded_match_kinds": ["comment.mark", "doccomment"]}, ["code", "strings"], ""),
        ({"excluded_match_kinds": ["comment", "string"]}, ["code", "docs"], ""),
        ({"excluded_match_kinds": ["comment", "string", "doccomment"]}, "code", ""),
        ({"excluded_match_kinds": "string"}, ["code", "comments"], ""),
        ({"excluded_match_kinds": ["comment", "doccomment", "keyword"]}, ["code", "strings"],
         "excluded_match_kinds: keyword: they are code, which counts"),
        ({"excluded_match_kinds": "doccomment"}, None,
         "excluded_match_kinds: documentation comments count where comments do"),
    ],
)  # fmt: skip
def test_kinds_of_tokens_are_regions(
    kinds: dict[str, Any], regions: str | list[str] | None, unsupported: str
) -> None:
    """As near as they come; what is wider is named."""
    imported_rule = rule_of(kinds)
    assert imported_rule.keys is not None
    assert imported_rule.keys.get("in") == regions
    assert imported_rule.kept == ((BEGINS,) if regions else ())
    assert imported_rule.unsupported == ((unsupported,) if unsupported else ())


@pytest.mark.parametrize(
    ("rule", "unsupported"),
    [
        ({"capture_group": 0}, ()),
        ({"capture_group": 1},
         ("capture_group: a match is reported where it begins, not where the group does",)),
        ({"execution_mode": "swiftsyntax"}, ("execution_mode: a key that is not read here",)),
        ({"included": "^/Users/"},
         ("included: ^/Users/: it is searched in the absolute path, which no contract sees",)),
        ({"excluded": "*.swift"},
         ("excluded: *.swift: no pattern, which SwiftLint refuses, too; "
          "a glob is file_glob here",)),
        ({"regex": "[a-z&&[^b]]"}, ("regex: contracts have no sets within sets: [a-z&&[^b]",)),
        ({"regex": r"\Ga"}, (r"regex: contracts have no \G",)),
    ],
)  # fmt: skip
def test_what_is_not_converted_is_named(rule: dict[str, Any], unsupported: tuple[str, ...]) -> None:
    """With its key."""
    assert rule_of(rule).unsupported == unsupported


def test_a_kind_that_is_none_drops_the_rule() -> None:
    """``doc_comment`` is written ``doccomment``: SwiftLint warns of it, and checks nothing."""
    imported_rule = rule_of({"excluded_match_kinds": ["comment", "doc_comment"]})
    assert imported_rule.keys == KEYS
    assert imported_rule.dead == (
        "excluded_match_kinds: doc_comment is no kind, for which SwiftLint drops the whole rule"
    )


def test_the_mode_of_all_rules_is_no_rule() -> None:
    """It stands among them."""
    content = b"custom_rules:\n  default_execution_mode: swiftsyntax\n  a: {regex: b}\n"
    imported = import_swiftlint(content, ".swiftlint.yml")
    assert [rule.name for rule in imported.rules] == ["a"]


def test_a_pattern_that_looks_like_a_glob() -> None:
    """What it does there is taken, and what it is, is said."""
    imported_rule = rule_of({"excluded": "Tests/*"})
    assert imported_rule.keys == {**KEYS, "path_pattern": "^(?!.*Tests/*)"}
    assert imported_rule.kept == (
        "excluded: Tests/* is a pattern, not the glob that it looks like",
    )


@pytest.mark.parametrize(
    ("settings", "dead"),
    [
        ({}, ""),
        ({"disabled_rules": ["line_length"]}, ""),
        ({"only_rules": ["custom_rules", "line_length"]}, ""),
        ({"only_rules": ["no_print"]}, ""),
        ({"disabled_rules": ["no_print"]}, "disabled_rules names no_print"),
        ({"disabled_rules": "custom_rules"}, "disabled_rules names custom_rules"),
        ({"only_rules": []}, "only_rules names neither it nor custom_rules"),
    ],
)
def test_rules_that_are_off(settings: dict[str, Any], dead: str) -> None:
    """Their contracts are written, and switched off."""
    expected = f"{dead}; the contract is switched off" if dead else ""
    assert rule_of({}, **settings).dead == expected


@pytest.mark.parametrize(
    ("settings", "notices"),
    [
        ({}, []),
        ({"parent_config": "https://example.org/a.yml"},
         ["parent_config: https://example.org/a.yml is not read: nothing is fetched"]),
        ({"child_config": "b.yml"},
         ["child_config: b.yml is not read: import that file as well"]),
    ],
)  # fmt: skip
def test_a_file_without_custom_rules_says_so(settings: dict[str, Any], notices: list[str]) -> None:
    """As five of six do; nothing is fetched."""
    content = json.dumps({"opt_in_rules": ["a"], **settings})
    imported = import_swiftlint(content.encode(), ".swiftlint.yml")
    none = "it has no custom_rules; SwiftLint's own rules are no contracts"
    assert (imported.rules, imported.notices) == ((), (none, *notices))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("- a\n", "1: expected a mapping, with SwiftLint's own rules at the key custom_rules"),
        ("custom_rules: [a]\n", "1: custom_rules: expected a mapping of rules"),
        ("custom_rules:\n  a: b\n", "2: custom_rules.a: expected a rule with the key regex"),
        ("custom_rules:\n  a: {name: b}\n", "2: custom_rules.a: expected a text at its key regex"),
        ("custom_rules:\n  a:\n    regex: b\n    severity: info\n",
         "4: custom_rules.a.severity: expected one of warning, error"),
        ("custom_rules:\n  a: {regex: b, match_kinds: string, excluded_match_kinds: comment}\n",
         "2: custom_rules.a: expected match_kinds or excluded_match_kinds, not both"),
    ],
)  # fmt: skip
def test_bad_input_is_said_with_what_was_expected(content: str, problem: str) -> None:
    """With the file, the line and the key."""
    with pytest.raises(RuleFileError) as raised:
        import_swiftlint(content.encode(), ".swiftlint.yml")
    assert str(raised.value) == f".swiftlint.yml:{problem}"


def test_comments_in_sources_suppress_no_contract(project: MakeProject, run: Run) -> None:
    """They are counted; a match over lines is one, in what the rule is about."""
    rule = {"regex": r"func \w+\(.*?\)\s*try!", "included": "/Sources/", "severity": "error"}
    root = project({
        ".swiftlint.yml": json.dumps({"excluded": "Sources/Old", "custom_rules": {"no_try": rule}}),
        "Sources/A.swift": "// swiftlint:disable no_try\nfunc a(\n  b\n)\n  try! c()\n",
        "Sources/Old/B.swift": "func a() try! c()\n",
        "Tests/C.swift": "func a() try! c()\n",
        "Sources/d.txt": "// swiftlint:disable no_try\nfunc a() try! c()\n",
    })  # fmt: skip
    outcome = run("import", ".", cwd=root)
    assert outcome.out.splitlines() == [
        ".swiftlint.yml: 1 rule of swiftlint",
        "  no_try  .claude/contracts/no-try.yaml",
        "  1 comment such as // swiftlint:disable in sources: none suppresses a contract",
        "1 contract written",
    ]
    scanned = run("scan", cwd=root).out.splitlines()
    assert scanned[0] == "Sources/A.swift:2:1: error: no_try [no-try]"
    assert scanned[1] == ""
