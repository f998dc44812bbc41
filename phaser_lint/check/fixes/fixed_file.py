"""One file fixed in memory by what its contracts say, contract by contract in order of their ids.

    each contract    its matches, on the result of the last → edits → the text checked again
    dropped          what leaves a violation that it was to fix, or makes one of another contract
    together         the edits of the file as it is

What exists, is suppressed or undecided stays. A match that an earlier contract's edit has
changed in part waits for the next run.
"""

from __future__ import annotations

from phaser_lint.check.engine.checker import NO_TIME
from phaser_lint.check.engine.comparison import count_occurrences
from phaser_lint.check.engine.file_verdict import check_file, patient
from phaser_lint.check.fixes.consequences import objection, why_unfit
from phaser_lint.check.fixes.contract_edits import UNDECIDED, contract_edits
from phaser_lint.check.fixes.edits_in_text import apply_edits, join_edits
from phaser_lint.contract.rules.fix_key import fix_of
from phaser_lint.core import Record
from phaser_lint.core.checked_files import TextFile
from phaser_lint.core.text import is_notebook, is_unicode
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.check.engine.fingerprints import ViolationKey
    from phaser_lint.check.fixes.contract_edits import ContractEdits, Target
    from phaser_lint.check.fixes.edits_in_text import Replacement
    from phaser_lint.contract.model import Contract, ContractKey, Violation


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
        """Return the text after all edits."""
        return apply_edits(self.text, self.edits)

    def without(self, contract: Contract, reason: str) -> FixedFile:
        """Return the same with the *reason* why *contract* fixes nothing here, or not all."""
        return self._replace(left=(*self.left, LeftAlone(self.path, contract.key, reason)))

    def with_unsafe(self, contract: Contract, reason: str) -> FixedFile:
        """Return the same with the *reason* why the fix of *contract* is unsafe here."""
        return self._replace(unsafe=(*self.unsafe, LeftAlone(self.path, contract.key, reason)))

    def unfixed(self, reason: str) -> FixedFile:
        """Return the same without any edit, and the *reason* why there is none."""
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
    """Return *file* with its *violations* fixed, as far as their contracts say how.

    Unsafe fixes are among them only where *makes_unsafe* says so.

    *violations* are those of the file that count, every single match. What else the *checker* finds
    exists already, for the contracts *existing_of*, by default for all. A text that came from a
    file in another encoding is not fixed.
    """
    fixed = FixedFile(file.path, file.text)
    violations_by_contract = _violations_by_contract(checker, file.path, violations)
    if not violations_by_contract:
        return fixed
    verdict = _check_text(checker, file.path, file.text)
    existing = _count_existing(verdict, violations, existing_of)
    unfit_now = _why_not_fixed(file, is_utf_8=is_utf_8)
    for contract, contract_violations in violations_by_contract:
        reason = unfit_now or _why_late(checker) or _why_undecided(verdict, contract)
        if reason:
            fixed = fixed.without(contract, reason)
            continue
        next_fixed, after = _fix_contract(
            checker, contract, contract_violations, fixed=fixed, verdict=verdict, existing=existing
        )
        is_left_out = next_fixed.unsafe != fixed.unsafe and not makes_unsafe
        if is_left_out:
            fixed = fixed._replace(unsafe=next_fixed.unsafe)
        else:
            fixed, verdict = next_fixed, after
    return fixed


def _violations_by_contract(
    checker: Checker, path: str, violations: Sequence[Violation]
) -> list[tuple[Contract, list[Violation]]]:
    """Return the contracts that say how their *violations* are fixed, with these."""
    contracts_with_fix = [
        contract for contract in checker.selection.contracts_for(path) if fix_of(contract)
    ]
    violations_by_contract = [
        (
            contract,
            [violation for violation in violations if violation.contract_key == contract.key],
        )
        for contract in sorted(contracts_with_fix, key=_id_and_level)
    ]
    return [pair for pair in violations_by_contract if pair[1]]


def _id_and_level(contract: Contract) -> tuple[str, str]:
    return contract.rule_id, contract.level


def _why_not_fixed(file: TextFile, *, is_utf_8: bool) -> str:
    if is_notebook(file.path):
        return "a notebook is not fixed"
    return "" if is_utf_8 and is_unicode(file.text) else "only UTF-8 is fixed"


def _why_late(checker: Checker) -> str:
    end = checker.limits.deadline
    return NO_TIME if end is not None and checker.clock() > end else ""


def _why_undecided(verdict: FileVerdict, contract: Contract) -> str:
    keys = {undecided_entry.contract_key for undecided_entry in verdict.undecided}
    return UNDECIDED if contract.key in keys else ""


def _check_text(checker: Checker, path: str, text: str) -> FileVerdict:
    contracts = checker.selection.contracts_for(path)
    search = patient(Searcher(), checker)
    return check_file(checker, TextFile(path, text), contracts, find=search)


def _count_existing(
    verdict: FileVerdict,
    violations: Sequence[Violation],
    existing_of: Collection[ContractKey] | None,
) -> Mapping[ViolationKey, int]:
    """Return how often each violation is there that is not among *violations*."""
    new = count_occurrences(violations)
    return {
        key: number - new.get(key, 0)
        for key, number in count_occurrences(verdict.violations).items()
        if existing_of is None or key[0] in existing_of
    }


def _fix_contract(
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
    edits_made = contract_edits(
        contract,
        violations,
        text=fixed.text,
        edits=fixed.edits,
        current_text=current_text,
        seconds=checker.limits.pattern_seconds,
    )
    noted_file = fixed.without(contract, edits_made.reason) if edits_made.reason else fixed
    if not edits_made.edits:
        return noted_file, verdict
    after, reason = _check_edits(
        checker,
        edits_made,
        path=fixed.path,
        current_text=current_text,
        before=verdict,
        existing=existing,
    )
    if reason:
        return fixed.without(contract, reason), verdict
    edits = join_edits(len(fixed.text), fixed.edits, edits_made.edits)
    noted_file = (
        noted_file.with_unsafe(contract, edits_made.unsafe) if edits_made.unsafe else noted_file
    )
    return noted_file._replace(edits=edits, fixed=(*fixed.fixed, *edits_made.fixed)), after


def _check_edits(
    checker: Checker,
    edits_made: ContractEdits,
    path: str,
    current_text: str,
    before: FileVerdict,
    existing: Mapping[ViolationKey, int],
) -> tuple[FileVerdict, str]:
    """Return the verdict on the text with the edits *edits_made*, and why it must not be so."""
    fixed_text = apply_edits(current_text, edits_made.edits)
    reason = why_unfit(fixed_text)
    if reason:
        return before, reason
    after = _check_text(checker, path, fixed_text)
    violations = [target.violation for target in edits_made.fixed]
    contracts = checker.selection.contracts_for(path)
    return after, objection(
        violations, contracts=contracts, before=before, after=after, existing=existing
    )
