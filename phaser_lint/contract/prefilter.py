"""Which contracts may a file break? The hook and a scan ask the same, before any engine searches.

    doubtful = criteria_in_doubt(criteria, may_match)

A criterion says what breaks a contract in a file, and by which patterns. Whatever tells that a
pattern matches nowhere in a file rules contracts out: the literals that it requires, looked for in
a text (``PrefilteredText``), or one pass over the file's bytes for all patterns at once. What is
left is only in doubt. The hook searches for it by the engine's stored code
(``find_places_in_doubt``), a scan hands it to the engine.
"""

from __future__ import annotations

import marshal
import time

from phaser_lint.core import Record
from phaser_lint.core.text import (
    BOM,
    encode_text,
    is_notebook,
    may_end_lines_otherwise,
    may_name_coding,
    normalise_text,
)
from phaser_lint.text.globs import make_glob_subject, selects_path, selects_subject
from phaser_lint.text.search import compute_once, fold_case, may_match, rebuild_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Sequence
    from typing import Any

    from phaser_lint.contract import CriteriaGroup, Matter, StoredContracts
    from phaser_lint.contract.rules.rule import Cause
    from phaser_lint.text.search import Requirement

_SECONDS = 0.1
# So many characters, counted for each of twenty contracts, take as long to be searched as an
# automaton takes to load. With more of them it is larger, too.
_LARGE, _MOST_COUNTED = 500_000, 20


class PrefilterPattern(Record):
    """A pattern as far as it is tried without a compiler; ``number`` tells it from all others.

    The own pattern of a contract has the number of its place in the set. ``text``: the pattern, if
    that is plain text. ``code``: its packed byte code (``searcher``); empty where there is none.
    """

    number: int
    requirement: Requirement
    raw_text: bool = False
    """It sees the text with its own line ends."""
    text: str = ""
    code: bytes = b""
    end_code: bytes = b""


class Criterion(Record):
    """What breaks a contract in a file, the one at ``place`` in its set.

    ``broken_by``: ``text`` is for the engine, as in ``rules.find_cause_in_file``. It checks only a
    file that the patterns ``needed`` match in, and those ``exempting`` do not.
    """

    place: int
    broken_by: Cause
    pattern: PrefilterPattern
    needed: tuple[PrefilterPattern, ...] = ()
    exempting: tuple[PrefilterPattern, ...] = ()
    most_lines: int | None = None
    most_bytes: int | None = None

    def is_on_text(self) -> bool:
        """Tell whether the prefilter goes by what the file holds, and not its name or its size."""
        return self.broken_by not in ("name", "size")

    def plain(self) -> tuple[Any, ...]:
        """Return the prefilter's criterion as ``marshal`` takes it."""
        needed, exempting = (
            tuple(map(tuple, patterns)) for patterns in (self.needed, self.exempting)
        )
        plain = (*self[:2], tuple(self.pattern), needed, exempting)
        return (*plain, self.most_lines, self.most_bytes)


def unpack_criterion(plain: tuple[Any, ...]) -> Criterion:
    """Return the prefilter's criterion that ``plain`` was made of."""
    place, broken_by, pattern, needed, exempting, *most = plain
    if needed or exempting:
        needed, exempting = (
            tuple(map(PrefilterPattern._make, patterns)) for patterns in (needed, exempting)
        )
    own_pattern = PrefilterPattern._make(pattern)
    return Criterion._make((place, broken_by, own_pattern, needed, exempting, *most))


def find_criteria_in_doubt(
    criteria: Iterable[Criterion], may_match: Callable[[PrefilterPattern], bool]
) -> list[Criterion]:
    """Return the criteria that the prefilter leaves in doubt: those whose contracts a file may
    break.

    *may_match* returns ``False`` only for a pattern that matches nowhere in it.
    """
    doubtful = []
    for criterion in criteria:
        if criterion.broken_by == "match" and not may_match(criterion.pattern):
            continue
        for pattern in criterion.needed:
            if not may_match(pattern):
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
        normal, raw = normalise_text(text), text.removeprefix(BOM)
        self._texts = {
            False: (normal, compute_once(fold_case, normal)),
            True: (raw, compute_once(fold_case, raw)),
        }
        self._absent = absent

    def may_match(self, pattern: PrefilterPattern) -> bool:
        """Tell whether *pattern* may match in the text, by the literals that it requires."""
        if pattern.number in self._absent:
            return False
        text, folded = self._texts[pattern.raw_text]
        if pattern.text:
            return pattern.text in text
        return may_match(pattern.requirement, text, folded)

    def matches(self, pattern: PrefilterPattern) -> bool:
        """Tell whether *pattern*, by its code, matches in the text; raises ``TimeoutError``."""
        text, _ = self._texts[pattern.raw_text]
        for code in (pattern.end_code, pattern.code):
            if code:
                search = rebuild_pattern(marshal.loads(code)).search
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
        pattern, cause = criterion.pattern, criterion.broken_by
        try:
            if cause not in ("match", "no match"):
                is_met = _meets_by_facts(criterion, path, text.written)
            # In doubt is only a "match" that may be there.
            elif cause == "no match" and pattern.text and text.may_match(pattern):
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
    if criterion.broken_by == "name":
        name = path[path.rfind("/") + 1 :]
        code = marshal.loads(criterion.pattern.code)
        return rebuild_pattern(code).fullmatch(name, timeout=_SECONDS) is not None
    if criterion.broken_by != "size":
        return False
    most_lines, most_bytes = criterion.most_lines, criterion.most_bytes
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
    for condition in (*criterion.needed, *criterion.exempting):
        if not condition.code or is_over():
            return False
        if text.matches(condition) == (condition in criterion.exempting):
            return True
    pattern, is_forbidden = criterion.pattern, criterion.broken_by == "match"
    if pattern.text or not pattern.code or is_over():
        return False
    return text.matches(pattern) != is_forbidden


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
    plain_criteria = [plain for group in groups for plain in group[2]]
    if not plain_criteria:
        return frozenset()
    criteria = [unpack_criterion(plain) for plain in plain_criteria]
    if is_notebook(path) and any(criterion.is_on_text() for criterion in criteria):
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
    return frozenset([criterion.place for criterion in unmet])


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
