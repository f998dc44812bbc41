"""Rules of reLint, and what became of them."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.author.importers.relint import import_relint
from phaser_lint.author.importers.rule_file import RuleFileError

KEYS = {
    "type": "forbid_pattern",
    "pattern": r"print\(",
    "file_glob": "*",
    "message": "no-print",
    "severity": "error",
}
ANCHORS = (
    "^ and $ are the start and the end of the file, as reLint has no MULTILINE; without (?-m:…) "
    "they are those of each line"
)


def dead(file_pattern: str, selected: str) -> str:
    """What is said of a ``filePattern`` that is matched from the start of the path."""
    return (
        f"filePattern {file_pattern} is matched from the start of the path, "
        f"which selects {selected}; "
        "the contract has the paths that are meant, and is switched off"
    )


def rules(*lines: str) -> tuple[ImportedRule, ...]:
    """What becomes of the rules in these lines."""
    return import_relint("\n".join(lines).encode(), ".relint.yml").rules


@pytest.mark.parametrize(
    ("lines", "changed"),
    [
        ((), {}),
        (("hint: Use the logger.",), {"message": "Use the logger."}),
        (("hint: |", "  Use", "  the logger."), {"message": "Use\nthe logger."}),
        (("error: true",), {}),
        (("error: false",), {"severity": "warning"}),
        (("error: no",), {"severity": "warning"}),
        (("filePattern: .*",), {}),
        ((r"filePattern: .*\.py$",), {"file_glob": "*.py"}),
        ((r"filePattern: .*\.(py|html)",), {"path_pattern": r".*\.(py|html)"}),
        ((r"filePattern: src/[a-z]+/",), {"path_pattern": r"\A(?:src/[a-z]+/)"}),
        ((r"filePattern: (?!tests/).*\.py$",), {"path_pattern": r"\A(?:(?!tests/).*\.py$)"}),
        ((r"filePattern: \.env$",), {"file_glob": "/.env"}),
    ],
)
def test_each_key_has_its_place(lines: tuple[str, ...], changed: dict[str, str]) -> None:
    imported_rules = rules(
        "- name: no-print", r"  pattern: print\(", *(f"  {line}" for line in lines)
    )
    expected = {**KEYS, **changed}
    assert imported_rules == (ImportedRule("no-print", 1, expected),)


@pytest.mark.parametrize(
    ("pattern", "converted_pattern", "remarks"),
    [
        (r"\$x[$]", r"\$x[$]", ()),
        ("(?m)^import os$", "(?m)^import os$", ()),
        ("^import os$", "(?-m:^import os$)", (ANCHORS,)),
        ("a{e}", r"a\{e}", ("what would mean something else here is escaped",)),
        (
            r"^\p{L}",
            r"(?-m:^\p{L})",
            (ANCHORS, "only the module regex, with which reLint searches, takes this pattern"),
        ),
    ],
)
def test_patterns_mean_what_they_mean_without_multiline(
    pattern: str, converted_pattern: str, remarks: tuple[str, ...]
) -> None:
    """Without MULTILINE, and in the words of ``re``."""
    keys = {**KEYS, "pattern": converted_pattern}
    assert rules("- name: no-print", f"  pattern: '{pattern}'") == (
        ImportedRule("no-print", 1, keys, kept=remarks),
    )


@pytest.mark.parametrize(
    ("file_pattern", "why", "glob"),
    [
        (r"\.py$", "a file .py alone", "*.py"),
        (r"\.py", "a file .py alone", "*.py"),
        (r"^\.(js|ts)$", "a file .js alone", ["*.js", "*.ts"]),
        (r"/src/.*", "no path", "/src/"),
        (r"\*\.py", "names with a * alone", "*.py"),
        (r"\*requirements\.txt$", "names with a * alone", "*requirements.txt"),
    ],
)
def test_a_path_that_never_matched_is_told(
    file_pattern: str, why: str, glob: str | list[str]
) -> None:
    """No path begins so; the contract says what was meant."""
    keys = {**KEYS, "file_glob": glob}
    assert rules("- name: no-print", r"  pattern: print\(", f"  filePattern: '{file_pattern}'") == (
        ImportedRule("no-print", 1, keys, dead=dead(file_pattern, why)),
    )


def test_an_unknown_key_narrows_nothing() -> None:
    """reLint reads on, without the narrowing that was meant."""
    imported_rules = rules(
        "- name: no-print", r"  pattern: print\(", "  fileExtension: .py", "  x: y"
    )
    remarks = tuple(
        f"{key}: a key that reLint takes no notice of, so it checks every file"
        for key in ("fileExtension", "x")
    )
    assert imported_rules == (ImportedRule("no-print", 1, KEYS, kept=remarks),)


def test_what_relint_cannot_read() -> None:
    """The rule says nothing in either."""
    reason = "pattern: no pattern of Python's re, which reLint cannot read either: "
    assert rules("- name: a", "  pattern: (") == (
        ImportedRule(
            "a", 1, unsupported=(f"{reason}missing ), unterminated subpattern at position 0",)
        ),
    )


@pytest.mark.parametrize("content", [b"", b"# nothing\n"])
def test_an_empty_file_has_a_notice(content: bytes) -> None:
    """Said, as reLint does."""
    file = import_relint(content, ".relint.yml")
    assert (file.rules, file.notices) == ((), ("the file is empty: reLint checks nothing",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: a", "r.yml:1: expected a list of rules, each with name and pattern"),
        ("- a", "r.yml:1: [0]: expected a rule with the keys name and pattern"),
        ("- name: a", "r.yml:1: [0]: expected a text at its key pattern"),
        ("- pattern: a\n  name: [b]", "r.yml:2: [0].name: expected a text"),
        ("- name: a\n  pattern: b\n  error: x", "r.yml:3: [0].error: expected true or false"),
        ("- name: a\n  name: b", "r.yml:2: [0].name: expected each key once, found it again"),
        ("- name: 'a", "r.yml:1: name: expected a closing quote for the one that opens here"),
        ("- name: a\n---\n- name: b", "r.yml:3: expected one YAML document"),
        ("\xff", "r.yml:1: expected UTF-8 text, not the byte 0xff"),
    ],
)
def test_a_broken_file_is_named_with_line_and_key(text: str, expected: str) -> None:
    """File, line, key, and what was expected."""
    with pytest.raises(RuleFileError) as caught:
        import_relint(text.encode("latin-1"), "r.yml")
    assert str(caught.value) == expected
