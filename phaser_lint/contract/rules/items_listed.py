r"""``items_listed``: something in a file that has to be in a list, too.

What it checks: each item has to be in one of the files that ``listed_in`` names, as a whole word or
as ``listed_as`` says: a pattern with ``{item}`` for the item. The item is the first group of
``pattern`` that matches a text, or the whole match. An item that is not listed is a violation, at
the item. With ``item``, such as ``{stem}``, in place of ``pattern`` the file itself is the item,
and the violation is the file's. ``listed_in`` and ``item`` take ``{dir}``, ``{name}``, ``{stem}``,
``{ext}`` of the path, and ``{1}`` or ``{group}`` of ``path_pattern``. If no file of ``listed_in``
exists, no item is listed. With ``lists: all`` an item has to be in each of these files, a missing
one that a glob without wildcards names among them, and each that lacks it is a violation by itself;
``{list}`` in the message names that file. Checked in a scan, by ``--tree``, and in the agent after
an edit and at Stop.

Example:

    rule_id: api-is-documented
    type: items_listed
    pattern: '^def ([a-z]\w*)\('
    file_glob: 'src/api/*.py'
    listed_in: 'docs/api.md'
    message: 'Every function of the API has its line in docs/api.md.'
    severity: error
    examples:
      valid: [{files: {src/api/a.py: 'def totals():', docs/api.md: totals}}]
      invalid: [{files: {src/api/a.py: 'def totals():', docs/api.md: subtotals}}]

Suppressed at each item as a match of ``forbid_pattern`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import process_time

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import OF_FILE, Rule, Spans
from phaser_lint.contract.rules.violations import make_file_violation, make_match_violations
from phaser_lint.core import Record
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.item_list import ItemList

ANY_LIST = ""
"""What stands for the list that lacks an item where any one may hold it, or none is there."""


class UnlistedItems(Record):
    """The items that have to be listed and are not: ``lists`` holds the paths of the lists that
    lack each. ``unknown``: those of which there was no time to tell.
    """

    lists: Mapping[str, tuple[str, ...]] = {}
    unknown: frozenset[str] = frozenset()


def find_unlisted_items(
    contract: Contract,
    items: Iterable[str],
    *,
    texts: Mapping[str, str],
    seconds: float,
    is_over: Callable[[], bool] = lambda: False,
) -> UnlistedItems:
    """Return those of *items* of ``items_listed`` that stand in none of the *texts* that list them,
    by path; with ``lists: all`` those that one of them lacks.

    A pattern has so many *seconds* for all of them. Nothing begins once time *is_over*.
    """
    own, items = dict(contract.own), frozenset(items)
    listed_as = write_out_groups(own.get("listed_as", ""))
    texts_by_list = {ANY_LIST: [*texts.values()]}
    if own.get("lists") == "all" and texts:
        texts_by_list = {path: [texts[path]] for path in sorted(texts)}
    lists: dict[str, tuple[str, ...]] = {}
    unknown = frozenset[str]()
    for path, list_texts in texts_by_list.items():
        began = process_time()
        looked = ItemList(
            list_texts, listed_as=listed_as, seconds=seconds, is_over=is_over
        ).look_for(items)
        seconds -= process_time() - began
        lists |= {item: (*lists.get(item, ()), path) for item in looked.missing}
        unknown |= looked.unknown
    return UnlistedItems(lists, unknown)


def report_unlisted_items(
    contract: Contract, *, path: str, text: str, spans: Spans
) -> list[Violation]:
    """Return a violation of ``items_listed`` at each item, or at the file that is one."""
    if contract.value_of("item") is None:
        return make_match_violations(contract, path=path, text=text, spans=spans)
    return [make_file_violation(contract, path=path) for _ in spans]


RULE = Rule(
    type="items_listed",
    subject="text",
    evidence="item",
    needs=("lists",),
    check_file=report_unlisted_items,  # each counts where its item is not listed
    once=False,
    instead="item",
    keys=("item", *OF_FILE, "listed_in", "listed_as", "lists"),
)
