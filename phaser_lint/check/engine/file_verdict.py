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
from phaser_lint.contract.rules.rule import checks, counting_matches
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ProposedFile, Skip
from phaser_lint.core.text import BOM, is_notebook, normalise
from phaser_lint.text import LateReaderError, deadline_in
from phaser_lint.text.search.searcher import OutOfTimeError, TooManyMatchesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.check.engine.cell_places import CellPlaces
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
    violations: tuple[Violation, ...]
    suppressed: tuple[Violation, ...]
    undecided: tuple[Undecided, ...]
    notices: tuple[Notice, ...]
    directives: Directives
    used: frozenset[tuple[Directive, str]]
    ran: frozenset[ContractKey]
    met: frozenset[ContractKey]
    items: tuple[Item, ...] = ()
    """None of them counts yet."""
    skipped: str = ""
    """Why no more was checked of it than its name and its size."""


class FileVerdicts(Record):
    """The verdicts on files, what was skipped, and the paths of files that are clean."""

    verdicts: tuple[FileVerdict, ...]
    skipped: tuple[Skip, ...]
    clean: tuple[str, ...] = ()


class _Found(Record):
    """What a search of a part of the file found, in which text, and why that is not all of it."""

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
    known: Mapping[str, Searched] | None = None,
    read: ReadFile | None = None,
) -> FileVerdict:
    """Return the verdict of the content contracts among *contracts*, which select *file*.

    Of a file that is skipped nothing is checked but its name, and its size. What asks for more is
    undecided where it could not be read. *known* may hold, by the id of a contract or a condition,
    what *search* gave or would give. *read*: what ``read_in_time`` gave, if it was asked already.
    """
    seconds = checker.limits.pattern_seconds
    file, parts = read or read_in_time(checker, file, seconds=seconds)
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    undecided: list[Undecided] = []
    used: set[tuple[Directive, str]] = set()
    met: set[ContractKey] = set()
    items: list[Item] = []

    def find(contract: Contract, text: str, name: str = "", /) -> Searched:
        return (known or {}).get(contract.rule_id) or search(contract, text, name)

    unknown = checker.selection.unknown(file.path)
    for contract in (each for each in contracts if RULES[each.type].checks_each_file()):
        if contract.key in unknown:
            undecided.append(_undecided(contract, file, unknown[contract.key]))
            continue
        by_line = for_many_lines(checker, find) if contract.conditions else find
        found, is_checked = _checked(contract, file, parts, find, by_line)
        undecided += _not_decided(contract, file, found)
        if any(each.spans for each in found):
            met.add(contract.key)
        in_file = is_checked and contract.scope != "tree"
        broken = list(_broken(contract, file, parts, found)) if in_file else []
        if broken and parts.late and contract.ignorable:
            undecided.append(_undecided(contract, file, parts.late))
            continue
        try:
            reported = [
                (*_shown(contract, each, violation), item) for each, violation, item in broken
            ]
        except LateReaderError as error:
            undecided.append(_undecided(contract, file, took_longer(seconds, str(error))))
            continue
        for shown, written, item in reported:
            if item:
                items.append((item, contract.key, tuple(shown), written and tuple(written)))
            elif written is None:
                violations.append(shown)
            else:
                suppressed.append(shown)
                used.add((written, contract.rule_id))
    return FileVerdict(
        file.path,
        tuple(violations),
        tuple(suppressed),
        tuple(undecided),
        (*parts.notices, *_malformed(file.path, parts.directives)),
        parts.directives,
        frozenset(used),
        frozenset(contract.key for contract in contracts),
        frozenset(met),
        tuple(items),
        file.reason if isinstance(file, Skip) else "",
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
            parts = parts_of(file, ignores=ignores, printed=printed, seconds=seconds)
            return ReadFile(file, parts)
        except LateReaderError as error:
            late = took_longer(seconds, str(error))
            file = Skip(file.path, late, file.size or _size_of(file), is_unread=True)
    nothing = Part("", "", DirectiveIndex(Directives()), file.path)
    return ReadFile(file, Parts((nothing,), nothing, Directives()))


def _not_decided(
    contract: Contract, file: ProposedFile | Skip, found: Sequence[_Found]
) -> list[Undecided]:
    reasons = dict.fromkeys(each.reason for each in found if each.reason)
    return [_undecided(contract, file, reason) for reason in reasons]


def _shown(
    contract: Contract, found: _Found, violation: Violation
) -> tuple[Violation, Directive | None]:
    """Return *violation* at its place in the file, and the directive that suppresses it."""
    part = found.part
    directive = part.directives.covering(violation, contract)
    shown = part.shown(violation, found.text) if part.shown else violation
    return shown, part.written.get(directive, directive) if directive else None


def _checked(
    contract: Contract, file: ProposedFile | Skip, parts: Parts, find: Search, by_line: Search
) -> tuple[Sequence[_Found], bool]:
    """Return what was found, and whether the contract checks the file; see ``for_many_lines``."""
    if RULES[contract.type].subject == "name":
        name = os.path.basename(file.path)
        return [_Found(parts.whole, name, *find(contract, name))], True
    if is_item_itself(contract):
        return _item(contract, file, parts, find)
    if isinstance(file, Skip):
        is_checked = is_about_facts(contract) and file.size is not None
        return [_Found(parts.whole, "", (), file.reason if file.is_unread else "")], is_checked
    return _under_conditions(contract, parts, find, by_line)


def _item(
    contract: Contract, file: ProposedFile | Skip, parts: Parts, find: Search
) -> tuple[Sequence[_Found], bool]:
    """Return the item that the file is, as a match; none where its path leaves nothing of it."""
    from phaser_lint.contract.rules.path_fields import item_of, path_search  # here: few are

    whole, reason = parts.whole, ""
    is_checked, item = True, ""
    if contract.conditions and isinstance(file, Skip):
        is_checked, reason = False, file.reason if file.is_unread else ""
    elif contract.conditions:
        texts = [(part.raw, part.text) for part in _parts_for(contract, parts)]
        is_checked, reason = checks(contract, texts, find)
    try:
        item = item_of(contract, file.path, path_search(contract)) if is_checked else ""
    except TimeoutError as error:
        is_checked, reason = False, str(error)
    return [_Found(whole, item, ((0, len(item)),) if item else (), reason)], is_checked


def _under_conditions(
    contract: Contract, parts: Parts, find: Search, by_line: Search
) -> tuple[Sequence[_Found], bool]:
    """Return what counts of what is found, and whether the contract checks the file at all."""
    if not contract.conditions:
        return _found(contract, parts, find), True
    texts = [(part.raw, part.text) for part in _parts_for(contract, parts)]
    found: Sequence[_Found] = ()
    if cause_in_file(contract) == "match":
        found = [
            _Found(each.part, each.text, *counting_matches(contract, each.text, each[2:], by_line))
            for each in _found(contract, parts, find)
        ]
        if not any(each.spans for each in found):
            return found, True
    is_checked, reason = checks(contract, texts, find)
    if not is_checked:
        return [_Found(parts.whole, parts.whole.text, (), reason)], False
    return found or _found(contract, parts, find), True


def _found(contract: Contract, parts: Parts, find: Search) -> list[_Found]:
    rule = RULES[contract.type]
    if not rule.searches_text() and rule.evidence != "import":
        return [_Found(parts.whole, parts.whole.text)]
    chosen = _parts_for(contract, parts)
    searched = ((part, part.raw if contract.searched.raw_text else part.text) for part in chosen)
    return [_Found(part, text, *find(contract, text, part.name)) for part, text in searched]


def _parts_for(contract: Contract, parts: Parts) -> tuple[Part, ...]:
    return (parts.whole,) if contract.raw else parts.each


def _broken(
    contract: Contract, file: ProposedFile | Skip, parts: Parts, found: Sequence[_Found]
) -> Iterator[tuple[_Found, Violation, str]]:
    """Yield what breaks the contract, each in its part; what no part has breaks it in the whole.

    With it the item, where that has to stand in no list for it.
    """
    rule, path = RULES[contract.type], file.path
    if rule.subject == "size":
        for violation in rule.check_size(contract, path=path, size=_size_of(file)):
            yield found[0], violation, ""
        return
    if rule.evidence == "no match":
        met = next((each.spans for each in found if each.spans), ())
        if not met and any(each.reason for each in found):
            return
        found = [_Found(parts.whole, parts.whole.text, met)]
    by_match = cause_in_file(contract) == "match"
    for each in found:
        # What the lack of further matches means is for the rule to say, once all are known.
        if each.spans if by_match else not each.reason:
            # Of a cell the name tells the language, and what is beside it.
            name = each.part.name if rule.evidence == "import" else path
            worded = contract if name == path else _worded(contract, path)
            broken = rule.check_file(worded, path=name, text=each.text, spans=each.spans)
            if name != path:
                broken = [violation._replace(path=path) for violation in broken]
            if rule.evidence == "item":
                items = [each.text[start:end] for start, end in each.spans]
            else:
                items = [""] * len(broken)
            for violation, item in zip(broken, items, strict=True):
                yield each, violation, item


def _worded(contract: Contract, path: str) -> Contract:
    from phaser_lint.contract.rules.message_fields import with_path_of  # few files are notebooks

    return with_path_of(contract, path)


def meets_facts(contract: Contract, path: str, data: bytes, *, search: Search) -> bool:
    """Tell whether a file of these bytes at *path* meets a contract on its name, or its size."""
    rule = RULES[contract.type]
    if rule.subject == "name":
        return bool(search(contract, os.path.basename(path))[0])
    from phaser_lint.core.checked_files import size_of_bytes

    return not rule.check_size(contract, path=path, size=size_of_bytes(data))


def _size_of(file: ProposedFile | Skip) -> FileSize:
    from phaser_lint.core.checked_files import size_of_text  # few contracts are about sizes

    return file.size or size_of_text(file.text if isinstance(file, ProposedFile) else "")


def _malformed(path: str, directives: Directives) -> Iterator[Notice]:
    for entry in directives.malformed:
        yield Notice(path, entry.line, f"directive ignores nothing: {entry.expected}")


def check_late(file: ProposedFile | Skip, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on a file whose turn came after the deadline: nothing is decided."""
    undecided = tuple(
        _undecided(contract, file, NO_TIME)
        for contract in contracts
        if RULES[contract.type].checks_each_file()
    )
    none: frozenset[ContractKey] = frozenset()
    return FileVerdict(file.path, (), (), undecided, (), Directives(), frozenset(), none, none)


def _undecided(contract: Contract, file: ProposedFile | Skip, reason: str) -> Undecided:
    return Undecided(contract.rule_id, file.path, reason, contract.level)


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
    items: bool = True,
) -> Searched:
    """Return the matches that the contract's rule reads, and why they are not all of them.

    Without *items* a match that holds one is returned as a whole. *name*: see ``Find``. Raises
    ``OutOfTimeError`` after so many *seconds*.
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
            of_items=items and rule.evidence == "item",
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
        from phaser_lint.check.engine.cell_places import placed_cells

        cells = placed_cells(text, printed=printed, seconds=seconds)
        if cells is not None:
            return _of_cells(file.path, raw, text, cells, ignores=ignores, seconds=seconds)
    directives, late = Directives(), ""
    try:
        if ignores:
            directives = parse_directives(file.path, text, until=deadline_in(seconds))
    except LateReaderError as error:
        late = took_longer(seconds or 0.0, str(error))
    part = Part(raw, text, DirectiveIndex(directives), file.path)
    wrong = (Notice(file.path, None, _NO_NOTEBOOK),) if is_notebook(file.path) and text else ()
    return Parts((part,), part, directives, wrong, late)


def _of_cells(
    path: str,
    raw: str,
    text: str,
    cells: Sequence[CellPlaces],
    *,
    ignores: bool,
    seconds: float | None,
) -> Parts:
    until, late = deadline_in(seconds), ""
    found = moved = [Directives() for _ in cells]
    try:
        if ignores:
            found = [each.directives(until=until) for each in cells]
            moved = [each.moved(own) for each, own in zip(cells, found, strict=True)]
    except LateReaderError as error:
        found, late = moved, took_longer(seconds or 0.0, str(error))
    everywhere = Directives(
        tuple(entry for one in moved for entry in one.directives),
        tuple(entry for one in moved for entry in one.malformed),
    )
    # With "/" on Windows too, as all paths of a project: an import is relative to the cell's.
    folder = path[: path.rfind("/") + 1]
    # A directive for the whole file counts in every cell.
    of_file = tuple(entry for entry in everywhere.directives if entry.target() is None)
    parts = tuple(
        Part(
            each.cell.text,
            each.text,
            DirectiveIndex(
                Directives((*(one for one in own.directives if one.target() is not None), *of_file))
            ),
            f"{folder}{each.name}" if each.name else "",
            dict(zip(own.directives, there.directives, strict=True)),
            each.shown,
        )
        for each, own, there in zip(cells, found, moved, strict=True)
    )
    whole = Part(raw, text, DirectiveIndex(Directives(of_file)), path)
    return Parts(parts, whole, everywhere, late=late)
