"""Whether one file breaks one contract: what its pattern matches there, and what its rule says.

The engine asks it for each file (``check/engine/file_verdict``), a contract's own examples ask it
for theirs (``own_examples``): a contract says the same of both. Whatever rules files out before is
in ``contract/prefilter``.
"""

from __future__ import annotations

import os

from phaser_lint.contract.rules import RULES, find_cause_in_file, is_about_facts, is_item_itself
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip
from phaser_lint.text.search.searcher import MAXIMUM_MATCHES, TOO_MANY_MATCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.model import Contract, Notice, Violation
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.core.file_records import TextFile
    from phaser_lint.text.search.counted_matches import CountingPlaces
    from phaser_lint.text.search.searcher import Searcher

Shown: TypeAlias = "Callable[[Violation, str], Violation]"
"""Takes a violation and the text of the two that was searched."""
Place: TypeAlias = "Callable[[Violation, Contract, str], tuple[Violation, Any]]"
"""Returns the directive as well that suppresses a violation of the contract."""


class SearchableText(Record):
    """A text that is searched by itself: that of a file, or of a notebook a cell's.

    ``raw`` has its own line ends, ``text`` has ``\\n``, and ``name`` tells the language. What has
    ``cells`` is searched cell by cell. ``place`` returns a violation at its place in the file, and
    the directive that suppresses it, ``shown`` the violation alone; they may raise
    ``LateReaderError``. Without them it stands there, and nothing suppresses it. ``directives`` are
    all that stand in the file; ``late``: why they are not known, where they took too long to be
    read: what they may suppress is undecided.
    """

    file: TextFile | Skip
    raw: str
    text: str
    name: str
    cells: tuple[SearchableText, ...] | None = None
    place: Place | None = None
    shown: Shown | None = None
    directives: tuple[Any, ...] = ()
    notices: tuple[Notice, ...] = ()
    late: str = ""

    def parts(self, *, whole: bool = False) -> Sequence[SearchableText]:
        """Return the texts that are searched one by one: the cells, or itself; or the *whole*."""
        return (self,) if whole or self.cells is None else self.cells


def match_contract(
    contract: Contract, searched_file: SearchableText, *, find: Find, find_in_line: Find
) -> tuple[Sequence[PatternMatches], bool]:
    """Match one *contract* with one file: return the matches that count, and whether the contract
    checks the file at all.

    *find_in_line* searches what is short, and asked for often: the lines of matches.
    """
    rule, file = RULES[contract.type], searched_file.file
    if rule.subject == "name":
        name = os.path.basename(file.path)
        return [find(contract, name)._replace(text=name, part=searched_file)], True
    if rule.evidence == "item" and is_item_itself(contract):
        from phaser_lint.contract.path_items import match_path_as_item  # few are

        return match_path_as_item(contract, searched_file, find=find)
    if isinstance(file, Skip):
        is_checked = is_about_facts(contract) and file.size is not None
        reason = file.reason if file.is_unread else ""
        return [PatternMatches(reason=reason, part=searched_file)], is_checked
    if not contract.conditions:
        return _match_parts(contract, searched_file, find), True
    from phaser_lint.contract.rules.conditions import (  # few have some
        check_file_conditions,
        find_counting_matches,
    )

    all_matches: Sequence[PatternMatches] = ()
    if find_cause_in_file(contract) == "match":
        all_matches = [
            find_counting_matches(contract, matches.text, matches=matches, find=find_in_line)
            for matches in _match_parts(contract, searched_file, find)
        ]
        if not any(
            matches.spans or matches.unclosed_at is not None or matches.blockless_headers
            for matches in all_matches
        ):
            return all_matches, True
    is_checked, reason = check_file_conditions(
        contract, list_both_texts(contract, searched_file), find
    )
    if not is_checked:
        matches = PatternMatches(reason=reason, text=searched_file.text, part=searched_file)
        return [matches], False
    return all_matches or _match_parts(contract, searched_file, find), True


def _match_parts(
    contract: Contract, searched_file: SearchableText, find: Find
) -> list[PatternMatches]:
    rule = RULES[contract.type]
    parts = searched_file.parts(whole=contract.raw or rule.subject == "size")
    if rule.evidence == "text" or rule.subject == "size":
        return [PatternMatches(text=part.text, part=part) for part in parts]
    all_matches = []
    for part in parts:
        text = part.raw if contract.searched.raw_text else part.text
        matches = find(contract, text, part.name)
        all_matches.append(matches._replace(text=text, part=part))
    return all_matches


def list_both_texts(contract: Contract, searched_file: SearchableText) -> list[tuple[str, str]]:
    """Return the texts of a file to match conditions of *contract* with: each as it stands there,
    and as a pattern sees it.
    """
    return [(part.raw, part.text) for part in searched_file.parts(whole=contract.raw)]


def judge_matches(
    contract: Contract, searched_file: SearchableText, all_matches: Sequence[PatternMatches]
) -> Iterator[tuple[PatternMatches, Violation, str]]:
    """Yield each violation of a contract that was matched with a file, behind the matches of its
    part; what no part has breaks the contract in the whole.

    With it the item, where that has to stand in no list for it.
    """
    rule, path = RULES[contract.type], searched_file.file.path
    if rule.subject == "size":
        from phaser_lint.core.file_size import find_file_size  # few contracts ask

        for violation in rule.check_size(
            contract, path=path, size=find_file_size(searched_file.file)
        ):
            yield all_matches[0], violation, ""
        return
    if rule.evidence == "no match" and not contract.is_about_blocks:
        spans = next((matches.spans for matches in all_matches if matches.spans), ())
        if not spans and any(matches.reason for matches in all_matches):
            return
        all_matches = [PatternMatches(spans, text=searched_file.text, part=searched_file)]
    by_match = find_cause_in_file(contract) == "match"
    for matches in all_matches:
        # What the lack of further matches means is for the rule to say, once all are known.
        if matches.spans if by_match else not matches.reason:
            text, spans = matches.text, matches.spans
            # Of a cell the name tells the language, and what is beside it.
            name, worded = path, contract
            is_cell = matches.part.name != path
            if is_cell and (rule.evidence == "import" or contract.counts_in_parts):
                from phaser_lint.contract.rules.filled_messages import (
                    with_path_in_message,  # few are cells
                )

                name, worded = matches.part.name, with_path_in_message(contract, path)
            violations = rule.check_file(worded, path=name, text=text, spans=spans)
            item_texts = [""] * len(violations)
            if rule.evidence == "item":
                item_texts = [text[start:end] for start, end in spans]
            for violation, item_text in zip(violations, item_texts, strict=True):
                placed = violation if name == path else violation._replace(path=path)
                yield matches, placed, item_text


def find_contract_matches(
    contract: Contract,
    text: str,
    name: str = "",
    *,
    searcher: Searcher,
    seconds: float,
    reads_items: bool = True,
) -> PatternMatches:
    """Return the matches in *text* that ``match_contract`` asks for: those that the contract's rule
    reads, and why they are not all of them.

    Of blocks that need a match each those are the headers of the ones without. Without
    *reads_items* a match that holds an item is returned as a whole. *name*: see ``Find``.
    Raises ``OutOfTimeError`` after so many *seconds*.
    """
    rule = RULES[contract.type]
    if contract.languages:
        from phaser_lint.contract.told_languages import (
            name_text_in_language,  # few projects tell some
        )

        name = name_text_in_language(contract, name)
    if rule.evidence == "import":
        return rule.find(contract, text, name, seconds=seconds)
    if contract.block_patterns:
        from phaser_lint.contract.block_search import can_be_in_block  # few have blocks

        if not can_be_in_block(contract, text, searcher):
            return PatternMatches()
    counts = (
        find_counting_places(contract, text, name, searcher=searcher, seconds=seconds)
        if contract.counts_in_parts
        else None
    )
    of_items = reads_items and rule.evidence == "item"
    try:
        if rule.subject == "name":
            return PatternMatches(searcher.find_whole(contract.searched, text, seconds=seconds))
        if contract.is_about_blocks:
            from phaser_lint.contract.block_search import (
                find_headers_without_match,  # few have blocks
            )

            return find_headers_without_match(
                contract, text, name, searcher=searcher, counts=counts, seconds=seconds
            )
        exempts = None
        if contract.conditions:
            from phaser_lint.contract.rules.conditions import make_exemption_test  # few have some

            exempts = make_exemption_test(contract, searcher=searcher, seconds=seconds)
        spans = searcher.find_spans(
            contract.searched,
            text,
            name,
            seconds=seconds,
            only_first=rule.evidence == "no match",
            of_items=of_items,
            counts=counts,
            exempts=exempts,
        )
    except (MemoryError, RuntimeError) as error:
        # "(?:a(?R)?.){e<=1}" takes all memory, "(?:a\\G){e<=1}a" is an internal error of regex.
        reason = f"the pattern cannot be searched: {str(error) or type(error).__name__}"
        return PatternMatches(reason=reason)
    reason = ""
    if len(spans) > MAXIMUM_MATCHES and not of_items:
        spans, reason = spans[:MAXIMUM_MATCHES], TOO_MANY_MATCHES
    of_places = () if counts is None else (counts.unclosed_at, counts.blockless_headers)
    return PatternMatches(spans, reason, *of_places)


def find_counting_places(
    contract: Contract, text: str, name: str, *, searcher: Searcher, seconds: float
) -> CountingPlaces | None:
    """Return what tells the places of *text* where, to match a contract, its match counts;
    ``None``: all.

    It raises ``TimeoutError`` once so many *seconds* are over.
    """
    if not contract.counts_in_parts:
        return None
    of_blocks = None
    if contract.block_patterns and not contract.is_about_blocks:
        from phaser_lint.contract.block_search import make_block_question  # few have blocks

        of_blocks = make_block_question(contract, searcher)
    return searcher.counting(contract.counted_in, text, name, of_blocks=of_blocks, seconds=seconds)
