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

import regex

from phaser_lint.text.search.literals.pattern_items import (
    ASSERTIONS,
    ONE_CHARACTER,
    REPEATS,
    copies,
    copy_of,
    fullmatch_of,
    in_a_row,
    is_condition,
    is_literal,
    is_one_character,
    is_repeat,
    kind_of,
    text_of,
    without_groups,
)
from phaser_lint.text.search.literals.pattern_tree import FLAGS, compiled_tree, is_fickle, nodes_of
from phaser_lint.text.search.searcher import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

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
    cut = _cut(without_groups(tree))
    # What is made of the whole tree has to be what `regex` made of it.
    if cut is None or code_of(compiled_tree(tree, like=compiled)) != code_of(compiled):
        return None
    return code_of(compiled_tree(cut, like=compiled))


def _are_known(tree: Any) -> bool:
    return all(
        (kind_of(node) in _KNOWN or _is_set_item(node)) and not is_fickle(node)
        for node in nodes_of(tree)
    )


def _is_set_item(node: Any) -> bool:
    return isinstance(node, regex._regex_core.SetBase)


def _cut(tree: Any) -> Any | None:
    """Return what is left of *tree*; ``None`` if that is no sooner found."""
    items = in_a_row(tree)
    if len(items) == 1 and kind_of(items[0]) == "Branch":
        branches = [_cut(branch) for branch in items[0].branches]
        pairs = zip(branches, items[0].branches, strict=True)
        made = [whole if cut is None else cut for cut, whole in pairs]
        return None if not any(branches) else regex._regex_core.Branch(made)
    ended = _without_end(items)
    cut = without_front(ended)
    is_sooner = bool(cut) and cut != ended
    return regex._regex_core.Sequence(cut) if is_sooner else None


def _without_end(items: Sequence[Any]) -> list[Any]:
    kept = list(items)
    while kept and is_repeat(kept[-1]) and kept[-1].min_count == 0:
        kept.pop()
    if kept and is_repeat(kept[-1]) and kept[-1].min_count != kept[-1].max_count:
        kept[-1:] = _repeated(kept[-1].subpattern, kept[-1].min_count)
    return kept


def _repeated(node: Any, count: int) -> list[Any]:
    if count == 1:
        return in_a_row(node)
    return [regex._regex_core.GreedyRepeat(node, count, count)]


# The front of a pattern cut off: where a search for the rest of it starts soonest.
#
# Every function keeps what is found, or widens it; see ``existence``.

# More than so many of one character written out are no sooner found than a repeat.
_MOST_COPIES = 8
_SHORTEST_LITERAL = 2
# One of them is at every other place of a text, or of code.
_FREQUENT = " \netaoinsr"


def without_front(items: Sequence[Any]) -> list[Any]:
    """Return what of *items* is left from where a search starts soonest; maybe all of them."""
    kept = _without_optional(items)
    if _literal_place(kept) is None:
        kept = _with_one_time(kept)
    literal, choice = _literal_place(kept), _choice_place(kept)
    if choice is not None and (literal is None or (choice < literal and _is_weak(kept[literal]))):
        return kept[choice:]
    if literal is None:
        return _from_line_start(kept) or _from_rare_character(kept) or _with_fewest(kept)
    if all(map(is_condition, kept[:literal])):
        return kept
    behind = _behind(kept[:literal], kept[literal])
    rest = kept[literal + 1 :]
    # The literal alone is in every text that is searched at all.
    if not behind and not rest:
        return _with_fewest(kept)
    core = regex._regex_core
    seen = core.LookAround(True, True, core.Sequence([*behind, copy_of(kept[literal])]))
    return [kept[literal], *([seen] if behind else ()), *rest]


def _without_optional(items: Sequence[Any]) -> list[Any]:
    kept = list(items)
    while kept and is_repeat(kept[0]) and kept[0].min_count == 0:
        kept = kept[1:]
    # What stands on a line from its start on says nothing: "^.*".
    if len(kept) > 1 and kind_of(kept[0]) == "StartOfLine" and _is_any_run(kept[1]):
        return _without_optional(kept[2:])
    return kept


def _is_any_run(node: Any) -> bool:
    unlimited = is_repeat(node) and node.min_count == 0 and node.max_count is None
    return unlimited and kind_of(node.subpattern) == "Any" and kind_of(node) != "PossessiveRepeat"


def _from_line_start(items: Sequence[Any]) -> list[Any] | None:
    first: Any = items[0] if items else None
    if first is None or not is_repeat(first) or kind_of(first.subpattern) != "Any":
        return None
    if first.max_count is None or len(items) == 1:
        return [regex._regex_core.StartOfLine(), *items]
    return None


def _with_one_time(items: Sequence[Any]) -> list[Any]:
    """Return *items* with one time of a repeat in front written out, where that holds a literal."""
    first: Any = items[0] if items else None
    if kind_of(first) not in ("GreedyRepeat", "LazyRepeat") or not first.min_count:
        return list(items)
    once = in_a_row(without_groups(first.subpattern))
    if _literal_place(once) is None:
        return list(items)
    most = None if first.max_count is None else first.max_count - 1
    others = [type(first)(first.subpattern, first.min_count - 1, most)] if most != 0 else []
    return _without_optional([*once, *others, *items[1:]])


def _choice_place(items: Sequence[Any]) -> int | None:
    """Return the place of a choice of literals, where what stands in front takes longer.

    Conditions right in front of a choice cost no more than it does.
    """
    for place, item in enumerate(items):
        if _is_choice_of_literals(item):
            before = {*map(kind_of, items[:place])}
            return place if before - {"StartOfLine", "Boundary", "LookAround"} else None
    return None


def _is_weak(literal: Any) -> bool:
    return len(text_of(literal)) < _SHORTEST_LITERAL


def _is_choice_of_literals(node: Any) -> bool:
    if kind_of(node) != "Branch":
        return False
    firsts = [in_a_row(branch)[:1] for branch in node.branches]
    return all(
        first and is_literal(first[0]) and len(text_of(first[0]).strip()) >= _SHORTEST_LITERAL
        for first in firsts
    )


def _from_rare_character(items: Sequence[Any]) -> list[Any] | None:
    """Return *items* without the conditions in front of a character that few places have."""
    conditions = [is_condition(item) for item in items]
    rest = list(items[conditions.index(False) :]) if False in conditions else []
    return rest if 1 < len(rest) < len(items) and _starts_rarely(rest) else None


def _starts_rarely(items: Sequence[Any]) -> bool:
    """Tell whether few places have the first of *items*, and no run of the second goes over it."""
    first, second = items[:2]
    if not is_one_character(first) or any(map(fullmatch_of(first), _FREQUENT)):
        return False
    if not is_repeat(second):
        return True
    if not is_one_character(second.subpattern):
        return False
    fits, also_fits = fullmatch_of(first), fullmatch_of(second.subpattern)
    return not any(fits(each) and also_fits(each) for each in map(chr, range(128)))


def _with_fewest(items: Sequence[Any]) -> list[Any]:
    """Return *items* with no more of a repeat in front than it asks for, where that is little."""
    if len(items) < 2 or not is_repeat(items[0]) or not is_one_character(items[0].subpattern):
        return list(items)
    first = items[0]
    if first.min_count == first.max_count or first.min_count > _MOST_COPIES:
        return list(items)
    return [*copies(first.subpattern, first.min_count), *items[1:]]


def _literal_place(items: Sequence[Any]) -> int | None:
    """Return the place of the first literal that is more than blanks."""
    places = [place for place, item in enumerate(items) if is_literal(item)]
    telling = [place for place in places if text_of(items[place]).strip()]
    return telling[0] if telling else None


def _behind(items: Sequence[Any], literal: Any) -> list[Any]:
    """Return what of *items* can be looked for backwards from the *literal* behind them."""
    found: list[Any] = []
    # A run tells little more than its fewest times, but for what stands in front of it.
    run: list[Any] = []
    for item in reversed(items):
        if kind_of(item) in ASSERTIONS or is_one_character(item):
            found = [item, *found]
        elif not is_repeat(item) or not is_one_character(item.subpattern):
            break
        elif not run and item.min_count != item.max_count and _is_apart(item, literal):
            found = run = [item, *found]
        elif 0 < item.min_count <= _MOST_COPIES:
            found = [*copies(item.subpattern, item.min_count), *found]
            if item.min_count != item.max_count:
                break
        else:
            break
    if not run or any(map(_is_telling, found[: -len(run)])):
        return found
    few = run[0].min_count <= _MOST_COPIES
    return [*(copies(run[0].subpattern, run[0].min_count) if few else ()), *run[1:]]


def _is_telling(node: Any) -> bool:
    return is_one_character(node) or kind_of(node) in ("StartOfLine", "StartOfString")


def _is_apart(repeat: Any, literal: Any) -> bool:
    """Tell whether a run ends at a literal: no two literals then look back over the same run."""
    if kind_of(repeat) == "PossessiveRepeat":
        return False
    fits = fullmatch_of(repeat.subpattern)
    first = text_of(literal)[0]
    return not any(fits(each) for each in (first, first.lower(), first.upper()))
