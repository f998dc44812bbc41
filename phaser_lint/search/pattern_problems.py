r"""Say what is wrong with a contract's pattern, for the one who wrote it.

    pattern_problem(r"(\d+")   "a regular expression; missing ) at position 4"
    pattern_problem("x*")      "a pattern that cannot match nothing everywhere; …"

Besides what is no regular expression, that is what would be a dead contract, or a much wider one: a
backspace that YAML made of ``\b``, the line end that YAML's ``|`` adds, a pattern that matches
everywhere, one that says another thing than its author means, and one that takes gigabytes.
"""

from __future__ import annotations

import re

import regex

from phaser_lint.search.literals.empty_match import matches_everywhere
from phaser_lint.search.literals.impossible import impossible_side
from phaser_lint.search.literals.least_items import MOST_ITEMS, has_too_many
from phaser_lint.search.literals.pattern_tree import nodes_of, parsed_tree
from phaser_lint.search.patterns import compile_pattern
from phaser_lint.text import BOM

# A tab and the two line ends are written so in double quotes.
_CONTROLS = frozenset(
    map(chr, (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029))
)
# What YAML makes of a backslash and a letter in double quotes.
_ESCAPES = {
    "\0": "0",
    "\a": "a",
    "\b": "b",
    "\x1b": "e",
    "\f": "f",
    "\v": "v",
    "\x85": "N",
    "\u2028": "L",
    "\u2029": "P",
}
# `[[a-z]--[aeiou]]`, `[\w&&[^\d]]`, `[\w--\d]`: regex's version 1 has sets of sets.
_OPERATORS = ("--", "&&", "~~")
_SET_OPERATION = r"(?:--|&&|~~)(?:\[|\\[dwshpDWSHP])"
_SET_NODES = ("SetDiff", "SetInter", "SetSymDiff")
CAN_MATCH = "a pattern that can match: "
_MATCHING = {
    "behind": rf"{CAN_MATCH}no line goes on behind `$` or `\Z`; `\$` is a dollar, or literal: true",
    "in front": rf"{CAN_MATCH}no line begins before `^` or `\A`; `\^` is a caret, or literal: true",
}
_META = r"[\\.\[\]()*+?^$|{}]"
_NO_MARK = (
    "a pattern that does not begin with U+FEFF: the byte order mark of a file is no part of the "
    "text that is searched; `(?s)(?<=.)\\ufeff` finds one further in"
)


def pattern_problem(pattern: str, *, literal: bool = False) -> str | None:
    """Return what was expected instead of *pattern*, or nothing if it is valid."""
    problem = control_problem(pattern)
    if problem or literal:
        return problem or (_NO_MARK if pattern.startswith(BOM) else None)
    return _syntax_problem(pattern) or _mistake(pattern)


def control_problem(written: str, noun: str = "pattern") -> str | None:
    """Return what was expected instead of a control character in *written*, if it has one."""
    character = next((each for each in written if each in _CONTROLS), None)
    if character is None:
        return None
    escape = _ESCAPES.get(character)
    hint = f', which is what YAML makes of "\\{escape}"' if escape else ""
    return f"no character U+{ord(character):04X}{hint}; write the {noun} in single quotes"


def _syntax_problem(pattern: str) -> str | None:
    try:
        # First: compiling is what takes the memory.
        if has_too_many(pattern):
            return f"a pattern whose repeats ask for at most {MOST_ITEMS:,} items"
        compiled = compile_pattern(pattern, literal=False)
    except RecursionError:  # 10,000 "("; its own words depend on where the stack ended
        return "a regular expression; nested too deeply"
    except Exception as error:
        # "(?u)(?a)x" is a ValueError, "(?rfi)(?=a)aİß" an IndexError.
        said = str(error) or type(error).__name__
        return _unsupported(said) or f"a regular expression; {said}"
    if compiled.named_lists:
        return _NO_LISTS
    if _ends_by_accident(pattern) and not compiled.flags & regex.VERBOSE:
        return "no line end at its end, as YAML's `|` and `>` add one; use single quotes, or `|-`"
    return None


_NO_LISTS = "a pattern without named lists (`\\L<words>`); write the words with `|` between"
_NO_VERSION_1 = "a pattern without `(?V1)`: patterns are those of regex's version 0"


def _unsupported(said: str) -> str:
    if "named list" in said:
        return _NO_LISTS
    # As Python 3.10 writes the two flags, they are a KeyError.
    return _NO_VERSION_1 if "VERSION1" in said or "regex.V1" in said else ""


def _ends_by_accident(pattern: str) -> bool:
    written = pattern.rstrip("\n")
    return bool(written) and written != pattern and "\n" not in written


def _mistake(pattern: str) -> str | None:
    """What makes a regular expression say nothing, or not what it seems to say."""
    may_have = any(each in pattern for each in _OPERATORS)
    if may_have and re.search(_SET_OPERATION, pattern) and _has_set_operation(pattern):
        return (
            "no set within a set and no `--`, `&&` or `~~` between two, which regex's version 0 "
            "does not know; use a look-ahead, as `(?![aeiou])[a-z]`"
        )
    literal = _flagged_literal(pattern) if pattern.startswith("/") else None
    if literal:
        return literal
    if matches_everywhere(pattern):
        return "a pattern that does not match everywhere with no text at all; `x+` in place of `x*`"
    return _MATCHING.get(impossible_side(pattern)) or (
        _NO_MARK if _asks_for_mark(pattern) else None
    )


def _in_slashes(pattern: str) -> tuple[str, str] | None:
    r"""Return what stands between the slashes of a literal of JavaScript, and its flags.

    ``/api/\w+/`` has a slash within and is a path, ``/tmp/`` has nothing that a pattern needs.
    """
    found = re.fullmatch(r"/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/([dgimsuvy]*)", pattern)
    return (found[1], found[2]) if found and re.search(_META, found[1]) else None


def _flagged_literal(pattern: str) -> str | None:
    """What was expected of a pattern written as JavaScript does, with flags behind it."""
    inside, flags = _in_slashes(pattern) or ("", "")
    if not flags:
        return None
    inline = "".join(each for each in flags if each in "is")
    meant = (f"(?{inline})" if inline else "") + inside.replace("\\/", "/")
    return f"a pattern without the slashes and flags of JavaScript: `{meant}`"


def pattern_doubt(pattern: str) -> str:
    """Return what to say of a pattern that hardly means the slashes around it, or nothing."""
    if not pattern.startswith("/") or _in_slashes(pattern) is None:
        return ""
    return "the slashes are a part of the pattern, unlike in JavaScript"


def _asks_for_mark(pattern: str) -> bool:
    """Tell whether each match starts with U+FEFF, wherever that stands."""
    if not re.search(r"\ufeff|feff|\\N\{", pattern, re.IGNORECASE):
        return False
    from phaser_lint.search.literals.required import derived  # few patterns name the mark

    exact, in_any_case = derived(pattern).starts or ((), ())
    is_led = any(type(node).__name__ == "LookAround" for node in nodes_of(parsed_tree(pattern)))
    return bool(exact) and not in_any_case and not is_led and all(map(_is_led_by_mark, exact))


def _is_led_by_mark(literal: str) -> bool:
    return literal.startswith(BOM)


def _has_set_operation(pattern: str) -> bool:
    flags = regex.MULTILINE | regex.VERSION1
    try:
        tree = parsed_tree(pattern, flags)
    except Exception:  # then it is not meant so
        return False
    return any(type(node).__name__ in _SET_NODES for node in nodes_of(tree))
