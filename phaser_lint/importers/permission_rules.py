r"""Conditions on a shell command as permission rules of Claude Code, as far as those can say them.

    rm\s+-rf                     Bash(rm -rf*), and behind another word: Bash(* rm -rf*)
    (^|[;&|]\s*)sudo\b           Bash(sudo:*)
    ^git\s+push.*--force         Bash(git push*--force*)
    --no-verify                  Bash(*--no-verify*)
    npm (?!test)                 none: a rule says what a command is, not what it is not

A rule is a text, with ``*`` for anything; ``:*`` at its end stands for further words. Claude Code
takes a line of several commands apart, and tries each from its start to its end.
"""

from __future__ import annotations

import re

from phaser_lint.importers.command_texts import (
    ANYTHING,
    END,
    NEXT,
    START,
    WORD,
    UnspelledError,
    command_texts,
)
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.importers.hookify_rules import OldCondition

# Redirections are no part of what Claude Code tries.
_STRANGE = re.compile(r"[<>\\]")
# What a command is called.
_COMMAND = re.compile(r"[a-z0-9_./~]")
_AT_A_WORD = re.compile(rf"(?<=\w){WORD}(?=\W)|(?<=[^\w{ANYTHING}]){WORD}(?=\w)")


class SaidByRules(Record):
    """The permission rules, what they find otherwise, and why there is none: sentences."""

    rules: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()


class _NoRuleError(Exception):
    """Why no permission rule says it."""


def permission_rules(conditions: Sequence[OldCondition]) -> SaidByRules:
    """Return the rules for the commands that meet all *conditions*, which are about the command."""
    shown = " and ".join(each.shown for each in conditions)
    try:
        if len(conditions) > 1:
            raise _NoRuleError("a permission rule is one text, without conditions")
        rules = _rules(conditions[0])
    except _NoRuleError as error:
        return SaidByRules(unsaid=(f"{shown}: {error}",))
    return SaidByRules(rules, ("in a permission rule the case of letters counts",))


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
    """Return the rules that say a *text*."""
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
    """Return *text* as it stands at a command's start, and behind something."""
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
    """Return *text* without marks of words: where one says something a blank says as much."""
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
