"""One file fixed in memory by what its contracts say, contract by contract in order of their ids.

    each contract    its matches, on the result of the last → edits → the text checked again
    dropped          what leaves a violation that it was to fix, or makes one of another contract
    together         the edits of the file as it is

What exists, is suppressed or undecided stays. A match that an earlier contract's edit has
changed in part waits for the next run.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter

from phaser_lint.check.engine.checker import NO_TIME, Checker
from phaser_lint.check.engine.file_verdict import FileVerdict, check_file, make_patient_search
from phaser_lint.check.engine.new_violations import ViolationKey, count_occurrences
from phaser_lint.check.fixes.consequences import explain_unfit_text, find_objection
from phaser_lint.check.fixes.contract_edits import UNDECIDED, Target, make_contract_edits
from phaser_lint.check.fixes.fix_edits import Replacement, apply_edits, join_edits
from phaser_lint.contract.model import Contract, ContractKey, Violation
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import is_notebook, is_unicode
from phaser_lint.text.search.searcher import Searcher


class LeftAlone(Record):
    """A contract's fix that was not made in a file, or not all of it, and why."""

    path: str
    contract_key: ContractKey
    reason: str


class FixedFile(Record):
    """A file's text as it is, the edits that fix it, what they fix and what they do not."""

    path: str
    text: str
    edits: tuple[Replacement, ...] = ()
    fixed: tuple[Target, ...] = ()
    left: tuple[LeftAlone, ...] = ()
    is_new: bool = False
    """There is no such file yet."""
    unsafe: tuple[LeftAlone, ...] = ()
    """Why contracts' fixes are unsafe here, be they among the edits or left out as such."""

    def result(self) -> str:
        """Return the fixed text, after all edits."""
        return apply_edits(self.text, self.edits)

    def with_unfixed(self, contract: Contract, reason: str) -> FixedFile:
        """Return the same with the *reason* why *contract* fixes nothing here, or not all."""
        return self._replace(left=(*self.left, LeftAlone(self.path, contract.key, reason)))

    def with_unsafe(self, contract: Contract, reason: str) -> FixedFile:
        """Return the same with the *reason* why the fix of *contract* is unsafe here."""
        return self._replace(unsafe=(*self.unsafe, LeftAlone(self.path, contract.key, reason)))

    def with_nothing_fixed(self, reason: str) -> FixedFile:
        """Return the file without any fix, and the *reason* why there is none."""
        keys = dict.fromkeys(target.violation.contract_key for target in self.fixed)
        fixes_left = tuple(LeftAlone(self.path, key, reason) for key in keys)
        return self._replace(edits=(), fixed=(), left=(*self.left, *fixes_left))


def fix_file(
    checker: Checker,
    file: TextFile,
    violations: Sequence[Violation],
    *,
    existing_of: Collection[ContractKey] | None = None,
    is_utf_8: bool = True,
    makes_unsafe: bool = True,
) -> FixedFile:
    """Return one *file* with its *violations* fixed in memory, as far as their contracts say how.

    Unsafe fixes are among them only where *makes_unsafe* says so.

    *violations* are those of the file that count, every single match. What else the *checker* finds
    exists already, for the contracts *existing_of*, by default for all. A text that came from a
    file in another encoding is not fixed.
    """
    fixed = FixedFile(file.path, file.text)
    broken_keys = {violation.contract_key for violation in violations}
    contracts = [
        contract
        for contract in checker.selection.contracts_for(file.path)
        if contract.key in broken_keys and find_contract_fix(contract)
    ]
    if not contracts:
        return fixed
    verdict = _check_text(checker, file.path, file.text)
    new, counts = count_occurrences(violations), count_occurrences(verdict.violations)
    existing = {
        key: number - new.get(key, 0)
        for key, number in counts.items()
        if existing_of is None or key[0] in existing_of
    }
    unfit = "" if is_utf_8 and is_unicode(file.text) else "only UTF-8 is fixed"
    unfit = "a notebook is not fixed" if is_notebook(file.path) else unfit
    end = checker.deadline
    for contract in sorted(contracts, key=attrgetter("rule_id", "level")):
        is_late = end is not None and checker.clock() > end
        is_undecided = any(
            open_case.contract_key == contract.key for open_case in verdict.undecided
        )
        reason = unfit or (NO_TIME if is_late else UNDECIDED if is_undecided else "")
        if reason:
            fixed = fixed.with_unfixed(contract, reason)
            continue
        contract_violations = [
            violation for violation in violations if violation.contract_key == contract.key
        ]
        next_fixed, after = _fix_by_contract(
            checker, contract, contract_violations, fixed=fixed, verdict=verdict, existing=existing
        )
        is_left_out = next_fixed.unsafe != fixed.unsafe and not makes_unsafe
        if is_left_out:
            fixed = fixed._replace(unsafe=next_fixed.unsafe)
        else:
            fixed, verdict = next_fixed, after
    return fixed


def _check_text(checker: Checker, path: str, text: str) -> FileVerdict:
    contracts = checker.selection.contracts_for(path)
    search = make_patient_search(Searcher(), checker)
    return check_file(checker, TextFile(path, text), contracts, find=search)


def _fix_by_contract(
    checker: Checker,
    contract: Contract,
    violations: Sequence[Violation],
    *,
    fixed: FixedFile,
    verdict: FileVerdict,
    existing: Mapping[ViolationKey, int],
) -> tuple[FixedFile, FileVerdict]:
    """Return the file with what *contract* fixes of its *violations*, and the verdict on it."""
    current_text = fixed.result()
    edits_made = make_contract_edits(
        contract,
        violations,
        text=fixed.text,
        edits=fixed.edits,
        current_text=current_text,
        seconds=checker.pattern_seconds,
    )
    noted_file = fixed.with_unfixed(contract, edits_made.reason) if edits_made.reason else fixed
    if not edits_made.edits:
        return noted_file, verdict
    fixed_text = apply_edits(current_text, edits_made.edits)
    reason, after = explain_unfit_text(fixed_text), verdict
    if not reason:
        after = _check_text(checker, fixed.path, fixed_text)
        reason = find_objection(
            [target.violation for target in edits_made.fixed],
            contracts=checker.selection.contracts_for(fixed.path),
            before=verdict,
            after=after,
            existing=existing,
        )
    if reason:
        return fixed.with_unfixed(contract, reason), verdict
    edits = join_edits(len(fixed.text), fixed.edits, edits_made.edits)
    noted_file = (
        noted_file.with_unsafe(contract, edits_made.unsafe) if edits_made.unsafe else noted_file
    )
    return noted_file._replace(edits=edits, fixed=(*fixed.fixed, *edits_made.fixed)), after
