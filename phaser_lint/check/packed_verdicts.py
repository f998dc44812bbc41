"""What a file gave as plain data, for another process or the result cache.

A plain verdict is ``None`` for a clean file, a text for the reason why a file was skipped, or a
packed ``FileVerdict``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.contract.model import Contract, ContractKey, Notice, Violation
from phaser_lint.contract.rules import reads_tsconfig
from phaser_lint.contract.undecided import Undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    PlainVerdict: TypeAlias = str | tuple[Any, ...] | None


def is_trivial(verdict: FileVerdict, contracts: Sequence[Contract]) -> bool:
    """Tell whether the *verdict* says no more than that the file was checked."""
    violations_or_items = verdict.violations or verdict.suppressed or verdict.items
    says = violations_or_items or verdict.undecided or verdict.notices
    meets_tree = any(
        contract.scope == "tree" and contract.key in verdict.met for contract in contracts
    )
    return not says and not meets_tree and not verdict.directives


def pack_verdict(verdict: FileVerdict, *, of_all: bool = False) -> tuple[Any, ...]:
    """Return the *verdict* on a file packed as a plain result, tuples and texts, for another
    process or the result cache.

    *of_all*: every contract that selects the file ran. Which these are is known wherever it is
    unpacked: five hundred, written down with each of six hundred files, took longer than reading.
    """
    return (
        verdict.path,
        tuple(map(tuple, verdict.violations)),
        tuple(map(tuple, verdict.suppressed)),
        tuple(map(tuple, verdict.undecided)),
        tuple(map(tuple, verdict.notices)),
        tuple(map(tuple, verdict.directives)),
        frozenset([(tuple(directive), rule_id) for directive, rule_id in verdict.used]),
        None if of_all else verdict.ran,
        verdict.met,
        verdict.items,
        verdict.skipped,
    )


def unpack_verdict(
    packed_verdict: tuple[Any, ...], *, selecting: frozenset[ContractKey]
) -> FileVerdict:
    """Return the verdict that was packed as a plain result, by the keys of the contracts that are
    *selecting* its file.
    """
    path, violations, suppressed, undecided, notices, directives, used = packed_verdict[:7]
    ran, met, item_candidates, skipped = packed_verdict[7:]
    return FileVerdict(
        path,
        tuple(map(Violation._make, violations)),
        suppressed=tuple(map(Violation._make, suppressed)),
        undecided=tuple(map(Undecided._make, undecided)),
        notices=tuple(map(Notice._make, notices)),
        directives=tuple(map(Directive._make, directives)),
        used=frozenset((Directive(*directive), rule_id) for directive, rule_id in used),
        ran=selecting if ran is None else ran,
        met=met,
        items=item_candidates,
        skipped=skipped,
    )


def find_outside_decider(checker: Checker) -> Callable[[str], str] | None:
    """Return what tells the result cache which other file decides the result of a path; ``None``
    where none does.

    That is a ``tsconfig.json`` whose aliases a contract reads.
    """
    contracts = checker.contracts.contracts
    places = {place for place, contract in enumerate(contracts) if reads_tsconfig(contract)}
    if not places:
        return None
    modules = contracts[min(places)].modules

    def decided_by(path: str) -> str:
        is_asked = not places.isdisjoint(checker.selection.places_for(path))
        return modules.decided_by(path) if is_asked and modules else ""

    return decided_by
