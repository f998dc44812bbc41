r"""Which items stand in the files that list them, asked of thousands of items at once.

An item stands in a text as a whole word, ``(?<!\w)item(?!\w)``, or as a pattern says that holds
``{item}``. The words of the texts are looked up, not searched for once more with each item: 20,000
items in a list of 1 MB would be 20 GB of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from time import process_time

import regex

from phaser_lint.core import Record
from phaser_lint.text.deadlines import make_deadline, require_time_left
from phaser_lint.text.search.pattern_tree import FLAGS

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
# So many places are looked at between two looks at the clock.
_PLACES_A_LOOK = 1_000


class Looked(Record):
    """The items that no text lists, and those of which there was no time to tell."""

    missing: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()


def make_item_pattern(listed_as: str, item: str) -> str:
    """Return the pattern that finds *item* in a list of items, where it is *listed_as* a contract
    says.
    """
    return listed_as.replace(ITEM, f"(?:{regex.escape(item, special_only=True)})")


class ItemList:
    """The *texts* that list items, as whole words or as *listed_as* says.

    There are so many *seconds* for all items together. Nothing begins once time *is_over*.
    """

    def __init__(
        self,
        texts: Sequence[str],
        *,
        listed_as: str = "",
        seconds: float,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self._texts = texts
        self._listed_as = listed_as
        self._left = seconds
        self._is_over = is_over
        self._is_step, self._is_bounded = _is_step(listed_as), _is_bounded(listed_as)
        self._words: frozenset[str] = frozenset()
        self._starts_by_word: dict[str, list[tuple[str, int]]] = {}

    def look_for(self, items: Iterable[str]) -> Looked:
        """Return what is known of *items*."""
        distinct_items, missing_items = sorted(set(items)), set()
        unknown_items = dict.fromkeys(distinct_items)
        is_few = len(distinct_items) <= _MANY
        is_in_lists = self._is_listed if self._listed_as else self._is_word
        # What a few searches find where an item would stand is listed; the rest is looked for.
        listed_items: set[str] = set()
        can_search_any = not is_few and self._is_step and self._listed_as.count(ITEM) == 1
        try:
            for expression in _ANYTHING if can_search_any else ():
                any_item = self._listed_as.replace(ITEM, f"(?P<{_GROUP}>{expression})")
                compiled = regex.compile(any_item, FLAGS)
                for text in self._texts_in_time():
                    with self._seconds_left() as seconds:
                        matches = compiled.finditer(text, timeout=seconds)
                        listed_items.update(match[_GROUP] for match in matches)
                if listed_items.issuperset(distinct_items):
                    break
            for item in distinct_items:
                if item not in listed_items and not is_in_lists(item, few=is_few):
                    missing_items.add(item)
                del unknown_items[item]
        except TimeoutError:
            pass
        return Looked(frozenset(missing_items), frozenset(unknown_items))

    def _texts_in_time(self) -> Iterator[str]:
        """Yield each text; raises ``TimeoutError`` once time is over."""
        for text in self._texts:
            if self._is_over():
                raise TimeoutError
            yield text

    @contextmanager
    def _seconds_left(self) -> Iterator[float]:
        """Yield the seconds that are left, and take off what the block takes.

        Raises ``TimeoutError`` where there are none.
        """
        if self._left <= 0:
            raise TimeoutError
        start = process_time()
        try:
            yield self._left
        finally:
            self._left -= process_time() - start

    def _is_listed(self, item: str, *, few: bool) -> bool:
        if self._is_bounded and _WORDY.fullmatch(item) and not self._is_word(item, few=few):
            return False
        texts = [text for text in self._texts_in_time() if not self._is_step or item in text]
        if not texts:
            return False
        compiled = regex.compile(make_item_pattern(self._listed_as, item), FLAGS)
        for text in texts:
            with self._seconds_left() as seconds:
                if compiled.search(text, timeout=seconds) is not None:
                    return True
        return False

    def _is_word(self, item: str, *, few: bool) -> bool:
        if few:  # to find all words of a text takes as long as to look for a hundred items
            return self._is_any(_test_whole_words(item, text) for text in self._texts_in_time())
        words_and_starts = [(match[0], match.start()) for match in _WORD.finditer(item)]
        if len(words_and_starts) == 1 and words_and_starts[0][0] == item:
            return item in self._all_words()
        if not words_and_starts:
            return self._is_any(_test_whole_words(item, text) for text in self._texts_in_time())
        if any(word not in self._all_words() for word, _ in words_and_starts):
            return False
        if not self._starts_by_word:
            for text in self._texts_in_time():
                for match in _WORD.finditer(text):
                    self._starts_by_word.setdefault(match[0], []).append((text, match.start()))
        # Each word of the item is a whole one where the item stands: the rarest tells the places.
        numbers = [len(self._starts_by_word[word]) for word, _ in words_and_starts]
        word, start = words_and_starts[numbers.index(min(numbers))]
        occurrences = self._starts_by_word[word]
        return self._is_any(
            [(_is_whole_word(item, text, offset - start) for text, offset in occurrences)]
        )

    def _is_any(self, word_tests: Iterable[Iterable[bool]]) -> bool:
        """Tell whether the item stands at any place; raises ``TimeoutError``.

        A thousand items of words that are everywhere have a million places each.
        """
        with self._seconds_left() as seconds:
            deadline = make_deadline(seconds)
            for number, is_there in enumerate(chain.from_iterable(word_tests)):
                if is_there:
                    return True
                if number % _PLACES_A_LOOK == 0:
                    require_time_left(deadline)
                    if self._is_over():
                        raise TimeoutError
        return False

    def _all_words(self) -> frozenset[str]:
        if not self._words:
            self._words = frozenset(
                word for text in self._texts_in_time() for word in _WORD.findall(text)
            )
        return self._words


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
        _EDGE.fullmatch(tokens[index - 1])
        and _EDGE.fullmatch(tokens[index + 1])
        and tokens[index + 2] not in _REPEATS
        for index, token in enumerate(tokens)
        if token == ITEM
    )


def _test_whole_words(item: str, text: str) -> Iterator[bool]:
    """Yield for each place of *item* in *text* whether it stands there as a whole word."""
    offset = text.find(item)
    while offset >= 0:
        yield _is_whole_word(item, text, offset)
        offset = text.find(item, offset + 1)


def _is_whole_word(item: str, text: str, offset: int) -> bool:
    if offset < 0 or not text.startswith(item, offset):
        return False
    end = offset + len(item)
    before, after = text[offset - 1 : offset] if offset else "", text[end : end + 1]
    return not (before and _WORD.match(before)) and not (after and _WORD.match(after))
