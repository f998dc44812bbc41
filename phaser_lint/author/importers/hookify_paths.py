"""Conditions on the path of a tool's file as what a contract selects: globs, or a pattern.

    file_path regex_match \\.tsx?$        path_pattern: '(?i)\\.tsx?$'
    file_path contains /src/             file_glob: 'src/'
    file_path not_contains .test.        exclude_glob: '*.test.*'

Paths were absolute, as Claude Code hands them over; a contract sees them from the root.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.hookify_rules import OldCondition
from phaser_lint.author.importers.joined_patterns import (
    can_be_joined,
    escape_literal,
    group_pattern,
    make_case_blind,
)
from phaser_lint.author.importers.pattern_tokens import Token, split_into_tokens
from phaser_lint.author.importers.python_patterns import respell_pattern
from phaser_lint.core import Record

_SPECIAL = re.compile(r"[\\*?\[{]|^[!#]| $")
_ABSOLUTE = ("/", "~", "C:", "c:")
# What every absolute path meets.
_ANY_PATH = ("", "/", ".", ".*", ".+", "^.*$", "^.+$")


class AskedOfPath(Record):
    """The keys that select the paths; what is not converted; why none was ever selected."""

    keys: dict[str, Any]
    unsupported: str = ""
    dead: str = ""


def convert_path_conditions(conditions: Sequence[OldCondition]) -> AskedOfPath:
    """Return what hookify's *conditions*, all on the path, select; without any that is
    every file.
    """
    conditions = [
        condition
        for condition in conditions
        if condition.negated
        or condition.pattern not in _ANY_PATH
        or condition.operator not in ("regex_match", "contains")
    ]
    dead = ""
    for condition in conditions:
        pattern, is_pattern = condition.pattern, condition.operator == "regex_match"
        begins_path = condition.operator in ("starts_with", "equals")
        # Files outside of a project no contract is about.
        if (begins_path and pattern.startswith(_ABSOLUTE)) or (
            is_pattern and names_place_on_disk(pattern)
        ):
            why = "a place on one machine's disk; paths are from the project's root"
            return AskedOfPath({}, f"{condition.description}: {why}")
        is_relative = begins_path or (is_pattern and finds_no_absolute_path(pattern))
        if is_relative and not condition.negated and not dead:
            dead = f"{condition.description}: paths were absolute, so none starts so"
    glob_by_condition = {
        condition: glob for condition in conditions if (glob := _make_glob(condition))
    }
    # A list of globs selects what any one selects, so one condition is a glob, and more patterns.
    selecting_conditions = [condition for condition in glob_by_condition if not condition.negated][
        :1
    ]
    excluded = [glob for condition, glob in glob_by_condition.items() if condition.negated]
    searched_conditions = [
        condition
        for condition in conditions
        if condition not in selecting_conditions
        and not (condition.negated and condition in glob_by_condition)
    ]
    patterns = [_make_searched_pattern(condition) for condition in searched_conditions]
    if not can_be_joined(patterns):
        return AskedOfPath({}, "of two patterns for the path one names a group's number")
    keys: dict[str, Any] = {}
    if len(patterns) == 1 and not searched_conditions[0].negated:
        keys["path_pattern"] = patterns[0]
    elif patterns:
        # It finds the paths that meet all of the conditions.
        lookaheads = [
            f"(?{'!' if condition.negated else '='}.*{group_pattern(pattern)})"
            for condition, pattern in zip(searched_conditions, patterns, strict=True)
        ]
        keys["path_pattern"] = f"^{''.join(lookaheads)}"
    keys["file_glob"] = glob_by_condition[selecting_conditions[0]] if selecting_conditions else "*"
    if excluded:
        keys["exclude_glob"] = make_text_or_list(excluded)
    return AskedOfPath(keys, "", dead)


def _make_glob(condition: OldCondition) -> str:
    """Return the glob for the *condition*, or nothing; the case of letters counts."""
    pattern = condition.pattern
    text = _SPECIAL.sub(r"\\\g<0>", pattern.strip("/"))
    if not text or "//" in text:
        return ""
    if condition.operator in ("starts_with", "equals"):
        ending = "" if condition.operator == "equals" else "/" if pattern.endswith("/") else "*"
        return f"/{text}{ending}"
    if condition.operator == "contains":
        return _make_floating_glob(pattern, text, "/" if pattern.endswith("/") else "*")
    # Of a folder of that name `*test` would take all, as `*.ts` does: but nobody's is called so.
    if condition.operator == "ends_with" and "." in text and not pattern.endswith("/"):
        return _make_floating_glob(pattern, text, "")
    return ""


def _make_floating_glob(pattern: str, text: str, ending: str) -> str:
    start = "" if pattern.startswith("/") else "*"
    return f"{'**/' * ('/' in text)}{start}{text}{ending}"


def _make_searched_pattern(condition: OldCondition) -> str:
    if condition.operator == "regex_match":
        return make_case_blind(respell_pattern(make_rooted_pattern(condition.pattern)))
    text = escape_literal(condition.pattern)
    if text.startswith("/"):
        text = f"(?:^|/){text[1:]}"
    if condition.operator in ("starts_with", "equals"):
        text = rf"\A{text}"
    return rf"{text}\Z" if condition.operator in ("ends_with", "equals") else text


# Patterns that were searched in absolute paths, for paths from the root of the project.
#
#     /src/.*\.ts$     →  (?:^|/)src/.*\.ts$
#     ^(?!.*/tests/)   →  ^(?!.*(?:^|/)tests/)
#
# Before the root there was always a slash, and a part of the path that no rule meant.

_SLASH = "(?:^|/)"
# A look-behind at a slash, wherever that is.
_BEHIND = {"(?<=/)": "(?:^|(?<=/))", "(?<!/)": "(?<!/)(?!^)"}
_OPTIONAL = ("*", "?", "{0", "{,")
# What the start of a path cannot be, as a path that starts with a slash has it.
_SINGLE = ("text", "escape", "set", "dot")
_GROUPS = ("open", "look")


def make_rooted_pattern(pattern: str) -> str:
    """Return a pattern that finds in paths from the root what hookify's *pattern* finds in paths
    below the root.

    The pattern is one that Python's ``re`` takes.
    """
    rooted_pattern, _, _ = _convert_branches(split_into_tokens(pattern), 0, at_start=True)
    return rooted_pattern


def names_place_on_disk(pattern: str) -> bool:
    """Tell whether hookify's *pattern* for paths names a place from the root of the disk:
    ``^/home/ann/``.
    """
    return re.match(r"(?:\^|\\A)\\?/(?![.\[(\\^]|$)", pattern) is not None


def finds_no_absolute_path(pattern: str) -> bool:
    """Tell whether hookify's *pattern* for paths starts at a path's start with something else than
    a slash: ``^src/``.

    That is certain; a pattern for which it cannot be known may be one.
    """
    return all(map(_starts_below, _split_branches(split_into_tokens(pattern))))


def _starts_below(branch: Sequence[Token]) -> bool:
    while branch and branch[0].kind in ("flags", "comment", "blank"):
        branch = branch[1:]
    if len(branch) < 2 or branch[0].text not in ("^", r"\A"):
        return False
    anchor, first_token, *later_tokens = branch
    if first_token.kind == "open":
        inner, after = _split_group(later_tokens)
        is_below = all(
            _starts_below([anchor, *inner_branch]) for inner_branch in _split_branches(inner)
        )
        return is_below and not _is_optional(after)
    is_single = first_token.kind in ("text", "set") or re.fullmatch(
        r"\\[^a-zA-Z0-9]", first_token.text
    )
    follower = later_tokens[0] if later_tokens else None
    return (
        bool(is_single) and not _is_optional(follower) and not re.fullmatch(first_token.text, "/")
    )


def _split_group(tokens_inside: Sequence[Token]) -> tuple[Sequence[Token], Token | None]:
    """Return the content of the group that opens before *tokens_inside*, and what comes next."""
    depth = 1
    for index, token in enumerate(tokens_inside):
        depth += (token.kind in _GROUPS) - (token.kind == "close")
        if depth == 0:
            return tokens_inside[:index], tokens_inside[index + 1] if index + 1 < len(
                tokens_inside
            ) else None
    return tokens_inside, None


def _split_branches(group_tokens: Sequence[Token]) -> list[list[Token]]:
    branches: list[list[Token]] = [[]]
    depth = 0
    for token in group_tokens:
        depth += (token.kind in _GROUPS) - (token.kind == "close")
        if token.kind == "bar" and depth == 0:
            branches.append([])
        else:
            branches[-1].append(token)
    return branches


def _convert_branches(
    all_tokens: Sequence[Token], index: int, *, at_start: bool
) -> tuple[str, int, bool]:
    """Return the text from *index* to the end of a path's group, that end, and whether it may be
    nothing.
    """
    texts: list[str] = []
    is_start, may_be_empty = at_start, False
    while index < len(all_tokens) and all_tokens[index].kind != "close":
        if all_tokens[index].kind == "bar":
            texts.append("|")
            may_be_empty, is_start, index = may_be_empty or is_start, at_start, index + 1
            continue
        text, index, is_empty = _convert_item(all_tokens, index, at_start=is_start)
        texts.append(text)
        is_start = is_start and is_empty
    return "".join(texts), index, may_be_empty or is_start


def _convert_item(
    all_tokens: Sequence[Token], index: int, *, at_start: bool
) -> tuple[str, int, bool]:
    """Return the item at *index* with its repeat, where it ends, and whether it may be nothing."""
    token = all_tokens[index]
    three_tokens = "".join(next_token.text for next_token in all_tokens[index : index + 3])
    if three_tokens in _BEHIND:
        return _BEHIND[three_tokens], index + 3, True
    if token.kind in _GROUPS:
        is_behind = token.text in ("(?<=", "(?<!")
        text, index, is_empty = _convert_branches(
            all_tokens, index + 1, at_start=at_start and not is_behind
        )
        text, is_empty = f"{token.text}{text})", is_empty or token.kind == "look"
    else:
        text, is_empty = token.text, token.kind not in _SINGLE
        if at_start and text in ("/", r"\/"):
            text = _SLASH
        elif at_start and token.kind == "set" and not text.startswith("[^") and "/" in text:
            text = f"(?:^|{text})"
    index += 1
    if index < len(all_tokens) and all_tokens[index].kind == "repeat":
        return text + all_tokens[index].text, index + 1, is_empty or _is_optional(all_tokens[index])
    return text, index, is_empty


def _is_optional(token: Token | None) -> bool:
    return token is not None and token.kind == "repeat" and token.text.startswith(_OPTIONAL)
