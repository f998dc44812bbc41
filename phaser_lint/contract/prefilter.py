"""Which contracts may a file break? The hook and a scan ask the same, before any engine searches.

    doubtful = find_criteria_in_doubt(criteria, may_match)

A criterion says what breaks a contract in a file, and by which patterns. Whatever tells that a
pattern matches nowhere in a file rules contracts out: the literals that it requires, looked for in
a text (``PrefilteredText``), or one pass over the file's bytes for all patterns at once. What is
left is only in doubt. The hook searches for it by the engine's stored code
(``find_places_in_doubt``), a scan hands it to the engine.

Criteria and their patterns are taken apart here, never asked by name: the hook has them as they are
stored, in plain tuples, and loads no records for them (``prefilter_criteria``).
"""

from __future__ import annotations

import marshal
import time

from phaser_lint.core.text import (
    BOM,
    encode_text,
    is_notebook,
    may_end_lines_otherwise,
    may_name_coding,
    unify_line_ends,
)
from phaser_lint.text.globs import make_glob_subject, selects_path, selects_subject
from phaser_lint.text.search import compute_once, fold_case, may_match, rebuild_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Sequence
    from typing import Any

    from phaser_lint.contract import CriteriaGroup, Matter, StoredContracts
    from phaser_lint.contract.prefilter_criteria import Criterion, PrefilterPattern

_SECONDS = 0.1
# So many characters, counted for each of twenty contracts, take as long to be searched as an
# automaton takes to load. With more of them it is larger, too.
_LARGE, _MOST_COUNTED = 500_000, 20
# Of the fields of a pattern: what is asked by itself.
_PLAIN_TEXT, _CODE = 3, 4


def find_criteria_in_doubt(
    criteria: Iterable[Criterion], may_match: Callable[[PrefilterPattern], bool]
) -> list[Criterion]:
    """Return the criteria that the prefilter leaves in doubt: those whose contracts a file may
    break.

    *may_match* returns ``False`` only for a pattern that matches nowhere in it.
    """
    doubtful = []
    for criterion in criteria:
        _, broken_by, pattern, needed, *_ = criterion
        if broken_by == "match" and not may_match(pattern):
            continue
        for needed_pattern in needed:
            if not may_match(needed_pattern):
                break
        else:
            doubtful.append(criterion)
    return doubtful


class PrefilteredText:
    """A file's text, with its own line ends too, each in the form for any case.

    *absent*: the numbers of patterns that are known to match nowhere in it.
    """

    def __init__(self, text: str, absent: Container[int] = ()) -> None:
        self.written = text
        raw = text.removeprefix(BOM)
        normal = unify_line_ends(raw)
        self._texts = {
            False: (normal, compute_once(fold_case, normal)),
            True: (raw, compute_once(fold_case, raw)),
        }
        self._absent = absent

    def may_match(self, pattern: PrefilterPattern) -> bool:
        """Tell whether *pattern* may match in the text, by the literals that it requires."""
        number, requirement, raw_text, plain_text, *_ = pattern
        if number in self._absent:
            return False
        text, folded = self._texts[raw_text]
        if plain_text:
            return plain_text in text
        return may_match(requirement, text, folded)

    def matches(self, pattern: PrefilterPattern) -> bool:
        """Tell whether *pattern*, by its code, matches in the text; raises ``TimeoutError``."""
        _, _, raw_text, _, code, end_code = pattern
        text, _ = self._texts[raw_text]
        for packed_code in (end_code, code):
            if packed_code:
                search = rebuild_pattern(marshal.loads(packed_code)).search
                if search(text, timeout=_SECONDS, concurrent=True) is None:
                    return False
        return True


def find_unmet_criteria(
    criteria: Iterable[Criterion], path: str, text: PrefilteredText, *, is_over: Callable[[], bool]
) -> list[Criterion]:
    """Return the prefilter's criteria that the file at *path* with this *text* may not meet.

    No search begins once the time *is_over*, nor after one that took too long: an engine goes on.
    """
    unmet: list[Criterion] = []
    in_doubt = iter(find_criteria_in_doubt(criteria, text.may_match))
    for criterion in in_doubt:
        _, broken_by, pattern, *_ = criterion
        try:
            if broken_by not in ("match", "no match"):
                is_met = _meets_by_facts(criterion, path, text.written)
            # In doubt is only a "match" that may be there.
            elif broken_by == "no match" and pattern[_PLAIN_TEXT] and text.may_match(pattern):
                is_met = True
            else:
                is_met = _meets_by_search(criterion, text, is_over)
        except TimeoutError:
            return [*unmet, criterion, *in_doubt]
        if not is_met:
            unmet.append(criterion)
    return unmet


def _meets_by_facts(criterion: Criterion, path: str, text: str) -> bool:
    """Tell whether the name of the file at *path*, or the size of its *text*, meets a contract."""
    _, broken_by, pattern, _, _, most_lines, most_bytes = criterion
    if broken_by == "name":
        name = path[path.rfind("/") + 1 :]
        _, _, _, _, code, _ = pattern
        return rebuild_pattern(marshal.loads(code)).fullmatch(name, timeout=_SECONDS) is not None
    if broken_by != "size":
        return False
    lines = text.count("\n") + (text[-1:] not in ("", "\n"))
    # A text with the mark may be UTF-16 on disk; of other line ends the size tells.
    return not (
        text.startswith(BOM)
        or text.count("\r") > text.count("\r\n")
        or (most_lines is not None and lines > most_lines)
        or (most_bytes is not None and len(encode_text(text)) > most_bytes)
    )


def _meets_by_search(
    criterion: Criterion, text: PrefilteredText, is_over: Callable[[], bool]
) -> bool:
    _, broken_by, pattern, needed, exempting, *_ = criterion
    for condition in (*needed, *exempting):
        if not condition[_CODE] or is_over():
            return False
        if text.matches(condition) == (condition in exempting):
            return True
    if pattern[_PLAIN_TEXT] or not pattern[_CODE] or is_over():
        return False
    return text.matches(pattern) != (broken_by == "match")


def find_places_in_doubt(
    filters: StoredContracts, path: str, text: str, *, end: float
) -> frozenset[int] | None:
    """Return, by the prefilter's stored filters, the places in the set of the contracts that the
    file may break with this *text*.

    All others are met for certain, by what it holds. ``None``: nothing is certain. No search begins
    after *end*, a reading of the monotonic clock. Raises ``TimeoutError``, which is for the engine
    to say.
    """
    subject = make_glob_subject(path)
    if subject is None:
        return None
    is_contract = path.startswith(tuple(f"{folder}/" for folder in filters.folders))
    groups = [
        group
        for group in filters.groups
        if selects_subject(group[0], subject, by_texts=True) and (group[1] or not is_contract)
    ]
    places = _find_places_in_groups(filters, groups, path=path, text=text, end=end)
    if places == frozenset():
        return places
    # Few globs are more than texts: an engine says what they select where that is in question.
    selecting_groups = [group for group in groups if selects_subject(group[0], subject)]
    if len(selecting_groups) == len(groups):
        return places
    return _find_places_in_groups(filters, selecting_groups, path=path, text=text, end=end)


def _find_places_in_groups(
    filters: StoredContracts, groups: Sequence[CriteriaGroup], *, path: str, text: str, end: float
) -> frozenset[int] | None:
    criteria: list[Any] = [criterion for group in groups for criterion in group[2]]
    if not criteria:
        return frozenset()
    if is_notebook(path) and any(cause not in ("name", "size") for _, cause, *_ in criteria):
        return None  # its JSON tells little of what its cells hold
    if may_name_coding(path, text):
        from phaser_lint.text.python_coding import find_foreign_coding  # few files do

        if find_foreign_coding(path, text)[0]:
            return None
    if may_end_lines_otherwise(path, text):
        return None  # the engine finds out whether there is something to say of it
    absent: Collection[int] = ()
    if len(text) * min(len(criteria), _MOST_COUNTED) > _LARGE:
        from phaser_lint.contract.stored_automata import find_absent_patterns

        absent = find_absent_patterns(criteria, text, filters)
    prefiltered = PrefilteredText(text, absent)
    unmet = find_unmet_criteria(criteria, path, prefiltered, is_over=lambda: time.monotonic() > end)
    return frozenset([place for place, *_ in unmet])


def may_forbid_change(filters: StoredContracts, path: str, kinds: tuple[Matter, ...]) -> bool:
    """Tell, by the prefilter's stored filters, whether contracts that ask what becomes of *path*,
    one of these *kinds*, may be broken.

    Before an edit those are its kinds; what ``others`` have to be is known after it.
    """
    if not filters.changes or not kinds:
        return False
    is_contract = path.startswith(tuple(f"{folder}/" for folder in filters.folders))
    return any(
        selects_path(globs, path) and (checks_contract_files or not is_contract)
        for globs, checks_contract_files, matters in filters.changes
        if not {*kinds}.isdisjoint(matters)
    )
