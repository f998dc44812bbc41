"""The expressions that match wherever a pattern does: ``None`` where nothing is certain.

Each is made when it is asked for. Of most patterns a literal tells more, and of the rest one is
needed: to derive all of them took a quarter of reading a contract.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import regex

from phaser_lint.core import Record
from phaser_lint.text.search.given_groups import holds_group
from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
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
from phaser_lint.text.search.supersets.characters import find_ascii_characters
from phaser_lint.text.search.supersets.superset_parts import (
    ASCII,
    EVERY,
    NOTHING,
    OTHER,
    Ahead,
    Behind,
    Boundary,
    Characters,
    Choice,
    ExpressionPart,
    Series,
    Times,
    cut_expression,
    drop_places,
    measure_expression,
    render_expression,
    turn_backwards,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BLANK = ord(" ")
_IN_COMMENTS = EVERY - frozenset(b"\r\n")
_LARGEST = 2000
"""How many characters may be written out."""


def derive_superset(pattern: str, without_comments: bool = False) -> bytes | None:
    """Return the superset of *pattern* for a text with a byte for each character
    (``text.encode_byte_per_character``): an expression that matches wherever the pattern does;
    ``None``: nothing is certain.

    A pattern that sees it *without_comments* matches nowhere else either.
    """
    if without_comments and holds_group(pattern):  # it sees strings in another way, too
        return None
    # A boundary further in would ask which characters outside of ASCII belong to words.
    return _derive_expression(
        pattern, cut_expression, drop_places, *([_with_comments] if without_comments else ())
    )


def derive_backward_superset(pattern: str) -> bytes | None:
    """Return the superset of *pattern* for a text that is read backwards; ``None`` where nothing is
    certain.

    There a match and the character in front of it end in their start.
    """
    return _derive_expression(pattern, turn_backwards, is_for_each_place=True)


def _with_comments(part: ExpressionPart) -> ExpressionPart:
    """Return *part* where each blank may be any character that a comment holds in its place."""
    match part:
        case Characters() if _BLANK in part.codes:
            return Characters(part.codes | _IN_COMMENTS)
        case Series() | Choice():
            return part._replace(parts=tuple(map(_with_comments, part.parts)))
        case Times() | Behind() | Ahead():
            return part._replace(part=_with_comments(part.part))
        case _:
            return part


def _derive_expression(
    pattern: str,
    *steps: Callable[[ExpressionPart], ExpressionPart | None],
    is_for_each_place: bool = False,
) -> bytes | None:
    try:
        tree, flags = parse_executed_tree(pattern), compile_written_pattern(pattern).flags
        if is_for_each_place and not tries_each_place(tree, flags):
            return None
        part = widen_tree(tree, flags)
        for step in steps:
            part = None if part is None else step(part)
        if part is None or part == NOTHING or measure_expression(part) > _LARGEST:
            return None
        return render_expression(guard_expression(part))
    except Exception:
        # The private ways of `regex` are walked here: whatever surprises us, the literals decide.
        return None


# What does a pattern match at least, as parts of an expression that ``hyperscan`` compiles?
#
# The tree of the pattern, as ``regex`` executes it, is rewritten node by node. Each class of nodes
# has its row in ``_ROWS``, and beside it why what is written matches wherever the node does. The
# expression holds characters by their numbers, classes, groups and repeats: nothing of which the
# two engines, or two encodings, have another idea. A text has no match of the pattern where the
# expression has none in it between two line ends.
#
# What has no row (fuzzy matching, recursion, a node of another release of ``regex``), what
# searches from the end, POSIX matching, full case folding: nothing is certain then, as for the
# literals.

# Another way to search, or to take characters for equal, than the rows speak of.
_OTHER_FLAGS = regex.REVERSE | regex.POSIX | regex.LOCALE
_FULL_CASE = IGNORECASE | FULLCASE
_LINE_END = Characters(frozenset(b"\n"))
_ANYTHING = Times(Characters(EVERY), 0, None)


class _Pattern(Record):
    flags: int
    groups: Mapping[int, list[Any]]
    """The nodes of each group, by its number: branches of ``(?|…)`` share one."""


class UnknownNodeError(Exception):
    """A part of a pattern of which nothing is certain."""


def widen_tree(tree: Any, flags: int) -> ExpressionPart | None:
    """Return the superset's expression that matches wherever the executed *tree* of a pattern with
    these *flags* does.

    ``None`` where nothing is certain. Raises whatever a *tree* raises that another ``regex`` made.
    """
    if flags & _OTHER_FLAGS:
        return None
    groups: dict[int, list[Any]] = {}
    for node in walk_nodes(tree):
        if type(node).__name__ == "Group":
            groups.setdefault(node.group, []).append(node)
    try:
        return _widen_node(tree, _Pattern(flags, groups))
    except UnknownNodeError:
        return None


def _widen_node(node: Any, pattern: _Pattern) -> ExpressionPart:
    kind = type(node).__name__
    if kind in _FIXED_ROWS:
        return _FIXED_ROWS[kind]
    if kind not in _ROWS:
        raise UnknownNodeError(kind)
    return _ROWS[kind](node, pattern)


def _widen_sequence(node: Any, pattern: _Pattern) -> ExpressionPart:
    return Series(tuple([_widen_node(child, pattern) for child in node.items]))


def _widen_choice(node: Any, pattern: _Pattern) -> ExpressionPart:
    is_branch = type(node).__name__ == "Branch"
    alternatives = node.branches if is_branch else (node.yes_item, node.no_item)
    return Choice(tuple([_widen_node(alternative, pattern) for alternative in alternatives]))


def _widen_inside(node: Any, pattern: _Pattern) -> ExpressionPart:
    return _widen_node(node.subpattern, pattern)


def _widen_repeat(node: Any, pattern: _Pattern) -> ExpressionPart:
    if node.max_count == 0:
        return NOTHING
    return Times(_widen_node(node.subpattern, pattern), node.min_count, node.max_count)


def _widen_look_around(node: Any, pattern: _Pattern) -> ExpressionPart:
    inner_part = _widen_node(node.subpattern, pattern)
    if not node.positive:
        if not isinstance(inner_part, Characters):
            return NOTHING
        # Another character stands there, or none: the line end beside the text.
        inner_part = Characters(EVERY - inner_part.codes | {OTHER} | _LINE_END.codes)
    return Behind(inner_part) if node.behind else Ahead(inner_part)


def _widen_string(node: Any, pattern: _Pattern) -> ExpressionPart:
    ignores_case = node.case_flags & IGNORECASE
    if ignores_case and node.characters:
        _refuse_full_case(node.case_flags)
    characters: list[ExpressionPart] = []
    for code in node.characters:
        codes = map(ord, list_case_variants(code)) if ignores_case else [code]
        in_bytes = [spelling if spelling in ASCII else OTHER for spelling in codes]
        characters.append(Characters(frozenset(in_bytes)))
    return Series(tuple(characters))


def _widen_character(node: Any, pattern: _Pattern) -> ExpressionPart:
    _refuse_full_case(getattr(node, "case_flags", 0))
    if getattr(node, "zerowidth", False):
        return NOTHING
    if any(map(is_fickle, walk_nodes(node))):
        raise UnknownNodeError("a property in any case")
    return Characters(find_ascii_characters(node, pattern.flags))


def _refuse_full_case(case_flags: int) -> None:
    if case_flags & _FULL_CASE == _FULL_CASE:
        raise UnknownNodeError("full case folding")


def _widen_back_reference(node: Any, pattern: _Pattern) -> ExpressionPart:
    groups = pattern.groups.get(node.group, [])
    refers = any(
        type(inner_node).__name__ == "RefGroup"
        for group in groups
        for inner_node in walk_nodes(group)
    )
    if not groups or refers or node.case_flags & IGNORECASE:
        return _ANYTHING
    return drop_places(Choice(tuple([_widen_inside(group, pattern) for group in groups])))


def _widen_boundary(node: Any, pattern: _Pattern) -> ExpressionPart:
    if node.positive:
        return Boundary()
    # Where no word starts, one may end.
    return Boundary(is_edge=False) if type(node).__name__ == "Boundary" else NOTHING


# By name, so that a class that a release of `regex` lacks is no error.
_ROWS: Mapping[str, Callable[[Any, _Pattern], ExpressionPart]] = {
    # Of the parts, each where it was: nothing is widened.
    "Sequence": _widen_sequence,
    "Branch": _widen_choice,
    "Group": _widen_inside,
    # Which of the two counts depends on what was matched before: either may.
    "Conditional": _widen_choice,
    "LookAroundConditional": _widen_choice,
    # What was matched first is not given up for the rest's sake: here it may be.
    "Atomic": _widen_inside,
    "PossessiveRepeat": _widen_repeat,
    # The order in which counts are tried tells which match is found, not whether there is one.
    "GreedyRepeat": _widen_repeat,
    "LazyRepeat": _widen_repeat,
    # What stands in front of a match, or behind it, is taken in (``superset_parts``). Of a negative
    # one that is another character; one of several characters is left out.
    "LookAround": _widen_look_around,
    # Exact, but for case: every variant that `regex` knows.
    "String": _widen_string,
    "Literal": _widen_string,
    # Exact: the engine itself was asked.
    "Character": _widen_character,
    "Range": _widen_character,
    "SetUnion": _widen_character,
    "SetDiff": _widen_character,
    "SetInter": _widen_character,
    "SetSymDiff": _widen_character,
    "Property": _widen_character,
    "Any": _widen_character,
    "AnyAll": _widen_character,
    "AnyU": _widen_character,
    # What the group matched is what its part can match, though in another place: the second "1" of
    # `(\b\d)\1` starts no word. In another case it is anything.
    "RefGroup": _widen_back_reference,
    # Exact: both engines tell words of ASCII by letters, digits and the underscore.
    "Boundary": _widen_boundary,
    # Each is one of several kinds of boundaries.
    "StartOfWord": _widen_boundary,
    "EndOfWord": _widen_boundary,
}
_FIXED_ROWS: Mapping[str, ExpressionPart] = {
    # One character at least, whatever belongs to it.
    "Grapheme": Times(Characters(EVERY), 1, None),
    # Words, and lines, of Unicode: left out.
    "DefaultBoundary": NOTHING,
    "DefaultStartOfWord": NOTHING,
    "DefaultEndOfWord": NOTHING,
    "StartOfLineU": NOTHING,
    "EndOfLineU": NOTHING,
    "EndOfStringLineU": NOTHING,
    # Exact at either end, and left out elsewhere. They are characters, and not hyperscan's own: its
    # ``^`` is not at the end of "a\n", where that of `regex` is, and its ``\z`` loses matches.
    "StartOfLine": Behind(_LINE_END),
    "EndOfLine": Ahead(_LINE_END),
    # Here at those of any line.
    "StartOfString": Behind(_LINE_END),
    "EndOfString": Ahead(_LINE_END),
    # Also in front of the last line end: here of any.
    "EndOfStringLine": Ahead(_LINE_END),
    # They tell where a search goes on, or what a match gives up: left out.
    "SearchAnchor": NOTHING,
    "Keep": NOTHING,
    "Prune": NOTHING,
    "Skip": NOTHING,
    "Failure": NOTHING,
}


# Bytes that no text holds, put where hyperscan would otherwise lose matches.
#
# To get over a repeat quickly, or over what stands before any match, hyperscan looks for few
# bytes, or pairs of bytes, one of which is in every way out of it, at most four bytes on. The
# release that its wheels hold, 5.4.12 of vectorscan, searches for pairs wrongly ("double shufti"):
# it forgets the first of two at the end of a block, and misses ``_\s*\n`` wherever sixteen bytes
# stand in front. It looks for no pairs where a way out has too many of them, and too many bytes to
# be looked for one by one. Such a way is made here, of five bytes that may be one of five each. A
# superset is asked of a text with a byte for each character, which holds none of them.

ANOTHER_WAY = Series((Characters(frozenset(range(0x80, 0x85))),) * 5)


def guard_expression(part: ExpressionPart) -> ExpressionPart:
    """Return *part*, the whole superset of a pattern, with bytes that no text holds where Hyperscan
    would else lose matches.
    """
    return _guard_part(part, open_=True)[0]


def _guard_part(part: ExpressionPart, *, open_: bool) -> tuple[ExpressionPart, bool]:
    """Return *part*, and whether what follows needs another way.

    *open_*: *part* needs one. A way by itself would be searched for by itself: it leads back to
    what follows.
    """
    match part:
        case Characters():
            return (Choice((part, ANOTHER_WAY)) if open_ else part), False
        case Series():
            row: list[ExpressionPart] = []
            for inner_part in part.parts:
                guarded_part, open_ = _guard_part(inner_part, open_=open_)
                row.append(guarded_part)
            return Series(tuple(row)), open_
        case Choice():
            choices = [_guard_part(inner_part, open_=open_) for inner_part in part.parts]
            return Choice(tuple([guarded_part for guarded_part, _ in choices])), any(
                last for _, last in choices
            )
        case Times() if part.least and open_:
            first_time, last = _guard_part(part.part, open_=True)
            if part.most == 1:
                return first_time, last
            other_times = part._replace(least=part.least - 1, most=part.most and part.most - 1)
            return Series((first_time, _guard_part(other_times, open_=False)[0])), True
        case Times():
            inner, last = _guard_part(part.part, open_=False)
            return part._replace(part=inner), part.most != 1 or open_ or last
        case _:
            return part, open_


# Does this machine's hyperscan find what it must? Where it does not, no superset is asked for.
#
# What it searches with depends on its release and on the processor, and one release lost matches
# on some (``guard``). So a few shapes like those that were lost are looked for at every place of
# the blocks that it reads at once.

_OFFSETS = 40
_BLANKS = Times(Characters(frozenset(b" \t\n")), 0, None)


def _make_characters(characters: bytes) -> Characters:
    return Characters(frozenset(characters))


# a\s*b, _[ x]*x, [_-]\s*\n, [a-z]_\s*\n: each with a text that it matches.
_SHAPES = (
    (Series((_make_characters(b"a"), _BLANKS, _make_characters(b"b"))), b"a b"),
    (
        Series(
            (
                _make_characters(b"_"),
                Times(_make_characters(b" x"), 0, None),
                _make_characters(b"x"),
            )
        ),
        b"_  x",
    ),
    (Series((_make_characters(b"_-"), _BLANKS, _make_characters(b"\n"))), b"_\n"),
    (
        Series(
            (
                Characters(frozenset(range(97, 123))),
                _make_characters(b"_"),
                _BLANKS,
                _make_characters(b"\n"),
            )
        ),
        b"q_\n",
    ),
)


def is_engine_sound() -> bool:
    """Tell whether a pattern's superset may be searched for in its place: Hyperscan is there, and
    finds that of each shape of a pattern wherever it has to match.
    """
    shapes_database = compile_database(
        [
            Expression(render_expression(guard_expression(part)), number, once=True)
            for number, (part, _) in enumerate(_SHAPES)
        ]
    )
    return shapes_database is not None and all(
        number in shapes_database.found_in(b"Q" * offset + text + b"Q" * (_OFFSETS - offset))
        for number, (_, text) in enumerate(_SHAPES)
        for offset in range(_OFFSETS + 1)
    )
