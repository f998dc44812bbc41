"""Which items no list has, by what the key ``listed_as`` of a contract says."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaser_lint.contract.model import Contract
    from phaser_lint.text.search.item_list import Looked

LISTED_AS = "listed_as"
_ITEM = "{item}"


def unlisted(
    contract: Contract,
    items: Iterable[str],
    *,
    texts: Sequence[str],
    seconds: float,
    is_over: Callable[[], bool] = lambda: False,
) -> Looked:
    """Return those of *items* that stand in none of the *texts* that list them.

    A pattern has so many *seconds* for all of them. Nothing begins once time *is_over*.
    """
    from phaser_lint.text.search.given_groups import written_out  # few contracts have lists
    from phaser_lint.text.search.item_list import ItemList

    listed_as = written_out(dict(contract.own).get(LISTED_AS, ""))
    listed = ItemList(texts, listed_as=listed_as, seconds=seconds, is_over=is_over)
    return listed.look_for(items)


def listing_problem(listed_as: str) -> str:
    """Return what was expected of ``listed_as``, or nothing."""
    if _ITEM not in listed_as:
        return 'a pattern with {item} for the item, such as "- {item}$"'
    from phaser_lint.text.search.given_groups import written_out
    from phaser_lint.text.search.item_list import pattern_of
    from phaser_lint.text.search.pattern_problems import pattern_problem

    problem = pattern_problem(pattern_of(written_out(listed_as), "x"))
    return f"{problem}, where {{item}} is an item" if problem else ""
