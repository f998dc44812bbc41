"""Which characters of ASCII does a node of ``regex``'s tree match? It is executed to find out.

A class under ``(?i)``, a negated one, a property, one class less another: the engine itself says
what it does with each character, so there is nothing to understand, and nothing to get wrong. The
answer is exact, so that its complement is, too.
"""

from __future__ import annotations

import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ALL = "".join(map(chr, range(128)))


def characters_of(node: Any, flags: int) -> frozenset[int]:
    """Return the codes of the ASCII characters that *node*, of one character, matches.

    *flags* are those of the whole pattern. Raises what a changed ``regex`` raises.
    """
    core = regex._regex_core
    code = core._flatten_code([*node.compile(), (core.OP.SUCCESS,)])
    # As ``regex.compile`` does, with no name, list or required string.
    alone = regex._regex.compile("", flags, code, {}, {}, {}, [], -1, (), 0, 0)
    return frozenset(map(ord, alone.findall(_ALL)))
