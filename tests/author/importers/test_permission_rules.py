"""Conditions on a command as permission rules of Claude Code."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.hookify_rules import OldCondition
from phaser_lint.author.importers.permission_rules import make_permission_rules

KEPT = ("in a permission rule the case of letters counts",)
APART = "each command of a line is tried by itself, without what is before"
MANY = "it finds more spellings than a few"


@pytest.mark.parametrize(
    ("pattern", "rules"),
    [
        (r"^rm\s+-rf", ["rm -rf*"]),
        (r"rm\s+-rf", ["rm -rf*", "* rm -rf*"]),
        (r"rm -rf /$", ["rm -rf /", "* rm -rf /"]),
        (r"(^|[;&|]\s*)sudo\b", ["sudo:*"]),
        (r"(?:^|\s)rm\s", ["rm:*", "* rm", "* rm *"]),
        (r"^(npm|yarn)\s+publish\b", ["npm publish:*", "yarn publish:*"]),
        (r"^\bgit\s+push.*--force", ["git push*--force*"]),
        (r"^git\s+push\b.*\bmain\b", ["git push* main", "git push* main *"]),
        (r"^git\s+push\s+(-f|--force)$", ["git push -f", "git push --force"]),
        (r"^git add [^;&|]*\.env", ["git add *.env*"]),
        ("--no-verify", ["*--no-verify*"]),
        (r"DROP\s+TABLE", ["*DROP TABLE*"]),
        (r"^rm \*", [r"rm \**"]),
        (r"^echo `\$\(id\)", ["echo `$(id)*"]),
        (r"^python3?\s", ["python:*", "python3:*"]),
        (r"^docker( exec| run)?", ["docker*"]),
    ],
)
def test_a_permission_has_a_start_and_tells_whether_a_word_ends_there(
    pattern: str, rules: list[str]
) -> None:
    """A start, what comes after it, and whether a word ends there."""
    permissions = make_permission_rules([OldCondition("command", "regex_match", pattern)])
    assert permissions == (tuple(f"Bash({rule})" for rule in rules), KEPT, ())


@pytest.mark.parametrize(
    ("operator", "pattern", "rules"),
    [
        ("contains", "--force", ["*--force*"]),
        ("contains", "rm -rf", ["rm -rf*", "* rm -rf*"]),
        ("starts_with", "npm i", ["npm i*"]),
        ("ends_with", ".env", ["*.env"]),
        ("equals", "make", ["make"]),
    ],
)
def test_each_operator_becomes_a_permission(operator: str, pattern: str, rules: list[str]) -> None:
    """Plain text, from the start, to the end, or anywhere."""
    permissions = make_permission_rules([OldCondition("command", operator, pattern)])
    assert permissions.rules == tuple(f"Bash({rule})" for rule in rules)


@pytest.mark.parametrize(
    ("conditions", "why"),
    [
        (["npm (?!test)"], f"{MANY}; wider: Bash(npm:*)"),
        ([r"rm\s+-[a-z]*f"], f"{MANY}; wider: Bash(rm -*)"),
        ([r"\S+ x"], MANY),
        ([r"curl.*\|\s*sh"], f"{APART} or after"),
        ([r"\|\s*sh"], APART),
        ([r"echo >\s*/dev/sda"], "no rule holds a >"),
        ([r"^rm \*$"], "without a * for anything no rule holds one for itself"),
        ([".*"], "no rule is about any command"),
        (["npm", "publish"], "a permission rule is one text, without conditions"),
    ],
)
def test_what_is_not_converted_has_its_reason(conditions: list[str], why: str) -> None:
    """With the reason, and the rule that would find more."""
    permissions = make_permission_rules(
        [OldCondition("command", "regex_match", condition) for condition in conditions]
    )
    all_conditions = " and ".join(f"command regex_match {condition}" for condition in conditions)
    assert permissions == ((), (), (f"{all_conditions}: {why}",))


def test_a_permission_has_no_exceptions() -> None:
    """A permission rule has no exceptions."""
    permissions = make_permission_rules([OldCondition("command", "contains", "-m", negated=True)])
    why = "a permission rule says what a command is, not what it is not"
    assert permissions.unsupported == (f"command not_contains -m: {why}",)
