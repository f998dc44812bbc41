"""Which literals must a text hold for a pattern to match in it? And where does its end begin?

``text/search/__init__.py`` tests for them. Deriving them takes about the time of compiling the
pattern twice: it is for what is stored.

The tree of the pattern, as ``regex`` executes it, is folded from the leaves up: neighbours are
joined, branches united, and what may be absent (a repeat from zero, a negative look-around) tells
nothing. A node with more matches than can be listed is a gap. Every step widens what is matched,
never narrows it, so a text without the literals has no match. Anything unknown (fuzzy matching,
locales, a node of another release of ``regex``, any exception at all) gives None: the pattern is
then always tried.

Where case is ignored, only characters whose every case variant folds to one ASCII character are
used, as folded literals; other cased ones are gaps, and so is full case folding, ``(?f)``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import regex

from phaser_lint.text.search import Code, Node, Requirement, find_byte_code, fold_case
from phaser_lint.text.search.literals.literal_sets import (
    EMPTY_TEXT,
    GAP,
    LONGEST_LITERAL,
    MOST_JOINED,
    NOTHING,
    FoundLiterals,
    Literal,
    Literals,
    choose_requirement,
    join_literal_row,
    join_literals,
    make_folded_literal,
    make_literal_choice,
    make_literals_around,
    unite_literals,
)
from phaser_lint.text.search.pattern_tree import (
    FULLCASE,
    IGNORECASE,
    compile_written_pattern,
    is_fickle,
    list_case_variants,
    parse_executed_tree,
    tries_each_place,
    walk_nodes,
)

_REPEATS = frozenset(("GreedyRepeat", "LazyRepeat", "PossessiveRepeat"))
_SIGNS_OF_REPEATS = frozenset("*+?{")
# What is none of these may ask for what was in front: a group, a call of one, a fuzzy part.
_NODES_WITHOUT_MEMORY = _REPEATS | frozenset(
    ("Sequence", "Branch", "Atomic", "LookAround", "String", "Character", "Range", "Property",
     "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any", "AnyAll", "Boundary", "StartOfWord",
     "EndOfWord", "DefaultBoundary", "DefaultStartOfWord", "DefaultEndOfWord", "StartOfLine",
     "EndOfLine", "StartOfString", "EndOfString", "EndOfStringLine")
)  # fmt: skip


def derive_requirement(pattern: str) -> Requirement:
    """Return which literals are required of a text for a match of *pattern*, under ``MULTILINE |
    VERSION0``.

    Never raises: of a pattern that does not compile nothing is certain.
    """
    try:
        return choose_requirement(_find_literals(parse_executed_tree(pattern)))
    except Exception:
        # The private ways of `regex` are walked here: whatever surprises us, the pattern is tried.
        return None


def find_first_literals(pattern: str) -> Literals:
    """Return the literals of which one is required at the start of each match of *pattern*: the
    empty one at least.
    """
    try:
        tree, flags = parse_executed_tree(pattern), compile_written_pattern(pattern).flags
        return _find_literals(tree).head if tries_each_place(tree, flags) else EMPTY_TEXT
    except Exception:  # as above
        return EMPTY_TEXT


def make_literal_requirement(text: str) -> Requirement:
    """Return what a text is required to hold for a match of a pattern that is plain *text*."""
    return choose_requirement(join_literal_row(map(Literal, text)))


def _find_literals(node: Node) -> FoundLiterals:
    kind = type(node).__name__
    return _FIXED[kind] if kind in _FIXED else _HANDLERS[kind](node)


def _join_sequence(node: Node) -> FoundLiterals:
    return reduce(join_literals, map(_find_literals, node.items), NOTHING)


def _find_inner_literals(node: Node) -> FoundLiterals:
    return _find_literals(node.subpattern)


def _unite_choice(node: Node) -> FoundLiterals:
    is_branch = type(node).__name__ == "Branch"
    alternatives = node.branches if is_branch else (node.yes_item, node.no_item)
    return unite_literals([*map(_find_literals, alternatives)])


def _find_literals_around(node: Node) -> FoundLiterals:
    return make_literals_around(_find_literals(node.subpattern)) if node.positive else NOTHING


def _repeat_literals(node: Node) -> FoundLiterals:
    if node.max_count == 0:
        return NOTHING
    if node.min_count == 0 and node.max_count != 1:
        return GAP
    literals = _find_literals(node.subpattern)
    if node.min_count == 0:
        return unite_literals([NOTHING, literals])
    times, repeated = 1, literals
    while times < min(node.min_count, LONGEST_LITERAL):
        longer = join_literals(repeated, literals)
        if longer.whole is None:
            break
        times, repeated = times + 1, longer
    if times == node.min_count == node.max_count:
        return repeated
    # (ab)+ starts with "ab" and ends with it, whatever is between.
    return repeated._replace(whole=None)


def _join_string(node: Node) -> FoundLiterals:
    if len(node.characters) <= LONGEST_LITERAL and not node.case_flags & IGNORECASE:
        # As mostly: to join them one by one took a third of the time for the whole tree.
        return make_literal_choice([Literal("".join(map(chr, node.characters)))])
    return join_literal_row(
        _make_character_literal(code, node.case_flags) for code in node.characters
    )


def _find_character_literals(node: Node) -> FoundLiterals:
    if node.zerowidth:
        return NOTHING
    codes = _list_members(node)
    if codes is None:
        return GAP
    literals = [_make_character_literal(code, node.case_flags) for code in sorted(codes)]
    known_literals = [literal for literal in literals if literal is not None]
    return make_literal_choice(known_literals) if len(known_literals) == len(literals) else GAP


def _list_members(node: Node) -> set[int] | None:
    """Return the characters that a node matches, case aside, when they are few; else None."""
    kind = type(node).__name__
    if not node.positive:
        return None
    if kind == "Character":
        return {node.value}
    if kind == "Range" and node.upper - node.lower < MOST_JOINED:
        return set(range(node.lower, node.upper + 1))
    if kind != "SetUnion":
        return None
    codes_by_member = [_list_members(member) for member in node.items]
    members = {code for codes in codes_by_member if codes is not None for code in codes}
    return members if None not in codes_by_member and 0 < len(members) <= MOST_JOINED else None


def _make_character_literal(code: int, case_flags: int) -> Literal | None:
    """Return the literal that every text matched by the character is; None if there is none."""
    if not case_flags & IGNORECASE:
        return Literal(chr(code))
    if case_flags & FULLCASE:
        return None
    variants = list_case_variants(code)
    if variants == {chr(code)}:
        return Literal(chr(code))
    folded = {fold_case(variant) for variant in variants}
    text = folded.pop()
    return make_folded_literal(text) if not folded and len(text) == 1 and text.isascii() else None


# What matches some text, and what matches none.
_SOME_TEXT = (
    "SetDiff",
    "SetInter",
    "SetSymDiff",
    "Property",
    "Any",
    "AnyAll",
    "AnyU",
    "Grapheme",
    "RefGroup",
    "CallGroup",
)
_NO_TEXT = (
    "Boundary",
    "StartOfWord",
    "EndOfWord",
    "DefaultBoundary",
    "DefaultStartOfWord",
    "DefaultEndOfWord",
    "StartOfLine",
    "StartOfLineU",
    "EndOfLine",
    "EndOfLineU",
    "StartOfString",
    "EndOfString",
    "EndOfStringLine",
    "EndOfStringLineU",
    "SearchAnchor",
    "Keep",
    "Prune",
    "Skip",
    "Failure",
)
_FIXED = {**dict.fromkeys(_SOME_TEXT, GAP), **dict.fromkeys(_NO_TEXT, NOTHING)}
# By name: a class that a release of `regex` lacks is then no error, and one it adds is unknown.
_HANDLERS: dict[str, Callable[[Node], FoundLiterals]] = {
    "Sequence": _join_sequence,
    "Branch": _unite_choice,
    "Group": _find_inner_literals,
    "Atomic": _find_inner_literals,
    "GreedyRepeat": _repeat_literals,
    "LazyRepeat": _repeat_literals,
    "PossessiveRepeat": _repeat_literals,
    "LookAround": _find_literals_around,
    "Conditional": _unite_choice,
    "LookAroundConditional": _unite_choice,
    "String": _join_string,
    "Literal": _join_string,
    "Character": _find_character_literals,
    "Range": _find_character_literals,
    "SetUnion": _find_character_literals,
}


def derive_end_code(pattern: str) -> Code | None:
    r"""Return the byte code of the end of *pattern*, from its first required literal on, by which a
    search rules a text out sooner.

        ^\s*except\s*:                       except\s*:
        (?:^\s*assert\b(?!\s+is))(?!.{2}$)   assert\b(?!\s+is)(?!.{2}$)

    ``regex`` looks for a literal at the speed of a plain search, and tries a run in front of one at
    each line of a text. Each match of a pattern ends in a match of its end, so a text without that
    has none: ``^\s*except\s*:`` takes 120 microseconds on 10 kB that hold an ``except``, its end
    ten. ``None`` where no run stands in front of one, or where that is not certain. Never raises.
    """
    if _SIGNS_OF_REPEATS.isdisjoint(pattern):
        return None
    try:
        core, tree = regex._regex_core, parse_executed_tree(pattern)
        compiled = compile_written_pattern(pattern)
        nodes = _flatten_sequence(tree)
        place = next((place for place, node in enumerate(nodes) if _is_literal(node)), 0)
        if not any(type(node).__name__ in _REPEATS for node in nodes[:place]):
            return None
        if not tries_each_place(tree, compiled.flags) or not all(
            type(node).__name__ in _NODES_WITHOUT_MEMORY
            and not is_fickle(node)
            and not getattr(node, "case_flags", 0) & FULLCASE
            for node in walk_nodes(tree)
        ):
            return None
        end = core.Sequence(nodes[place:])
        for node in walk_nodes(end):  # the mark of a literal that the whole pattern looks for first
            if hasattr(node, "required"):
                node.required = False
        required = core._get_required_string(end, compiled.flags)
        code = core._flatten_code([*end.compile(False), (core.OP.SUCCESS,)])
        head = compiled.pattern, compiled.flags, code
        return find_byte_code(regex._regex.compile(*head, {}, {}, {}, [], *required, 0))
    except Exception:
        # The private ways of `regex` are walked here.
        return None


def _flatten_sequence(node: Node) -> list[Node]:
    """Return the items of a sequence, those of sequences in it among them."""
    if type(node).__name__ != "Sequence":
        return [node]
    return [inner_node for item in node.items for inner_node in _flatten_sequence(item)]


def _is_literal(node: Node) -> bool:
    """Tell whether *node* matches only one text, which is more than blanks."""
    kind = type(node).__name__
    if kind == "String":
        return bool("".join(map(chr, node.characters)).strip())
    is_character = kind == "Character" and bool(node.positive) and not node.zerowidth
    return is_character and bool(chr(node.value).strip())
