"""One file mended in memory by what its contracts say, contract by contract in order of their ids.

    each contract    its matches, on the result of the last → edits → the text judged again
    dropped          what leaves a violation that it was to mend, or makes one of another contract
    together         the edits of the file as it is

What is old, suppressed or undecided stays. A match that an earlier contract's edit has changed in
part waits for the next run.
"""

from __future__ import annotations

from phaser_lint.check.engine.check import NO_TIME
from phaser_lint.check.engine.comparison import counted
from phaser_lint.check.engine.file_verdict import judge_file, patient
from phaser_lint.check.fixes.consequences import objection, unfit
from phaser_lint.check.fixes.contract_edits import UNDECIDED, contract_edits
from phaser_lint.check.fixes.edits_in_text import applied, together
from phaser_lint.contract.rules.rule import fix_of
from phaser_lint.core import Record
from phaser_lint.core.judged_files import ProposedFile
from phaser_lint.core.text import is_notebook, is_unicode
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.check.fixes.contract_edits import ContractEdits, Target
    from phaser_lint.check.fixes.edits_in_text import Replacement
    from phaser_lint.contract.model import Contract, ContractKey, Violation


class LeftAlone(Record):
    """A contract's fix that was not made in a file, or not all of it, and why."""

    path: str
    contract_key: ContractKey
    reason: str


class MendedFile(Record):
    """A file's text as it is, the edits that mend it, what they mend and what they do not."""

    path: str
    text: str
    edits: tuple[Replacement, ...] = ()
    mended: tuple[Target, ...] = ()
    left: tuple[LeftAlone, ...] = ()
    is_new: bool = False
    """There is no such file yet."""
    unsafe: tuple[LeftAlone, ...] = ()
    """Why contracts' fixes are unsafe here, be they among the edits or left out as such."""

    def result(self) -> str:
        """Return the text after all edits."""
        return applied(self.text, self.edits)

    def without(self, contract: Contract, reason: str) -> MendedFile:
        """Return the same with the *reason* why *contract* mends nothing here, or not all."""
        return self._replace(left=(*self.left, LeftAlone(self.path, contract.key, reason)))

    def with_unsafe(self, contract: Contract, reason: str) -> MendedFile:
        """Return the same with the *reason* why the fix of *contract* is unsafe here."""
        return self._replace(unsafe=(*self.unsafe, LeftAlone(self.path, contract.key, reason)))

    def unmended(self, reason: str) -> MendedFile:
        """Return the same without any edit, and the *reason* why there is none."""
        keys = dict.fromkeys(target.violation.contract_key for target in self.mended)
        left = tuple(LeftAlone(self.path, key, reason) for key in keys)
        return self._replace(edits=(), mended=(), left=(*self.left, *left))


def mended_file(
    judge: Judge,
    file: ProposedFile,
    violations: Sequence[Violation],
    *,
    spoken_of: Collection[ContractKey] | None = None,
    is_utf_8: bool = True,
    makes_unsafe: bool = True,
) -> MendedFile:
    """Return *file* with its *violations* mended, as far as their contracts say how.

    Unsafe fixes are among them only where *makes_unsafe* says so.

    *violations* are those of the file that count, every single match. What *judge* finds besides is
    old, of the contracts *spoken_of*: all of them, unless it is said. A text that came from a file
    in another encoding is not mended.
    """
    mended = MendedFile(file.path, file.text)
    wanted = _by_contract(judge, file.path, violations)
    if not wanted:
        return mended
    verdict = _verdict(judge, file.path, file.text)
    old = _old(verdict, violations, spoken_of)
    unfit_now = _unfit(file, is_utf_8=is_utf_8)
    for contract, broken in wanted:
        reason = unfit_now or _late(judge) or _undecided(verdict, contract)
        if reason:
            mended = mended.without(contract, reason)
            continue
        made, after = _with(judge, contract, broken, mended=mended, verdict=verdict, old=old)
        is_left = made.unsafe != mended.unsafe and not makes_unsafe
        if is_left:
            mended = mended._replace(unsafe=made.unsafe)
        else:
            mended, verdict = made, after
    return mended


def _by_contract(
    judge: Judge, path: str, violations: Sequence[Violation]
) -> list[tuple[Contract, list[Violation]]]:
    """Return the contracts that say how their *violations* are mended, with these."""
    selecting = [each for each in judge.selection.contracts_for(path) if fix_of(each)]
    found = [
        (contract, [each for each in violations if each.contract_key == contract.key])
        for contract in sorted(selecting, key=lambda each: (each.rule_id, each.level))
    ]
    return [entry for entry in found if entry[1]]


def _unfit(file: ProposedFile, *, is_utf_8: bool) -> str:
    if is_notebook(file.path):
        return "a notebook is not mended"
    return "" if is_utf_8 and is_unicode(file.text) else "only UTF-8 is mended"


def _late(judge: Judge) -> str:
    late = judge.clock and judge.limits.deadline and judge.clock() > judge.limits.deadline
    return NO_TIME if late else ""


def _undecided(verdict: FileVerdict, contract: Contract) -> str:
    keys = {entry.contract_key for entry in verdict.undecided}
    return UNDECIDED if contract.key in keys else ""


def _verdict(judge: Judge, path: str, text: str) -> FileVerdict:
    contracts = judge.selection.contracts_for(path)
    search = patient(Searcher(), judge)
    return judge_file(judge, ProposedFile(path, text), contracts, search=search)


def _old(
    verdict: FileVerdict,
    violations: Sequence[Violation],
    spoken_of: Collection[ContractKey] | None,
) -> Mapping[Key, int]:
    """Return how often each violation is there that is not among *violations*."""
    new = counted(violations)
    return {
        key: number - new.get(key, 0)
        for key, number in counted(verdict.violations).items()
        if spoken_of is None or key[0] in spoken_of
    }


def _with(
    judge: Judge,
    contract: Contract,
    broken: Sequence[Violation],
    *,
    mended: MendedFile,
    verdict: FileVerdict,
    old: Mapping[Key, int],
) -> tuple[MendedFile, FileVerdict]:
    """Return the file with what *contract* mends of what is *broken*, and the verdict on it."""
    now = mended.result()
    made = contract_edits(
        contract,
        broken,
        text=mended.text,
        edits=mended.edits,
        now=now,
        seconds=judge.limits.pattern_seconds,
    )
    said = mended.without(contract, made.reason) if made.reason else mended
    if not made.edits:
        return said, verdict
    after, reason = _judged(judge, made, mended.path, now, verdict, old)
    if reason:
        return mended.without(contract, reason), verdict
    edits = together(len(mended.text), mended.edits, made.edits)
    said = said.with_unsafe(contract, made.unsafe) if made.unsafe else said
    return said._replace(edits=edits, mended=(*mended.mended, *made.mended)), after


def _judged(
    judge: Judge,
    made: ContractEdits,
    path: str,
    now: str,
    before: FileVerdict,
    old: Mapping[Key, int],
) -> tuple[FileVerdict, str]:
    """Return the verdict on the text with the edits *made*, and why it must not be so."""
    result = applied(now, made.edits)
    reason = unfit(result)
    if reason:
        return before, reason
    after = _verdict(judge, path, result)
    violations = [target.violation for target in made.mended]
    contracts = judge.selection.contracts_for(path)
    return after, objection(violations, contracts=contracts, before=before, after=after, old=old)
