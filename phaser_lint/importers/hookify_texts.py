r"""Conditions on the text that is written as what a contract asks of a file.

    new_text contains console.log(      forbid_pattern, literal
    new_text regex_match fetch\(        forbid_pattern, for upper and lower case
      and regex_match await             when_file
      and not_contains timeout          unless_file
    content not_contains Copyright      require_pattern

hookify looked at what a tool was about to write: all of the file, or the part that an edit puts in.
A contract looks at the file as it will be.
"""

from __future__ import annotations

import re
from itertools import pairwise

from phaser_lint.importers.hookify_rules import NEW_TEXT, OldCondition
from phaser_lint.importers.joined_patterns import (
    all_of,
    any_of,
    can_be_joined,
    ignoring_case,
    literally,
)
from phaser_lint.importers.pattern_tokens import tokens
from phaser_lint.importers.python_patterns import has_anchors, respelled, without_multiline
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_TEXTS = ("x", "0", "{", "é")
# Matched in the searched text only for what is not there.
_LOOKS_AWAY = ("(?!", "(?<!")


class AskedOfText(Record):
    """The keys that ask it of a file's text, none where any text will do; and what to know."""

    keys: dict[str, Any]
    kept: tuple[str, ...] = ()
    blind: str = ""
    sees_writes: bool = True
    unsaid: str = ""


def asked_of_text(conditions: Sequence[OldCondition]) -> AskedOfText:
    """Return what *conditions*, all on the new text, ask; they are ones that hookify can meet."""
    telling = [each for each in conditions if not _says_nothing(each)]
    unwanted = [each for each in telling if each.negated]
    wanted = [each for each in telling if each not in unwanted]
    patterns = [_pattern(each) for each in wanted]
    exceptions = [_pattern(each) for each in unwanted]
    if not (can_be_joined(patterns[1:]) and can_be_joined(exceptions)):
        return AskedOfText({}, unsaid="of two patterns for the text one names a group's number")
    return AskedOfText(
        _keys(wanted, patterns, exceptions),
        tuple(_kept(wanted, unwanted)),
        _blind(conditions, telling),
        _unmet_by_writes(conditions) is None,
    )


def _keys(
    wanted: Sequence[OldCondition], patterns: Sequence[str], exceptions: Sequence[str]
) -> dict[str, Any]:
    if not wanted:
        return {"type": "require_pattern", "pattern": any_of(exceptions)} if exceptions else {}
    keys: dict[str, Any] = {"type": "forbid_pattern", "pattern": patterns[0]}
    if wanted[0].operator == "contains":
        keys |= {"pattern": wanted[0].pattern, "literal": True}
    if patterns[1:]:
        keys["when_file"] = all_of(patterns[1:])
    if exceptions:
        keys["unless_file"] = any_of(exceptions)
    return keys


def _pattern(condition: OldCondition) -> str:
    if condition.operator == "regex_match":
        made = ignoring_case(respelled(condition.pattern))
        return without_multiline(made) if _speaks_of_all(condition.pattern) else made
    text = literally(condition.pattern)
    if condition.operator in ("starts_with", "equals"):
        text = rf"\A{text}"
    return rf"{text}\Z" if condition.operator in ("ends_with", "equals") else text


def _speaks_of_all(pattern: str) -> bool:
    """Tell whether ``^`` is followed by what must not come: of each line that is another rule."""
    pairs = pairwise(tokens(pattern))
    return any(one.text == "^" and two.text == "(?!" for one, two in pairs)


def _says_nothing(condition: OldCondition) -> bool:
    """Tell whether any text meets the *condition*, but for an empty one."""
    written = condition.pattern
    if condition.operator == "regex_match" and not condition.negated:
        telling = any(each in written for each in _LOOKS_AWAY)
        return not telling and all(_is_met(condition, text) for text in _TEXTS)
    return not written and condition.operator in ("contains", "starts_with", "ends_with")


def _is_met(condition: OldCondition, text: str) -> bool:
    """Tell whether *text*, of no or one character, meets a condition."""
    pattern, operator = condition.pattern, condition.operator
    met = {
        "regex_match": lambda: re.search(pattern, text, re.IGNORECASE) is not None,
        "contains": lambda: pattern in text,
        "equals": lambda: pattern == text,
        "starts_with": lambda: text.startswith(pattern),
        "ends_with": lambda: text.endswith(pattern),
    }[operator]()
    return met != condition.negated


def _kept(wanted: Sequence[OldCondition], unwanted: Sequence[OldCondition]) -> Iterable[str]:
    if any(_is_by_line(each) for each in (*wanted, *unwanted)):
        yield "^ and $ were the start and the end of what was written, and are those of a line"
    if wanted[1:]:
        yield (
            "when_file: what had to be in the same edit has to be in the same file, as where the "
            "file was written whole"
        )
    if wanted and unwanted:
        yield (
            "unless_file: once in the file it lets all of the file pass, as where the file was "
            "written whole; unless_match asks for it on the lines of the match"
        )
    if unwanted and not wanted:
        yield "an edit without the text was found even if the file had it; now the file needs it"


def _is_by_line(condition: OldCondition) -> bool:
    pattern = condition.pattern
    is_pattern = condition.operator == "regex_match"
    return is_pattern and has_anchors(pattern) and not _speaks_of_all(pattern)


def _blind(conditions: Iterable[OldCondition], telling: Iterable[OldCondition]) -> str:
    """Return which files the conditions never saw, or never looked at."""
    unmet = _unmet_by_writes(conditions)
    if unmet is not None:
        return f"{unmet.field} is an Edit's alone: a file that Write writes was never looked at"
    of_edits = [each for each in telling if each.field in NEW_TEXT]
    if of_edits:
        return f"{of_edits[0].field} is an Edit's alone: any file that Write writes was found"
    return ""


def _unmet_by_writes(conditions: Iterable[OldCondition]) -> OldCondition | None:
    """Return a condition that no Write meets: it hands over its text as ``content`` alone."""
    return next((e for e in conditions if e.field in NEW_TEXT and not _is_met(e, "")), None)
