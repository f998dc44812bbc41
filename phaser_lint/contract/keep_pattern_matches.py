"""What a contract of ``keep_pattern`` finds in a file, and what of it a change took away.

    before    the matches that the file held, each with the text that is compared
    after     those that it holds: by the conditions on the file, or by none
    lost      what is gone of them, less what came to another file, or what others took

Which of several equal ones in a file is gone nobody can tell: the last. Of those in several files
the one moved whose lines came along: two files had a ``test_x``, the one was renamed, and the other
one was deleted.
"""

from __future__ import annotations

from collections import Counter

from phaser_lint.contract.changes_and_renames import count_common_lines, find_moved_files
from phaser_lint.contract.match_contract import find_counting_places, match_contract
from phaser_lint.contract.rules.keep_pattern import make_searching_contract
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core import Record
from phaser_lint.core.changes import LostMatch
from phaser_lint.core.text import fold_white_space, make_printable, shorten_line
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.search.searcher import OutOfTimeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set
    from typing import TypeAlias

    from phaser_lint.contract.match_contract import SearchableText
    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.text.search.searcher import Searcher

    TextCounts: TypeAlias = Counter[str]
    """How often each text is there."""

_LONGEST = 80


class KeptMatch(Record):
    """A match: the ``text`` that is compared, and its place, with what is shown of it."""

    text: str
    shown_text: str
    place: Violation


class KeptMatches(Record):
    """The matches in a file, in order, and why they are not all of them; its whole text."""

    matches: tuple[KeptMatch, ...] = ()
    reason: str = ""
    file_text: str = ""

    def texts(self) -> TextCounts:
        """Return how often each text that is compared is there."""
        return Counter([match.text for match in self.matches])


class FileMatches(Record):
    """The matches in a file before a change, and after it.

    ``after`` are all that are left of them, ``counting`` those that the contract checks: of a file
    that no longer meets its conditions none.
    """

    path: str
    before: KeptMatches = KeptMatches()
    after: KeptMatches = KeptMatches()
    counting: KeptMatches = KeptMatches()
    sides: tuple[tuple[TextCounts, TextCounts], ...] = ()
    """What the file held where each other side of a merge began, and what it holds there now."""
    is_deleted: bool = False
    new_path: str = ""
    """That of a file which was renamed: what it lost is reported there."""

    def reason(self) -> str:
        """Return why it is not known which matches of the file are lost, or nothing."""
        return self.before.reason or self.after.reason

    def removed_counts(self) -> TextCounts:
        """Return the matches that the file held before, and does not hold after the change."""
        return self.before.texts() - self.after.texts()

    def added_counts(self) -> TextCounts:
        """Return the matches that the file holds after the change, and did not hold before."""
        return self.counting.texts() - self.before.texts()

    def removed_lines(self) -> TextCounts:
        """Return the lines of matches that the file held before, and not after the change."""
        return _count_lines(self.before) - _count_lines(self.after)

    def added_lines(self) -> TextCounts:
        """Return the lines of matches that the file holds after the change, and not before."""
        return _count_lines(self.after) - _count_lines(self.before)


def find_kept_matches(
    contract: Contract,
    searched_file: SearchableText,
    *,
    find: Find,
    find_in_line: Find,
    searcher: Searcher,
    seconds: float,
) -> KeptMatches:
    """Return the matches of *contract*, one of ``keep_pattern``, that count in a file and are to be
    kept by a change.

    *searcher* finds the groups of its pattern, in so many *seconds*.
    """
    searching = make_searching_contract(contract)
    all_matches, is_checked = match_contract(
        searching, searched_file, find=find, find_in_line=find_in_line
    )
    reason = next((matches.reason for matches in all_matches if matches.reason), "")
    path, file_text = searched_file.file.path, searched_file.text
    if reason or not is_checked:
        return KeptMatches((), reason, file_text)
    kept = list[KeptMatch]()
    try:
        for matches in all_matches:
            if not matches.spans:
                continue
            text, part, pattern = matches.text, matches.part, searching.searched
            name = name_text_in_language(searching, part.name)
            seen = searcher.seen_text(pattern, text, name, seconds=seconds)
            counts = find_counting_places(searching, text, name, searcher=searcher, seconds=seconds)
            groups = searcher.find_groups(pattern, text, name, seconds=seconds, counts=counts)
            places = make_match_violations(searching, path=path, text=text, spans=matches.spans)
            for span, place in zip(matches.spans, places, strict=True):
                start, end = groups.get(span, span)
                shown_text = fold_white_space(text[slice(*span)]) or fold_white_space(
                    place.line_text
                )
                at_place = part.shown(place, text) if part.shown else place
                # A comment inside of a match is no part of it: who rewords it takes nothing away.
                kept.append(KeptMatch(fold_white_space(seen[start:end]), shown_text, at_place))
    except OutOfTimeError as error:
        return KeptMatches((), f"{error.late_part} took too long")
    except LateReaderError as error:
        return KeptMatches((), f"{error} took too long")
    return KeptMatches(tuple(kept), "", file_text)


def with_new_paths(
    files: Sequence[FileMatches], paths: Set[str], *, texts: Mapping[str, str]
) -> list[FileMatches]:
    """Return the matches of ``keep_pattern`` in *files*, those of a file renamed to one of *paths*
    with that path.

    *texts*: what new files held before an edit, which may take more than half of one.
    """
    new_texts = {file.path: file.after.file_text for file in files if not file.before.file_text}
    renames = find_moved_files(
        {file.path: file.before.file_text for file in files if file.is_deleted},
        {path: texts.get(path) or text for path, text in new_texts.items()},
    )
    return [
        file._replace(new_path=renames[file.path]) if renames.get(file.path) in paths else file
        for file in files
    ]


def find_lost_matches(
    contract: Contract,
    files: Sequence[FileMatches],
    *,
    paths: Set[str],
) -> list[LostMatch]:
    """Return the matches of a contract of ``keep_pattern`` that those of *files* at *paths* have
    not kept, in their order.

    What moved to another of *files* is not lost, nor what another side of a merge took away.
    """
    by_number = contract.value_of("keep") == "number"
    losses, gains = dict[str, Counter[str]](), dict[str, Counter[str]]()
    for file in files:
        gone = _count_texts(file.removed_counts(), by_number, less=file.added_counts())
        taken = Counter[str]()
        for began, theirs in file.sides:
            taken |= _count_texts(began - theirs, by_number, less=theirs - began)
        losses[file.path] = gone - taken
        gains[file.path] = _count_texts(file.added_counts(), by_number, less=file.removed_counts())
    if contract.value_of("movable"):
        _take_out_moved_matches(files, losses, gains)
    else:
        _take_out_whole_files(files, losses, gains)
    lost = []
    for file in files:
        gone = losses[file.path]
        if not gone or file.path not in paths:
            continue
        if by_number:
            own_gone, number_before = file.removed_counts(), len(file.before.matches)
            match = next((match for match in file.before.matches if own_gone[match.text]), None)
            match = match or file.before.matches[-1]
            details = f"{number_before - gone.total()} of {number_before} left; "
            lost.append(_make_lost_match(file, match, text="", details=details))
            continue
        of_file = []
        for match in reversed(file.before.matches):
            if gone[match.text] > 0:
                gone[match.text] -= 1
                of_file.append(_make_lost_match(file, match, text=shorten_line(match.text)))
        lost += of_file[::-1]
    return lost


def _take_out_whole_files(
    files: Sequence[FileMatches], losses: dict[str, TextCounts], gains: dict[str, TextCounts]
) -> None:
    """Take out of *losses* what renamed files have taken along, and what went with deleted ones.

    A license is the same text in each new file: what another file gains is none that moved.
    """
    old_files = [file for file in files if not file.after.file_text]
    new_files = [file for file in files if not file.before.file_text]
    renames = find_moved_files(
        {file.path: file.before.file_text for file in old_files},
        {file.path: file.after.file_text for file in new_files},
    )
    for file in old_files:
        if file.path in renames:
            losses[file.path] -= gains[renames[file.path]]
        elif file.is_deleted:
            losses[file.path].clear()


def _take_out_moved_matches(
    files: Sequence[FileMatches],
    losses: dict[str, TextCounts],
    gains: dict[str, TextCounts],
) -> None:
    """Take what moved out of the *losses* and the *gains* of *files*, by their paths."""
    all_gone, added = _sum_counts(losses.values()), _sum_counts(gains.values())
    short = {text for text, number in added.items() if number < all_gone[text]}
    if short:
        common_lines = count_common_lines(
            {file.path: file.removed_lines() for file in files if short & losses[file.path].keys()},
            {file.path: file.added_lines() for file in files if short & gains[file.path].keys()},
        )
        # The most lines first; of as many the file that held little else, then a namesake.
        ranked_pairs = sorted(
            (-number, longest, old.split("/")[-1] != new.split("/")[-1], old, new)
            for number, longest, old, new in common_lines
        )
        for *_, old, new in ranked_pairs:
            moved = losses[old] & gains[new]
            losses[old] -= moved
            gains[new] -= moved
        added = _sum_counts(gains.values())
    for path, gone in losses.items():
        moved = gone & added
        added -= moved
        losses[path] = gone - moved


def _sum_counts(counts: Iterable[TextCounts]) -> TextCounts:
    total = Counter[str]()
    for texts in counts:
        total.update(texts)
    return total


def _count_lines(matches: KeptMatches) -> TextCounts:
    return Counter(
        [folded for line in matches.file_text.splitlines() if (folded := fold_white_space(line))]
    )


def _count_texts(texts: TextCounts, by_number: bool, *, less: TextCounts | None) -> TextCounts:
    """Return *texts*; *by_number* how many they are, whatever they are, *less* so many."""
    if not by_number:
        return texts
    number = texts.total() - (less.total() if less else 0)
    return Counter({"": number}) if number > 0 else Counter()


def _make_lost_match(
    file: FileMatches, match: KeptMatch, text: str, details: str = ""
) -> LostMatch:
    place, shown_text = match.place, make_printable(match.shown_text)
    if len(shown_text) > _LONGEST:
        shown_text = f"{shown_text[: _LONGEST - 1]}…"
    # In brackets itself, a match that ends with one looks cut.
    shown_text = f"`{shown_text}`" if any(map(shown_text.__contains__, "()")) else shown_text
    cell = "" if place.cell is None else f"cell {place.cell}, "
    line = place.line if place.cell is None else place.cell_line
    of_file = f" of {make_printable(file.path)}" if file.new_path else ""
    where = f"{cell}line {line}{of_file} before: {shown_text}"
    message = f"{place.wording.rstrip()} ({details}{where})"
    return LostMatch(file.new_path or file.path, text, message)
