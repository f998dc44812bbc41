"""What a hook's script of sh does with the exit code of a call of this program.

    phaser-lint scan --staged || exit       stops the commit, wherever it stands
    phaser-lint scan --staged || true       the exit code is ignored
    if [ -z "$SKIP" ]; then phaser-lint …   the commit is checked on a condition

It is no parser of sh: in doubt a call depends on something, and is not ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from phaser_lint.core import Record
from phaser_lint.core.own_program import mentions_program
from phaser_lint.text.shell.scripts import (
    COMMAND_START,
    ends_script,
    is_shell_script,
    may_end_well,
    split_commands,
)

_IN_FUNCTION = ", as far as the function"

_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
# What ``init`` writes, or wrote without a PATH, whose condition is that the program is there.
_OWN_LINE = re.compile(
    r"(?P<opens>\(PATH=\S+; )?if command -v (?P<program>\S+) > /dev/null; "
    r"then \(.*(?P=program) scan .*; else .*; fi(?(opens)\))"
)
_OWN_CALL = "phaser-lint scan"
_OPENS = re.compile(r"(?:^|[\s;&|(])((?:if|case|while|until|for)(?=\s)|\{(?=\s|$))")
_IS_FUNCTION = re.compile(r"\(\)|^\s*function\b|^\s*\{\s*$")
_CLOSES = re.compile(r"(?:^|[\s;&|])(?:(?:fi|esac|done)\b|\}(?=[\s;|&)]|$))")
_BRANCHES = re.compile(r"\s*(?:else|elif|;;)(?![\w-])")
_ONLY_CLOSES = re.compile(r"(?:fi|esac|done|[})]|;|\s)+")
_CHECKS = re.compile(r"phaser[-_]lint\b.*?\b(?:scan|pre-commit|enforce|tree)\b|phaser[-_]lint\b")
_SHOWS = re.compile(r"\s*(?:echo|printf)\b")
_ASKS = re.compile(r"\b(?:if|while|until)\s+(?:!\s*)?[^;]*$")
_OPERATOR = re.compile(r"\|\||&&|;|\|&?|(?<![<>&])&(?![>&])")
_FAILS = re.compile(rf"{COMMAND_START}(?:exit|return)(?:\s+[1-9$\"]|\s*(?:[;}})]|$))")
_REMEMBERS = re.compile(r"\s*\{?\s*\w+=")
_ASKS_CODE = re.compile(r"\$\?|^\s*exit(?!\s+0)(?![\w-])")
_SETS = re.compile(r"(?:^|;)\s*set\s+(?:\S+\s+)*?([-+])(?:\w*e\w*\b|o\s+errexit)")


class HookCall(Record):
    """A call of this program in a script: why nothing stops the commit, or what it depends on.

    Both are empty where each commit that it refuses is stopped.
    """

    ignored: str = ""
    condition: str = ""


def read_call(text: str, *, stops_at_errors: bool = False) -> HookCall:
    """Return what a hook's script of sh, *text*, does with the exit code of its best call of this
    program.

    *stops_at_errors*: it is started with ``sh -e``.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    is_readable = not text.startswith("#!") or is_shell_script(text)
    commands = split_commands(lines) if is_readable else None
    if commands is None:
        return HookCall(condition=", if what is no plain script of sh stops at it")
    commands = [(number, _OWN_LINE.sub(_OWN_CALL, command)) for number, command in commands]
    named = [
        index
        for index, (_, command) in enumerate(commands)
        if mentions_program(command) and not _SHOWS.match(command)
    ]
    # Others ask where the program is.
    checking = [
        index for index in named if re.search(r"\b(?:scan|pre-commit)\b", commands[index][1])
    ]
    calls = []
    for index in checking or named:
        earlier = _read_earlier(commands[:index])
        is_strict = stops_at_errors or bool(re.match(r"#!.*\s-\w*e", text))
        for _, command in commands[: index + 1]:
            sets = _SETS.search(command)
            if sets:
                is_strict = sets[1] == "-"
        ending = _read_ending(commands[index:], is_strict=is_strict)
        if earlier.ignored or earlier.condition.startswith(_IN_FUNCTION):
            ending = earlier
        calls.append(ending._replace(condition=earlier.condition or ending.condition))
    return best_call(calls)


def best_call(calls: Iterable[HookCall]) -> HookCall:
    """Return the one of *calls* in a hook's sh script that stops the most commits."""

    def is_worse(call: HookCall) -> tuple[bool, bool]:
        return bool(call.ignored), bool(call.condition)

    return min(calls, key=is_worse, default=HookCall())


def _read_earlier(commands: Sequence[tuple[int, str]]) -> HookCall:
    """Return whether the *commands* before a call let it be reached."""
    open_blocks, ends_before = list[str](), ""
    for number, command in commands:
        plain, place = _QUOTED.sub('""', command), f"line {number + 1}"
        if may_end_well(command):
            ends_before = ends_before or f", unless {place} ends it before"
            if not open_blocks and ends_script(command):
                return HookCall(f"{place} ends the script before the call of phaser-lint")
        condition = f", on the condition in {place}"
        if _IS_FUNCTION.search(plain):
            condition = f"{_IN_FUNCTION} in {place} does"
        elif mentions_program(command):  # whether the program is there is no condition of ours
            condition = ""
        open_blocks += [condition] * len(_OPENS.findall(plain))
        closed = len(_CLOSES.findall(plain))
        open_blocks = open_blocks[: max(0, len(open_blocks) - closed)]
    conditions = [ends_before, *open_blocks]
    in_function = [condition for condition in conditions if condition.startswith(_IN_FUNCTION)]
    return HookCall(condition=next(filter(None, [*in_function, *conditions]), ""))


def _read_ending(commands: Sequence[tuple[int, str]], *, is_strict: bool) -> HookCall:
    """Return what becomes of the exit code of the call in the first of *commands*."""
    number, command = commands[0]
    place, following = f"line {number + 1}", [text for _, text in commands[1:]]
    plain = _QUOTED.sub(_without_operators, command)
    call = _CHECKS.search(plain)
    before, after = (plain[: call.start()], plain[call.end() :]) if call else (plain, "")
    operator = _OPERATOR.search(after)
    sign, then = (operator[0], after[operator.end() :]) if operator else ("", "")
    is_lost = sign in ("|", "|&", "&")
    if _ASKS.search(before):
        branches = "\n".join([after, *following]).partition("\nfi")[0].splitlines()
        is_lost = not any(map(_FAILS.search, branches))
    elif sign == "||" and then.strip() == "false":
        sign = ""
    elif sign == "||":
        later = any("exit" in text for text in following)
        is_lost = not (_FAILS.search(then) or (later and _REMEMBERS.match(then)))
    next_commands = [*([then] if sign == ";" else []), *_without_branches(following)]
    next_commands = [text for text in next_commands if not _ONLY_CLOSES.fullmatch(text)]
    is_last = not next_commands
    if sign in ("", ";", "&&") and not _ASKS.search(before):
        stops = is_last or (is_strict and sign != "&&") or _ASKS_CODE.search(next_commands[0])
        is_lost = not stops
    if is_lost:
        return HookCall(
            f"{place} calls phaser-lint and lets a commit pass that it refuses: write `|| exit` "
            "behind the call"
        )
    is_asked = "||" in before or ("&&" in before and sign != "||" and not is_last)
    return HookCall(condition=f", on the condition in {place}" if is_asked else "")


def _without_branches(commands: Sequence[str]) -> list[str]:
    """Return *commands* without those of other branches: ``else`` and what follows, to ``fi``."""
    remaining, depth, skips = list[str](), 0, False
    for command in commands:
        plain = _QUOTED.sub('""', command)
        skips = skips or (depth == 0 and bool(_BRANCHES.match(command)))
        depth += len(_OPENS.findall(plain)) - len(_CLOSES.findall(plain))
        if not skips:
            remaining.append(command)
        if depth < 0:
            depth, skips = 0, False
    return remaining


def _without_operators(quoted: re.Match[str]) -> str:
    return re.sub("[;&|]", " ", quoted[0])
