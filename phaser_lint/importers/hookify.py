"""hookify: rules of an agent's edits, commands and prompts, one in each ``*.local.md``.

What a rule says of the files that are written becomes a contract, what it says of commands a
permission rule of Claude Code; of prompts, of what was said and of a stop nothing else knows.
"""

from __future__ import annotations

import os

from phaser_lint.contracts.yaml_documents import MAXIMUM_BYTES
from phaser_lint.errors import RuleFileError
from phaser_lint.importers.hookify_frontmatter import read_frontmatter
from phaser_lint.importers.hookify_paths import asked_of_path
from phaser_lint.importers.hookify_rules import (
    COMMAND,
    OLD_TEXT,
    PATH,
    SESSION,
    TEXT,
    OldRule,
    old_rule,
)
from phaser_lint.importers.hookify_texts import asked_of_text
from phaser_lint.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.importers.permission_rules import permission_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

_NAME = "hookify"
_BEFORE, _AFTER = "hookify.", ".local.md"
# MultiEdit is no tool of Claude Code any more.
_WRITING = ("Edit", "Write")
_NO_SESSION = "a contract sees files, neither what was said nor what the agent did"
_FROZEN = {"type": "file_frozen", "changes": ["create", "modify"]}


def read(data: bytes, path: str) -> ImportedFile:
    """Return what becomes of the rule at *path*; raises ``RuleFileError``."""
    if len(data) > MAXIMUM_BYTES:
        raise RuleFileError(f"{path}: expected a file of at most 1 MB; this one is larger")
    try:
        # Python's own open() has made them one, too.
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RuleFileError(f"{path}: expected UTF-8; {error.reason}") from None
    found = read_frontmatter(text)
    if found is None:
        raise RuleFileError(f"{path}:1: expected keys and values between two lines `---`")
    base = os.path.basename(path)
    stem = base.removesuffix(_AFTER).removesuffix(".md").removeprefix(_BEFORE)
    rule = old_rule(found, name=stem)
    return ImportedFile(path, _NAME, (_imported(rule),), _notices(base))


def _notices(base: str) -> tuple[str, ...]:
    if base.startswith(_BEFORE) and base.endswith(_AFTER):
        return ()
    return (f"hookify reads .claude/{_BEFORE}*{_AFTER} alone, and nothing called {base}",)


def _imported(rule: OldRule) -> ImportedRule:
    fields = {each.field for each in rule.conditions}
    if not all(each.is_known for each in rule.conditions) or not fields:
        return ImportedRule(rule.name, 1, dead=rule.dead)
    if fields <= COMMAND:
        return _of_commands(rule)
    if fields <= PATH | TEXT:
        return _of_files(rule)
    return _lost(rule, _why_lost(fields))


def _why_lost(fields: set[str]) -> str:
    if fields & SESSION:
        return _NO_SESSION
    if fields & COMMAND:
        return "a command and a file at once: no tool hands over both"
    if fields <= PATH | TEXT | OLD_TEXT:
        return "a contract sees a file as it will be, and no text that is taken away"
    return "what it looks at is of no file"


def _lost(rule: OldRule, reason: str) -> ImportedRule:
    dead = rule.dead or _never_asked(rule)
    return ImportedRule(rule.name, 1, kept=_switched_off(rule), unsaid=(reason,), dead=dead)


def _switched_off(rule: OldRule) -> tuple[str, ...]:
    return () if rule.enabled else ("it was switched off",)


def _never_asked(rule: OldRule) -> str:
    """Return why no event that the rule is asked at has what its conditions look at."""
    fields = {each.field for each in rule.conditions}
    if fields <= COMMAND:
        asking = ("bash", "all")
    elif fields <= PATH | TEXT | OLD_TEXT:
        asking = ("file", "all")
    else:
        return _nothing_to_see(rule, fields)
    if rule.event not in asking:
        meant = f": that takes event {asking[0]}" if rule.event in ("bash", "file") else ""
        return f"at the event {rule.event} there is no {', '.join(sorted(fields))}{meant}"
    return ""


def _nothing_to_see(rule: OldRule, fields: set[str]) -> str:
    if fields & COMMAND and fields & (PATH | TEXT | OLD_TEXT):
        return "no tool hands over a command and a file at once"
    if "user_prompt" in fields:
        return "Claude Code hands over prompt, and hookify looks for user_prompt, which is empty"
    if "reason" in fields:
        return "Claude Code hands over no reason at a stop, so that it is empty"
    return ""


def _of_commands(rule: OldRule) -> ImportedRule:
    dead = rule.dead or _never_asked(rule) or _no_tool(rule, ("Bash",))
    if dead or not rule.enabled:
        return ImportedRule(rule.name, 1, kept=_switched_off(rule), dead=dead)
    said = permission_rules(rule.conditions)
    behaviour: Literal["deny", "ask"] = "deny" if rule.blocks else "ask"
    permissions = tuple((behaviour, each) for each in said.rules)
    kept = (*rule.remarks, *said.kept)
    return ImportedRule(rule.name, 1, kept=kept, unsaid=said.unsaid, permissions=permissions)


def _no_tool(rule: OldRule, tools: tuple[str, ...]) -> str:
    if rule.tools is None or set(rule.tools) & set(tools):
        return ""
    shown = "|".join(rule.tools)
    return f"tool_matcher {shown!r} names none of the tools {', '.join(tools)}"


def _of_files(rule: OldRule) -> ImportedRule:
    if rule.event in ("stop", "prompt"):
        return _lost(rule, _NO_SESSION)
    paths = asked_of_path([each for each in rule.conditions if each.field in PATH])
    of_text = [each for each in rule.conditions if each.field in TEXT]
    text = asked_of_text(of_text)
    unsaid = paths.unsaid or text.unsaid
    if not (unsaid or text.keys or "path_pattern" in paths.keys) and paths.keys["file_glob"] == "*":
        unsaid = "it speaks at every edit, whatever is written"
    if unsaid:
        return _lost(rule, unsaid)
    tools = _WRITING if text.sees_writes else _WRITING[:1]
    dead = rule.dead or _never_asked(rule) or _no_tool(rule, tools) or paths.dead
    return ImportedRule(
        rule.name,
        1,
        _keys(rule, {**(text.keys or _FROZEN), **paths.keys}),
        kept=(*rule.remarks, *text.kept),
        blind=tuple(each for each in (text.blind, _blind_tool(rule)) if each and not dead),
        dead=dead,
    )


def _blind_tool(rule: OldRule) -> str:
    missed = [each for each in _WRITING if rule.tools is not None and each not in rule.tools]
    return f"tool_matcher left out {missed[0]}" if len(missed) == 1 else ""


def _keys(rule: OldRule, asked: Mapping[str, Any]) -> dict[str, Any]:
    off = {} if rule.enabled else {"enabled": False}
    severity = "error" if rule.blocks else "warning"
    return {**asked, "message": rule.message or rule.name, "severity": severity, **off}


# What other plugins keep in `.claude` is called `*.local.md`, too.
TOOL = Tool(_NAME, (f"{_BEFORE}*{_AFTER}",), read, others=(f"*{_AFTER}",))
