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

from phaser_lint.search.literals.existence_front import without_front
from phaser_lint.search.literals.pattern_items import (
    ASSERTIONS,
    ONE_CHARACTER,
    REPEATS,
    in_a_row,
    is_repeat,
    kind_of,
    without_groups,
)
from phaser_lint.search.literals.pattern_tree import FLAGS, compiled_tree, is_fickle, nodes_of
from phaser_lint.search.regex_engine import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.search.regex_engine import Code

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
