r"""A shorter pattern that is found wherever a pattern is, in a fraction of the time.

    \w+!\s*(?://|$)          !(?<=\w!)\s*(?://|$)
    ^\s*assert\b(?!\s+is)    assert(?<=^\s*assert)\b(?!\s+is)
    .{121,}                  ^.{121}
    \s*[<>=].*               [<>=]
    (?:[a-z]+,\s*){8,}        ,(?<=[a-z],)\s*(?:[a-z]+,\s*){7}
    ^(?!.*\s)\w+(key|token)$  (?:key|token)$
    \b[A-Z][a-z]+\d          [A-Z][a-z]+\d

``regex`` tries a pattern at every character that its first item fits, and a repeat in front makes
each try as long as the repeat. Where only is asked whether there is a match at all, none of that is
needed. The shorter pattern is made of the tree that ``regex`` executes, and only ever finds more:

- a choice is found where one of its branches is; a group captures what nothing here asks for;
- what stands at the end and may be missing: a match without it is found where one with it is, and
  so is one of the fewest repeats that are asked for;
- what stands in front: each match holds one of the rest, which starts behind it;
- ``.{121,}``: a match may start as far in front as the line does;
- a repeat in front that has to be there starts with one time of what it repeats;
- a literal behind other items, or a choice of some: a match of all holds it, with the rest behind
  it. What was left out is looked for backwards from a literal, as far as that is simple and short;
- conditions in front are asked at every place; a character that few places have is looked for.

So a text without the shorter pattern has no match, and one with it has to be searched. A pattern of
which one part asks for another (a group's text, a call), or whose match depends on where a search
began or on what was tried before, has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import regex

from phaser_lint.text.search.literals.pattern_items import (
    ASSERTIONS,
    ONE_CHARACTER,
    REPEATS,
    copies,
    copy_of,
    fullmatch_of,
    is_condition,
    is_literal,
    is_one_character,
    is_repeat,
    kind_of,
    nodes_in_a_row,
    text_of,
    without_groups,
)
from phaser_lint.text.search.literals.pattern_tree import FLAGS, compiled_tree, is_fickle, nodes_of
from phaser_lint.text.search.searcher import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.search.searcher import Code


_UNCUTTABLE_FLAGS = (
    regex.REVERSE | regex.BESTMATCH | regex.ENHANCEMATCH | regex.POSIX | regex.FULLCASE
)
# What is none of these is not known to be cut soundly: RefGroup, CallGroup, Keep, Skip, Fuzzy, …
_KNOWN = ONE_CHARACTER | ASSERTIONS | REPEATS | frozenset(
    ("Sequence", "Branch", "Group", "Atomic", "LookAround", "String", "Literal")
)  # fmt: skip


def existence_code(pattern: str, tree: Any) -> Code | None:
    """Return the code of a shorter pattern that is found wherever *pattern* is.

    *tree* is its ``executed_tree``. ``None`` where none is known that is worth a search; raises
    whatever a changed ``regex`` raises.
    """
    compiled = regex.compile(pattern, FLAGS)
    if compiled.flags & _UNCUTTABLE_FLAGS or not _are_known(tree):
        return None
    shorter_tree = _shorter_tree(without_groups(tree))
    # What is made of the whole tree has to be what `regex` made of it.
    if shorter_tree is None or code_of(compiled_tree(tree, like=compiled)) != code_of(compiled):
        return None
    return code_of(compiled_tree(shorter_tree, like=compiled))


def _are_known(tree: Any) -> bool:
    return all(
        (kind_of(node) in _KNOWN or isinstance(node, regex._regex_core.SetBase))
        and not is_fickle(node)
        for node in nodes_of(tree)
    )


def _shorter_tree(tree: Any) -> Any | None:
    """Return what is left of *tree*; ``None`` if that is no sooner found."""
    nodes = nodes_in_a_row(tree)
    if len(nodes) == 1 and kind_of(nodes[0]) == "Branch":
        branches = [_shorter_tree(branch) for branch in nodes[0].branches]
        pairs = zip(branches, nodes[0].branches, strict=True)
        shorter_branches = [
            full_branch if shorter_nodes is None else shorter_nodes
            for shorter_nodes, full_branch in pairs
        ]
        return None if not any(branches) else regex._regex_core.Branch(shorter_branches)
    nodes_without_end = _nodes_without_end(nodes)
    shorter_nodes = without_front(nodes_without_end)
    is_sooner = bool(shorter_nodes) and shorter_nodes != nodes_without_end
    return regex._regex_core.Sequence(shorter_nodes) if is_sooner else None


def _nodes_without_end(nodes: Sequence[Any]) -> list[Any]:
    nodes_left = list(nodes)
    while nodes_left and is_repeat(nodes_left[-1]) and nodes_left[-1].min_count == 0:
        nodes_left.pop()
    if (
        nodes_left
        and is_repeat(nodes_left[-1])
        and nodes_left[-1].min_count != nodes_left[-1].max_count
    ):
        nodes_left[-1:] = _repeated(nodes_left[-1].subpattern, nodes_left[-1].min_count)
    return nodes_left


def _repeated(node: Any, count: int) -> list[Any]:
    if count == 1:
        return nodes_in_a_row(node)
    return [regex._regex_core.GreedyRepeat(node, count, count)]


# The front of a pattern cut off: where a search for the rest of it starts soonest.
#
# Every function keeps what is found, or widens it; see ``existence``.

# More than so many of one character written out are no sooner found than a repeat.
_MOST_COPIES = 8
_SHORTEST_LITERAL = 2
# One of them is at every other place of a text, or of code.
_FREQUENT = " \netaoinsr"


def without_front(nodes: Sequence[Any]) -> list[Any]:
    """Return what of *nodes* is left from where a search starts soonest; maybe all of them."""
    nodes_left = _nodes_without_optional(nodes)
    if _literal_place(nodes_left) is None:
        nodes_left = _nodes_with_one_time(nodes_left)
    literal, choice = _literal_place(nodes_left), _choice_place(nodes_left)
    if choice is not None and (
        literal is None or (choice < literal and _is_weak(nodes_left[literal]))
    ):
        return nodes_left[choice:]
    if literal is None:
        return (
            _nodes_from_line_start(nodes_left)
            or _nodes_from_rare_character(nodes_left)
            or _nodes_with_fewest(nodes_left)
        )
    if all(map(is_condition, nodes_left[:literal])):
        return nodes_left
    behind = _nodes_to_look_back(nodes_left[:literal], nodes_left[literal])
    nodes_after = nodes_left[literal + 1 :]
    # The literal itself is in every text that is searched at all.
    if not behind and not nodes_after:
        return _nodes_with_fewest(nodes_left)
    core = regex._regex_core
    look_back = core.LookAround(True, True, core.Sequence([*behind, copy_of(nodes_left[literal])]))
    return [nodes_left[literal], *([look_back] if behind else ()), *nodes_after]


def _nodes_without_optional(nodes: Sequence[Any]) -> list[Any]:
    nodes_left = list(nodes)
    while nodes_left and is_repeat(nodes_left[0]) and nodes_left[0].min_count == 0:
        nodes_left = nodes_left[1:]
    # What stands on a line from its start on says nothing: "^.*".
    if (
        len(nodes_left) > 1
        and kind_of(nodes_left[0]) == "StartOfLine"
        and _is_any_run(nodes_left[1])
    ):
        return _nodes_without_optional(nodes_left[2:])
    return nodes_left


def _is_any_run(node: Any) -> bool:
    unlimited = is_repeat(node) and node.min_count == 0 and node.max_count is None
    return unlimited and kind_of(node.subpattern) == "Any" and kind_of(node) != "PossessiveRepeat"


def _nodes_from_line_start(nodes: Sequence[Any]) -> list[Any] | None:
    first_node: Any = nodes[0] if nodes else None
    if first_node is None or not is_repeat(first_node) or kind_of(first_node.subpattern) != "Any":
        return None
    if first_node.max_count is None or len(nodes) == 1:
        return [regex._regex_core.StartOfLine(), *nodes]
    return None


def _nodes_with_one_time(nodes: Sequence[Any]) -> list[Any]:
    """Return *nodes* with one time of a repeat in front written out, where that holds a literal."""
    first_node: Any = nodes[0] if nodes else None
    if kind_of(first_node) not in ("GreedyRepeat", "LazyRepeat") or not first_node.min_count:
        return list(nodes)
    nodes_of_one_time = nodes_in_a_row(without_groups(first_node.subpattern))
    if _literal_place(nodes_of_one_time) is None:
        return list(nodes)
    most_times = None if first_node.max_count is None else first_node.max_count - 1
    other_times = (
        [type(first_node)(first_node.subpattern, first_node.min_count - 1, most_times)]
        if most_times != 0
        else []
    )
    return _nodes_without_optional([*nodes_of_one_time, *other_times, *nodes[1:]])


def _choice_place(nodes: Sequence[Any]) -> int | None:
    """Return the place of a choice of literals, where what stands in front takes longer.

    Conditions right in front of a choice cost no more than it does.
    """
    for place, node in enumerate(nodes):
        if _is_choice_of_literals(node):
            before = {*map(kind_of, nodes[:place])}
            return place if before - {"StartOfLine", "Boundary", "LookAround"} else None
    return None


def _is_weak(literal: Any) -> bool:
    return len(text_of(literal)) < _SHORTEST_LITERAL


def _is_choice_of_literals(node: Any) -> bool:
    if kind_of(node) != "Branch":
        return False
    starts_of_branches = [nodes_in_a_row(branch)[:1] for branch in node.branches]
    return all(
        first_nodes
        and is_literal(first_nodes[0])
        and len(text_of(first_nodes[0]).strip()) >= _SHORTEST_LITERAL
        for first_nodes in starts_of_branches
    )


def _nodes_from_rare_character(nodes: Sequence[Any]) -> list[Any] | None:
    """Return *nodes* without the conditions in front of a character that few places have."""
    conditions = [is_condition(node) for node in nodes]
    nodes_left = list(nodes[conditions.index(False) :]) if False in conditions else []
    return nodes_left if 1 < len(nodes_left) < len(nodes) and _starts_rarely(nodes_left) else None


def _starts_rarely(nodes: Sequence[Any]) -> bool:
    """Tell whether few places have the first of *nodes*, and no run of the second goes over it."""
    first_node, second_node = nodes[:2]
    if not is_one_character(first_node) or any(map(fullmatch_of(first_node), _FREQUENT)):
        return False
    if not is_repeat(second_node):
        return True
    if not is_one_character(second_node.subpattern):
        return False
    matches_first, matches_second = fullmatch_of(first_node), fullmatch_of(second_node.subpattern)
    return not any(
        matches_first(character) and matches_second(character) for character in map(chr, range(128))
    )


def _nodes_with_fewest(nodes: Sequence[Any]) -> list[Any]:
    """Return *nodes* with no more of a repeat in front than it asks for, where that is little."""
    if len(nodes) < 2 or not is_repeat(nodes[0]) or not is_one_character(nodes[0].subpattern):
        return list(nodes)
    first_node = nodes[0]
    if first_node.min_count == first_node.max_count or first_node.min_count > _MOST_COPIES:
        return list(nodes)
    return [*copies(first_node.subpattern, first_node.min_count), *nodes[1:]]


def _literal_place(nodes: Sequence[Any]) -> int | None:
    """Return the place of the first literal that is more than blanks."""
    places = [place for place, node in enumerate(nodes) if is_literal(node)]
    telling_places = [place for place in places if text_of(nodes[place]).strip()]
    return telling_places[0] if telling_places else None


def _nodes_to_look_back(nodes: Sequence[Any], literal: Any) -> list[Any]:
    """Return what of *nodes* can be looked for backwards from the *literal* behind them."""
    nodes_behind: list[Any] = []
    # A run tells little more than its fewest times, but for what stands in front of it.
    run: list[Any] = []
    for node in reversed(nodes):
        if kind_of(node) in ASSERTIONS or is_one_character(node):
            nodes_behind = [node, *nodes_behind]
        elif not is_repeat(node) or not is_one_character(node.subpattern):
            break
        elif not run and node.min_count != node.max_count and _is_apart(node, literal):
            nodes_behind = run = [node, *nodes_behind]
        elif 0 < node.min_count <= _MOST_COPIES:
            nodes_behind = [*copies(node.subpattern, node.min_count), *nodes_behind]
            if node.min_count != node.max_count:
                break
        else:
            break
    if not run or any(map(_is_telling, nodes_behind[: -len(run)])):
        return nodes_behind
    few = run[0].min_count <= _MOST_COPIES
    return [*(copies(run[0].subpattern, run[0].min_count) if few else ()), *run[1:]]


def _is_telling(node: Any) -> bool:
    return is_one_character(node) or kind_of(node) in ("StartOfLine", "StartOfString")


def _is_apart(repeat: Any, literal: Any) -> bool:
    """Tell whether a run ends at a literal: no two literals then look back over the same run."""
    if kind_of(repeat) == "PossessiveRepeat":
        return False
    matches = fullmatch_of(repeat.subpattern)
    first_character = text_of(literal)[0]
    return not any(
        matches(spelling)
        for spelling in (first_character, first_character.lower(), first_character.upper())
    )
