"""Whether the bytes of a UTF-8 file hold the literals that a pattern requires of its text."""

from __future__ import annotations

from phaser_lint.text.search import all_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from phaser_lint.text.search import Clause, Requirement

    BytesClause: TypeAlias = tuple[tuple[bytes, ...], tuple[bytes, ...]]
    BytesRequirement: TypeAlias = tuple[BytesClause, ...] | None


def fold_case_bytes(data: bytes) -> bytes:
    """Return UTF-8 bytes folded as ``fold_case`` folds their text.

    The four characters start with a lead byte, so they are never found inside another one.
    """
    if data.isascii():
        return data.lower()
    plain = data.replace(b"\xc4\xb0", b"i").replace(b"\xc4\xb1", b"i").replace(b"\xc5\xbf", b"s")
    return plain.replace(b"\xe2\x84\xaa", b"k").lower()


def may_match_bytes(
    requirement: BytesRequirement, data: bytes, folded: Callable[[], bytes]
) -> bool:
    """Return what ``may_match`` returns, for the raw UTF-8 bytes of a file.

    Sound for the text that ``data.decode("utf-8", "surrogateescape")`` gives, also without its BOM
    and with its line ends normalised. ``folded`` gives ``fold_case_bytes(data)``.
    """
    return requirement is None or all_met(requirement, data, folded)


def bytes_requirement(requirement: Requirement) -> BytesRequirement:
    """Return the requirement for the raw bytes of the file, for ``may_match_bytes``.

    A clause that cannot be said of bytes is left out, and None returned if none is left.
    """
    clauses = [_encoded_clause(clause) for clause in requirement or ()]
    return tuple(clause for clause in clauses if clause is not None) or None


def _encoded_clause(clause: Clause) -> BytesClause | None:
    exact, insensitive = clause
    literals = "".join(exact + insensitive)
    # "a\nb" is in the text of a file that holds "a\r\nb": bytes keep the line ends of the file.
    if "\n" in literals or "\r" in literals:
        return None
    try:
        return tuple(map(_encoded, exact)), tuple(map(_encoded, insensitive))
    except UnicodeEncodeError:
        return None


def _encoded(literal: str) -> bytes:
    return literal.encode("utf-8", "surrogateescape")
