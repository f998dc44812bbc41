r"""The end of a pattern, from its first literal on: found wherever the pattern is, and sooner.

    ^\s*except\s*:                       except\s*:
    (?:^\s*assert\b(?!\s+is))(?!.{2}$)   assert\b(?!\s+is)(?!.{2}$)

``regex`` looks for a literal at the speed of a plain search, and tries a run in front of one at
each line of a text. Each match of a pattern ends in a match of its end, so a text without that has
none: ``^\s*except\s*:`` takes 120 microseconds on 10 kB that hold an ``except``, its end ten.
"""

from __future__ import annotations

import regex

from phaser_lint.text.search import Code, Node, find_byte_code
from phaser_lint.text.search.literals.pattern_tree import (
    FLAGS,
    FULLCASE,
    is_fickle,
    parse_executed_tree,
    tries_each_place,
    walk_nodes,
)

_REPEATS = frozenset(("GreedyRepeat", "LazyRepeat", "PossessiveRepeat"))
# What is none of these may ask for what was in front: a group, a call of one, a fuzzy part.
_KNOWN = _REPEATS | frozenset(
    ("Sequence", "Branch", "Atomic", "LookAround", "String", "Character", "Range", "Property",
     "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any", "AnyAll", "Boundary", "StartOfWord",
     "EndOfWord", "DefaultBoundary", "DefaultStartOfWord", "DefaultEndOfWord", "StartOfLine",
     "EndOfLine", "StartOfString", "EndOfString", "EndOfStringLine")
)  # fmt: skip


def derive_end_code(pattern: str) -> Code | None:
    """Return the byte code of the end of *pattern*, from its first literal on, by which a search
    rules a text out sooner.

    ``None`` where no run stands in front of one, or where that is not certain. Never raises.
    """
    try:
        core, tree = regex._regex_core, parse_executed_tree(pattern)
        compiled = regex.compile(pattern, FLAGS)
        nodes = _flatten_sequence(tree)
        place = next((place for place, node in enumerate(nodes) if _is_literal(node)), 0)
        if not any(type(node).__name__ in _REPEATS for node in nodes[:place]):
            return None
        if not tries_each_place(tree, compiled.flags) or not all(
            type(node).__name__ in _KNOWN
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
        # As in ``required``: the private ways of `regex` are walked here.
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
