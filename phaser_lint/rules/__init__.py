"""The six contract types, one module each; a literal table, checked against ``Rule`` by mypy."""

from __future__ import annotations

from phaser_lint.rules import (
    file_contains,
    file_exists,
    file_not_contains,
    file_not_exists,
    forbid_pattern,
    require_pattern,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, Protocol

    from phaser_lint.model import Contract, Violation

    Spans = Sequence[tuple[int, int]]

    class Rule(Protocol):
        """What a module of this folder offers.

        ``READS``: which matches it wants to know, or ``nothing`` if it looks at names only.
        ``ONCE``: a file has one violation at most, however many matches broke it.
        """

        READS: Literal["every match", "first match", "nothing"]
        ONCE: bool

        def check_file(
            self, contract: Contract, *, path: str, text: str, spans: Spans
        ) -> list[Violation]:
            """Return the violations of one file, from the matches of the contract's pattern."""
            ...

        def check_tree(
            self, contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
        ) -> list[Violation]:
            """Return the violations of the tree; *paths* are those the contract selects.

            ``whole``: nothing else in the project matches. ``met``: some file meets the contract.
            """
            ...


RULES: dict[str, Rule] = {
    "forbid_pattern": forbid_pattern,
    "require_pattern": require_pattern,
    "file_exists": file_exists,
    "file_not_exists": file_not_exists,
    "file_contains": file_contains,
    "file_not_contains": file_not_contains,
}
TYPES = tuple(RULES)
PATTERN_TYPES = ("forbid_pattern", "require_pattern", "file_contains", "file_not_contains")
TREE_SCOPE_TYPES = ("require_pattern", "file_contains")
EXISTENCE_TYPES = ("file_exists", "file_not_exists")
TREE_TYPES = (*EXISTENCE_TYPES, "file_contains")
"""The types that the absence or the presence of a file can break."""


def is_on_tree(contract: Contract) -> bool:
    """Tell whether which files there are, or all files together, can break the contract."""
    return contract.scope == "tree" or contract.type in TREE_TYPES
