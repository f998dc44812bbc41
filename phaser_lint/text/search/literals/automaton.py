"""Which patterns can match a file at all, found by one pass over its bytes.

Most patterns require a literal that few files hold: that is looked for. Of the others, by what a
sample of the files shows, an expression is looked for that matches wherever the pattern does
(``supersets``); it is certain of a text with a byte for each character. All of them make one
automaton (``automaton_building``), and a file is passed through it once, whatever the number of
patterns. Without the automaton, and where few files do not pay for it, the literals are searched
one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from phaser_lint.core import Record
from phaser_lint.core.text import decode_text, encode_byte_per_character, normalise_text
from phaser_lint.text.search import Requirement, compute_once, may_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.search.hyperscan_database import Database

BytesClause = tuple[tuple[bytes, ...], tuple[bytes, ...]]
BytesRequirement = tuple[BytesClause, ...] | None
Sample = tuple[bytes, Collection[int]]
"""A file's bytes, and the places of the patterns that are to be searched for in it."""
FoldableBytes = tuple[bytes, Callable[[], bytes]]
"""The bytes of a text, and what folds them once."""
# The characters outside of ASCII that match an ASCII letter when case is ignored: where one is, the
# automaton's idea of case is not enough.
_FOLDING = (b"\xc4\xb0", b"\xc4\xb1", b"\xc5\xbf", b"\xe2\x84\xaa")
# How a pattern is looked for, where not by the clause of this number.
BY_SUPERSET, BY_ITSELF = -1, -2


class Sought(Record):
    """What a text requires for a match of a pattern, and the pattern itself, if it may be asked."""

    requirement: Requirement
    pattern: str = ""
    raw_text: bool = False
    """It sees the text with its own line ends."""
    without_comments: bool = False
    """It sees blanks in place of the text's comments."""


class Automaton:
    """Answers for a fixed list of patterns; each is known by its index in it.

    *methods* tell how each of them is looked for; without a *database* nothing is compiled.
    """

    def __init__(
        self,
        patterns: Sequence[Sought],
        methods: Sequence[int] = (),
        database: Database | None = None,
    ) -> None:
        self._database, self._methods = database, methods
        self._requirements = [make_bytes_requirement(pattern.requirement) for pattern in patterns]
        self._all = frozenset(range(len(patterns)))
        self._by_superset, self._by_itself = (
            frozenset(index for index, method in enumerate(methods) if method == special_method)
            for special_method in (BY_SUPERSET, BY_ITSELF)
        )
        self._raw = frozenset(index for index in self._by_superset if patterns[index].raw_text)

    def possible_in(self, content: bytes) -> frozenset[int]:
        """Return the indices of the patterns that may match in the text of *content*."""
        if self._database is None:
            return self._find_by_literals(content)
        possible_indices = (
            self._all.intersection(self._database.found_in(content)) | self._by_itself
        )
        if content.isascii() and b"\r" not in content:
            return possible_indices
        # The text has other bytes than the file.
        by_superset = self._by_superset
        if by_superset:
            text = encode_byte_per_character(normalise_text(decode_text(content)))
            by_superset &= self._raw.union(self._database.found_in(text))
        if any(folding in content for folding in _FOLDING):
            possible_indices = self._find_by_literals(content)
        return possible_indices - self._by_superset | by_superset

    def _find_by_literals(self, content: bytes) -> frozenset[int]:
        folded = compute_once(fold_case_bytes, content)
        return frozenset(
            index
            for index, requirement in enumerate(self._requirements)
            if may_match(requirement, content, folded)
        )

    @property
    def asks_supersets(self) -> bool:
        """Whether there is an engine that supersets are asked of, and any to ask for."""
        return self._database is not None and BY_SUPERSET in self._methods

    @property
    def decided_places(self) -> frozenset[int]:
        """The places of the patterns that the pass decides on; any other may match."""
        return frozenset() if self._database is None else self._all - self._by_itself

    def stored_parts(self) -> tuple[tuple[int, ...], tuple[bytes, ...]] | None:
        """Return how each pattern is looked for, and the stored database; ``None``: nothing."""
        serialized = self._database.serialized_databases() if self._database else None
        return None if serialized is None else (tuple(self._methods), serialized)


# Whether the bytes of a UTF-8 file hold the literals that a pattern requires of its text.


def fold_case_bytes(content: bytes) -> bytes:
    """Return the UTF-8 bytes *content* of a file folded for the automaton, as ``fold_case`` folds
    its text.

    The four characters start with a lead byte, so they are never found inside another one.
    """
    if content.isascii():
        return content.lower()
    plain = content.replace(b"\xc4\xb0", b"i").replace(b"\xc4\xb1", b"i").replace(b"\xc5\xbf", b"s")
    return plain.replace(b"\xe2\x84\xaa", b"k").lower()


def make_bytes_requirement(requirement: Requirement) -> BytesRequirement:
    """Return what the automaton asks of the raw UTF-8 bytes of a file, folded by
    ``fold_case_bytes``, by the *requirement* of a pattern (``may_match``).

    Sound for the text that they are decoded to, also without its BOM and with its line ends
    normalised. A clause that cannot be said of bytes is left out; ``None`` if none is left.
    """
    clauses: list[BytesClause] = []
    for exact, insensitive in requirement or ():
        literals = "".join(exact + insensitive)
        # "a\nb" is in the text of a file that holds "a\r\nb": bytes keep the file's line ends.
        if "\n" in literals or "\r" in literals:
            continue
        try:
            clauses.append(
                (tuple(map(_encode_literal, exact)), tuple(map(_encode_literal, insensitive)))
            )
        except UnicodeEncodeError:
            continue
    return tuple(clauses) or None


def _encode_literal(literal: str) -> bytes:
    return literal.encode("utf-8", "surrogateescape")
