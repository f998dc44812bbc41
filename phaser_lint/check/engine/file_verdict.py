"""One file checked: the matches of each contract, what rules and directives make of them."""

from __future__ import annotations

import os

from phaser_lint.check.engine.checker import NO_TIME, for_many_lines, took_longer
from phaser_lint.check.engine.directives import (
    DirectiveIndex,
    Directives,
    are_heeded,
    parse_directives,
)
from phaser_lint.contract.model import Notice, Undecided
from phaser_lint.contract.rules import RULES, cause_in_file, is_about_facts, is_item_itself
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ProposedFile, Skip
from phaser_lint.core.text import BOM, is_notebook, normalise
from phaser_lint.text import LateReaderError, deadline_in
from phaser_lint.text.search.searcher import OutOfTimeError, TooManyMatchesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.directives import Directive
    from phaser_lint.contract.model import Contract, ContractKey, Violation
    from phaser_lint.contract.rules.rule import Find, Spans
    from phaser_lint.core.checked_files import FileSize
    from phaser_lint.text.search.searcher import Searcher

    Search: TypeAlias = Find
    Searched: TypeAlias = tuple[Spans, str]
    """The matches that a contract's rule reads, and why they are not all of them, or nothing."""
    Item: TypeAlias = tuple[str, ContractKey, tuple[Any, ...], tuple[Any, ...] | None]
    """What breaks its contract where no list has it: its text, the contract, its violation and the
    directive that suppresses it. Plain values, for most of thousands are listed."""

    Shown: TypeAlias = Callable[[Violation, str], Violation]
    """Takes a violation and the text that was searched."""


class FileVerdict(Record):
    """What one file's content gave: every violation of it, and what directives did."""

    path: str
    violations: tuple[Violation, ...] = ()
    suppressed: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    notices: tuple[Notice, ...] = ()
    directives: Directives = Directives()
    used: frozenset[tuple[Directive, str]] = frozenset()
    ran: frozenset[ContractKey] = frozenset()
    met: frozenset[ContractKey] = frozenset()
    items: tuple[Item, ...] = ()
    """None of them counts yet."""
    skipped: str = ""
    """Why no more was checked of it than its name and its size."""


class FileVerdicts(Record):
    """The verdicts on files, what was skipped, and the paths of files that are clean."""

    verdicts: tuple[FileVerdict, ...]
    skipped: tuple[Skip, ...]
    clean: tuple[str, ...] = ()


class _PartMatches(Record):
    """The matches in a part of the file, in which text, and why they are not all of them."""

    part: Part
    text: str
    spans: Spans = ()
    reason: str = ""


def check_file(
    checker: Checker,
    file: ProposedFile | Skip,
    contracts: Sequence[Contract],
    *,
    search: Search,
    matches_by_id: Mapping[str, Searched] | None = None,
    read_file: ReadFile | None = None,
) -> FileVerdict:
    """Return the verdict of the content contracts among *contracts*, which select *file*.

    Of a file that is skipped nothing is checked but its name, and its size. What asks for more is
    undecided where it could not be read. *matches_by_id* may hold, by the id of a contract or a
    condition, what *search* gave or would give. *read_file*: what ``read_in_time`` gave, if it was
    asked already.
    """
    seconds = checker.limits.pattern_seconds
    file, file_parts = read_file or read_in_time(checker, file, seconds=seconds)
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    undecided: list[Undecided] = []
    used: set[tuple[Directive, str]] = set()
    met: set[ContractKey] = set()
    item_candidates: list[Item] = []

    def find(contract: Contract, text: str, name: str = "", /) -> Searched:
        return (matches_by_id or {}).get(contract.rule_id) or search(contract, text, name)

    unknown = checker.selection.unknown(file.path)
    for contract in filter(_checks_each_file, contracts):
        if contract.key in unknown:
            undecided.append(_undecided(contract, file, unknown[contract.key]))
            continue
        by_line = for_many_lines(checker, find) if contract.conditions else find
        all_matches, is_checked = _match_contract(
            contract, file, file_parts, find=find, by_line=by_line
        )
        undecided += _list_undecided(contract, file, all_matches)
        if any(matches.spans for matches in all_matches):
            met.add(contract.key)
        in_file = is_checked and contract.scope != "tree"
        breaking = _find_violations(contract, file, file_parts, all_matches=all_matches)
        in_parts = list(breaking) if in_file else []
        if in_parts and file_parts.late and contract.ignorable:
            undecided.append(_undecided(contract, file, file_parts.late))
            continue
        try:
            placed = [
                (*_place_in_file(contract, matches, violation), item_text)
                for matches, violation, item_text in in_parts
            ]
        except LateReaderError as error:
            undecided.append(_undecided(contract, file, took_longer(seconds, str(error))))
            continue
        for violation, directive, item_text in placed:
            if item_text:
                item_candidates.append(
                    (item_text, contract.key, tuple(violation), directive and tuple(directive))
                )
            elif directive is None:
                violations.append(violation)
            else:
                suppressed.append(violation)
                used.add((directive, contract.rule_id))
    return FileVerdict(
        path=file.path,
        violations=tuple(violations),
        suppressed=tuple(suppressed),
        undecided=tuple(undecided),
        notices=(*file_parts.notices, *_notices_on_malformed(file.path, file_parts.directives)),
        directives=file_parts.directives,
        used=frozenset(used),
        ran=frozenset(contract.key for contract in contracts),
        met=frozenset(met),
        items=tuple(item_candidates),
        skipped=file.reason if isinstance(file, Skip) else "",
    )


class ReadFile(Record):
    """A file, and its parts; of one that took too long to be read the skip, and no part."""

    file: ProposedFile | Skip
    parts: Parts


def read_in_time(checker: Checker, file: ProposedFile | Skip, *, seconds: float) -> ReadFile:
    """Return *file* with its parts, as far as they are read in so many *seconds*."""
    if isinstance(file, ProposedFile):
        ignores = checker.ignores and are_heeded(checker.contracts, file.path)
        try:
            printed = checker.limits.printed
            file_parts = parts_of(file, ignores=ignores, printed=printed, seconds=seconds)
            return ReadFile(file, file_parts)
        except LateReaderError as error:
            late_reason = took_longer(seconds, str(error))
            file = Skip(file.path, late_reason, file.size or _size_of(file), is_unread=True)
    empty_part = Part("", "", DirectiveIndex(Directives()), name=file.path)
    return ReadFile(file, Parts((empty_part,), empty_part, Directives()))


def _checks_each_file(contract: Contract) -> bool:
    return RULES[contract.type].checks_each_file()


def _list_undecided(
    contract: Contract, file: ProposedFile | Skip, all_matches: Sequence[_PartMatches]
) -> list[Undecided]:
    reasons = dict.fromkeys(matches.reason for matches in all_matches if matches.reason)
    return [_undecided(contract, file, reason) for reason in reasons]


def _place_in_file(
    contract: Contract, matches: _PartMatches, violation: Violation
) -> tuple[Violation, Directive | None]:
    """Return *violation* at its place in the file, and the directive that suppresses it."""
    file_part = matches.part
    directive = file_part.directives.covering(violation, contract)
    placed = file_part.shown(violation, matches.text) if file_part.shown else violation
    return placed, file_part.written.get(directive, directive) if directive else None


def _match_contract(
    contract: Contract,
    file: ProposedFile | Skip,
    file_parts: Parts,
    *,
    find: Search,
    by_line: Search,
) -> tuple[Sequence[_PartMatches], bool]:
    """Return the matches, and whether the contract checks the file; see ``for_many_lines``."""
    whole_file = file_parts.whole
    if RULES[contract.type].subject == "name":
        name = os.path.basename(file.path)
        return [_PartMatches(whole_file, name, *find(contract, name))], True
    if is_item_itself(contract):
        return _match_file_as_item(contract, file, file_parts, find=find)
    if isinstance(file, Skip):
        is_checked = is_about_facts(contract) and file.size is not None
        reason = file.reason if file.is_unread else ""
        return [_PartMatches(whole_file, "", reason=reason)], is_checked
    return _match_under_conditions(contract, file_parts, find=find, by_line=by_line)


def _match_file_as_item(
    contract: Contract, file: ProposedFile | Skip, file_parts: Parts, *, find: Search
) -> tuple[Sequence[_PartMatches], bool]:
    """Return the item that the file is, as a match; none where its path leaves nothing of it."""
    from phaser_lint.contract.rules.conditions import checks
    from phaser_lint.contract.rules.path_fields import item_of, path_search  # here: few are

    reason = ""
    is_checked, item_text = True, ""
    if contract.conditions and isinstance(file, Skip):
        is_checked, reason = False, file.reason if file.is_unread else ""
    elif contract.conditions:
        is_checked, reason = checks(contract, _searched_texts(contract, file_parts), find)
    try:
        item_text = item_of(contract, file.path, path_search(contract)) if is_checked else ""
    except TimeoutError as error:
        is_checked, reason = False, str(error)
    spans = ((0, len(item_text)),) if item_text else ()
    return [_PartMatches(file_parts.whole, item_text, spans, reason=reason)], is_checked


def _match_under_conditions(
    contract: Contract, file_parts: Parts, *, find: Search, by_line: Search
) -> tuple[Sequence[_PartMatches], bool]:
    """Return the matches that count, and whether the contract checks the file at all."""
    if not contract.conditions:
        return _match_parts(contract, file_parts, find), True
    from phaser_lint.contract.rules.conditions import checks, counting_matches  # few have some

    counting: Sequence[_PartMatches] = ()
    if cause_in_file(contract) == "match":
        counting = [
            _PartMatches(
                part,
                text,
                *counting_matches(contract, text, matches=(spans, reason), find=by_line),
            )
            for part, text, spans, reason in _match_parts(contract, file_parts, find)
        ]
        if not any(matches.spans for matches in counting):
            return counting, True
    is_checked, reason = checks(contract, _searched_texts(contract, file_parts), find)
    if not is_checked:
        whole_file = file_parts.whole
        return [_PartMatches(whole_file, whole_file.text, reason=reason)], False
    return counting or _match_parts(contract, file_parts, find), True


def _match_parts(contract: Contract, file_parts: Parts, find: Search) -> list[_PartMatches]:
    rule, whole_file = RULES[contract.type], file_parts.whole
    if not rule.searches_text() and rule.evidence != "import":
        return [_PartMatches(whole_file, whole_file.text)]
    is_raw = contract.searched.raw_text
    texts = (
        (file_part, file_part.raw if is_raw else file_part.text)
        for file_part in _parts_for(contract, file_parts)
    )
    return [
        _PartMatches(file_part, text, *find(contract, text, file_part.name))
        for file_part, text in texts
    ]


def _searched_texts(contract: Contract, file_parts: Parts) -> list[tuple[str, str]]:
    return [(file_part.raw, file_part.text) for file_part in _parts_for(contract, file_parts)]


def _parts_for(contract: Contract, file_parts: Parts) -> tuple[Part, ...]:
    return (file_parts.whole,) if contract.raw else file_parts.each


def _find_violations(
    contract: Contract,
    file: ProposedFile | Skip,
    file_parts: Parts,
    *,
    all_matches: Sequence[_PartMatches],
) -> Iterator[tuple[_PartMatches, Violation, str]]:
    """Yield what breaks the contract, each in its part; what no part has breaks it in the whole.

    With it the item, where that has to stand in no list for it.
    """
    rule, path = RULES[contract.type], file.path
    if rule.subject == "size":
        for violation in rule.check_size(contract, path=path, size=_size_of(file)):
            yield all_matches[0], violation, ""
        return
    if rule.evidence == "no match":
        spans = next((matches.spans for matches in all_matches if matches.spans), ())
        if not spans and any(matches.reason for matches in all_matches):
            return
        all_matches = [_PartMatches(file_parts.whole, file_parts.whole.text, spans)]
    by_match = cause_in_file(contract) == "match"
    for matches in all_matches:
        # What the lack of further matches means is for the rule to say, once all are known.
        if matches.spans if by_match else not matches.reason:
            text, spans = matches.text, matches.spans
            # Of a cell the name tells the language, and what is beside it.
            name = matches.part.name if rule.evidence == "import" else path
            worded = contract if name == path else _with_path_in_message(contract, path)
            violations = rule.check_file(worded, path=name, text=text, spans=spans)
            if name != path:
                violations = [violation._replace(path=path) for violation in violations]
            if rule.evidence == "item":
                item_texts = [text[start:end] for start, end in spans]
            else:
                item_texts = [""] * len(violations)
            for violation, item_text in zip(violations, item_texts, strict=True):
                yield matches, violation, item_text


def _with_path_in_message(contract: Contract, path: str) -> Contract:
    from phaser_lint.contract.rules.message_fields import with_path_of  # few files are notebooks

    return with_path_of(contract, path)


def meets_facts(contract: Contract, path: str, content: bytes, *, search: Search) -> bool:
    """Tell whether a file of these bytes at *path* meets a contract on its name, or its size."""
    rule = RULES[contract.type]
    if rule.subject == "name":
        return bool(search(contract, os.path.basename(path))[0])
    from phaser_lint.core.checked_files import size_of_bytes

    return not rule.check_size(contract, path=path, size=size_of_bytes(content))


def _size_of(file: ProposedFile | Skip) -> FileSize:
    from phaser_lint.core.checked_files import size_of_text  # few contracts are about sizes

    return file.size or size_of_text(file.text if isinstance(file, ProposedFile) else "")


def _notices_on_malformed(path: str, directives: Directives) -> Iterator[Notice]:
    for malformed in directives.malformed:
        yield Notice(path, malformed.line, f"directive ignores nothing: {malformed.expected}")


def check_late(file: ProposedFile | Skip, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on a file whose turn came after the deadline: nothing is decided."""
    undecided = tuple(
        _undecided(contract, file, NO_TIME) for contract in filter(_checks_each_file, contracts)
    )
    return FileVerdict(file.path, undecided=undecided)


def _undecided(contract: Contract, file: ProposedFile | Skip, reason: str) -> Undecided:
    return Undecided(contract.rule_id, file.path, reason, level=contract.level)


def patient(searcher: Searcher, checker: Checker) -> Search:
    """Return the search that has all its time at once; a pattern that ran away has less."""
    limit, runaways = checker.limits.pattern_seconds, checker.runaways

    def search(contract: Contract, text: str, name: str = "", /) -> Searched:
        seconds = runaways.seconds_for(contract, limit)
        try:
            return search_for(contract, text, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            runaways.ran_out(contract, seconds)
            return error.spans, took_longer(seconds, error.late_part)

    return search


def search_for(
    contract: Contract,
    text: str,
    name: str = "",
    *,
    searcher: Searcher,
    seconds: float,
    reads_items: bool = True,
) -> Searched:
    """Return the matches that the contract's rule reads, and why they are not all of them.

    Without *reads_items* a match that holds an item is returned as a whole. *name*: see ``Find``.
    Raises ``OutOfTimeError`` after so many *seconds*.
    """
    rule = RULES[contract.type]
    if rule.evidence == "import":
        return rule.find(contract, text, name, seconds=seconds)
    try:
        if rule.subject == "name":
            return searcher.find_whole(contract.searched, text, seconds=seconds), ""
        spans = searcher.find_spans(
            contract.searched,
            text,
            seconds=seconds,
            only_first=rule.evidence == "no match",
            of_items=reads_items and rule.evidence == "item",
            counts=searcher.counting(contract.counted_in, text, name, seconds=seconds),
        )
        return spans, ""
    except (MemoryError, RuntimeError) as error:
        # "(?:a(?R)?.){e<=1}" takes all memory, "(?:a\\G){e<=1}a" is an internal error of regex.
        return (), f"the pattern cannot be searched: {str(error) or type(error).__name__}"
    except TooManyMatchesError as error:
        return error.spans, str(error)


# What of a file is searched: its text, or of a notebook each cell by itself.
#
# A part has lines of its own, in which patterns match and directives stand; ``shown`` moves what
# was found there to the line and column of the file, and says which cell it is in.

_NO_NOTEBOOK = "no notebook of format 4: its JSON is checked as plain text"


class Part(Record):
    """A text that is searched by itself: with its own line ends, and with ``\\n``.

    ``directives`` count in it, and ``name`` tells its language. ``written`` are those that stand
    elsewhere in the file, by what they are here; ``shown`` is ``None`` where nothing does.
    """

    raw: str
    text: str
    directives: DirectiveIndex
    name: str
    written: Mapping[Directive, Directive] = {}
    shown: Shown | None = None


class Parts(Record):
    """The parts of a file, the ``whole`` of it, and all directives as they stand in it.

    ``late``: why these are not known, where they took too long to be read; what they may suppress
    is undecided.
    """

    each: tuple[Part, ...]
    whole: Part
    directives: Directives
    notices: tuple[Notice, ...] = ()
    late: str = ""


def parts_of(file: ProposedFile, *, ignores: bool, printed: bool, seconds: float | None) -> Parts:
    """Return what of *file* is searched; of a notebook what it *printed*, too.

    Raises ``LateReaderError`` where cells are not read in so many *seconds*.
    """
    raw, text = file.text.removeprefix(BOM), normalise(file.text)
    if is_notebook(file.path):
        from phaser_lint.check.engine.cell_places import parts_of_cells, placed_cells

        cells = placed_cells(text, printed=printed, seconds=seconds)
        if cells is not None:
            return parts_of_cells(
                file.path, raw, text, cells=cells, ignores=ignores, seconds=seconds
            )
    directives, late_reason = Directives(), ""
    try:
        if ignores:
            directives = parse_directives(file.path, text, until=deadline_in(seconds))
    except LateReaderError as error:
        late_reason = took_longer(seconds or 0.0, str(error))
    file_part = Part(raw, text, DirectiveIndex(directives), name=file.path)
    notices = (Notice(file.path, None, _NO_NOTEBOOK),) if is_notebook(file.path) and text else ()
    return Parts((file_part,), file_part, directives, notices=notices, late=late_reason)
