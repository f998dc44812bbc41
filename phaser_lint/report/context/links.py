"""Links: names in double brackets, ``[[no-print]]``, in a prompt or in a tool's arguments.

``extract_links`` finds the texts between ``[[`` and ``]]`` in every text of a nested value,
trimmed, each once, in the order of appearance. ``[single]``, ``[[]]``, numbers and nulls are none.

Much in double brackets is no name: ``[[ -f "$x" ]]`` of a shell, ``[[1, 2]]``, R's
``x[["a"]]``, ``[[:alpha:]]``. ``find_link_names`` leaves out what looks like one of those, so that
nothing is looked up for them; all else may be a name: ``[[.NET]]``, ``[[What is OAuth?]]``,
``[[404]]``. This module is imported at the start of a hook run, and imports nothing that is not
there by then.
"""

from __future__ import annotations

from phaser_lint.core import JsonValue, find_json_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING, CLOSING = "[[", "]]"
LONGEST_NAME = 100
# Characters of shell tests, of patterns, of markup and of texts in quotes.
_FOREIGN = frozenset('$`\\^*<>{}[];="')
# What a name may begin with beside letters, digits and what is not ASCII; one of those follows it.
_OPENINGS = "_.@("
# Invisible, and a part of names: joiners of Persian and of emoji, blanks of French and Japanese.
_UNSEEN = frozenset("\u200c\u200d\u00a0\u202f\u3000")
_OPERATORS = frozenset(
    ("&&", "||", "!", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef", "-a", "-o")
)
_RANGES = ("a-z", "A-Z", "0-9", "a-f", "A-F", "a-zA-Z", "0-9a-f")
_SHORTEST_NUMBER = 3
"""``[[404]]`` is a name, ``[[0]]`` an element of an array."""
_DASHES = ("_", "-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014")


def extract_links(nested: JsonValue) -> list[str]:
    """Return the links in a text, or in all texts of a nested value: what is in double brackets."""
    links: dict[str, None] = {}
    for text in find_json_texts(nested):
        if OPENING in text:
            links.update(dict.fromkeys(_find_links(text)))
    return list(links)


def find_link_names(nested: JsonValue) -> list[str]:
    """Return those links ``[[…]]`` in *nested* that may be names."""
    names: dict[str, None] = {}
    for text in find_json_texts(nested):
        if OPENING in text:
            names.update(dict.fromkeys(filter(is_name, _find_links(text, indexes=False))))
    return list(names)


def is_name(link: str) -> bool:
    """Tell whether the *link* may be a name: no shell test, no array, no path, no pattern."""
    name, bar, label = link.partition("|")
    name = name.strip()
    is_path = ".." in name or "://" in name or name[1:3] in (":/", ":\\")
    first_character, follower = name[:1], name[1:2]
    begins_as_name = first_character.isalnum() or not first_character.isascii()
    if first_character in _OPENINGS:
        begins_as_name = follower.isalnum() or follower == "_"
    is_shell_test = not _OPERATORS.isdisjoint(name.split())
    return (
        len(link) <= LONGEST_NAME
        and any(map(str.isalnum, name))
        and begins_as_name
        and all(character.isprintable() or character in _UNSEEN for character in link)
        and not (bar and (not label.strip() or label.startswith("|")))
        and _FOREIGN.isdisjoint(name)
        and not (is_path or is_shell_test or _is_array(name) or _is_pattern(name))
    )


def _is_array(name: str) -> bool:
    """Tell whether there are only numbers; one whole number of some length is a name."""
    words = name.replace(",", " ").split()
    digits = [word.replace(".", "", 1).replace("e-", "", 1).lstrip("+-") for word in words]
    if not all(number.isascii() and number.isdigit() for number in digits):
        return False
    return len(words) > 1 or not (name.isdigit() and len(name) >= _SHORTEST_NUMBER)


def _is_pattern(name: str) -> bool:
    if name[0] == name[-1] == ".":  # [[.hyphen.]]
        return True
    without_ranges = name
    for character_range in _RANGES:
        without_ranges = without_ranges.replace(character_range, "")
    if without_ranges != name and not any(map(str.isalpha, without_ranges)):
        return True
    # A question mark ends a word of a sentence; in a pattern it may be anywhere.
    return any(
        character == "?" and (previous in " .)(" or (following and following not in " ?!)"))
        for previous, character, following in zip(f" {name}", name, [*name[1:], ""], strict=False)
    )


def find_link_target(link: str) -> str:
    """Return the target of a link: ``[[page#part|shown text]]`` leads to ``page``."""
    name = link.partition("|")[0].strip()
    page, mark, section = name.partition("#")
    return page if page and mark and section[:1].isalnum() else name


def make_link_key(name: str) -> str:
    """Return the key that links with two spellings of a name share: case does not count, and
    blanks, dashes and ``_`` are one sign.

    ``[[No Print|the rule on printing]]`` names ``no-print``: what follows ``|`` is how it is shown,
    what follows ``#`` is a part of the page.
    """
    target = find_link_target(name)
    for dash in _DASHES:
        target = target.replace(dash, " ")
    return "-".join(target.split()).casefold()


def _find_links(text: str, *, indexes: bool = True) -> Iterator[str]:
    """Yield what ``\\[\\[([^\\]]+)\\]\\]`` finds, trimmed, without ``re``, in linear time.

    Not with *indexes*: without a plain word right after another or ``)``, as ``x[[i]]`` in R.
    """
    start = text.find(OPENING)
    while start >= 0:
        end = text.find("]", start + 2)
        if end < 0:
            return
        is_link = end > start + 2 and text.startswith(CLOSING, end)
        if is_link and (name := text[start + 2 : end].strip()):
            previous = text[start - 1 : start]
            can_have_index = previous.isascii() and (previous.isalnum() or previous in ("_", ")"))
            is_index = can_have_index and name.replace("_", "").replace(".", "").isalnum()
            if indexes or not is_index:
                yield name
        # An opening before this bracket has the same one as its first: it fails alike.
        start = text.find(OPENING, end + (2 if is_link else 1))
