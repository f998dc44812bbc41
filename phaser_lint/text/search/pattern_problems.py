r"""Say what is wrong with a contract's pattern, for the one who wrote it.

    find_pattern_problem(r"(\d+")   "a regular expression; missing ) at position 4"
    find_pattern_problem("x*")      "a pattern that cannot match nothing everywhere; …"

Besides what is no regular expression, that is what would be a dead contract, or a much wider one: a
backspace that YAML made of ``\b``, the line end that YAML's ``|`` adds, a pattern that matches
everywhere, one that says another thing than its author means, and one that takes gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import regex

from phaser_lint.core.text import BOM
from phaser_lint.text.search import Node
from phaser_lint.text.search.given_groups import call_groups
from phaser_lint.text.search.literals.required_literals import find_first_literals
from phaser_lint.text.search.pattern_tree import (
    FLAGS,
    compile_written_pattern,
    list_child_nodes,
    parse_executed_tree,
    parse_written_tree,
    walk_nodes,
)

Groups = Mapping[int, Node]
"""The groups that may be called, by number; the one that is looked at is none of them."""


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


def find_pattern_problem(pattern: str, *, literal: bool = False) -> str | None:
    """Return the problem of a contract's *pattern*: what was expected instead; ``None`` if it is
    valid.
    """
    problem = find_control_problem(pattern)
    if problem or literal:
        return problem or (_NO_MARK if pattern.startswith(BOM) else None)
    if problem := _find_syntax_problem(pattern):
        return problem
    # It is a regular expression. Does it say something, and what it seems to say?
    if _has_set_operation(pattern):
        return (
            "no set within a set and no `--`, `&&` or `~~` between two, which regex's version 0 "
            "does not know; use a look-ahead, as `(?![aeiou])[a-z]`"
        )
    body, flags = (pattern.startswith("/") and _split_slashed_literal(pattern)) or ("", "")
    if flags:
        inline = "".join(flag for flag in flags if flag in "is")
        meant = (f"(?{inline})" if inline else "") + body.replace("\\/", "/")
        return f"a pattern without the slashes and flags of JavaScript: `{meant}`"
    if matches_everywhere(pattern):
        return "a pattern that does not match everywhere with no text at all; `x+` in place of `x*`"
    if side := find_impossible_side(pattern):
        return _MATCHING[side]
    # Does each match start with U+FEFF, wherever that stands?
    if not re.search(r"\ufeff|feff|\\N\{", pattern, re.IGNORECASE):
        return None
    is_led = any(
        type(node).__name__ == "LookAround" for node in walk_nodes(parse_written_tree(pattern))
    )
    begins_with_mark = not is_led and all(
        literal.text.startswith(BOM) and not literal.folded
        for literal in find_first_literals(pattern)
    )
    return _NO_MARK if begins_with_mark else None


def find_control_problem(text: str, noun: str = "pattern") -> str | None:
    """Return the problem of a control character in a pattern's *text*: what was expected instead;
    ``None`` if it has none.
    """
    character = next((character for character in text if character in _CONTROLS), None)
    if character is None:
        return None
    escape = _ESCAPES.get(character)
    hint = f', which is what YAML makes of "\\{escape}"' if escape else ""
    return f"no character U+{ord(character):04X}{hint}; write the {noun} in single quotes"


def _find_syntax_problem(pattern: str) -> str | None:
    try:
        # First: compiling is what takes the memory.
        if has_too_many_items(pattern):
            return f"a pattern whose repeats ask for at most {MOST_ITEMS:,} items"
        compiled = compile_written_pattern(pattern)
    except RecursionError:  # 10,000 "("; its own words depend on where the stack ended
        return "a regular expression; nested too deeply"
    except Exception as error:
        # "(?u)(?a)x" is a ValueError, "(?rfi)(?=a)aİß" an IndexError.
        message = str(error) or type(error).__name__
        # As Python 3.10 writes the two flags, they are a KeyError.
        if "VERSION1" in message or "regex.V1" in message:
            return "a pattern without `(?V1)`: patterns are those of regex's version 0"
        if re.fullmatch(r"[\w.]+\(", pattern):  # print( as grep takes it
            message = f"{message}; write `{pattern[:-1]}\\(`"
        return _NO_LISTS if "named list" in message else f"a regular expression; {message}"
    if compiled.named_lists:
        return _NO_LISTS
    line = pattern.rstrip("\n")
    is_one_line = line and line != pattern and "\n" not in line
    if is_one_line and not compiled.flags & regex.VERBOSE:
        return "no line end at its end, as YAML's `|` and `>` add one; use single quotes, or `|-`"
    return None


_NO_LISTS = "a pattern without named lists (`\\L<words>`); write the words with `|` between"


def _split_slashed_literal(pattern: str) -> tuple[str, str] | None:
    r"""Return what stands between the slashes of a literal of JavaScript, and its flags.

    ``/api/\w+/`` has a slash within and is a path, ``/tmp/`` has nothing that a pattern needs.
    """
    literal = re.fullmatch(r"/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/([dgimsuvy]*)", pattern)
    return (literal[1], literal[2]) if literal and re.search(_META, literal[1]) else None


# `/any/g`, `m/any/i`, `s/any/unknown/g`. `/api/v` and `/lib/my` are paths: only few are `g` or `i`.
_BODY = r"(?:\\.|[^/\\\n])+/"
_WITH_FLAGS = rf"(?:(?:m|qr)?/{_BODY}|s/{_BODY}{_BODY})((?=[a-z]*[gi])[gimsuxy]+)"
_TYPOGRAPHIC_QUOTES = (("“", "”"), ("„", "“"), ("‘", "’"), ("‚", "‘"), ("”", "”"), ("’", "’"))


def find_pattern_doubt(pattern: str) -> str:
    """Return what to say of a *pattern* without a problem that hardly means the slashes, or the
    typographic quotes, around it; else an empty text.
    """
    if (pattern[:1], pattern[-1:]) in _TYPOGRAPHIC_QUOTES:
        return (
            f"{pattern[0]} and {pattern[-1]} are a part of the pattern; YAML's quotes are straight"
        )
    if pattern.startswith("/") and _split_slashed_literal(pattern) is not None:
        return "the slashes are a part of the pattern, unlike in JavaScript"
    literal = re.fullmatch(_WITH_FLAGS, pattern)
    if literal is None or len(set(literal[1])) < len(literal[1]):
        return ""
    language = "JavaScript" if pattern.startswith("/") else "Perl"
    return f"the slashes and `{literal[1]}` are a part of the pattern, unlike in {language}"


# `a\|b`, `\<a\>`: where `\|` is meant as it is, blanks or signs are mostly around it.
_OF_GREP = r"(?<!\\)(?:\\\\)*\K(?:(?<=[\w)])\\\|(?=[\w(])|\\<(?=\w)|(?<=\w)\\>)"


def explain_sign_of_grep(pattern: str) -> str:
    """Return what a sign in *pattern* means, which grep takes otherwise, or an empty text."""
    sign = regex.search(_OF_GREP, pattern)
    return f"unlike in grep, `{sign[0]}` is a plain `{sign[0][1]}`" if sign else ""


# A row of one character or set, and what must not follow it: `\s*(?!["'])`.
_SET = r"\[\^?\]?(?:\\.|[^\]\\])*+\]"
# Compiled where one is looked for: that takes as long as to read ten contracts.
_SPARED = (
    rf"(?<item>\\.|{_SET}|\(\?:(?:[^()\\\[]|\\.|{_SET})*+\)|[^\\()\[\]{{}}|^$?*+])"
    r"(?<often>[*+?]|\{\d*,\d*\})\??"
    rf"(?<ahead>\(\?!(?<not>(?:[^()\\\[]|\\.|{_SET}|(?<group>\((?:[^()\\\[]|\\.|{_SET}|(?&group))*+\)))*+)\))"
)
_CHARACTERS = [*map(chr, range(9, 127))]


def explain_idle_lookahead(pattern: str) -> str:
    r"""Return the problem of a look-ahead in *pattern* that spares nothing, and what to write; else
    an empty text.

    `x\(\s*(?!["'])` matches ``x( "a")``: it gives the blank back, and a blank is no quote.
    `x.*(?!a b)` matches ``x a b``: it takes that as well, and nothing follows.
    """
    for lookahead in regex.finditer(_SPARED, pattern) if "(?!" in pattern else ():
        repeated, quantifier = lookahead["item"], lookahead["often"]
        assertion = lookahead["ahead"]
        taken_piece = pattern[lookahead.start() : lookahead.start("ahead")]
        remainder = pattern[lookahead.end() :]
        try:
            # No repeated character begins what is excluded, and one may begin what follows.
            taken = [character for character in _CHARACTERS if regex.fullmatch(repeated, character)]
            can_stop = bool(taken) and not any(
                _may_begin(lookahead["not"], character) for character in taken
            )
            if can_stop and (
                not remainder.strip(")")
                or any(_may_begin(remainder, character) for character in taken)
            ):
                return (
                    f"`{taken_piece}` gives back what it took until `{assertion}` holds: "
                    f"`{repeated}{quantifier}+{assertion}` keeps it"
                )
            if quantifier != "?" and _is_taken(repeated, lookahead["not"], remainder):
                # What keeps a search from beginning within a run.
                is_of_words = regex.fullmatch(repeated, "a") and not regex.fullmatch(repeated, " ")
                anchor = "" if lookahead.start() else r"\b" if is_of_words else "^"
                excluded = (
                    f"(?:{lookahead['not']})" if "|" in lookahead["not"] else lookahead["not"]
                )
                return (
                    f"`{taken_piece}` takes what `{assertion}` names as well, "
                    "and nothing is spared: "
                    f"`{anchor}(?!{repeated}*{excluded}){taken_piece}` looks for it first"
                )
        except (regex.error, TimeoutError):  # a piece of a pattern may be none
            continue
    return ""


def _is_taken(repeated: str, excluded: str, remainder: str) -> bool:
    """Tell whether *repeated* takes the characters that are *excluded* before the *remainder*."""
    # What is hardly more than a text: that text.
    alternative = re.sub(r"\\b|\\s\*", "", excluded.split("|")[0]).replace(r"\s+", " ")
    is_plain = re.fullmatch(r"(?:\\\W|[^\\()\[\]{}|^$?*+.])+", alternative)
    sample = re.sub(r"\\(\W)", r"\1", alternative) if is_plain else ""
    if len(sample) < 2 or not regex.fullmatch(f"(?:{repeated})+", sample, timeout=_SECONDS):
        return False
    if not remainder.strip(")"):
        return True
    compiled_remainder = regex.compile(remainder, FLAGS)
    return bool(compiled_remainder.match("", timeout=_SECONDS)) or not _may_begin(
        remainder, sample[0]
    )


def _may_begin(pattern: str, character: str) -> bool:
    """Tell whether a match of *pattern* may begin with *character*, one of several."""
    text = character * 2
    return bool(
        regex.compile(pattern, FLAGS).fullmatch(text, pos=1, partial=True, timeout=_SECONDS)
    )


def _has_set_operation(pattern: str) -> bool:
    """Tell whether *pattern* holds what is an operation on sets in regex's version 1."""
    may_have = any(operator in pattern for operator in _OPERATORS)
    if not may_have or not re.search(_SET_OPERATION, pattern):
        return False
    try:
        tree = parse_written_tree(pattern, regex.MULTILINE | regex.VERSION1)
    except Exception:  # then it is not meant so
        return False
    return any(type(node).__name__ in _SET_NODES for node in walk_nodes(tree))


# Does a pattern match at every place of every text, with nothing if need be: ``x*``, ``(a|)``?
#
# Such a pattern says nothing of a text. Where the empty match has a condition (``^(?!#)``, ``$``,
# ``\b``) it says something.
#
# The tree of the pattern, as ``regex`` executes it, is folded from the leaves up. A node is
# certain if it succeeds wherever it is tried, whatever stands there; of certain nodes in a row
# each is tried where the one before it ended, so none ever has to go back. What is not known is
# not certain.

_SECONDS = 0.1
_REPEATS = frozenset(("GreedyRepeat", "LazyRepeat", "PossessiveRepeat"))
# They take alternatives away that were not tried yet.
_CUTTING = frozenset(("Prune", "Skip", "Failure"))
# `.*` takes what there is: that it is empty has a condition, the line's end.
_ANY = frozenset(("Any", "AnyAll", "AnyU"))


def matches_everywhere(pattern: str) -> bool:
    """Tell whether a pattern has the problem that ``regex.compile(pattern, MULTILINE | VERSION0)``
    matches everywhere for certain.

    Raises what ``regex`` raises for what is no pattern.
    """
    try:
        # Quick: a pattern that needs a character finds nothing in nothing.
        if compile_written_pattern(pattern).search("", timeout=_SECONDS) is None:
            return False
        tree = parse_executed_tree(pattern)
        nodes = list(walk_nodes(tree))
        if not _CUTTING.isdisjoint(type(node).__name__ for node in nodes):
            return False
        groups = {node.group: node for node in nodes if type(node).__name__ == "Group"}
        return _is_certain(tree, groups)
    except Exception:
        # The private ways of `regex` are walked here: what surprises us is a pattern like others.
        return False


# The fields of a node that all have to be certain.
_CERTAIN_FIELDS: Mapping[str, Sequence[str]] = {
    "Sequence": ("items",),
    "Conditional": ("yes_item", "no_item"),
    "LookAroundConditional": ("yes_item", "no_item"),
    "Keep": (),
    **dict.fromkeys(("Group", "Atomic", "LookAround", "Fuzzy", *_REPEATS), ("subpattern",)),
}


def _is_certain(node: Node, groups: Groups) -> bool:
    kind = type(node).__name__
    if kind == "Branch":
        return any(_is_certain(branch, groups) for branch in node.branches)
    if kind == "CallGroup":
        called = groups.get(node.group)
        # Without the group itself: one that needs its own success has none.
        other_groups = {number: group for number, group in groups.items() if number != node.group}
        return called is not None and _is_certain(called.subpattern, other_groups)
    if kind in _REPEATS:
        if type(node.subpattern).__name__ in _ANY and kind != "LazyRepeat":
            return False
        if node.min_count == 0:
            return True
    needs_errors = kind == "Fuzzy" and any(node.constraints[change][0] for change in "dise")
    if kind not in _CERTAIN_FIELDS or needs_errors or (kind == "LookAround" and not node.positive):
        return False
    fields = [getattr(node, name) for name in _CERTAIN_FIELDS[kind]]
    return all(
        _is_certain(node_part, groups)
        for node_part in (fields[0] if kind == "Sequence" else fields)
    )


# Can a pattern match at all? ``$_GET`` and ``foo^`` cannot: an anchor stands within a line.
#
# The tree of the pattern is walked twice: from its start with what may stand behind a place, and
# from its end with what may stand in front of one. Each node takes of that what it can, and leaves
# to the next what may be then. Nothing left: no text has a match. What a look-around asks is let
# be, and behind a node that is not known there may be anything.

Beside = frozenset[str]
"""Of ``line end``, ``more of the line`` and ``nothing`` those that may be there."""

_LINE_END: Beside = frozenset(("line end",))
_MORE: Beside = frozenset(("more of the line",))
_NOTHING: Beside = frozenset(("nothing",))
_ANCHORS = ("^", "$", "\\A", "\\Z", "\\z")
_ANCHOR_WITHIN = r"(?<!^)\\A|\\[Zz](?!$)"
_ANYTHING = _LINE_END | _MORE | _NOTHING
_BEHIND = {
    "EndOfLine": _LINE_END | _NOTHING,
    "EndOfStringLine": _LINE_END | _NOTHING,
    "EndOfString": _NOTHING,
}
_IN_FRONT = {"StartOfLine": _LINE_END | _NOTHING, "StartOfString": _NOTHING}
# What asks something of its place, and matches no text.
_CONDITIONS = frozenset(
    ("Boundary", "StartOfWord", "EndOfWord", "DefaultBoundary", "DefaultStartOfWord",
     "DefaultEndOfWord", "StartOfLine", "EndOfLine", "StartOfString", "EndOfString",
     "EndOfStringLine", "LookAround")
)  # fmt: skip
_ONE_CHARACTER = frozenset(
    ("Character", "Range", "Property", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any",
     "AnyAll")
)  # fmt: skip


def find_impossible_side(pattern: str) -> str:
    """Return the side of an anchor, ``behind`` or ``in front``, on which *pattern* wants what
    cannot be there, a problem: it never matches. Empty: there is none.
    """
    # Quick: most patterns have no anchors, or only at their start and their end, and those of a
    # group that is given stand between its own signs.
    if not any(anchor in pattern for anchor in _ANCHORS):
        return ""
    pattern_with_calls = call_groups(pattern)
    if not (
        "^" in pattern_with_calls[1:]
        or "$" in pattern_with_calls[:-1]
        or re.search(_ANCHOR_WITHIN, pattern_with_calls)
    ):
        return ""
    try:
        tree = parse_written_tree(pattern)
        if not _find_far_side(tree, _ANYTHING, forward=True):
            return "behind"
        return "" if _find_far_side(tree, _ANYTHING, forward=False) else "in front"
    except Exception:
        # The private ways of `regex` are walked here: what surprises us may match.
        return ""


def _find_far_side(node: Node, near_side: Beside, *, forward: bool) -> Beside:
    """Return what may stand on the far side of *node*, where this may on the near one."""
    kind = type(node).__name__
    if kind == "Sequence":
        for child in node.items if forward else reversed(node.items):
            near_side = near_side and _find_far_side(child, near_side, forward=forward)
        return near_side
    if kind == "Branch":
        far_sides = [_find_far_side(branch, near_side, forward=forward) for branch in node.branches]
        return frozenset().union(*far_sides)
    if kind in ("Group", "Atomic"):
        return _find_far_side(node.subpattern, near_side, forward=forward)
    if kind in _REPEATS:
        far_side = _find_far_side(node.subpattern, near_side, forward=forward)
        far_side_of_repeat = _ANYTHING if far_side and node.max_count != 1 else far_side
        return far_side_of_repeat if node.min_count else far_side_of_repeat | near_side
    if kind in _CONDITIONS:
        return near_side & (_BEHIND if forward else _IN_FRONT).get(kind, _ANYTHING)
    if kind in _ONE_CHARACTER and not getattr(node, "zerowidth", False):
        takes_line_end = kind == "AnyAll" or (kind != "Any" and node.matches(ord("\n")))
        taken = _LINE_END | _MORE if takes_line_end else _MORE
        return _ANYTHING if near_side & taken else frozenset()
    return _ANYTHING


# How many items the compiled form of a pattern holds, known before it is compiled.
#
# ``regex`` writes the least count of a repeat out: ``a{99999999}`` takes 14 GB, and
# ``(a{1000}){1000}`` as much as ``a{1000000}``. What may come on top of it (``.{0,9999999}``)
# costs nothing.

MOST_ITEMS = 100_000
# `\R` stands for a branch of two, `\X` for a sequence of two.
_MOST_ITEMS_A_CHARACTER = 4
_MANY_DIGITS = 12


def has_too_many_items(pattern: str) -> bool:
    """Tell whether a pattern has the problem that repeats write out more than ``MOST_ITEMS`` items;
    may raise for no pattern.

    What is written only once counts for nothing: a list of 20,000 words is no repeat.
    """
    # Quick, and certain: without a brace no repeat asks for more than one.
    if "{" not in pattern:
        return False
    # Quick, too, as if each repeat held all of the pattern: to parse most takes ten times as long.
    # In `(?x)` a comment may stand between the digits, and hold a brace.
    if "#" not in pattern:
        most_times = 1
        for behind_brace in pattern.split("{")[1:]:
            # The least count ends at a comma; `(?x)` allows blanks in it.
            least_count = behind_brace.partition("}")[0].partition(",")[0]
            digits = [digit for digit in least_count if digit in "0123456789"]
            most_times *= max(1, int("".join(digits).lstrip("0")[:_MANY_DIGITS] or 0))
        if most_times == 1 or len(pattern) * _MOST_ITEMS_A_CHARACTER * most_times <= MOST_ITEMS:
            return False
    nodes_and_times, items = [(parse_written_tree(pattern), 1)], 0
    while nodes_and_times:
        node, times = nodes_and_times.pop()
        # What need not be there at all is written once.
        times *= max(getattr(node, "min_count", 1), 1)
        # The members of a set are one item.
        is_set = isinstance(node, regex._regex_core.SetBase)
        children = [] if is_set else list_child_nodes(node)
        items += times if times > 1 and not children and not node.is_empty() else 0
        nodes_and_times += [(child, times) for child in children]
    return items > MOST_ITEMS
