r"""A shorter pattern that is found wherever a pattern is, in a fraction of the time.

    \w+!\s*(?://|$)          !(?<=\w!)\s*(?://|$)
    ^\s*assert\b(?!\s+is)    assert(?<=^\s*assert)\b(?!\s+is)
    .{121,}                  ^.{121}
    \s*[<>=].*               [<>=]

``regex`` tries a pattern at every character that its first item fits, and a repeat in front makes
each try as long as the repeat. Where only is asked whether there is a match at all, none of that is
needed. The shorter pattern is made of the tree that ``regex`` executes, and only ever finds more:

- a choice is found where one of its branches is; a group captures what nothing here asks for;
- what stands at the end and may be missing: a match without it is found where one with it is, and
  so is one of the fewest repeats that are asked for;
- what stands in front: each match holds one of the rest, which starts behind it;
- ``.{121,}``: a match may start as far in front as the line does;
- a literal behind other items: a match of all holds it, with the rest behind it. What was left out
  is looked for backwards from it, as far as that is simple and short.

So a text without the shorter pattern has no match, and one with it has to be searched. A pattern of
which one part asks for another (a group's text, a call), or whose match depends on where a search
began or on what was tried before, has none.
"""

from __future__ import annotations

from copy import copy

import regex

from phaser_lint.search.literals.pattern_tree import FLAGS, compiled_tree, nodes_of
from phaser_lint.search.regex_engine import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.search.regex_engine import Code

_UNCUTTABLE_FLAGS = (
    regex.REVERSE | regex.BESTMATCH | regex.ENHANCEMATCH | regex.POSIX | regex.FULLCASE
)
_ONE_CHARACTER = frozenset(
    ("Character", "Range", "Property", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any",
     "AnyAll")
)  # fmt: skip
_ASSERTIONS = frozenset(
    ("Boundary", "StartOfWord", "EndOfWord", "DefaultBoundary", "DefaultStartOfWord",
     "DefaultEndOfWord", "StartOfLine", "EndOfLine", "StartOfString", "EndOfString",
     "EndOfStringLine")
)  # fmt: skip
_REPEATS = frozenset(("GreedyRepeat", "LazyRepeat", "PossessiveRepeat"))
# What is none of these is not known to be cut soundly: RefGroup, CallGroup, Keep, Skip, Fuzzy, …
_KNOWN = _ONE_CHARACTER | _ASSERTIONS | _REPEATS | frozenset(
    ("Sequence", "Branch", "Group", "Atomic", "LookAround", "String", "Literal")
)  # fmt: skip
# More than so many of one character written out are no sooner found than a repeat.
_MOST_COPIES = 8


def existence_code(pattern: str, tree: Any) -> Code | None:
    """Return the code of a shorter pattern that is found wherever *pattern* is.

    *tree* is its ``executed_tree``. ``None`` where none is known that is worth a search; raises
    whatever a changed ``regex`` raises.
    """
    compiled = regex.compile(pattern, FLAGS)
    if compiled.flags & _UNCUTTABLE_FLAGS or not _are_known(tree):
        return None
    cut = _cut(_without_groups(tree))
    # What is made of the whole tree has to be what `regex` made of it.
    if cut is None or code_of(compiled_tree(tree, like=compiled)) != code_of(compiled):
        return None
    return code_of(compiled_tree(cut, like=compiled))


def _are_known(tree: Any) -> bool:
    return all(_kind(node) in _KNOWN or _is_set_item(node) for node in nodes_of(tree))


def _without_groups(node: Any) -> Any:
    if _kind(node) == "Group":
        return _without_groups(node.subpattern)
    made = copy(node)
    if _kind(node) in ("Sequence", "Branch"):
        name = "items" if _kind(node) == "Sequence" else "branches"
        setattr(made, name, [_without_groups(each) for each in getattr(node, name)])
    elif hasattr(node, "subpattern"):
        made.subpattern = _without_groups(node.subpattern)
    return made


def _is_set_item(node: Any) -> bool:
    return isinstance(node, regex._regex_core.SetBase)


def _cut(tree: Any) -> Any | None:
    """Return what is left of *tree*; ``None`` if that is no sooner found."""
    items = _in_a_row(tree)
    if len(items) == 1 and _kind(items[0]) == "Branch":
        branches = [_cut(branch) for branch in items[0].branches]
        pairs = zip(branches, items[0].branches, strict=True)
        made = [whole if cut is None else cut for cut, whole in pairs]
        return None if not any(branches) else regex._regex_core.Branch(made)
    ended = _without_end(items)
    cut = _without_front(ended)
    is_sooner = bool(cut) and cut != ended
    return regex._regex_core.Sequence(cut) if is_sooner else None


def _in_a_row(node: Any) -> list[Any]:
    """Return the items of a sequence, those of sequences in it among them."""
    if _kind(node) != "Sequence":
        return [node]
    return [item for each in node.items for item in _in_a_row(each)]


def _without_end(items: Sequence[Any]) -> list[Any]:
    kept = list(items)
    while kept and _is_repeat(kept[-1]) and kept[-1].min_count == 0:
        kept.pop()
    if kept and _is_repeat(kept[-1]) and kept[-1].min_count != kept[-1].max_count:
        kept[-1] = _repeated(kept[-1].subpattern, kept[-1].min_count)
    return kept


def _without_front(items: Sequence[Any]) -> list[Any]:
    kept = _without_optional(items)
    place = _literal_place(kept)
    if place is None:
        return _from_line_start(kept) or _with_fewest(kept)
    if all(_kind(item) in (*_ASSERTIONS, "LookAround") for item in kept[:place]):
        return kept
    behind = _behind(kept[:place], kept[place])
    rest = kept[place + 1 :]
    # The literal alone is in every text that is searched at all.
    if not behind and not rest:
        return _with_fewest(kept)
    core = regex._regex_core
    seen = (
        [core.LookAround(True, True, core.Sequence([*behind, copy(kept[place])]))] if behind else []
    )
    return [kept[place], *seen, *rest]


def _without_optional(items: Sequence[Any]) -> list[Any]:
    kept = list(items)
    while kept and _is_repeat(kept[0]) and kept[0].min_count == 0:
        kept = kept[1:]
    # What stands on a line from its start on says nothing: "^.*".
    if len(kept) > 1 and _kind(kept[0]) == "StartOfLine" and _is_any_run(kept[1]):
        return _without_optional(kept[2:])
    return kept


def _is_any_run(node: Any) -> bool:
    unlimited = _is_repeat(node) and node.min_count == 0 and node.max_count is None
    return unlimited and _kind(node.subpattern) == "Any" and _kind(node) != "PossessiveRepeat"


def _from_line_start(items: Sequence[Any]) -> list[Any] | None:
    first = items[0] if items else None
    if first is None or not _is_repeat(first) or _kind(first.subpattern) != "Any":
        return None
    if first.max_count is None or len(items) == 1:
        return [regex._regex_core.StartOfLine(), *items]
    return None


def _with_fewest(items: Sequence[Any]) -> list[Any]:
    """Return *items* with no more of a repeat in front than it asks for, where that is little."""
    if len(items) < 2 or not _is_repeat(items[0]) or not _is_one_character(items[0].subpattern):
        return list(items)
    first = items[0]
    if first.min_count == first.max_count or first.min_count > _MOST_COPIES:
        return list(items)
    return [*_copies(first.subpattern, first.min_count), *items[1:]]


def _literal_place(items: Sequence[Any]) -> int | None:
    """Return the place of the first literal that is more than blanks."""
    places = [place for place, item in enumerate(items) if _is_literal(item)]
    telling = [place for place in places if _text_of(items[place]).strip()]
    return telling[0] if telling else None


def _behind(items: Sequence[Any], literal: Any) -> list[Any]:
    """Return what of *items* can be looked for backwards from the *literal* behind them."""
    found: list[Any] = []
    for place in range(len(items) - 1, -1, -1):
        item = items[place]
        if _kind(item) in _ASSERTIONS or _is_one_character(item):
            found = [item, *found]
        elif not _is_repeat(item) or not _is_one_character(item.subpattern):
            return found
        elif place == 1 and _kind(items[0]) == "StartOfLine" and _is_apart(item, literal):
            return [items[0], item, *found]
        elif 0 < item.min_count <= _MOST_COPIES:
            found = [*_copies(item.subpattern, item.min_count), *found]
            if item.min_count != item.max_count:
                return found
        else:
            return found
    return found


def _is_apart(repeat: Any, literal: Any) -> bool:
    """Tell whether a run ends at a literal: no two literals then look back over the same run."""
    if _kind(repeat) == "PossessiveRepeat":
        return False
    alone = regex._regex_core.Sequence([repeat.subpattern])
    like = regex.compile("", FLAGS | regex.UNICODE)
    fits = compiled_tree(alone, like=like).fullmatch
    first = _text_of(literal)[0]
    return not any(fits(each) for each in (first, first.lower(), first.upper()))


def _copies(node: Any, count: int) -> list[Any]:
    # Each by itself: `regex` marks the one that it looks for first.
    return [copy(node) for _ in range(count)]


def _repeated(node: Any, count: int) -> Any:
    return node if count == 1 else regex._regex_core.GreedyRepeat(node, count, count)


def _is_repeat(node: Any) -> bool:
    return _kind(node) in _REPEATS


def _is_one_character(node: Any) -> bool:
    return _kind(node) in _ONE_CHARACTER and not getattr(node, "zerowidth", False)


def _is_literal(node: Any) -> bool:
    if _kind(node) in ("String", "Literal"):
        return True
    return _kind(node) == "Character" and bool(node.positive) and not node.zerowidth


def _text_of(node: Any) -> str:
    codes = (node.value,) if _kind(node) == "Character" else node.characters
    return "".join(map(chr, codes))


def _kind(node: Any) -> str:
    return type(node).__name__
