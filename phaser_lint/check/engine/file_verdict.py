"""One file checked: what each contract says of it, and what directives make of that."""

from __future__ import annotations

from phaser_lint.check.engine.checker import NO_TIME, explain_timeout, limit_line_searches
from phaser_lint.check.engine.directives import (
    DirectiveIndex,
    Directives,
    heeds_directives,
    may_hold_directives,
    parse_directives,
)
from phaser_lint.contract.match_contract import find_contract_matches, judge_matches, match_contract
from phaser_lint.contract.model import IGNORES_NOTHING, Notice, Undecided, make_undecided
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile, find_file_size
from phaser_lint.core.text import (
    BOM,
    is_notebook,
    may_end_lines_otherwise,
    may_name_coding,
    normalise_text,
)
from phaser_lint.text.deadlines import LateReaderError, make_deadline
from phaser_lint.text.search.searcher import OutOfTimeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.directives import Directive
    from phaser_lint.contract.model import Contract, ContractKey, Violation
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.text.search.searcher import Searcher

    ListedItem: TypeAlias = tuple[str, ContractKey, tuple[Any, ...], tuple[Any, ...] | None]
    """What breaks its contract where no list has it: its text, the contract, its violation and the
    directive that suppresses it. Plain values, for most of thousands are listed."""

Shown: TypeAlias = "Callable[[Violation, str], Violation]"
"""Takes a violation and the text that was searched."""


class FileVerdict(Record):
    """What one file's content gave: every violation of it, and what directives did."""

    path: str
    violations: tuple[Violation, ...] = ()
    suppressed: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    notices: tuple[Notice, ...] = ()
    directives: tuple[Directive, ...] = ()
    used: frozenset[tuple[Directive, str]] = frozenset()
    ran: frozenset[ContractKey] = frozenset()
    met: frozenset[ContractKey] = frozenset()
    items: tuple[ListedItem, ...] = ()
    """None of them counts yet."""
    skipped: str = ""
    """Why no more was checked of it than its name and its size."""


class FileVerdicts(Record):
    """The verdicts on files, what was skipped, and the paths of files that are clean.

    ``with_items``: the contracts that some file has an item of, once the lists were asked.
    """

    verdicts: tuple[FileVerdict, ...]
    skipped: tuple[Skip, ...]
    clean: Sequence[str] = ()
    with_items: frozenset[ContractKey] = frozenset()


def check_file(
    checker: Checker,
    file: TextFile | Skip,
    contracts: Sequence[Contract],
    *,
    find: Find,
    read_file: ReadFile | None = None,
) -> FileVerdict:
    """Return the verdict on one *file* by the content contracts among *contracts*, which select it.

    Of a file that is skipped only name and size are checked; what asks for more is undecided if it
    could not be read. *read_file*: what ``read_parts_in_time`` gave, if it was asked.
    """
    seconds = checker.limits.pattern_seconds
    read_file = read_file or read_parts_in_time(checker, file, seconds=seconds)
    file = read_file.file
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    undecided: list[Undecided] = []
    used: set[tuple[Directive, str]] = set()
    met: set[ContractKey] = set()
    item_candidates: list[ListedItem] = []
    unclosed_matches: list[PatternMatches] = []
    notices_on_headers: list[Notice] = []
    unknown = checker.selection.unknown(file.path)
    for contract in _select_file_contracts(contracts):
        if contract.key in unknown:
            undecided.append(make_undecided(contract, file.path, unknown[contract.key]))
            continue
        find_in_line = limit_line_searches(checker, find) if contract.conditions else find
        all_matches, is_checked = match_contract(
            contract, read_file, find=find, find_in_line=find_in_line
        )
        reasons = dict.fromkeys(matches.reason for matches in all_matches if matches.reason)
        undecided += [make_undecided(contract, file.path, reason) for reason in reasons]
        met.update([contract.key for matches in all_matches if matches.spans])
        counting_matches = all_matches if is_checked else ()
        unclosed_matches += counting_matches
        if contract.block_patterns:
            notices_on_headers += _note_blockless_headers(read_file, contract, counting_matches)
        if not is_checked or contract.scope == "tree":
            continue
        in_parts = [*judge_matches(contract, read_file, all_matches)]
        if in_parts and read_file.late and contract.ignorable:
            undecided.append(make_undecided(contract, file.path, read_file.late))
            continue
        try:
            placed = [
                (*matches.part.place(contract, violation, matches.text), item_text)
                for matches, violation, item_text in in_parts
            ]
        except LateReaderError as error:
            undecided.append(
                make_undecided(contract, file.path, explain_timeout(seconds, str(error)))
            )
            continue
        for violation, directive, item_text in placed:
            if item_text:
                directive_fields = directive and tuple(directive)
                item_candidates.append(
                    (item_text, contract.key, tuple(violation), directive_fields)
                )
            else:
                (violations if directive is None else suppressed).append(violation)
                used.update([(directive, contract.rule_id)] if directive is not None else ())
    return FileVerdict(
        path=file.path,
        violations=tuple(violations),
        suppressed=tuple(suppressed),
        undecided=tuple(undecided),
        notices=(
            *read_file.notices,
            *_note_directives_and_marks(read_file, unclosed_matches),
            *notices_on_headers,
            *(_note_unknown_magic(read_file, contracts) if is_notebook(file.path) else ()),
        ),
        directives=read_file.directives.directives,
        used=frozenset(used),
        ran=frozenset([contract.key for contract in contracts]),
        met=frozenset(met),
        items=tuple(item_candidates),
        skipped=file.reason if isinstance(file, Skip) else "",
    )


def _note_directives_and_marks(
    read_file: ReadFile, all_matches: Sequence[PatternMatches]
) -> Iterator[Notice]:
    """Yield a notice on each malformed directive, and on the first mark that nothing closes."""
    path = read_file.file.path
    for malformed in read_file.directives.malformed:
        yield Notice(path, malformed.line, f"{IGNORES_NOTHING}: {malformed.expected}")
    places = [
        (matches.text, matches.unclosed_at)
        for matches in all_matches
        # A cell's end closes all.
        if matches.unclosed_at is not None and matches.part is read_file.whole
    ]
    if places:
        from phaser_lint.text.regions import find_mark_at  # few texts have one

        marks = [
            (text.count("\n", 0, place) + 1, find_mark_at(text, place)) for text, place in places
        ]
        line, mark = min(marks)
        message = f"read as code from line {line} on: nothing closes `{mark}`"
        yield Notice(path, line, message, reading=True)


def _note_blockless_headers(
    read_file: ReadFile, contract: Contract, all_matches: Sequence[PatternMatches]
) -> Iterator[Notice]:
    """Yield a notice on the headers that open no block, as if nothing stood in one."""
    lines = [
        matches.text.count("\n", 0, start) + 1 if matches.part is read_file.whole else None
        for matches in all_matches
        for start, _ in matches.blockless_headers
    ]
    if lines:
        key, of_one, of_many = "inside", "what follows it is in none", "what follows is in none"
        if contract.is_about_blocks:
            key, of_one, of_many = "each_block", "nothing is required of it", "nothing is required"
        text = f"a header opens no block: {of_one}"
        if len(lines) > 1:
            text = f"{len(lines)} headers open no block, this is the first: {of_many}"
        yield Notice(read_file.file.path, lines[0], f"{contract.rule_id}: {key}: {text}")


def _note_unknown_magic(read_file: ReadFile, contracts: Sequence[Contract]) -> Iterator[Notice]:
    """Yield a notice on the first magic of a notebook's cells whose language nobody knows."""
    path = read_file.file.path
    if not any(contract.counted_in for contract in contracts):
        return
    from phaser_lint.text.notebook import find_unknown_magic  # few files are notebooks

    magics = (find_unknown_magic(part.name, part.text) for part in read_file.parts)
    magic = next(filter(None, magics), "")
    if magic:
        message = f"no reader for cells of {magic}: all of them counts as code"
        yield Notice(path, None, message)


def read_parts_in_time(checker: Checker, file: TextFile | Skip, *, seconds: float) -> ReadFile:
    """Return one *file* for its verdict, with the parts that are searched, as far as they are read
    in so many *seconds*.

    Of one that takes too long the skip, and no part.
    """
    if isinstance(file, TextFile):
        ignores = checker.ignores and heeds_directives(checker.contracts, file.path)
        try:
            read_file = split_into_parts(
                file, ignores=ignores, printed=checker.limits.printed, seconds=seconds
            )
            notices = _note_foreign_readings(checker, file, seconds=seconds)
            return (
                read_file._replace(notices=(*read_file.notices, *notices)) if notices else read_file
            )
        except LateReaderError as error:
            late_reason = explain_timeout(seconds, str(error))
            file = Skip(file.path, late_reason, find_file_size(file), is_unread=True)
    empty_part = TextPart("", "", None, name=file.path)
    return ReadFile(file, (empty_part,), whole=empty_part, directives=Directives())


def _note_foreign_readings(checker: Checker, file: TextFile, *, seconds: float) -> list[Notice]:
    """Return what says that its language may read *file* otherwise than patterns do."""
    readings = []
    if may_name_coding(file.path, file.text):
        from phaser_lint.text.python_coding import find_foreign_coding  # few files do

        coding, line = find_foreign_coding(file.path, file.text)
        message = f"read as UTF-8: Python reads it as {coding}, which may be another text"
        readings += [(message, line)] if coding else []
    if may_end_lines_otherwise(file.path, file.text):
        from phaser_lint.text.foreign_line_ends import find_foreign_line_end  # few files do

        message, line = find_foreign_line_end(file.path, file.text, until=make_deadline(seconds))
        readings += [(message, line)] if message else []
    contracts = checker.selection.contracts_for(file.path) if readings else ()
    is_searched = any(RULES[contract.type].subject == "text" for contract in contracts)
    return [
        Notice(file.path, line, message, reading=True) for message, line in readings if is_searched
    ]


def make_late_verdict(file: TextFile | Skip, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on one *file* whose turn came after the deadline: nothing is decided."""
    undecided = [
        make_undecided(contract, file.path, NO_TIME)
        for contract in _select_file_contracts(contracts)
    ]
    return FileVerdict(file.path, undecided=tuple(undecided))


def _select_file_contracts(contracts: Sequence[Contract]) -> list[Contract]:
    return [contract for contract in contracts if RULES[contract.type].checks_each_file()]


def make_patient_search(searcher: Searcher, checker: Checker) -> Find:
    """Return the search that gives a pattern all its time; less after one that ran away."""
    limit, runaways = checker.limits.pattern_seconds, checker.runaways

    def search(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        seconds = runaways.seconds_for(contract, limit)
        try:
            return find_contract_matches(contract, text, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            runaways.ran_out(contract, seconds)
            return PatternMatches(error.spans, explain_timeout(seconds, error.late_part))

    return search


# What of a file is searched: its text, or of a notebook each cell by itself.
#
# A part has lines of its own, in which patterns match and directives stand; ``shown`` moves what
# was found there to the line and column of the file, and says which cell it is in.

_NO_NOTEBOOK = "no notebook of format 4: its JSON is checked as plain text"


class TextPart(Record):
    """A text that is searched by itself: with its own line ends, and with ``\\n``.

    ``directives`` count in it, if there are any, and ``name`` tells its language. ``written`` are
    those that stand elsewhere in the file, by what they are here; ``shown`` is ``None`` where
    nothing does.
    """

    raw: str
    text: str
    directives: DirectiveIndex | None
    name: str
    written: Mapping[Directive, Directive] = {}
    shown: Shown | None = None

    def place(
        self, contract: Contract, violation: Violation, text: str
    ) -> tuple[Violation, Directive | None]:
        """Return *violation* at its place in the file, and the directive that suppresses it.

        *text*: the one of the part's two that was searched. Raises ``LateReaderError``.
        """
        directive = None
        if self.directives is not None:
            violation, directive = self.directives.suppress(violation, contract)
        placed = self.in_file(violation, text)
        return placed, self.written.get(directive, directive) if directive else None

    def in_file(self, violation: Violation, text: str) -> Violation:
        """Return *violation*, found in the *text* of the part, at its place in the file.

        Raises ``LateReaderError``.
        """
        return self.shown(violation, text) if self.shown else violation


class ReadFile(Record):
    """A file, its ``parts``, the ``whole`` of it, and all directives as they stand in it.

    ``late``: why these are not known, where they took too long to be read; what they may suppress
    is undecided.
    """

    file: TextFile | Skip
    parts: tuple[TextPart, ...]
    whole: TextPart
    directives: Directives
    notices: tuple[Notice, ...] = ()
    late: str = ""


def split_into_parts(
    file: TextFile, *, ignores: bool, printed: bool, seconds: float | None
) -> ReadFile:
    """Return the parts of one *file* that are searched for its verdict: its text, or the cells of a
    notebook, with what they *printed*.

    Raises ``LateReaderError`` where cells are not read in so many *seconds*.
    """
    raw, text = file.text.removeprefix(BOM), normalise_text(file.text)
    notices: tuple[Notice, ...] = ()
    if is_notebook(file.path):
        from phaser_lint.check.engine.cell_places import make_cell_parts, place_cells

        cells = place_cells(text, printed=printed, seconds=seconds)
        if cells is not None:
            return make_cell_parts(file, raw, text, cells=cells, ignores=ignores, seconds=seconds)
        notices = (Notice(file.path, None, _NO_NOTEBOOK),) if text else ()
    directives, late_reason = Directives(), ""
    try:
        if ignores and may_hold_directives(text):
            directives = parse_directives(file.path, text, until=make_deadline(seconds))
    except LateReaderError as error:
        late_reason = explain_timeout(seconds or 0.0, str(error))
    index = None
    if any(directives):
        index = DirectiveIndex(directives.directives, misplaced=directives.misplaced)
    file_part = TextPart(raw, text, index, name=file.path)
    return ReadFile(
        file,
        (file_part,),
        whole=file_part,
        directives=directives,
        notices=notices,
        late=late_reason,
    )
