"""Several patterns as one."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.joined_patterns import (
    can_be_joined,
    escape_literal,
    join_as_alternatives,
    join_as_lookaheads,
    make_case_blind,
)


@pytest.mark.parametrize(
    ("patterns", "any_pattern", "all_patterns"),
    [
        (["a|b"], "a|b", "a|b"),
        (["a", "b|c"], "a|b|c", r"\A(?=[\s\S]*?a)(?=[\s\S]*?(?:b|c))"),
        (["(?i)a", "b"], "(?i:a)|b", r"\A(?=[\s\S]*?(?i:a))(?=[\s\S]*?b)"),
        (["b", "(?x)a # b"], "b|(?x:a # b\n)", "\\A(?=[\\s\\S]*?b)(?=[\\s\\S]*?(?x:a # b\n))"),
    ],
)
def test_joined_patterns_keep_their_own_flags(
    patterns: list[str], any_pattern: str, all_patterns: str
) -> None:
    """Flags stay with their own part."""
    assert (join_as_alternatives(patterns), join_as_lookaheads(patterns)) == (
        any_pattern,
        all_patterns,
    )


@pytest.mark.parametrize(
    ("patterns", "can_be"),
    [
        (["(a)", "(b)"], True),
        ([r"(a)\1", "b"], True),
        ([r"a", r"\d\."], True),
        (["b", r"(a)\1"], False),
        (["b", "(a)?(?(1)b|c)"], False),
    ],
)
def test_only_the_first_joined_pattern_may_number_its_groups(
    patterns: list[str], can_be: bool
) -> None:
    """Only the first may name a group by its number."""
    assert can_be_joined(patterns) == can_be


@pytest.mark.parametrize(
    ("pattern", "any_case_pattern"),
    [
        (r"\d+\.\s*[$#]", r"\d+\.\s*[$#]"),
        ("(?i)a", "(?i)a"),
        ("a", "(?i)a"),
        ("(?s)a.", "(?is)a."),
        (r"\\n", r"(?i)\\n"),
        (r"\x41", r"(?i)\x41"),
    ],
)
def test_a_case_is_ignored_only_where_a_letter_has_two(pattern: str, any_case_pattern: str) -> None:
    """Where a letter is there that could be another."""
    assert make_case_blind(pattern) == any_case_pattern


def test_only_what_means_something_is_escaped() -> None:
    """What means something is escaped, and nothing else."""
    assert escape_literal('console.log("a b")') == r'console\.log\("a b"\)'
