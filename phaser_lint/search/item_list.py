r"""Which items stand in the files that list them, asked of thousands of items at once.

An item stands in a text as a whole word, ``(?<!\w)item(?!\w)``, or as a pattern says that holds
``{item}``. The words of the texts are looked up, not searched for once more with each item: 20,000
items in a list of 1 MB would be 20 GB of text.
"""

from __future__ import annotations

from itertools import pairwise

import regex

from phaser_lint.search.patterns import FLAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ITEM = "{item}"
_WORD = regex.compile(r"\w+")
_TOKEN = regex.compile(r"\\.|\[\^?\]?(?:\\.|[^\\\]])*\]|\{item\}|.", regex.DOTALL)
# Flags, and what means a group by its number or the whole pattern once more.
_ELSEWHERE = regex.compile(r"\\[\dgG]|\(\?(?!:|=|!|<|>|P<)")
_REPEATS = ("?", "*", "+", "{")
# What no part of a word is, and where one ends.
_EDGE = regex.compile(r"[^\w\\\[(){}|?*+.]|\\[bsW]|\\[^\w\s]")
_WORDY = regex.compile(r"\w(?:.*\w)?", regex.DOTALL)
_GROUP = "an_item"
_ANYTHING = (r"\w+", r"\S+?", ".+?")
_MANY = 50


def pattern_of(listed_as: str, item: str) -> str:
    """Return the pattern that finds *item* where it is listed."""
    return listed_as.replace(ITEM, f"(?:{regex.escape(item, special_only=True)})")


class ItemList:
    """The *texts* that list items, as whole words or as *listed_as* says."""

    def __init__(self, texts: Sequence[str], *, listed_as: str = "") -> None:
        self._texts = texts
        self._listed_as = listed_as
        self._is_bounded = _is_bounded(listed_as)
        self._words: frozenset[str] = frozenset()
        self._places: dict[str, list[tuple[str, int]]] = {}

    def missing(self, items: Iterable[str], *, seconds: float) -> set[str]:
        """Return those of *items* that stand in none of the texts.

        Raises ``TimeoutError`` where a pattern takes longer than *seconds* in one text.
        """
        distinct = sorted(set(items))
        if not self._listed_as:
            return {item for item in distinct if not self._is_word(item)}
        found = self._seen(seconds) if len(distinct) > _MANY else set()
        return {
            item for item in distinct if item not in found and not self._is_listed(item, seconds)
        }

    def _seen(self, seconds: float) -> set[str]:
        """Return what stands where an item would, as far as a few searches for anything tell.

        Each of them is listed; of what is not among them nothing is known.
        """
        if self._listed_as.count(ITEM) != 1 or not _is_step(self._listed_as):
            return set()
        written = [self._listed_as.replace(ITEM, f"(?P<{_GROUP}>{each})") for each in _ANYTHING]
        searches = [regex.compile(each, FLAGS) for each in written]
        return {
            match[_GROUP]
            for search in searches
            for text in self._texts
            for match in search.finditer(text, timeout=seconds)
        }

    def _is_listed(self, item: str, seconds: float) -> bool:
        if self._is_bounded and _WORDY.fullmatch(item) and not self._is_word(item):
            return False
        needs_item = _is_step(self._listed_as)
        texts = [text for text in self._texts if not needs_item or item in text]
        compiled = regex.compile(pattern_of(self._listed_as, item), FLAGS) if texts else None
        return compiled is not None and any(
            compiled.search(text, timeout=seconds) for text in texts
        )

    def _is_word(self, item: str) -> bool:
        parts = [(match[0], match.start()) for match in _WORD.finditer(item)]
        if len(parts) == 1 and parts[0][0] == item:
            return item in self._all_words()
        if not parts:
            alone = regex.compile(rf"(?<!\w){regex.escape(item)}(?!\w)")
            return any(alone.search(text) for text in self._texts)
        if any(word not in self._all_words() for word, _ in parts):
            return False
        # Each word of the item is a whole one where the item stands: the rarest tells the places.
        places, start = min(
            ((self._places_of()[word], start) for word, start in parts),
            key=lambda known: len(known[0]),
        )
        return any(_stands_at(item, text, place - start) for text, place in places)

    def _all_words(self) -> frozenset[str]:
        if not self._words:
            self._words = frozenset(word for text in self._texts for word in _WORD.findall(text))
        return self._words

    def _places_of(self) -> dict[str, list[tuple[str, int]]]:
        if not self._places:
            for text in self._texts:
                for match in _WORD.finditer(text):
                    self._places.setdefault(match[0], []).append((text, match.start()))
        return self._places


def _is_step(listed_as: str) -> bool:
    """Tell whether each match has the item itself: it is in no group, set, choice or repeat."""
    tokens, depth = [*_TOKEN.findall(listed_as), ""], 0
    if _ELSEWHERE.search(listed_as):
        return False
    for token, following in pairwise(tokens):
        depth += (token == "(") - (token == ")")
        is_choice = token == "|" and not depth
        if is_choice or (token == ITEM and (depth or following in _REPEATS)):
            return False
    return ITEM in tokens


def _is_bounded(listed_as: str) -> bool:
    """Tell whether an item with a letter at both ends is a whole word where it is listed."""
    if not _is_step(listed_as):
        return False
    tokens = ["", "", *_TOKEN.findall(listed_as), "", ""]
    return all(
        _EDGE.fullmatch(tokens[at - 1])
        and _EDGE.fullmatch(tokens[at + 1])
        and tokens[at + 2] not in _REPEATS
        for at, token in enumerate(tokens)
        if token == ITEM
    )


def _stands_at(item: str, text: str, place: int) -> bool:
    if place < 0 or not text.startswith(item, place):
        return False
    end = place + len(item)
    before, after = text[place - 1 : place] if place else "", text[end : end + 1]
    return not (before and _WORD.match(before)) and not (after and _WORD.match(after))
