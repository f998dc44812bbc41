"""The key ``fix``: what each type takes, and what is said of all else."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.fix_problems import find_fix_doubt
from phaser_lint.contract.rules.fix_key import find_contract_fix, name_fix_safety

KEYS = {
    "rule_id": "a",
    "type": "forbid_pattern",
    "pattern": r"print\((?P<what>\w+)\)",
    "file_glob": "*.py",
    "message": "m",
    "severity": "error",
}
REQUIRE = {"type": "require_pattern"}
EXISTS = {"type": "file_exists", "pattern": "", "file_glob": "/LICENSE"}


@pytest.mark.parametrize(
    ("keys", "kind", "text"),
    [
        ({"fix": r"log(\1)"}, "replace", r"log(\1)"),
        ({"fix": r"log(\g<what>)\n"}, "replace", r"log(\g<what>)\n"),
        ({"fix": ""}, "replace", ""),
        ({"fix": " "}, "replace", " "),
        ({"fix": r"\g<0>"}, "replace", r"\g<0>"),
        ({"fix": "$1", "pattern": r"print(?:\w+)"}, "replace", "$1"),
        ({"fix": r"$1 \1 $2"}, "replace", r"$1 \1 $2"),
        ({"fix": "$0 $2 ${that} $what"}, "replace", "$0 $2 ${that} $what"),
        ({"fix": "\\9\n", "literal": True}, "replace", "\\9\n"),
        ({"fix": "x", "type": "file_not_contains"}, "replace", "x"),
        ({"fix": {"prepend": "# L\n"}, **REQUIRE}, "prepend", "# L\n"),
        ({"fix": {"append": "# L"}, **REQUIRE}, "append", "# L"),
        ({"fix": {"content": ""}, **EXISTS}, "content", ""),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": "docs/a.md"}, "content", "x"),
    ],
)
def test_a_fix_is_a_text_or_lines_or_a_file(keys: dict[str, Any], kind: str, text: str) -> None:
    """A text for the place of a match, lines for a file, or a file."""
    contract = check_mapping({**KEYS, **keys}, source="project", path="a.yaml").contract
    assert contract is not None
    assert find_contract_fix(contract) == (kind, text)


@pytest.mark.parametrize(
    ("keys", "safety"),
    [
        ({}, ""),
        ({"fix": "x"}, "by file"),
        ({"fix": ""}, "by file"),
        ({"fix": "", "fix_needs": "x"}, "by file"),
        ({"fix": "x", "fix_safety": "safe"}, "safe"),
        ({"fix": "x", "fix_safety": "unsafe", "type": "file_not_contains"}, "unsafe"),
        ({"fix": {"prepend": "x"}, **REQUIRE}, "by file"),
        ({"fix": {"append": "x"}, "fix_needs": "y", **REQUIRE}, "by file"),
        ({"fix": {"content": "x"}, **EXISTS}, "safe"),
        ({"fix": {"content": "x"}, "fix_safety": "unsafe", **EXISTS}, "unsafe"),
    ],
)
def test_a_contract_tells_whether_its_fix_is_safe(keys: dict[str, Any], safety: str) -> None:
    """What is known of it before any file is."""
    contract = check_mapping({**KEYS, **keys}, source="project", path="a.yaml").contract
    assert contract is not None
    assert name_fix_safety(contract) == safety


@pytest.mark.parametrize(
    ("keys", "is_doubted"),
    [
        ({"fix": "log$1"}, True),
        ({"fix": "log$1", "file_glob": ["*.{rs,sh}"]}, True),
        ({"fix": "log$x"}, False),
        ({"fix": 'log "$1"', "file_glob": "*.sh"}, False),
        ({"fix": "log$1", "file_glob": "*"}, False),
        ({"fix": "log$1", "literal": True}, False),
    ],
)
def test_a_group_in_the_words_of_another_language_is_doubted(
    keys: dict[str, Any], is_doubted: bool
) -> None:
    """Where the pattern has none, and the language nothing that is called so."""
    all_keys = {**KEYS, "pattern": r"print\(", "file_glob": "*.py", **keys}
    contract = check_mapping(all_keys, source="project", path="a.yaml").contract
    assert contract is not None
    doubt = r"fix: `$1` is text, as the pattern has no group; of `(…)` it is `\1`"
    assert find_fix_doubt(contract) == (doubt if is_doubted else "")


MAPPING = "expected a mapping with prepend or append"
LINE_END = (
    r"expected no line end at its end, as YAML's `|` and `>` add one; use single quotes, or `|-`, "
    r"and `\n` for a line end that is meant"
)
AS_TEXT = "is meant as text, in the pattern `(?:` makes a group that has no number"
PLACE = "expected one rooted path as the file_glob, such as /LICENSE, for a file to write"


@pytest.mark.parametrize(
    ("keys", "key", "expected"),
    [
        ({"fix_safety": "safe"}, "fix_safety", "expected none: the contract has no fix"),
        ({"fix_needs": "x"}, "fix_needs", "expected none: the contract has no fix"),
        (
            {"fix": "x", "fix_safety": "safe", "fix_needs": "x"},
            "fix_needs",
            "expected either fix_needs or fix_safety",
        ),
        (
            {"fix": "x", "fix_safety": "save"},
            "fix_safety",
            'expected one of safe, unsafe, not "save"; did you mean safe?',
        ),
        (
            {"fix": "x", "fix_needs": "("},
            "fix_needs",
            "expected a regular expression; missing ) at position 1",
        ),
        ({"fix": None}, "fix", "empty; expected a text"),
        ({"fix": {"prepend": "x"}}, "fix", "expected a text, not a mapping"),
        ({"fix": r"\2"}, "fix", r"expected groups that the pattern has, not `\2`; it has 1, what"),
        (
            {"fix": r"\g<n>", "pattern": "x"},
            "fix",
            r"expected groups that the pattern has, not `\g<n>`; it has none",
        ),
        (
            {"fix": r"\d"},
            "fix",
            r"expected a template, with `\1`, `\g<name>`, and `\\` for a backslash; "
            r"bad escape \d at position 2",
        ),
        ({"fix": "x($1)"}, "fix", rf"expected `\1` for a group; where `$1` {AS_TEXT}"),
        ({"fix": "x(${1})"}, "fix", rf"expected `\1` for a group; where `${{1}}` {AS_TEXT}"),
        (
            {"fix": "${what}"},
            "fix",
            rf"expected `\g<what>` for a group; where `${{what}}` {AS_TEXT}",
        ),
        (
            {"fix": "\\\\$<what>"},
            "fix",
            rf"expected `\g<what>` for a group; where `$<what>` {AS_TEXT}",
        ),
        ({"fix": "x\n"}, "fix", LINE_END),
        (
            {"fix": "\b"},
            "fix",
            'expected no character U+0008, which is what YAML makes of "\\b"; '
            "write the text in single quotes",
        ),
        ({"fix": "\ud800"}, "fix", "expected a text that UTF-8 can hold"),
        ({"fix": "x", **REQUIRE}, "fix", f"{MAPPING}, not a text"),
        ({"fix": {}, **REQUIRE}, "fix", "expected either prepend or append"),
        (
            {"fix": {"prepend": "x", "append": "x"}, **REQUIRE},
            "fix",
            "expected either prepend or append",
        ),
        ({"fix": {"append": ""}, **REQUIRE}, "fix.append", "expected a text that is not empty"),
        (
            {"fix": {"content": "x"}, **REQUIRE},
            "fix.content",
            "unknown key; a key of your own is written x-content",
        ),
        (
            {"fix": {"append": "x"}, **REQUIRE, "scope": "tree"},
            "fix",
            "expected no fix with scope: tree, which any one of the files meets",
        ),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": "*.md"}, "fix", PLACE),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": "LICENSE"}, "fix", PLACE),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": "/docs/"}, "fix", PLACE),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": ["/a", "/b"]}, "fix", PLACE),
        ({"fix": {"content": "x"}, **EXISTS, "file_glob": "/.Git/config"}, "fix", PLACE),
        (
            {"fix": "x", "type": "file_contains"},
            "fix",
            "expected no such key: it is for forbid_pattern, require_pattern, file_exists and "
            "file_not_contains; file_contains takes pattern, literal, raw, in, when_file, "
            "unless_file, inside, not_inside, until",
        ),
    ],
)
def test_a_wrong_fix_is_told_with_what_was_expected(
    keys: dict[str, Any], key: str, expected: str
) -> None:
    """Each is said with what was expected there."""
    checked_mapping = check_mapping({**KEYS, **keys}, source="project", path="a.yaml")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems][:1] == [
        (key, expected)
    ]
