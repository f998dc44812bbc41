"""One file judged: the matches of each contract, what rules and directives make of them."""

from __future__ import annotations

from phaser_lint.engine.directives import Directives, parse_directives
from phaser_lint.model import Notice, Undecided
from phaser_lint.record import Record
from phaser_lint.rules import RULES
from phaser_lint.search import OutOfTimeError, TooManyMatchesError
from phaser_lint.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.engine.directives import Directive
    from phaser_lint.model import Contract, Limits, ProposedFile, Violation
    from phaser_lint.rules import Spans
    from phaser_lint.search import Searcher

    Searched: TypeAlias = tuple[Spans, str]
    """The matches that a contract's rule reads, and why they are not all of them, or nothing."""
    Search: TypeAlias = Callable[[Contract, str], Searched]
    """Searches a text for a contract's pattern."""


class FileVerdict(Record):
    """What one file's content gave: every violation of it, and what directives did."""

    path: str
    violations: tuple[Violation, ...]
    suppressed: tuple[Violation, ...]
    undecided: tuple[Undecided, ...]
    notices: tuple[Notice, ...]
    directives: Directives
    used: frozenset[tuple[Directive, str]]
    ran: frozenset[str]
    met: frozenset[str]


def judge_file(
    file: ProposedFile,
    contracts: Sequence[Contract],
    *,
    search: Search,
    ignores: bool,
    known: Mapping[str, Searched] | None = None,
) -> FileVerdict:
    """Return the verdict of the content contracts that select *file*.

    *known* may hold, by the contract's id, what *search* gave or would give.
    """
    text = normalise(file.text)
    directives = parse_directives(file.path, text) if ignores else Directives()
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    undecided: list[Undecided] = []
    used: set[tuple[Directive, str]] = set()
    met: set[str] = set()
    for contract in contracts:
        rule = RULES[contract.type]
        if rule.READS == "nothing":
            continue
        searched = file.text if contract.raw_text else text
        found = known.get(contract.rule_id) if known else None
        spans, reason = found or search(contract, searched)
        if reason:
            undecided.append(Undecided(contract.rule_id, file.path, reason))
        if spans:
            met.add(contract.rule_id)
        nothing = not spans and (reason or rule.READS == "every match")
        if contract.scope == "tree" or nothing:
            continue
        for violation in rule.check_file(contract, path=file.path, text=searched, spans=spans):
            directive = directives.covering(violation, contract)
            if directive is None:
                violations.append(violation)
            else:
                suppressed.append(violation)
                used.add((directive, contract.rule_id))
    return FileVerdict(
        file.path,
        tuple(violations),
        tuple(suppressed),
        tuple(undecided),
        tuple(
            Notice(file.path, malformed.line, f"directive ignores nothing: {malformed.expected}")
            for malformed in directives.malformed
        ),
        directives,
        frozenset(used),
        frozenset(contract.rule_id for contract in contracts),
        frozenset(met),
    )


def judge_late(file: ProposedFile, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on a file whose turn came after the deadline: nothing is decided."""
    undecided = tuple(
        Undecided(contract.rule_id, file.path, "no time left")
        for contract in contracts
        if RULES[contract.type].READS != "nothing"
    )
    none: frozenset[str] = frozenset()
    return FileVerdict(file.path, (), (), undecided, (), Directives(), frozenset(), none, none)


def patient(searcher: Searcher, limits: Limits) -> Search:
    """Return the search that has all the time of a pattern at once."""

    def search(contract: Contract, text: str) -> Searched:
        seconds = limits.pattern_seconds
        try:
            return search_for(contract, text, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            return error.spans, took_longer(seconds)

    return search


def took_longer(seconds: float) -> str:
    """Return why a contract is undecided whose pattern ran out of all its time."""
    return f"the pattern took longer than {seconds * 1000:.0f} ms"


def search_for(contract: Contract, text: str, *, searcher: Searcher, seconds: float) -> Searched:
    """Return the matches that the contract's rule reads, and why they are not all of them.

    Raises ``OutOfTimeError`` after so many *seconds*.
    """
    first = RULES[contract.type].READS == "first match"
    try:
        return searcher.find_spans(contract, text, seconds=seconds, only_first=first), ""
    except (MemoryError, RuntimeError) as error:
        # "(?:a(?R)?.){e<=1}" takes all memory, "(?:a\\G){e<=1}a" is an internal error of regex.
        return (), f"the pattern cannot be searched: {error or type(error).__name__}"
    except TooManyMatchesError as error:
        return error.spans, str(error)
