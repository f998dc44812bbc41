r"""Conditions on a shell command as permission rules of Claude Code, as far as those can hold them.

    rm\s+-rf                     Bash(rm -rf*), and behind another word: Bash(* rm -rf*)
    (^|[;&|]\s*)sudo\b           Bash(sudo:*)
    ^git\s+push.*--force         Bash(git push*--force*)
    --no-verify                  Bash(*--no-verify*)
    npm (?!test)                 none: a rule names what a command is, not what it is not

A rule is a text, with ``*`` for anything; ``:*`` at its end stands for further words. Claude Code
takes a line of several commands apart, and tries each from its start to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from phaser_lint.author.importers.hookify_rules import OldCondition
from phaser_lint.author.importers.python_patterns import ParsedItem, codes, parse_python_pattern
from phaser_lint.core import Record

# The commands that a pattern finds, spelled out: a few texts with marks in them.
#
# git\s+push\b.*-f     git push<word><anything>-f (^|[;&|])\s*sudo\s   <start>sudo<blank>,
# <next>sudo<blank> rm\s+-(rf|fr)        rm<blank>-rf, rm<blank>-fr

# Anything, a word's start or end, the line's start and end, the start of a line's next command.
ANYTHING, WORD, START, END, NEXT = "\0\1\2\3\4"
# Where one command of a line ends and the next begins.
BETWEEN = frozenset(";&|\n")
_BLANKS = frozenset(" \t\n\r\f\v")
_MOST = 16
_ANCHORS = {
    codes.AT_BEGINNING: START,
    codes.AT_BEGINNING_STRING: START,
    codes.AT_BOUNDARY: WORD,
    codes.AT_END: END,
    codes.AT_END_STRING: END,
}


class UnspelledError(Exception):
    """The pattern finds more than a few texts; ``start``: the texts of what comes before that."""

    def __init__(self, start: Sequence[str] = ()) -> None:
        super().__init__("it finds more spellings than a few")
        self.start = tuple(start)


def list_command_texts(pattern: str) -> tuple[str, ...]:
    """Return the texts of a permission rule's command; raises ``UnspelledError``."""
    parsed = parse_python_pattern(pattern)
    if parsed is None:
        raise UnspelledError
    return _join_texts(parsed.items)


def _join_texts(pattern_items: Iterable[ParsedItem]) -> tuple[str, ...]:
    texts: tuple[str, ...] = ("",)
    for pattern_item in pattern_items:
        try:
            item_texts = _list_item_texts(pattern_item)
        except UnspelledError:
            raise UnspelledError(texts) from None
        longer = tuple(dict.fromkeys(start + end for start in texts for end in item_texts))
        if len(longer) > _MOST:
            raise UnspelledError(texts)
        texts = longer
    return texts


def _list_item_texts(pattern_item: ParsedItem) -> tuple[str, ...]:
    code, arguments = pattern_item
    if code is codes.LITERAL:
        return _spell_characters([chr(arguments)])
    if code is codes.AT and arguments in _ANCHORS:
        return (_ANCHORS[arguments],)
    if code is codes.SUBPATTERN:
        return _join_texts(arguments[-1])
    if code is codes.BRANCH:
        return tuple(text for branch in arguments[1] for text in _join_texts(branch))
    if code is codes.IN:
        blank = (codes.CATEGORY, codes.CATEGORY_SPACE)
        if any(kind is not codes.LITERAL and (kind, sign) != blank for kind, sign in arguments):
            raise UnspelledError
        return _spell_characters(
            [" " if (kind, sign) == blank else chr(sign) for kind, sign in arguments]
        )
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return _list_repeat_texts(*arguments)
    raise UnspelledError


def _list_repeat_texts(least: int, most: Any, inner: Sequence[ParsedItem]) -> tuple[str, ...]:
    if len(inner) == 1 and most is codes.MAXREPEAT and _is_anything(*inner[0]):
        return (ANYTHING,)
    once = _join_texts(inner)
    if once == (" ",):
        return (" ",) if least else ("", " ")
    if (least, most) == (0, 1):
        return ("", *once)
    if once == (NEXT,):
        return (NEXT,) if least else ("", NEXT)
    raise UnspelledError


def _is_anything(code: Any, arguments: Any) -> bool:
    """Tell whether an item is any character of a command, but for those between two commands."""
    if code is codes.NOT_LITERAL:
        return chr(arguments) in BETWEEN
    if code is codes.IN and arguments[0][0] is codes.NEGATE:
        return all(
            item_code is codes.LITERAL and chr(character) in BETWEEN
            for item_code, character in arguments[1:]
        )
    return code is codes.ANY


def _spell_characters(characters: Iterable[str]) -> tuple[str, ...]:
    spelled = (NEXT if c in BETWEEN else " " if c in _BLANKS else c for c in characters)
    return tuple(dict.fromkeys(spelled))


# Redirections are no part of what Claude Code tries.
_STRANGE = re.compile(r"[<>\\]")
# What a command is called.
_COMMAND = re.compile(r"[a-z0-9_./~]")
_AT_A_WORD = re.compile(rf"(?<=\w){WORD}(?=\W)|(?<=[^\w{ANYTHING}]){WORD}(?=\w)")


class PermissionRules(Record):
    """The permission rules, how they differ, and why there is none: sentences."""

    rules: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()


class _NoRuleError(Exception):
    """Why no permission rule means the same."""


def make_permission_rules(conditions: Sequence[OldCondition]) -> PermissionRules:
    """Return the permission rules of Claude Code for the commands that meet all *conditions*, which
    are about the command.
    """
    conditions_text = " and ".join(condition.description for condition in conditions)
    rules: list[str] = []
    try:
        if len(conditions) > 1:
            raise _NoRuleError("a permission rule is one text, without conditions")
        if conditions[0].negated:
            raise _NoRuleError("a permission rule says what a command is, not what it is not")
        texts = _list_texts(conditions[0])
        starts = {text.lstrip(START) for text in texts if text.startswith(START)}
        for text in texts:
            if not text.startswith(NEXT):
                rules += _make_rules(text)
            elif text.lstrip(f"{NEXT} ") not in starts:
                message = "each command of a line is tried by itself, without what is before"
                raise _NoRuleError(message)
    except _NoRuleError as error:
        return PermissionRules(unsupported=(f"{conditions_text}: {error}",))
    # All that starts so is found by another of the rules.
    covered_starts = {
        rule[:-2]
        for rule in rules
        if rule.endswith("*)") and not rule.endswith(":*)") and "*" not in rule[:-2]
    }
    telling_rules = [
        rule
        for rule in dict.fromkeys(rules)
        if not any(rule.startswith(start) and rule != f"{start}*)" for start in covered_starts)
    ]
    remark = "in a permission rule the case of letters counts"
    return PermissionRules(tuple(telling_rules), (remark,))


def _list_texts(condition: OldCondition) -> tuple[str, ...]:
    pattern = condition.pattern
    if condition.operator != "regex_match":
        start = START * (condition.operator in ("equals", "starts_with"))
        start = ANYTHING if condition.operator == "ends_with" else start
        end = END * (condition.operator in ("equals", "ends_with"))
        return (f"{start}{pattern}{end}",)
    try:
        return list_command_texts(pattern)
    except UnspelledError as error:
        rules: list[str] = []
        with suppress(_NoRuleError):  # of one text, and none is named
            texts = [text.rstrip(WORD) for text in error.start if text.strip()]
            rules = [rule for text in texts for rule in _make_rules(text)]
        # Those that would find more.
        wider = dict.fromkeys(rule for rule in rules if not rule.startswith("Bash(*"))
        hint = f"; wider: {', '.join(wider)}" if wider else ""
        raise _NoRuleError(f"{error}{hint}") from None


def _make_rules(text: str) -> list[str]:
    """Return the rules for a *text*."""
    is_started = text.startswith(START)
    text = re.sub(" +", " ", text.lstrip(f"{START} {WORD}"))
    is_ended = text.endswith(END)
    text = text.rstrip(END)
    is_word = text.endswith((" ", WORD))
    # A blank takes the place of the marks of words that matter.
    text = _AT_A_WORD.sub("", text.rstrip(f" {WORD}"))
    text = text.replace(f"{ANYTHING}{WORD}", f"{ANYTHING} ")
    if WORD in text:
        raise _NoRuleError("a word starts or ends where none can")
    is_open = text.endswith(ANYTHING)
    text = text.rstrip(ANYTHING)
    strange = _STRANGE.search(text) or re.search(f"[{START}{END}{NEXT}]", text)
    if not text:
        raise _NoRuleError("no rule is about any command")
    if strange and strange[0] in (START, END, NEXT):
        message = "each command of a line is tried by itself, without what is before or after"
        raise _NoRuleError(message)
    if strange:
        raise _NoRuleError(f"no rule holds a {strange[0]}")
    # As it is at a command's start, and behind something.
    starts = [text]
    if not is_started and _COMMAND.match(text):
        starts.append(f"{ANYTHING} {text}")
    elif not is_started:
        starts = [ANYTHING + text.lstrip(ANYTHING)]
    ended_texts = [
        ended_text
        for start in starts
        for ended_text in _with_end(start, is_ended, is_word and not is_open)
    ]
    return [f"Bash({ended_text})" for ended_text in ended_texts]


def _with_end(text: str, is_ended: bool, is_word: bool) -> list[str]:
    rule_text = text.replace("*", r"\*").replace(ANYTHING, "*")
    if is_ended and "*" in text and ANYTHING not in text:
        raise _NoRuleError("without a * for anything no rule holds one for itself")
    if is_ended:
        return [rule_text]
    if not is_word:
        return [f"{rule_text}*"]
    # `:*` counts where no other star is.
    return [rule_text, f"{rule_text} *"] if "*" in rule_text else [f"{rule_text}:*"]
