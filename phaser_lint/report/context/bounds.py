"""How much context a prompt or a tool call gets at most; what is cut is said in the context."""

from __future__ import annotations

from phaser_lint.core import Record


class Bounds(Record):
    """Limits of one block of context."""

    names: int = 10
    """Links that are looked up; a page may hold thousands."""
    depth: int = 1
    """Steps from a contract to related ones: 0 for none, 2 for those related to related ones."""
    entities: int = 5
    """Contracts of a name, related contracts, and pages: each at most so many."""
    characters: int = 6_000
    """Of the whole block; an agent's channel takes 9,000, and the hook may have more to say."""
