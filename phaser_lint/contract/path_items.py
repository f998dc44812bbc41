"""Whether a file is itself an item, by its path, that lists have to hold (``items_listed``)."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.match_contract import list_both_texts
from phaser_lint.contract.rules.conditions import check_file_conditions
from phaser_lint.contract.rules.filled_path_fields import fill_item, make_path_search
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core.file_records import Skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.match_contract import SearchableText
    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import Find


def match_path_as_item(
    contract: Contract, searched_file: SearchableText, *, find: Find
) -> tuple[Sequence[PatternMatches], bool]:
    """Return the item that the file is, as a match; none where its path leaves nothing of it."""
    file, reason = searched_file.file, ""
    is_checked, item_text = True, ""
    if contract.conditions and isinstance(file, Skip):
        is_checked, reason = False, file.reason if file.is_unread else ""
    elif contract.conditions:
        is_checked, reason = check_file_conditions(
            contract, list_both_texts(contract, searched_file), find
        )
    try:
        item_text = fill_item(contract, file.path, make_path_search(contract)) if is_checked else ""
    except TimeoutError as error:
        is_checked, reason = False, str(error)
    spans = ((0, len(item_text)),) if item_text else ()
    return [PatternMatches(spans, reason, text=item_text, part=searched_file)], is_checked
