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

from phaser_lint.author.importers.path_globs import codes, parsed_pattern
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.author.importers.hookify_rules import OldCondition
    from phaser_lint.author.importers.path_globs import Item


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


def command_texts(pattern: str) -> tuple[str, ...]:
    """Return the texts; raises ``UnspelledError``."""
    parsed = parsed_pattern(pattern)
    if parsed is None:
        raise UnspelledError
    return _joined_texts(parsed.items)


def _joined_texts(items: Iterable[Item]) -> tuple[str, ...]:
    found: tuple[str, ...] = ("",)
    for item in items:
        try:
            each = _of_item(item)
        except UnspelledError:
            raise UnspelledError(found) from None
        longer = tuple(dict.fromkeys(start + end for start in found for end in each))
        if len(longer) > _MOST:
            raise UnspelledError(found)
        found = longer
    return found


def _of_item(item: Item) -> tuple[str, ...]:
    code, value = item
    if code is codes.LITERAL:
        return _of_characters([chr(value)])
    if code is codes.AT and value in _ANCHORS:
        return (_ANCHORS[value],)
    if code is codes.SUBPATTERN:
        return _joined_texts(value[-1])
    if code is codes.BRANCH:
        return tuple(text for branch in value[1] for text in _joined_texts(branch))
    if code is codes.IN:
        return _of_characters(_members(value))
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return _repeated(*value)
    raise UnspelledError


def _repeated(least: int, most: Any, inner: Sequence[Item]) -> tuple[str, ...]:
    if len(inner) == 1 and most is codes.MAXREPEAT and _is_anything(*inner[0]):
        return (ANYTHING,)
    once = _joined_texts(inner)
    if once == (" ",):
        return (" ",) if least else ("", " ")
    if (least, most) == (0, 1):
        return ("", *once)
    if once == (NEXT,):
        return (NEXT,) if least else ("", NEXT)
    raise UnspelledError


def _is_anything(code: Any, value: Any) -> bool:
    """Tell whether an item is any character of a command, but for those between two commands."""
    if code is codes.NOT_LITERAL:
        return chr(value) in BETWEEN
    if code is codes.IN and value[0][0] is codes.NEGATE:
        return all(each is codes.LITERAL and chr(at) in BETWEEN for each, at in value[1:])
    return code is codes.ANY


def _members(value: Sequence[Item]) -> list[str]:
    found = []
    for code, each in value:
        if code is codes.LITERAL:
            found.append(chr(each))
        elif code is codes.CATEGORY and each is codes.CATEGORY_SPACE:
            found.append(" ")
        else:
            raise UnspelledError
    return found


def _of_characters(characters: Iterable[str]) -> tuple[str, ...]:
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


def permission_rules(conditions: Sequence[OldCondition]) -> PermissionRules:
    """Return the rules for the commands that meet all *conditions*, which are about the command."""
    shown = " and ".join(each.shown for each in conditions)
    try:
        if len(conditions) > 1:
            raise _NoRuleError("a permission rule is one text, without conditions")
        rules = _rules(conditions[0])
    except _NoRuleError as error:
        return PermissionRules(unsupported=(f"{shown}: {error}",))
    return PermissionRules(rules, ("in a permission rule the case of letters counts",))


def _rules(condition: OldCondition) -> tuple[str, ...]:
    if condition.negated:
        raise _NoRuleError("a permission rule says what a command is, not what it is not")
    texts = _texts(condition)
    starts = {text.lstrip(START) for text in texts if text.startswith(START)}
    made = []
    for text in texts:
        if not text.startswith(NEXT):
            made += _rules_of(text)
        elif text.lstrip(f"{NEXT} ") not in starts:
            raise _NoRuleError("each command of a line is tried by itself, without what is before")
    return tuple(rule for rule in dict.fromkeys(made) if not _is_covered(rule, made))


def _texts(condition: OldCondition) -> tuple[str, ...]:
    written = condition.pattern
    if condition.operator != "regex_match":
        start = START * (condition.operator in ("equals", "starts_with"))
        start = ANYTHING if condition.operator == "ends_with" else start
        end = END * (condition.operator in ("equals", "ends_with"))
        return (f"{start}{written}{end}",)
    try:
        return command_texts(written)
    except UnspelledError as error:
        raise _NoRuleError(f"{error}{_wider(error.start)}") from None


def _wider(starts: Iterable[str]) -> str:
    """Return the rules that would find more, in words."""
    try:
        rules = [rule for text in starts if text.strip() for rule in _rules_of(text.rstrip(WORD))]
    except _NoRuleError:
        return ""
    telling = [rule for rule in rules if not rule.startswith("Bash(*")]
    return f"; wider: {', '.join(dict.fromkeys(telling))}" if telling else ""


def _rules_of(text: str) -> list[str]:
    """Return the rules for a *text*."""
    is_started = text.startswith(START)
    text = re.sub(" +", " ", text.lstrip(f"{START} {WORD}"))
    is_ended = text.endswith(END)
    text = text.rstrip(END)
    is_word = text.endswith((" ", WORD))
    text = _without_words(text.rstrip(f" {WORD}"))
    is_open = text.endswith(ANYTHING)
    text = text.rstrip(ANYTHING)
    strange = _STRANGE.search(text) or re.search(f"[{START}{END}{NEXT}]", text)
    if not text or strange:
        raise _NoRuleError(_why_strange(strange[0] if strange else ""))
    ended = [
        each
        for start in _starts(text, is_started)
        for each in _ended(start, is_ended, is_word and not is_open)
    ]
    return [f"Bash({each})" for each in ended]


def _starts(text: str, is_started: bool) -> list[str]:
    """Return *text* as it is at a command's start, and behind something."""
    if is_started:
        return [text]
    if _COMMAND.match(text):
        return [text, f"{ANYTHING} {text}"]
    return [ANYTHING + text.lstrip(ANYTHING)]


def _why_strange(character: str) -> str:
    if character in (START, END, NEXT):
        return "each command of a line is tried by itself, without what is before or after"
    return f"no rule holds a {character}" if character else "no rule is about any command"


def _without_words(text: str) -> str:
    """Return *text* without marks of words: a blank takes the place of those that matter."""
    text = _AT_A_WORD.sub("", text)
    text = text.replace(f"{ANYTHING}{WORD}", f"{ANYTHING} ")
    if WORD in text:
        raise _NoRuleError("a word starts or ends where none can")
    return text


def _ended(text: str, is_ended: bool, is_word: bool) -> list[str]:
    written = text.replace("*", r"\*").replace(ANYTHING, "*")
    if is_ended and "*" in text and ANYTHING not in text:
        raise _NoRuleError("without a * for anything no rule holds one for itself")
    if is_ended:
        return [written]
    if not is_word:
        return [f"{written}*"]
    # `:*` counts where no other star is.
    return [written, f"{written} *"] if "*" in written else [f"{written}:*"]


def _is_covered(rule: str, rules: Iterable[str]) -> bool:
    """Tell whether another of *rules* finds all that *rule* does."""
    wide = (each for each in rules if each.endswith("*)") and not each.endswith(":*)"))
    return any(
        each != rule and "*" not in each[:-2] and rule.startswith(each[:-2]) for each in wide
    )
