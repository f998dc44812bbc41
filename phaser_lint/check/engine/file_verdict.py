"""One file checked: what each contract says of it, and what directives make of that."""

from __future__ import annotations

from phaser_lint.check.engine.checker import NO_TIME, explain_timeout, limit_line_searches
from phaser_lint.check.engine.directive_places import may_hold_directives
from phaser_lint.contract.match_contract import (
    SearchableText,
    find_contract_matches,
    judge_matches,
    match_contract,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import (
    BOM,
    is_notebook,
    may_end_lines_otherwise,
    may_name_coding,
    unify_line_ends,
)
from phaser_lint.text.search.searcher import OutOfTimeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.directives import Directive
    from phaser_lint.contract.model import Contract, ContractKey, Notice, Violation
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.contract.undecided import Undecided
    from phaser_lint.text.search.searcher import Searcher

    ListedItem: TypeAlias = tuple[str, ContractKey, tuple[Any, ...], tuple[Any, ...] | None]
    """What breaks its contract where no list has it: its text, the contract, its violation and the
    directive that suppresses it. Plain values, for most of thousands are listed."""

# What a search, and the reading of a file, have before a deadline, however near that is. The first
# is twenty times what most patterns need on a file.
SHORT_SECONDS = 0.0005
SHORTEST_READING = 0.01


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


def check_file(
    checker: Checker,
    file: TextFile | Skip,
    contracts: Sequence[Contract],
    *,
    find: Find,
    read_file: SearchableText | None = None,
) -> FileVerdict:
    """Return the verdict on one *file* by the content contracts among *contracts*, which select it.

    Of a file that is skipped only name and size are checked; what asks for more is undecided if it
    could not be read. *read_file*: what ``read_parts_in_time`` gave, if it was asked.
    """
    seconds = checker.pattern_seconds
    read_file = read_file or read_parts_in_time(checker, file, seconds=seconds)
    file = read_file.file
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    open_checks: list[tuple[Contract, str]] = []
    used: set[tuple[Directive, str]] = set()
    met: set[ContractKey] = set()
    item_candidates: list[ListedItem] = []
    counting_matches: list[tuple[Contract, Sequence[PatternMatches]]] = []
    unknown = checker.selection.unknown(file.path)
    for contract in contracts:
        if not RULES[contract.type].checks_each_file():
            continue
        if contract.key in unknown:
            open_checks.append((contract, unknown[contract.key]))
            continue
        find_in_line = limit_line_searches(checker, find) if contract.conditions else find
        all_matches, is_checked = match_contract(
            contract, read_file, find=find, find_in_line=find_in_line
        )
        reasons = dict.fromkeys(matches.reason for matches in all_matches if matches.reason)
        open_checks += [(contract, reason) for reason in reasons]
        met.update([contract.key for matches in all_matches if matches.spans])
        counting_matches += [(contract, all_matches)] if is_checked else ()
        if not is_checked or contract.scope == "tree":
            continue
        in_parts = [*judge_matches(contract, read_file, all_matches)]
        if in_parts and read_file.late and contract.ignorable:
            open_checks.append((contract, read_file.late))
            continue
        try:
            placed = [
                (*place(violation, contract, matches.text), item_text)
                if (place := matches.part.place) is not None
                else (violation, None, item_text)
                for matches, violation, item_text in in_parts
            ]
        except TimeoutError as error:  # what reads the cells of a notebook
            open_checks.append((contract, explain_timeout(seconds, str(error))))
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
    notices = read_file.notices
    if is_notebook(file.path) or any(
        matches.unclosed_at is not None or matches.blockless_headers
        for _, all_matches in counting_matches
        for matches in all_matches
    ):
        from phaser_lint.check.engine.file_notices import note_odd_file  # few files are

        notices += note_odd_file(read_file, counting_matches, contracts)
    return FileVerdict(
        path=file.path,
        violations=tuple(violations),
        suppressed=tuple(suppressed),
        undecided=make_undecided_checks(file.path, open_checks) if open_checks else (),
        notices=notices,
        directives=read_file.directives,
        used=frozenset(used),
        ran=frozenset([contract.key for contract in contracts]),
        met=frozenset(met),
        items=tuple(item_candidates),
        skipped=file.reason if isinstance(file, Skip) else "",
    )


def read_parts_in_time(
    checker: Checker, file: TextFile | Skip, *, seconds: float
) -> SearchableText:
    """Return one *file* for its verdict, with the parts that are searched, as far as they are read
    in so many *seconds*.

    Of one that takes too long the skip, and no part.
    """
    if not isinstance(file, Skip) and (
        is_notebook(file.path)
        or may_name_coding(file.path, file.text)
        or may_end_lines_otherwise(file.path, file.text)
        or (checker.ignores and may_hold_directives(file.text))
    ):
        from phaser_lint.check.engine.file_parts import read_odd_file  # few files are

        return read_odd_file(checker, file, seconds=seconds)
    return make_plain_text(file)


def make_plain_text(file: TextFile | Skip) -> SearchableText:
    """Return the text of a *file* for its verdict as it is: no notebook, and no directive in it
    counts; of what is skipped nothing is searched.
    """
    raw = "" if isinstance(file, Skip) else file.text.removeprefix(BOM)
    return SearchableText(file, raw, unify_line_ends(raw), name=file.path)


def make_late_verdict(file: TextFile | Skip, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on one *file* whose turn came after the deadline: nothing is decided."""
    open_checks = [
        (contract, NO_TIME) for contract in contracts if RULES[contract.type].checks_each_file()
    ]
    return FileVerdict(file.path, undecided=make_undecided_checks(file.path, open_checks))


def make_undecided_checks(
    path: str, open_checks: Iterable[tuple[Contract, str]]
) -> tuple[Undecided, ...]:
    """Return the records for a verdict: it is undecided if the file at *path* breaks contracts, for
    these reasons.
    """
    from phaser_lint.contract.undecided import make_undecided  # nearly all are decided

    return tuple([make_undecided(contract, path, reason) for contract, reason in open_checks])


def make_patient_search(searcher: Searcher, checker: Checker) -> Find:
    """Return the search that gives a pattern all its time; less after one that ran away."""

    def search(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        seconds = checker.seconds_for(contract)
        try:
            return find_contract_matches(contract, text, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            checker.note_runaway(contract, seconds)
            return PatternMatches(error.spans, explain_timeout(seconds, error.late_part))

    return search
