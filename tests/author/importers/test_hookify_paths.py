"""Conditions on a path as what a contract selects."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.author.importers.hookify_paths import AskedOfPath, convert_path_conditions
from phaser_lint.author.importers.hookify_rules import OldCondition


def conditions(*written: tuple[str, str]) -> list[OldCondition]:
    """Conditions on the path; an operator that starts with ``not_`` is turned round."""
    return [
        OldCondition("file_path", operator.removeprefix("not_"), pattern, operator[:4] == "not_")
        for operator, pattern in written
    ]


@pytest.mark.parametrize(
    ("operators_and_patterns", "keys"),
    [
        ((), {"file_glob": "*"}),
        ((("regex_match", ".*"), ("contains", "/")), {"file_glob": "*"}),
        ((("regex_match", r"\.tsx?$"),), {"path_pattern": r"(?i)\.tsx?$", "file_glob": "*"}),
        ((("regex_match", "/src/"),), {"path_pattern": "(?i)(?:^|/)src/", "file_glob": "*"}),
        ((("contains", "/src/"),), {"file_glob": "src/"}),
        ((("contains", "src/api"),), {"file_glob": "**/*src/api*"}),
        ((("contains", "a*b"),), {"file_glob": r"*a\*b*"}),
        ((("contains", "{a,b}"),), {"file_glob": r"*\{a,b}*"}),
        ((("ends_with", ".ts"),), {"file_glob": "*.ts"}),
        ((("ends_with", "/src/app.ts"),), {"file_glob": "**/src/app.ts"}),
        ((("ends_with", "test"),), {"path_pattern": r"test\Z", "file_glob": "*"}),
        ((("not_contains", ".test."),), {"file_glob": "*", "exclude_glob": "*.test.*"}),
        (
            (("ends_with", ".ts"), ("not_contains", "a"), ("not_contains", "b")),
            {"file_glob": "*.ts", "exclude_glob": ["*a*", "*b*"]},
        ),
        (
            (("contains", "a"), ("ends_with", ".ts")),
            {"path_pattern": r"\.ts\Z", "file_glob": "*a*"},
        ),
        (
            (("regex_match", "a"), ("not_regex_match", "b|c")),
            {
                "path_pattern": "^(?=.*(?i:a))(?!.*(?i:b|c))",
                "file_glob": "*",
            },
        ),
    ],
)
def test_a_path_becomes_a_glob_or_a_pattern(
    operators_and_patterns: tuple[tuple[str, str], ...], keys: dict[str, Any]
) -> None:
    """Plain text is a glob where a glob says the same, a pattern ignores the case of letters."""
    assert convert_path_conditions(conditions(*operators_and_patterns)) == AskedOfPath(keys)


@pytest.mark.parametrize(
    ("operator", "pattern", "keys"),
    [
        ("starts_with", "src/", {"file_glob": "/src/"}),
        ("starts_with", "src", {"file_glob": "/src*"}),
        ("equals", "README.md", {"file_glob": "/README.md"}),
        ("regex_match", "^src/", {"path_pattern": "(?i)^src/", "file_glob": "*"}),
    ],
)
def test_a_path_that_never_matched_is_told(
    operator: str, pattern: str, keys: dict[str, Any]
) -> None:
    """No absolute path starts so."""
    why = f"file_path {operator} {pattern}: paths were absolute, so none starts so"
    assert convert_path_conditions(conditions((operator, pattern))) == AskedOfPath(keys, "", why)


@pytest.mark.parametrize(
    ("operator", "pattern"),
    [("starts_with", "/etc/"), ("equals", "~/.bashrc"), ("regex_match", "^/home/ann/")],
)
def test_a_path_of_one_machine_is_not_converted(operator: str, pattern: str) -> None:
    """A place on one machine is none in a project."""
    why = "a place on one machine's disk; paths are from the project's root"
    expected = AskedOfPath({}, f"file_path {operator} {pattern}: {why}")
    assert convert_path_conditions(conditions((operator, pattern))) == expected


def test_patterns_with_numbered_groups_are_not_joined() -> None:
    """Joined with another they would mean another group."""
    conditions_of_path = conditions(("regex_match", "a"), ("regex_match", r"(b)\1"))
    reason = "of two patterns for the path one names a group's number"
    assert convert_path_conditions(conditions_of_path) == AskedOfPath({}, reason)
