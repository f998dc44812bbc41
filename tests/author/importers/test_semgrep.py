"""Rules of Semgrep, and what became of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.author.importers.semgrep import import_semgrep

RULE = {"id": "no-print", "languages": ["go"], "severity": "ERROR", "message": "Use the logger."}
REST = {"file_glob": "*.go", "message": "Use the logger.", "severity": "error"}
PLAIN = {"type": "forbid_pattern", "pattern": "a", **REST}
UNLESS = (
    "unless_match: it exempts a match where this is found on its lines; in Semgrep both had to "
    "overlap"
)
WITHIN = "in Semgrep one match had to lie within the other"
SYNTAX = "a contract knows nothing of syntax"


def found(*patterns: str) -> list[dict[str, str]]:
    """Each has to be found; after ``not`` it must not."""
    return [
        {"pattern-not-regex": pattern[4:]}
        if pattern.startswith("not ")
        else {"pattern-regex": pattern}
        for pattern in patterns
    ]


def rules(**keys: Any) -> tuple[ImportedRule, ...]:
    """What becomes of a rule with these keys; an underline in a key is a hyphen."""
    rule = RULE | {key.replace("_", "-"): key_value for key, key_value in keys.items()}
    return import_semgrep(json.dumps({"rules": [rule]}).encode(), "semgrep.yml").rules


@pytest.mark.parametrize(
    ("changed", "keys"),
    [
        ({}, {}),
        ({"severity": "CRITICAL"}, {}),
        ({"severity": "WARNING"}, {"severity": "warning"}),
        ({"severity": "INFO"}, {"severity": "warning"}),
        ({"languages": ["generic"]}, {"file_glob": "*"}),
        ({"paths": {"include": ["src/"]}},
         {"path_pattern": r"(?:\.go)\Z", "file_glob": "src/"}),
        ({"paths": {"exclude": ["*.pb.go"]}}, {"exclude_glob": "*.pb.go"}),
        ({"metadata": {"cwe": 1}, "options": {}, "min-version": "1.0"}, {}),
        ({"fix": r"b\n"}, {"fix": r"b\\n"}),
        ({"fix-regex": {"regex": "a", "replacement": r"\g<0>b"}}, {"fix": r"\g<0>b"}),
    ],
)  # fmt: skip
def test_each_key_has_its_place(changed: dict[str, Any], keys: dict[str, Any]) -> None:
    assert rules(pattern_regex="a", **changed) == (ImportedRule("no-print", 1, {**PLAIN, **keys}),)


@pytest.mark.parametrize(
    ("operator", "keys"),
    [
        ({"patterns": found("a")}, {}),
        ({"pattern-either": found("a|b", "(?i)c")}, {"pattern": "a|b|(?i:c)"}),
        ({"patterns": [{"pattern-either": found("a", "b")}]}, {"pattern": "a|b"}),
        ({"patterns": found("(?s).+", "not b")}, {"type": "require_pattern", "pattern": "b"}),
    ],
)
def test_each_operator_becomes_a_pattern(operator: dict[str, Any], keys: dict[str, Any]) -> None:
    """What one pattern says."""
    assert rules(**operator) == (ImportedRule("no-print", 1, {**PLAIN, **keys}),)


@pytest.mark.parametrize(
    ("operator", "keys", "remarks"),
    [
        ({"patterns": found("a", "not b")}, {"unless_match": "b"}, (UNLESS,)),
        ({"patterns": found("a", "not b", "not c|d")}, {"unless_match": "b|c|d"}, (UNLESS,)),
        ({"patterns": found("a", "b|c")}, {"pattern": "^(?=.*?a)(?=.*?(?:b|c)).+"},
         (f"all patterns start on the same line; {WITHIN}",)),
        ({"patterns": found(r"a\nb", "c")},
         {"pattern": r"a\nb", "when_file": r"\A(?=[\s\S]*?c)"},
         (f"when_file: the other patterns are anywhere in the file; {WITHIN}",)),
        ({"patterns": found(r"[\s\S]*", "not b")}, {"type": "require_pattern", "pattern": "b"},
         ("Semgrep finds the empty text at a file's end as well, and so every file",)),
        ({"pattern-regex": "a", "message": "Not $1."}, {"message": "Not $1."},
         ("message: $1 stood for what was found there, and stays as it is",)),
    ],
)  # fmt: skip
def test_what_differs_is_told(
    operator: dict[str, Any], keys: dict[str, Any], remarks: tuple[str, ...]
) -> None:
    """What differs is said."""
    assert rules(**operator) == (ImportedRule("no-print", 1, {**PLAIN, **keys}, kept=remarks),)


def test_a_rule_of_several_contracts() -> None:
    """What no one pattern says, under the same name."""
    either = [*found("a", "b", r"c\nd"), {"patterns": found("e", "not f")}]
    imported_rules = rules(pattern_either=either)
    assert [
        (
            imported_rule.name,
            imported_rule.keys and imported_rule.keys["pattern"],
            imported_rule.kept,
        )
        for imported_rule in imported_rules
    ] == [
        ("no-print", "a|b", ()),
        ("no-print", "e", (UNLESS,)),
        ("no-print", r"c\nd", ()),
    ]


@pytest.mark.parametrize(
    ("operator", "why"),
    [
        ({"pattern": "print(...)"}, f"pattern: {SYNTAX}"),
        ({"mode": "taint", "pattern-sources": []}, f"mode taint: {SYNTAX}"),
        ({"patterns": [*found("a"), {"pattern-inside": "def f(): ..."}]},
         f"pattern-inside: {SYNTAX}"),
        ({"patterns": [*found("(?<X>a)"), {"metavariable-regex": {}}]},
         f"metavariable-regex: {SYNTAX}"),
        ({"patterns": found("not a")},
         "it has patterns that must not be found, and none that must"),
        ({"patterns": found("a", r"(b)\1")}, "of several patterns one names a group's number"),
        ({"patterns": [{"pattern-either": found(*"abcdefghij")}] * 9},
         "patterns: 1000000000 alternatives, more than 1000"),
        ({"pattern-regex": r"\Ga"}, r"\Ga: contracts have no \G"),
        ({"pattern-regex": "a", "languages": ["cobol"]},
         "languages: no file ending is known of cobol"),
    ],
)  # fmt: skip
def test_what_is_not_converted_has_its_reason(operator: dict[str, Any], why: str) -> None:
    """With the reason, and no contract."""
    assert rules(**operator) == (ImportedRule("no-print", 1, unsupported=(why,)),)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"pattern_regex": "a", "fix": "$1"}, "fix: it puts in what a metavariable stands for"),
        ({"pattern_either": found("a", "b"), "fix": "c"}, "fix: it is for several patterns"),
        ({"pattern_regex": "a", "fix_regex": {"regex": "b", "replacement": "c"}},
         "fix-regex: it changes a part of the match by a pattern of its own"),
        ({"pattern_regex": "a", "fix_regex": {"regex": "a", "replacement": "c", "count": 1}},
         "fix-regex: it changes a part of the match by a pattern of its own"),
    ],
)  # fmt: skip
def test_a_contract_stands_without_a_fix_that_is_not_converted(
    changed: dict[str, Any], why: str
) -> None:
    """The contract stands without them."""
    (imported_rule,) = rules(**changed)
    assert imported_rule.keys is not None
    assert ("fix" in imported_rule.keys, imported_rule.unsupported) == (False, (why,))


def test_what_no_single_rule_tells_is_a_notice() -> None:
    """What no single rule says."""
    text = json.dumps({"rules": [{**RULE, "languages": ["python"], "pattern-regex": "a"}]})
    assert import_semgrep(text.encode(), "semgrep.yml").notices == (
        "Semgrep leaves out tests/, vendor/, node_modules/ and more, unless a .semgrepignore "
        "includes them; contracts check every file",
        "Semgrep knows executable scripts by their first line, too; contracts go by names alone",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a", ":1: expected Semgrep's list of rules at the key rules"),
        ("rules:", ":1: expected Semgrep's list of rules at the key rules"),
        ("rules:\n- a",
         ":2: rules[0]: expected a rule with the keys id, languages, severity and message"),
        ("rules:\n- id: a", ":2: rules[0]: expected a list of texts at languages"),
        ("rules:\n- id: a\n  languages: go",
         ":3: rules[0].languages: expected a list of texts at languages"),
        ("rules:\n- id: a\n  languages: [go]\n  message: b",
         ":2: rules[0]: expected a text at its key severity"),
        ("rules:\n- {id: a, languages: [go], message: b, severity: INFO}",
         ":2: rules[0]: expected one key, such as pattern-regex"),
        ("rules:\n- id: a\n  languages: [go]\n  message: b\n  severity: INFO\n  patterns: c",
         ":6: rules[0].patterns: expected a list of patterns"),
        ("rules:\n- id: a\n  languages: [go]\n  message: b\n  severity: INFO\n  patterns:\n  - c",
         ":7: rules[0].patterns[0]: expected one key, such as pattern-regex"),
        ("rules:\n- id: a\n  languages: [go]\n  message: b\n  severity: INFO\n  pattern-regex: [c]",
         ":6: rules[0].pattern-regex: expected a pattern, as a text"),
        ("rules:\n- id: a\n  languages: [go]\n  paths: [b]",
         ":4: rules[0].paths: expected a mapping with include or exclude"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_line_and_key(text: str, expected: str) -> None:
    """File, line, key, and what was expected."""
    with pytest.raises(RuleFileError) as caught:
        import_semgrep(text.encode(), "semgrep.yml")
    assert str(caught.value) == f"semgrep.yml{expected}"
