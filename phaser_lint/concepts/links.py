"""Links: names in double brackets, ``[[no-print]]``, in a prompt or in a tool's arguments.

``extract`` finds what stands between ``[[`` and ``]]`` in every text of a nested value, trimmed,
each once, in the order of appearance. ``[single]``, ``[[]]``, numbers and nulls are none.

Much that stands in double brackets is no name: ``[[ -f "$x" ]]`` of a shell, ``[[1, 2], [3]]``,
``[[:alpha:]]``. ``is_name`` tells those apart, so that nothing is looked up for them. This module
is imported at the start of a hook run and imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

OPENING, CLOSING = "[[", "]]"
LONGEST_NAME = 100
# What names of files, tags, pages and concepts are written with, beside letters and digits.
_IN_NAMES = frozenset(" -_./:#+&'’(),@|")


def extract(value: Any) -> list[str]:
    """Return the texts in double brackets of a text, or of all texts in a nested value."""
    found: dict[str, None] = {}
    for text in _texts(value):
        if OPENING in text:
            found.update(dict.fromkeys(_links(text)))
    return list(found)


def has_text_arguments(value: Any) -> bool:
    """Tell whether there is any text in a nested value; keys are none."""
    return next(_texts(value), None) is not None


def names_in(value: Any) -> list[str]:
    """Return the links in *value* that may be names."""
    return [name for name in extract(value) if is_name(name)]


def is_name(link: str) -> bool:
    """Tell whether a link may be a name: no shell test, no array, no path that climbs."""
    return (
        len(link) <= LONGEST_NAME
        and link[0].isalnum()
        and ".." not in link
        and not link.replace(",", "").replace(" ", "").isdigit()
        and all(character.isalnum() or character in _IN_NAMES for character in link)
    )


def key_of(name: str) -> str:
    """Return what two spellings of a name share: case, blanks, ``-`` and ``_`` do not count.

    ``[[No Print|the rule on printing]]`` names ``no-print``: what follows ``|`` is how it is shown.
    """
    words = name.partition("|")[0].replace("_", " ").replace("-", " ").split()
    return "-".join(words).casefold()


def _texts(value: Any) -> Iterator[str]:
    # A list of what is left, not recursion: JSON may be nested deeper than Python calls.
    left = [value]
    while left:
        current = left.pop()
        if isinstance(current, str):
            yield current
        elif isinstance(current, dict):
            left += reversed(current.values())
        elif isinstance(current, (list, tuple)):
            left += reversed(current)


def _links(text: str) -> Iterator[str]:
    """Yield what ``\\[\\[([^\\]]+)\\]\\]`` finds, trimmed, without ``re``, in linear time."""
    start = text.find(OPENING)
    while start >= 0:
        end = text.find("]", start + 2)
        if end < 0:
            return
        closed = end > start + 2 and text.startswith(CLOSING, end)
        if closed and (name := text[start + 2 : end].strip()):
            yield name
        # An opening before this bracket has the same one as its first: it fails alike.
        start = text.find(OPENING, end + (2 if closed else 1))
