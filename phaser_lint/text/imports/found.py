"""What a pattern finds that may be an import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Found: TypeAlias = tuple[int, int | None, str, int, int, tuple[str, ...], bool]
    """Where its word stands, which is code, and its opening quote, where a string begins; then the
    fields of an ``Import``."""
    Words: TypeAlias = Sequence[Sequence[str]]
    """Alternatives: all words of one stand in the imports that are looked for."""

# A comment is short: "from /*" a thousand times over would else be read to the end each time. It
# can end in one way only: "/**//**/" over and over would else be read as pairs, too.
BLOCK = r"/\*[^*]{0,400}(?:\*(?!/)[^*]{0,400}){0,40}\*/"
# What may stand between two words of a language with the comments of C.
GAP = rf"(?:\s|{BLOCK}|//[^\n]{{0,400}}\n)*"


def holds_all(text: str, words: Words) -> bool:
    """Tell whether *text* holds all of one of the alternatives."""
    # Plain loops: any() over a generator costs more than the searches of a short text.
    for alternative in words:
        for word in alternative:
            if word not in text:
                break
        else:
            return True
    return False
