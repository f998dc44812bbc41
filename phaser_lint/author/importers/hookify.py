"""hookify: rules of an agent's edits, commands and prompts, one in each ``*.local.md``.

A rule on files that are written becomes a contract, one on commands a permission rule of Claude
Code. For rules on prompts, on the transcript and on a stop there is no other tool.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal

from phaser_lint.author.importers.hookify_frontmatter import parse_frontmatter
from phaser_lint.author.importers.hookify_paths import convert_path_conditions
from phaser_lint.author.importers.hookify_rules import (
    COMMAND,
    NEW_TEXT,
    OLD_TEXT,
    PATH,
    SESSION,
    TEXT,
    OldCondition,
    OldRule,
    make_old_rule,
)
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.joined_patterns import (
    can_be_joined,
    escape_literal,
    join_as_alternatives,
    join_as_lookaheads,
    make_case_blind,
)
from phaser_lint.author.importers.pattern_tokens import split_into_tokens
from phaser_lint.author.importers.permission_rules import make_permission_rules
from phaser_lint.author.importers.python_patterns import (
    has_anchors,
    respell_pattern,
    without_multiline,
)
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core import Record

_NAME = "hookify"
_BEFORE, _AFTER = "hookify.", ".local.md"
# MultiEdit is no tool of Claude Code any more.
_WRITING = ("Edit", "Write")
_NO_SESSION = "a contract sees files, neither the transcript nor what the agent did"
_FROZEN = {"type": "file_frozen", "changes": ["create", "modify"]}
_STOPS_PEOPLE = (
    "hookify stopped agents alone: this stops a person's commit, too; the permission rule "
    "`Edit(PATH)` in deny stops agents alone"
)


def import_hookify(content: bytes, path: str) -> ImportedFile:
    """Return what becomes of hookify's rule at *path*; raises ``RuleFileError``."""
    if len(content) > MAXIMUM_BYTES:
        raise RuleFileError(f"{path}: expected a file of at most 1 MB; this one is larger")
    try:
        # Python's own open() has made them one, too.
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RuleFileError(f"{path}: expected UTF-8; {error.reason}") from None
    frontmatter = parse_frontmatter(text)
    if frontmatter is None:
        raise RuleFileError(f"{path}:1: expected keys and values between two lines `---`")
    base = os.path.basename(path)
    stem = base.removesuffix(_AFTER).removesuffix(".md").removeprefix(_BEFORE)
    rule = make_old_rule(frontmatter, name=stem)
    notices: tuple[str, ...] = ()
    if not (base.startswith(_BEFORE) and base.endswith(_AFTER)):
        notices = (f"hookify reads .claude/{_BEFORE}*{_AFTER} alone, and nothing called {base}",)
    return ImportedFile(
        path=path,
        tool=_NAME,
        rules=(_import_rule(rule),),
        notices=notices,
        is_of_raw_text=True,
        own_files=f"/.claude/{_BEFORE}*{_AFTER}",
    )


def _import_rule(rule: OldRule) -> ImportedRule:
    fields = {condition.field for condition in rule.conditions}
    if not all(condition.is_known for condition in rule.conditions) or not fields:
        return ImportedRule(rule.name, 1, dead=rule.dead)
    if fields <= COMMAND:
        dead = rule.dead or _explain_never_asked(rule) or _explain_missing_tool(rule, ("Bash",))
        if dead or not rule.enabled:
            return ImportedRule(rule.name, 1, kept=_note_switched_off(rule), dead=dead)
        permission_set = make_permission_rules(rule.conditions)
        behaviour: Literal["deny", "ask"] = "deny" if rule.blocks else "ask"
        return ImportedRule(
            rule.name,
            1,
            kept=(*rule.remarks, *permission_set.kept),
            unsupported=permission_set.unsupported,
            permissions=tuple(
                (behaviour, permission_rule) for permission_rule in permission_set.rules
            ),
        )
    if fields <= PATH | TEXT | OLD_TEXT:
        return _import_file_rule(rule)
    if fields & SESSION:
        return _make_unsupported_rule(rule, _NO_SESSION)
    if fields & COMMAND:
        reason = "a command and a file at once: no tool hands over both"
    else:
        reason = "its conditions are about no file"
    return _make_unsupported_rule(rule, reason)


def _make_unsupported_rule(rule: OldRule, reason: str) -> ImportedRule:
    dead = rule.dead or _explain_never_asked(rule)
    return ImportedRule(
        rule.name, 1, kept=_note_switched_off(rule), unsupported=(reason,), dead=dead
    )


def _note_switched_off(rule: OldRule) -> tuple[str, ...]:
    return () if rule.enabled else ("it was switched off",)


def _explain_never_asked(rule: OldRule) -> str:
    """Return why no event that the rule is asked at has the fields of its conditions."""
    fields = {condition.field for condition in rule.conditions}
    of_files = PATH | TEXT | OLD_TEXT
    if fields <= COMMAND or fields <= of_files:
        own_event = "bash" if fields <= COMMAND else "file"
        if rule.event in (own_event, "all"):
            return ""
        hint = f": that takes event {own_event}" if rule.event in ("bash", "file") else ""
        return f"at the event {rule.event} there is no {', '.join(sorted(fields))}{hint}"
    if fields & COMMAND and fields & of_files:
        return "no tool hands over a command and a file at once"
    if "user_prompt" in fields:
        return "Claude Code hands over prompt, and hookify looks for user_prompt, which is empty"
    if "reason" in fields:
        return "Claude Code hands over no reason at a stop, so that it is empty"
    return ""


def _explain_missing_tool(rule: OldRule, tools: tuple[str, ...]) -> str:
    if rule.tools is None or set(rule.tools) & set(tools):
        return ""
    tools_text = "|".join(rule.tools)
    return f"tool_matcher {tools_text!r} names none of the tools {', '.join(tools)}"


def _import_file_rule(rule: OldRule) -> ImportedRule:
    if rule.event in ("stop", "prompt"):
        return _make_unsupported_rule(rule, _NO_SESSION)
    paths = convert_path_conditions(
        [condition for condition in rule.conditions if condition.field in PATH]
    )
    of_text = [condition for condition in rule.conditions if condition.field in TEXT]
    of_old_text = [condition for condition in rule.conditions if condition.field in OLD_TEXT]
    text = (
        convert_old_text_conditions(of_old_text, of_text)
        if of_old_text
        else convert_text_conditions(of_text)
    )
    unsupported = paths.unsupported or text.unsupported
    if (
        not (unsupported or text.keys or "path_pattern" in paths.keys)
        and paths.keys["file_glob"] == "*"
    ):
        unsupported = "it warns at every edit, whatever is written"
    if unsupported:
        return _make_unsupported_rule(rule, unsupported)
    tools = _WRITING if text.sees_writes else _WRITING[:1]
    dead = (
        rule.dead or _explain_never_asked(rule) or _explain_missing_tool(rule, tools) or paths.dead
    )
    missed = [tool for tool in _WRITING if rule.tools is not None and tool not in rule.tools]
    missed_tool = f"tool_matcher left out {missed[0]}" if len(missed) == 1 else ""
    kept = text.kept if text.keys or not rule.blocks else (*text.kept, _STOPS_PEOPLE)
    return ImportedRule(
        rule.name,
        1,
        keys={
            **(text.keys or _FROZEN),
            **paths.keys,
            "message": rule.message or rule.name,
            "severity": "error" if rule.blocks else "warning",
            **({} if rule.enabled else {"enabled": False}),
        },
        kept=(*rule.remarks, *kept),
        blind=() if dead else tuple(filter(None, (text.blind, missed_tool))),
        dead=dead,
    )


# What other plugins keep in `.claude` is called `*.local.md`, too.
TOOL = Tool(_NAME, (f"{_BEFORE}*{_AFTER}",), import_hookify, others=(f"*{_AFTER}",))


# Conditions on the text that is written as what a contract asks of a file.
#
#     new_text contains console.log(      forbid_pattern, literal
#     new_text regex_match fetch\(        forbid_pattern, for upper and lower case
#       and regex_match await             when_file
#       and not_contains timeout          unless_file
#     content not_contains Copyright      require_pattern
#
# hookify searched what a tool was about to write: all of the file, or the part that an edit puts
# in. A contract searches the file as it will be.

_TEXTS = ("x", "0", "{", "é")
# Matched in the searched text only for what is not there.
_LOOKS_AWAY = ("(?!", "(?<!")


class AskedOfText(Record):
    """The keys for conditions on a file's text, none where any text meets them; and remarks."""

    keys: dict[str, Any]
    kept: tuple[str, ...] = ()
    blind: str = ""
    sees_writes: bool = True
    unsupported: str = ""


def convert_text_conditions(conditions: Sequence[OldCondition]) -> AskedOfText:
    """Return the keys for *conditions* of hookify's rule, all on the new text, which hookify can
    meet.
    """
    telling_conditions = [condition for condition in conditions if not _is_always_met(condition)]
    unwanted_conditions = [condition for condition in telling_conditions if condition.negated]
    wanted_conditions = [
        condition for condition in telling_conditions if condition not in unwanted_conditions
    ]
    patterns = [_make_pattern(condition) for condition in wanted_conditions]
    exceptions = [_make_pattern(condition) for condition in unwanted_conditions]
    if not (can_be_joined(patterns[1:]) and can_be_joined(exceptions)):
        return AskedOfText(
            {}, unsupported="of two patterns for the text one names a group's number"
        )
    keys: dict[str, Any] = {}
    if wanted_conditions:
        keys = {"type": "forbid_pattern", "pattern": patterns[0]}
        if wanted_conditions[0].operator == "contains":
            keys |= {"pattern": wanted_conditions[0].pattern, "literal": True}
        keys |= {"when_file": join_as_lookaheads(patterns[1:])} if patterns[1:] else {}
        keys |= {"unless_file": join_as_alternatives(exceptions)} if exceptions else {}
    elif exceptions:
        keys = {"type": "require_pattern", "pattern": join_as_alternatives(exceptions)}
    # A Write hands over its text as ``content`` alone: no Write meets these.
    of_edits = [condition for condition in conditions if condition.field in NEW_TEXT]
    unmet = [condition.field for condition in of_edits if not _is_met(condition, "")]
    met = [condition.field for condition in of_edits if condition in telling_conditions]
    blind = ""
    if unmet:
        blind = f"{unmet[0]} is an Edit's alone: a file that Write writes was never checked"
    elif met:
        blind = f"{met[0]} is an Edit's alone: any file that Write writes was found"
    return AskedOfText(
        keys=keys,
        kept=tuple(_describe_text_changes(wanted_conditions, unwanted_conditions)),
        blind=blind,
        sees_writes=not unmet,
    )


def convert_old_text_conditions(
    conditions: Sequence[OldCondition], new_text_conditions: Sequence[OldCondition]
) -> AskedOfText:
    """Return the keys for *conditions* of hookify's rule on the text that an edit replaces, and for
    *new_text_conditions* beside them, which may ask that it is gone.
    """
    replaced, *others = conditions
    others += [
        condition
        for condition in new_text_conditions
        if condition[1:3] != replaced[1:3] or not condition.negated
    ]
    if others or replaced.negated or _is_always_met(replaced):
        return AskedOfText(
            {}, unsupported="keep_pattern keeps one text, and this is about more, or about any"
        )
    keys: dict[str, Any] = {"type": "keep_pattern", "pattern": _make_pattern(replaced)}
    if replaced.operator != "regex_match":
        # What it begins or ends with, the part that is replaced is no file of its own.
        keys |= {"pattern": replaced.pattern, "literal": True}
    kept = [*_describe_text_changes([replaced], [])]
    if not new_text_conditions:
        kept.append("an edit was found even if it left the text; now a change that takes it away")
    return AskedOfText(
        keys=keys,
        kept=tuple(kept),
        blind=f"{replaced.field} is an Edit's alone: what Write took away was never found",
        sees_writes=False,
    )


def _make_pattern(condition: OldCondition) -> str:
    if condition.operator == "regex_match":
        case_blind_pattern = make_case_blind(respell_pattern(condition.pattern))
        return (
            without_multiline(case_blind_pattern)
            if _is_about_every_line(condition.pattern)
            else case_blind_pattern
        )
    text = escape_literal(condition.pattern)
    if condition.operator in ("starts_with", "equals"):
        text = rf"\A{text}"
    return rf"{text}\Z" if condition.operator in ("ends_with", "equals") else text


def _is_about_every_line(pattern: str) -> bool:
    """Tell whether ``^`` is followed by what must not come: of each line that is another rule."""
    pairs = pairwise(split_into_tokens(pattern))
    return any(token.text == "^" and next_token.text == "(?!" for token, next_token in pairs)


def _is_always_met(condition: OldCondition) -> bool:
    """Tell whether any text meets the *condition*, but for an empty one."""
    pattern = condition.pattern
    if condition.operator == "regex_match" and not condition.negated:
        looks_away = any(look_around in pattern for look_around in _LOOKS_AWAY)
        return not looks_away and all(_is_met(condition, text) for text in _TEXTS)
    return not pattern and condition.operator in ("contains", "starts_with", "ends_with")


def _is_met(condition: OldCondition, text: str) -> bool:
    """Tell whether *text*, of no or one character, meets a condition."""
    pattern, operator = condition.pattern, condition.operator
    if operator == "regex_match":
        is_met = re.search(pattern, text, re.IGNORECASE) is not None
    elif operator == "contains":
        is_met = pattern in text
    elif operator == "equals":
        is_met = pattern == text
    else:
        is_met = text.startswith(pattern) if operator == "starts_with" else text.endswith(pattern)
    return is_met != condition.negated


def _describe_text_changes(
    wanted_conditions: Sequence[OldCondition], unwanted_conditions: Sequence[OldCondition]
) -> Iterable[str]:
    patterns = (
        condition.pattern
        for condition in (*wanted_conditions, *unwanted_conditions)
        if condition.operator == "regex_match"
    )
    if any(has_anchors(pattern) and not _is_about_every_line(pattern) for pattern in patterns):
        yield "^ and $ were the start and the end of what was written, and are those of a line"
    if wanted_conditions[1:]:
        yield (
            "when_file: what had to be in the same edit has to be in the same file, as where the "
            "file was written whole"
        )
    if wanted_conditions and unwanted_conditions:
        yield (
            "unless_file: once in the file it exempts all of the file, as where the file was "
            "written whole; unless_match asks for it on the lines of the match"
        )
    if unwanted_conditions and not wanted_conditions:
        yield "an edit without the text was found even if the file had it; now the file needs it"
