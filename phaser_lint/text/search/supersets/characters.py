"""Which characters of ASCII does a node of ``regex``'s tree match? It is executed to find out.

A class under ``(?i)``, a negated one, a property, one class less another: the engine itself says
what it does with each character, so there is nothing to understand, and nothing to get wrong. The
answer is exact, so that its complement is, too. Of all that is not ASCII it says whether the
node may match any of it, which is not asked but seen: of letters and ranges below.
"""

from __future__ import annotations

import regex

from phaser_lint.text.search.pattern_tree import IGNORECASE, walk_nodes
from phaser_lint.text.search.supersets.superset_parts import OTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ALL = "".join(map(chr, range(128)))


def find_ascii_characters(node: Any, flags: int) -> frozenset[int]:
    """Return the codes of the ASCII characters that *node* of a pattern's tree, of one character,
    matches.

    With ``OTHER``, if it may match another one. *flags* are those of the whole pattern. Raises what
    a changed ``regex`` raises.
    """
    core = regex._regex_core
    code = core._flatten_code([*node.compile(), (core.OP.SUCCESS,)])
    # As ``regex.compile`` does, with no name, list or required string.
    compiled = regex._regex.compile("", flags, code, {}, {}, {}, [], -1, (), 0, 0)
    codes = frozenset(map(ord, compiled.findall(_ALL)))
    return codes if all(map(_is_ascii, walk_nodes(node))) else codes | {OTHER}


def _is_ascii(node: Any) -> bool:
    """Tell whether *node* is certain to match only ASCII characters."""
    if not getattr(node, "positive", False) or node.case_flags & IGNORECASE:
        return False
    kind = type(node).__name__
    if kind == "Character":
        return bool(node.value < len(_ALL))
    if kind == "Range":
        return bool(node.upper < len(_ALL))
    return kind == "SetUnion"
