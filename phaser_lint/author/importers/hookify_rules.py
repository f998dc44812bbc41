"""A rule of hookify as it counts there: its conditions, and why it never had an effect.

pattern: console\\.log      the condition that is meant depends on the event
action: deny               what is not "block" warns
event: PostToolUse         nothing knows it, so the rule is never asked
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.author.importers.hookify_frontmatter import Frontmatter
from phaser_lint.author.importers.python_patterns import find_python_problem
from phaser_lint.core import Record
from phaser_lint.core.text import shorten_line

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
        """Whether hookify's condition can be met at all."""
        return self.operator in OPERATORS and not _explain_wrong_condition(self)

    @property
    def description(self) -> str:
        """It, in the words of the rule."""
        operator = f"{'not_' * self.negated}{self.operator}"
        return f"{self.field} {operator} {shorten_line(self.pattern)}"


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


def make_old_rule(frontmatter: Frontmatter, *, name: str) -> OldRule:
    """Return hookify's rule as it counts there, of a file's *frontmatter*; *name* is for a rule
    that has none.
    """
    values_by_key = frontmatter.values
    event = values_by_key.get("event", "all")
    conditions = tuple(_read_conditions(frontmatter))
    matcher = values_by_key.get("tool_matcher")
    rule_name = values_by_key.get("name")
    action, enabled = values_by_key.get("action", "warn"), values_by_key.get("enabled", True)
    remarks = []
    if action not in ("warn", "block"):
        remarks.append(f"action {action!r} warned: hookify knows warn and block")
    for condition in conditions:
        doubled = _DOUBLED.search(condition.pattern)
        if doubled and condition.operator == "regex_match":
            remarks.append(
                f"{doubled[0]} asks for a backslash in the text, as it did: hookify reads no YAML, "
                "in which double quotes halve it"
            )
    if isinstance(enabled, str):
        remarks.append(f"enabled {enabled!r} was on: hookify knows true and false")
    return OldRule(
        name=rule_name if isinstance(rule_name, str) else name,
        event=event if isinstance(event, str) else "",
        conditions=conditions,
        blocks=action == "block",
        enabled=bool(enabled),
        tools=tuple(matcher.split("|")) if isinstance(matcher, str) and matcher != "*" else None,
        message=frontmatter.body,
        dead=_explain_dead_rule(frontmatter, conditions),
        remarks=tuple(remarks),
    )


def _read_conditions(frontmatter: Frontmatter) -> Iterator[OldCondition]:
    written_conditions = frontmatter.values.get("conditions")
    pattern = frontmatter.values.get("pattern")
    for condition in written_conditions if isinstance(written_conditions, list) else ():
        if isinstance(condition, dict):
            operator = condition.get("operator", "regex_match")
            negated = _NEGATION.search(operator) is not None
            plain_operator = _NEGATION.sub("_", operator).strip("_")
            meant_operator = _MEANT.get(plain_operator, plain_operator)
            if meant_operator in OPERATORS:
                operator = meant_operator
            else:  # an unknown one stays
                negated = False
            yield OldCondition(
                field=condition.get("field", ""),
                operator=operator,
                pattern=condition.get("pattern", ""),
                negated=negated,
            )
    if not written_conditions and isinstance(pattern, str):
        event = frontmatter.values.get("event", "all")
        field = _PATTERN_FIELDS.get(str(event), "content")
        yield OldCondition(field, "regex_match", pattern)


def _explain_dead_rule(frontmatter: Frontmatter, conditions: tuple[OldCondition, ...]) -> str:
    """Return what of the rule, or of its *conditions*, hookify does not take."""
    event = frontmatter.values.get("event", "all")
    pattern, conditions_value = (
        frontmatter.values.get("pattern"),
        frontmatter.values.get("conditions"),
    )
    listed_conditions = conditions_value if isinstance(conditions_value, list) else []
    if event not in EVENTS:
        return f"event is {event!r}, which no tool is: hookify knows {', '.join(EVENTS)}"
    if not all(isinstance(condition, dict) for condition in listed_conditions):
        return "conditions holds an item without a key, and hookify skips the whole file"
    if not conditions_value and isinstance(pattern, (list, bool)):
        return "pattern is no text, which ends hookify itself: no rule was asked then"
    if not conditions_value and not pattern:
        return "it has neither a pattern nor conditions, and hookify never takes that for met"
    if conditions_value and not isinstance(conditions_value, list) and not pattern:
        return f"conditions is the text {conditions_value!r} to hookify, and no list"
    for condition in listed_conditions:
        operator = condition.get("operator", "regex_match") if isinstance(condition, dict) else ""
        if operator not in OPERATORS:
            return f"operator {operator!r} is none of {', '.join(OPERATORS)}, and is never met"
    return next(filter(None, map(_explain_wrong_condition, conditions)), "")


def _explain_wrong_condition(condition: OldCondition) -> str:
    if condition.field not in _FIELDS:
        field_names = ", ".join(sorted(_FIELDS))
        return f"field {condition.field!r} is none that a tool hands over: {field_names}"
    if condition.negated and condition.operator == "contains" and not condition.pattern:
        return f"{condition.description} an empty text, which every text contains"
    if condition.operator != "regex_match":
        return ""
    problem = find_python_problem(condition.pattern, re.IGNORECASE)
    pattern_text = repr(shorten_line(condition.pattern))
    return f"{pattern_text} is no pattern of Python's re: {problem}" if problem else ""
