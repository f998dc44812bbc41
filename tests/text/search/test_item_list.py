"""Which items a list has, compared with a search for each of them."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
import regex

from phaser_lint.text.search.item_list import ItemList, Looked, make_item_pattern
from phaser_lint.text.search.pattern_tree import FLAGS

PIECES = ("a", "ab", "b_", "ä", "1", ".", "-", " ", "\n", "`", "(", "A", "\u0301", "ß", "\\")
FORMS = (
    "", "`{item}`", "^{item}$", r"\b{item}\b", r"\({item}", "(?i){item}b", "- {item}|{item}:",
    "(a){item}\\1", "[{item}]-", "a|{item}-", "a{item}?-", "a({item})*-", "(?<={item})-",
    "[-(] *{item}", "(?:a|b){item}", "(?=a|.){item}", "a({item}|b)", "{item}{2}", "{item}-{item}",
)  # fmt: skip


def made(random: Random, longest: int) -> str:
    return "".join(random.choice(PIECES) for _ in range(random.randrange(1, longest)))


def test_a_list_that_has_all_items_is_searched_once() -> None:
    """Each pattern for any item went through all texts, though the first one had found them."""
    list_items = [f"key{number}" for number in range(100)]
    texts = ["".join(f'"{list_item}"\n' for list_item in list_items)]
    asked = count()
    item_list = ItemList(
        texts, listed_as='"{item}"', seconds=9, is_over=lambda: next(asked) > 1_000
    )
    assert item_list.look_for(list_items) == Looked(frozenset(), frozenset())
    assert next(asked) == len(texts)


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("form", FORMS)
def test_as_one_search_for_each_item_has_it(form: str) -> None:
    """However many items there are."""
    random = Random(7)
    for number in (1, 8, 80):
        for _ in range(5):
            texts = [made(random, 40) for _ in range(2)]
            list_items = {made(random, 4) for _ in range(number)}
            searched = {
                list_item: make_item_pattern(form, list_item)
                if form
                else rf"(?<!\w){regex.escape(list_item)}(?!\w)"
                for list_item in list_items
            }
            expected = {
                list_item
                for list_item, pattern in searched.items()
                if not any(regex.search(pattern, text, FLAGS) for text in texts)
            }
            looked = ItemList(texts, listed_as=form, seconds=60).look_for(list_items)
            assert looked == Looked(missing=frozenset(expected))


def test_a_pattern_has_so_much_time_for_all_items() -> None:
    """Nine thousand had two seconds each: what there was no time for is unknown, and not listed."""
    text, list_items = "b a" + " x" * 2_000_000, ["a", "b", "no"]
    slow_list = ItemList([text], listed_as="(?:.|x)*{item}", seconds=0.01)
    assert slow_list.look_for(list_items) == Looked(unknown=frozenset(list_items))
    quick_list = ItemList([text], listed_as="^b a", seconds=60)
    assert quick_list.look_for(list_items) == Looked()


def test_nothing_begins_once_time_is_over() -> None:
    """What was known by then is known."""
    answers_of_the_clock = iter([False, False, False, True, True])
    item_list = ItemList(["a b", "c"], seconds=60, is_over=lambda: next(answers_of_the_clock))
    assert item_list.look_for(["a", "no", "c"]) == Looked(unknown=frozenset({"no"}))


@pytest.mark.parametrize("number", [10, 100])
def test_words_that_are_everywhere_take_no_longer_than_they_may(number: int) -> None:
    """Each item has the places of its rarest word: a thousand of these had a million each."""
    list_items = {f"a{' ' * blanks}b" for blanks in range(2, number + 2)}
    text = "a b " * 5_000
    assert ItemList([text], seconds=60).look_for(list_items) == Looked(
        missing=frozenset(list_items)
    )
    assert ItemList([text], seconds=0.0).look_for(list_items) == Looked(
        unknown=frozenset(list_items)
    )
    questions = count()
    over = ItemList([text], seconds=60, is_over=lambda: next(questions) > 3).look_for(list_items)
    assert len(over.unknown) >= number - 5
