"""A rule of hookify as it counts there: its conditions, and why it never had an effect.

pattern: console\\.log      the condition that is meant depends on the event
action: deny               what is not "block" warns
event: PostToolUse         nothing knows it, so the rule is never asked
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.hookify_frontmatter import Frontmatter
from phaser_lint.author.importers.python_patterns import python_problem
from phaser_lint.core import Record
from phaser_lint.core.text import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EVENTS = ("bash", "file", "stop", "prompt", "all")
OPERATORS = ("regex_match", "contains", "equals", "not_contains", "starts_with", "ends_with")
PATH = frozenset(("file_path",))
NEW_TEXT = frozenset(("new_text", "new_string"))
TEXT = NEW_TEXT | {"content"}
OLD_TEXT = frozenset(("old_text", "old_string"))
COMMAND = frozenset(("command",))
SESSION = frozenset(("transcript", "reason", "user_prompt"))
_FIELDS = PATH | TEXT | OLD_TEXT | COMMAND | SESSION
# What people write for an operator that hookify does not know.
_MEANT = {
    "regex": "regex_match",
    "match": "regex_match",
    "matches": "regex_match",
    "regex_matches": "regex_match",
    "startswith": "starts_with",
    "endswith": "ends_with",
    "eq": "equals",
    "includes": "contains",
}
_NEGATION = re.compile(r"(?:^|_)(?:not|no|doesnt|does_not)(?:_|$)")
_DOUBLED = re.compile(r"\\\\[wdsbWDSB.(){}\[\]^$|*+?]")
# The fields that a rule's one pattern is about.
_PATTERN_FIELDS = {"bash": "command", "file": "new_text"}


class OldCondition(Record):
    """A condition: of a field, by an operator, which ``negated`` turns round."""

    field: str
    operator: str
    pattern: str
    negated: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it can be met at all."""
        return self.operator in OPERATORS and not _wrong_pattern(self)

    @property
    def shown(self) -> str:
        """It, in the words of the rule."""
        operator = f"{'not_' * self.negated}{self.operator}"
        return f"{self.field} {operator} {shorten(self.pattern)}"


class OldRule(Record):
    """A rule; ``dead``: why hookify never found anything by it, as far as the rule shows that."""

    name: str
    event: str
    conditions: tuple[OldCondition, ...]
    blocks: bool
    enabled: bool
    tools: tuple[str, ...] | None
    message: str
    dead: str
    remarks: tuple[str, ...]


def old_rule(read: Frontmatter, *, name: str) -> OldRule:
    """Return the rule of a file; *name* is for one that has none."""
    values = read.values
    event = values.get("event", "all")
    conditions = tuple(_conditions(read))
    matcher = values.get("tool_matcher")
    given = values.get("name")
    return OldRule(
        given if isinstance(given, str) else name,
        event if isinstance(event, str) else "",
        conditions,
        values.get("action") == "block",
        bool(values.get("enabled", True)),
        tuple(matcher.split("|")) if isinstance(matcher, str) and matcher != "*" else None,
        read.body,
        _why_dead(read, conditions),
        tuple(_remarks(read)),
    )


def _conditions(read: Frontmatter) -> Iterator[OldCondition]:
    items = read.values.get("conditions")
    pattern = read.values.get("pattern")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            operator, negated = _operator(item.get("operator", "regex_match"))
            yield OldCondition(item.get("field", ""), operator, item.get("pattern", ""), negated)
    if not items and isinstance(pattern, str):
        event = read.values.get("event", "all")
        field = _PATTERN_FIELDS.get(str(event), "content")
        yield OldCondition(field, "regex_match", pattern)


def _operator(written: str) -> tuple[str, bool]:
    """Return the operator that is meant, and whether it is turned round; an unknown one stays."""
    negated = _NEGATION.search(written) is not None
    plain = _NEGATION.sub("_", written).strip("_")
    known = _MEANT.get(plain, plain)
    return (known, negated) if known in OPERATORS else (written, False)


def _why_dead(read: Frontmatter, conditions: tuple[OldCondition, ...]) -> str:
    reasons = (_wrong_frame(read), *map(_wrong_operator, _written_operators(read)))
    patterns = (_wrong_pattern(each) for each in conditions)
    return next((each for each in (*reasons, *patterns) if each), "")


def _wrong_frame(read: Frontmatter) -> str:
    """Return what of the rule as a whole hookify does not take."""
    event, items = read.values.get("event", "all"), read.values.get("conditions")
    if event not in EVENTS:
        return f"event is {event!r}, which no tool is: hookify knows {', '.join(EVENTS)}"
    if isinstance(items, list) and not all(isinstance(each, dict) for each in items):
        return "conditions holds an item without a key, and hookify skips the whole file"
    pattern = read.values.get("pattern")
    if not items and isinstance(pattern, (list, bool)):
        return "pattern is no text, which ends hookify itself: no rule was asked then"
    if not items and not pattern:
        return "it has neither a pattern nor conditions, and hookify never takes that for met"
    if items and not isinstance(items, list) and not pattern:
        return f"conditions is the text {items!r} to hookify, and no list"
    return ""


def _written_operators(read: Frontmatter) -> Iterator[str]:
    items = read.values.get("conditions")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            yield item.get("operator", "regex_match")


def _wrong_operator(written: str) -> str:
    if written in OPERATORS:
        return ""
    return f"operator {written!r} is none of {', '.join(OPERATORS)}, and is never met"


def _wrong_pattern(condition: OldCondition) -> str:
    if condition.field not in _FIELDS:
        known = ", ".join(sorted(_FIELDS))
        return f"field {condition.field!r} is none that a tool hands over: {known}"
    if condition.negated and condition.operator == "contains" and not condition.pattern:
        return f"{condition.shown} an empty text, which every text contains"
    if condition.operator != "regex_match":
        return ""
    problem = python_problem(condition.pattern, re.IGNORECASE)
    shown = repr(shorten(condition.pattern))
    return f"{shown} is no pattern of Python's re: {problem}" if problem else ""


def _remarks(read: Frontmatter) -> Iterator[str]:
    action, enabled = read.values.get("action", "warn"), read.values.get("enabled", True)
    if action not in ("warn", "block"):
        yield f"action {action!r} warned: hookify knows warn and block"
    for condition in _conditions(read):
        doubled = _DOUBLED.search(condition.pattern)
        if doubled and condition.operator == "regex_match":
            yield (
                f"{doubled[0]} asks for a backslash in the text, as it did: hookify reads no YAML, "
                "in which double quotes halve it"
            )
    if isinstance(enabled, str):
        yield f"enabled {enabled!r} was on: hookify knows true and false"
