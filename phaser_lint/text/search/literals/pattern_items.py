"""The items of a pattern's tree that stand in a row, and what each of them is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import regex

from phaser_lint.text.search.literals.pattern_tree import FLAGS, compiled_tree

ONE_CHARACTER = frozenset(
    ("Character", "Range", "Property", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any",
     "AnyAll")
)  # fmt: skip
ASSERTIONS = frozenset(
    ("Boundary", "StartOfWord", "EndOfWord", "DefaultBoundary", "DefaultStartOfWord",
     "DefaultEndOfWord", "StartOfLine", "EndOfLine", "StartOfString", "EndOfString",
     "EndOfStringLine")
)  # fmt: skip
REPEATS = frozenset(("GreedyRepeat", "LazyRepeat", "PossessiveRepeat"))


def kind_of(node: Any) -> str:
    """Return the name of the node's class."""
    return type(node).__name__


def nodes_in_a_row(node: Any) -> list[Any]:
    """Return the items of a sequence, those of sequences in it among them."""
    if kind_of(node) != "Sequence":
        return [node]
    return [inner_node for child in node.items for inner_node in nodes_in_a_row(child)]


def is_condition(node: Any) -> bool:
    """Tell whether the node asks something of its place, and matches no text."""
    return kind_of(node) in ASSERTIONS or kind_of(node) == "LookAround"


def is_repeat(node: Any) -> bool:
    """Tell whether the node matches what is below it several times."""
    return kind_of(node) in REPEATS


def is_one_character(node: Any) -> bool:
    """Tell whether the node matches one character, whichever."""
    return kind_of(node) in ONE_CHARACTER and not getattr(node, "zerowidth", False)


def is_literal(node: Any) -> bool:
    """Tell whether the node matches only one text, or that in another case."""
    if kind_of(node) in ("String", "Literal"):
        return True
    return kind_of(node) == "Character" and bool(node.positive) and not node.zerowidth


def text_of(node: Any) -> str:
    """Return the text of a literal."""
    codes = (node.value,) if kind_of(node) == "Character" else node.characters
    return "".join(map(chr, codes))


def fullmatch_of(node: Any) -> Callable[[str], Any]:
    """Return what tells whether a text is all that a node for one character matches."""
    like = regex.compile("", FLAGS | regex.UNICODE)
    compiled = compiled_tree(regex._regex_core.Sequence([copy_of(node)]), like=like)
    fullmatch: Callable[[str], Any] = compiled.fullmatch
    return fullmatch


def copies(node: Any, count: int) -> list[Any]:
    """Return so many nodes like *node*: `regex` marks the one that it looks for first."""
    return [copy_of(node) for _ in range(count)]


def without_groups(node: Any) -> Any:
    """Return *node*, each one in it another like it, and of groups what is in them."""
    if kind_of(node) == "Group":
        return without_groups(node.subpattern)
    copy = copy_of(node)
    if kind_of(node) in ("Sequence", "Branch"):
        name = "items" if kind_of(node) == "Sequence" else "branches"
        setattr(copy, name, [without_groups(child) for child in getattr(node, name)])
    elif hasattr(node, "subpattern"):
        copy.subpattern = without_groups(node.subpattern)
    return copy


def copy_of(node: Any) -> Any:
    """Return another node like *node*."""
    # What ``copy`` does, the import of which takes as long as deriving all of a pattern.
    copy = object.__new__(type(node))
    vars(copy).update(vars(node))
    return copy
