"""Rules of hookify, and what became of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author.importers.hookify import import_hookify
from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import ExampleTrials

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.author.importers.imported import Permission

PATH = ".claude/hookify.no-print.local.md"
FROZEN = {"type": "file_frozen", "changes": ["create", "modify"]}
REST = {"file_glob": "*", "message": "Use the logger.", "severity": "warning"}
EDITS_ALONE = "new_text is an Edit's alone: a file that Write writes was never checked"
SESSION = "a contract sees files, neither the transcript nor what the agent did"


def rule(*lines: str, body: str = "Use the logger.") -> ImportedRule:
    """What becomes of the rule with these lines."""
    text = "\n".join(("---", "name: no-print", *lines, "---", "", body))
    return import_hookify(text.encode(), PATH).rules[0]


def conditions(*condition_lines: str) -> tuple[str, ...]:
    """The lines of conditions: a field, an operator and a pattern each."""
    lines = ["event: file", "conditions:"]
    for condition_line in condition_lines:
        field, operator, pattern = condition_line.split(" ", 2)
        lines += [f"  - field: {field}", f"    operator: {operator}", f"    pattern: {pattern}"]
    return tuple(lines)


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        (conditions(r"content regex_match \bprint\("), {"pattern": r"(?i)\bprint\("}),
        (conditions("content contains print("), {"pattern": "print(", "literal": True}),
        (conditions("content starts_with #!"), {"pattern": r"\A\#!"}),
        (conditions("content regex_match a{e}"), {"pattern": r"(?i)a\{e}"}),
        (conditions(r"content regex_match ^(?!.*x)"), {"pattern": "(?i)(?-m:^(?!.*x))"}),
        (
            conditions(r"content regex_match \d", "file_path ends_with .py"),
            {"pattern": r"\d", "file_glob": "*.py"},
        ),
    ],
)
def test_a_rule_becomes_a_contract_on_the_text_of_a_file(
    lines: tuple[str, ...], keys: dict[str, Any]
) -> None:
    """What is looked for in the text of any file, by Write or Edit."""
    expected = {"type": "forbid_pattern", **REST, **keys}
    assert rule(*lines) == ImportedRule("no-print", 1, expected)


@pytest.mark.parametrize(
    ("lines", "changed"),
    [
        (("action: block",), {"severity": "error"}),
        (("action: warn",), {}),
        (("enabled: true",), {}),
        (("enabled: false",), {"enabled": False}),
        (("tool_matcher: *",), {}),
        (("tool_matcher: Edit|Write",), {}),
    ],
)
def test_each_other_key_has_its_place(lines: tuple[str, ...], changed: dict[str, Any]) -> None:
    keys = {"type": "forbid_pattern", "pattern": r"\d", **REST, **changed}
    imported_rule = rule(*conditions(r"content regex_match \d"), *lines)
    assert imported_rule == ImportedRule("no-print", 1, keys)


@pytest.mark.parametrize(
    ("condition_lines", "keys"),
    [
        (("file_path contains .env",), {**FROZEN, "file_glob": "*.env*"}),
        (("file_path contains .env", "content regex_match .*"), {**FROZEN, "file_glob": "*.env*"}),
    ],
)
def test_a_rule_on_any_text_of_a_path_freezes_it(
    condition_lines: tuple[str, ...], keys: dict[str, Any]
) -> None:
    """Whatever is written there."""
    assert rule(*conditions(*condition_lines)) == ImportedRule("no-print", 1, {**REST, **keys})


def test_a_blocked_path_is_said_to_stop_people_too() -> None:
    """hookify was asked at an agent's edits alone, and pre-commit checks whoever commits."""
    imported_rule = rule(*conditions("file_path contains .env"), "action: block")
    assert imported_rule.kept == (
        "hookify stopped agents alone: this stops a person's commit, too; the permission rule "
        "`Edit(PATH)` in deny stops agents alone",
    )


OLD_ALONE = "old_text is an Edit's alone: what Write took away was never found"
STAYED = "an edit was found even if it left the text; now a change that takes it away"


@pytest.mark.parametrize(
    ("condition_lines", "keys", "kept"),
    [
        (("old_text contains aria-",), {"pattern": "aria-", "literal": True}, (STAYED,)),
        (("old_text ends_with aria-",), {"pattern": "aria-", "literal": True}, (STAYED,)),
        (
            (r"old_text regex_match aria-\w+", "file_path ends_with .tsx"),
            {"pattern": r"(?i)aria-\w+", "file_glob": "*.tsx"},
            (STAYED,),
        ),
        (
            ("old_text contains aria-", "new_text not_contains aria-"),
            {"pattern": "aria-", "literal": True},
            (),
        ),
    ],
)
def test_a_text_that_is_taken_away_is_kept(
    condition_lines: tuple[str, ...], keys: dict[str, Any], kept: tuple[str, ...]
) -> None:
    imported_rule = rule(*conditions(*condition_lines))
    expected = {"type": "keep_pattern", **REST, **keys}
    assert imported_rule == ImportedRule("no-print", 1, expected, kept=kept, blind=(OLD_ALONE,))


def test_other_conditions_are_conditions_on_the_file() -> None:
    """Other conditions on the text are conditions on the file, and said to be."""
    imported_rule = rule(
        *conditions(r"content regex_match fetch\(", "content regex_match await"),
        *conditions("content not_contains timeout", "content not_contains signal")[2:],
    )
    keys = {
        "type": "forbid_pattern",
        "pattern": r"(?i)fetch\(",
        "when_file": "(?i)await",
        "unless_file": "timeout|signal",
        **REST,
    }
    remarks = (
        "when_file: what had to be in the same edit has to be in the same file, as where the file "
        "was written whole",
        "unless_file: once in the file it exempts all of the file, as where the file was written "
        "whole; unless_match asks for it on the lines of the match",
    )
    assert imported_rule == ImportedRule("no-print", 1, keys, kept=remarks)


def test_what_a_text_must_hold_is_required() -> None:
    """What must be there, and nothing else."""
    keys = {"type": "require_pattern", "pattern": "Copyright", **REST}
    remarks = ("an edit without the text was found even if the file had it; now the file needs it",)
    imported_rule = rule(*conditions("content not_contains Copyright"))
    assert imported_rule == ImportedRule("no-print", 1, keys, kept=remarks)


@pytest.mark.parametrize(
    ("lines", "remark"),
    [
        (
            conditions("content regex_match ^import 1$"),
            "^ and $ were the start and the end of what was written, and are those of a line",
        ),
        (
            (*conditions("content contains 1"), "action: deny"),
            "action 'deny' warned: hookify knows warn and block",
        ),
        (
            (*conditions("content contains 1"), "enabled: no"),
            "enabled 'no' was on: hookify knows true and false",
        ),
        (
            conditions(r"content regex_match \\s1"),
            r"\\s asks for a backslash in the text, as it did: hookify reads no YAML, in which "
            "double quotes halve it",
        ),
    ],
)
def test_what_differs_is_told(lines: tuple[str, ...], remark: str) -> None:
    """What is not what it seems."""
    assert rule(*lines).kept == (remark,)


@pytest.mark.parametrize(
    ("lines", "blind"),
    [
        (("event: file", "pattern: a"), EDITS_ALONE),
        (conditions("new_text regex_match a"), EDITS_ALONE),
        (
            conditions("new_string not_contains a"),
            "new_string is an Edit's alone: any file that Write writes was found",
        ),
        ((*conditions("content contains a"), "tool_matcher: Write"), "tool_matcher left out Edit"),
    ],
)
def test_a_rule_that_is_dead_in_part_finds_the_rest(lines: tuple[str, ...], blind: str) -> None:
    """The contract finds it."""
    assert rule(*lines).blind == (blind,)


@pytest.mark.parametrize(
    ("lines", "dead"),
    [
        (
            ("event: PostToolUse", "pattern: a"),
            "event is 'PostToolUse', which no tool is: hookify knows bash, file, stop, prompt, all",
        ),
        (("event: bash", *conditions("content contains a")[1:]),
         "at the event bash there is no content: that takes event file"),
        (conditions("content not_regex_match a"),
         "operator 'not_regex_match' is none of regex_match, contains, equals, not_contains, "
         "starts_with, ends_with, and is never met"),
        ((*conditions("content contains a"), "tool_matcher: Edit, Write"),
         "tool_matcher 'Edit, Write' names none of the tools Edit, Write"),
        ((*conditions("new_text contains a"), "tool_matcher: Write"),
         "tool_matcher 'Write' names none of the tools Edit"),
        (conditions("content contains a", "file_path starts_with src/"),
         "file_path starts_with src/: paths were absolute, so none starts so"),
    ],
)  # fmt: skip
def test_a_rule_that_never_matched_is_told(lines: tuple[str, ...], dead: str) -> None:
    """The contract is as it was meant."""
    imported_rule = rule(*lines)
    assert (imported_rule.dead, imported_rule.blind, imported_rule.keys is None) == (
        dead,
        (),
        False,
    )


@pytest.mark.parametrize(
    ("lines", "dead"),
    [
        ((), "it has neither a pattern nor conditions, and hookify never takes that for met"),
        (("conditions: [a]",), "conditions is the text '[a]' to hookify, and no list"),
        (
            ("conditions:", "  - a"),
            "conditions holds an item without a key, and hookify skips the whole file",
        ),
        (
            ("pattern:", "  - a"),
            "pattern is no text, which ends hookify itself: no rule was asked then",
        ),
        (
            conditions("content regex_match ("),
            "'(' is no pattern of Python's re: missing ), unterminated subpattern at position 0",
        ),
        (
            conditions("content glob *.py"),
            "operator 'glob' is none of regex_match, contains, equals, not_contains, starts_with, "
            "ends_with, and is never met",
        ),
        (
            conditions("tool_name equals Write"),
            "field 'tool_name' is none that a tool hands over: command, content, file_path, "
            "new_string, new_text, old_string, old_text, reason, transcript, user_prompt",
        ),
        (
            conditions("command contains a"),
            "at the event file there is no command: that takes event bash",
        ),
    ],
)
def test_never_matched_nor_converted(lines: tuple[str, ...], dead: str) -> None:
    """There is nothing that was meant, or nothing that a contract says."""
    assert rule(*lines) == ImportedRule("no-print", 1, dead=dead)


@pytest.mark.parametrize(
    ("lines", "unsupported", "dead"),
    [
        (("event: stop", *conditions("transcript not_contains pytest")[1:]), SESSION, ""),
        (("event: stop", "pattern: .*"), SESSION,
         "at the event stop there is no content"),
        (("event: prompt", *conditions("user_prompt contains a")[1:]), SESSION,
         "Claude Code hands over prompt, and hookify looks for user_prompt, which is empty"),
        (("event: stop", *conditions("reason contains a")[1:]), SESSION,
         "Claude Code hands over no reason at a stop, so that it is empty"),
        (conditions("old_text contains a", "new_text contains b"),
         "keep_pattern keeps one text, and this is about more, or about any", ""),
        (conditions("old_text not_contains a"),
         "keep_pattern keeps one text, and this is about more, or about any", ""),
        (conditions("old_text regex_match .*"),
         "keep_pattern keeps one text, and this is about more, or about any", ""),
        (conditions("file_path contains a", "command contains b"),
         "a command and a file at once: no tool hands over both",
         "no tool hands over a command and a file at once"),
        (("event: file", "pattern: .*"), "it warns at every edit, whatever is written", ""),
        (conditions("file_path equals /etc/hosts"),
         "file_path equals /etc/hosts: a place on one machine's disk; paths are from the project's "
         "root", ""),
        (conditions("content regex_match a", "content regex_match b", r"content regex_match (c)\1"),
         "of two patterns for the text one names a group's number", ""),
    ],
)  # fmt: skip
def test_what_is_not_converted_has_its_reason(
    lines: tuple[str, ...], unsupported: str, dead: str
) -> None:
    assert rule(*lines) == ImportedRule("no-print", 1, unsupported=(unsupported,), dead=dead)


@pytest.mark.parametrize(
    ("lines", "permissions"),
    [
        (("action: block",), (("deny", "Bash(rm -rf*)"),)),
        ((), (("ask", "Bash(rm -rf*)"),)),
    ],
)
def test_a_rule_on_commands_becomes_a_permission(
    lines: tuple[str, ...], permissions: tuple[Permission, ...]
) -> None:
    """A block denies, a warning asks."""
    imported_rule = rule("event: bash", r"pattern: ^rm\s+-rf", *lines)
    remarks = ("in a permission rule the case of letters counts",)
    assert imported_rule == ImportedRule("no-print", 1, kept=remarks, permissions=permissions)


def test_a_rule_switched_off_denies_nothing() -> None:
    """Nothing is denied that was not."""
    imported_rule = rule("event: bash", "pattern: rm", "enabled: false")
    assert imported_rule == ImportedRule("no-print", 1, kept=("it was switched off",))


def test_a_rule_without_a_name_has_that_of_its_file() -> None:
    """Of the file where the rule has none; a body that is empty says its name."""
    imported_file = import_hookify(
        b"---\nevent: file\nconditions:\n  - field: content\n    pattern: a\n---\n", PATH
    )
    imported_rule = imported_file.rules[0]
    assert imported_rule.keys is not None
    assert (imported_rule.name, imported_rule.keys["message"], imported_file.notices) == (
        "no-print",
        "no-print",
        (),
    )


def test_a_file_that_hookify_never_reads() -> None:
    """Its name is not hookify's."""
    imported_file = import_hookify(b"---\nname: a\n---\n", ".claude/no-print.local.md")
    notice = "hookify reads .claude/hookify.*.local.md alone, and nothing called no-print.local.md"
    assert imported_file.notices == (notice,)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"-" * 1_048_577, f"{PATH}: expected a file of at most 1 MB; this one is larger"),
        (b"# A page", f"{PATH}:1: expected keys and values between two lines `---`"),
        (b"---\nname: \xff\n---\n", f"{PATH}: expected UTF-8; invalid start byte"),
    ],
)
def test_a_broken_file_is_named_with_what_was_expected(content: bytes, expected: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        import_hookify(content, PATH)
    assert str(caught.value) == expected


FILES = {
    "src/app.ts": "fetch(url)\nconsole.log(x)\n",
    "src/Domain/m.py": "Print(1)\n# timeout\n",
    "domain.py": "import os\nfetch(url, timeout=1)\n",
    "a/.env": "SECRET = 1",
    "test/Latest.PY": "a{e} todo [[x]]",
}
OPERATIONS: dict[str, Callable[[str, str], bool]] = {
    "regex_match": lambda text, each: re.search(each, text, re.IGNORECASE) is not None,
    "contains": lambda text, each: each in text,
    "not_contains": lambda text, each: each not in text,
    "ends_with": lambda text, each: text.endswith(each),
}


@pytest.mark.parametrize(
    "condition_lines",
    [
        (r"content regex_match print\(",),
        ("content contains Print(",),
        ("content regex_match a{e}|[[x]",),
        (r"content regex_match TODO", r"file_path regex_match \.py$"),
        (r"content regex_match fetch", "content not_contains timeout"),
        (r"content regex_match fetch", "content regex_match (C)onsole|OS"),
        ("content not_contains os", "file_path regex_match /domain"),
        ("content regex_match (?s)fetch.*timeout|log", "file_path not_contains domain"),
        (r"content regex_match \w", r"file_path regex_match ^(?!.*/test/).*\.(ts|py)$"),
        (
            r"content regex_match \w",
            "file_path regex_match [/\\\\]src|/a/",
            "file_path contains .e",
        ),
        (r"content regex_match \w", "file_path regex_match domain", "file_path regex_match .py"),
        (r"content ends_with 1", "file_path ends_with .env"),
    ],
)
def test_a_contract_finds_what_hookify_found(condition_lines: tuple[str, ...]) -> None:
    """A file that is written whole, at its absolute path."""
    keys = rule(*conditions(*condition_lines)).keys
    assert keys is not None
    examples: dict[str, list[dict[str, str]]] = {"valid": [], "invalid": []}
    for path, text in FILES.items():
        texts_by_field = {"content": text, "file_path": f"/mnt/1/{path}"}
        split_conditions = (condition_line.split(" ", 2) for condition_line in condition_lines)
        is_broken = all(
            OPERATIONS[operator](texts_by_field[field], operand)
            for field, operator, operand in split_conditions
        )
        examples["invalid" if is_broken else "valid"].append({"path": path, "text": text})
    assert examples["invalid"]
    contract = check_mapping(
        {"rule_id": "a", **keys, "examples": examples}, source="project", path="a.yaml"
    ).contract
    assert contract is not None
    assert ExampleTrials().contradicting(contract) == []
