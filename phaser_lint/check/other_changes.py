"""What other changes broke: existing, for those that are checked.

An agent's edit of ``api.py`` lacks its changelog; so did the one before it, which was reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import Occurrences, count_occurrences
from phaser_lint.contract.model import Contract, ContractKey, Report
from phaser_lint.contract.rules import checks_files_together
from phaser_lint.contract.rules.file_sets import find_set_globs
from phaser_lint.core.changes import Changes, know_no_branch
from phaser_lint.core.file_records import ChangeKind, TextFile
from phaser_lint.core.text import without_crlf_and_bom


class OtherChanges:
    """The ``others`` of *changes*: what they alone broke, existed before those that are checked.

    A contract that checks its files together was broken already, where the others broke it.
    *texts_before_edit*: texts that files had just before, where that is known; each that differed
    then is one of the others.
    """

    def __init__(
        self,
        checker: Checker,
        changes: Changes | None,
        *,
        texts_before_edit: Mapping[str, str] | None = None,
    ) -> None:
        self._checker, self._changes = checker, changes
        self._texts_before_edit = texts_before_edit or {}

    def count(self, report: Report) -> Occurrences:
        """Return how often other changes had each violation of *report*."""
        changes, contracts = self._changes, self._checker.contracts
        contracts_by_key = {
            contract.key: contract
            for contract in contracts.contracts
            if checks_files_together(contract)
        }
        if changes is None or not any(
            violation.contract_key in contracts_by_key for violation in report.violations
        ):
            return {}
        kinds: dict[str, ChangeKind] = dict(changes.others)
        for path, text in self._texts_before_edit.items():
            files_then = [file for file in changes.then([path]) if isinstance(file, TextFile)]
            text_then = files_then[0].text if files_then else ""  # an empty one may be none
            if without_crlf_and_bom(text) != without_crlf_and_bom(text_then):
                kinds[path] = "modify"
        earlier = changes._replace(kinds=kinds, others=(), on_branch=know_no_branch)
        checker = self._checker.with_broken_contracts(report)
        report_then = engine.examine_files(checker, (), changes=earlier)
        earlier_violations = [
            violation
            for violation in report_then.violations
            if violation.contract_key in contracts_by_key
        ]
        existing = {
            _identify_broken_set(contracts_by_key[violation.contract_key], violation.path)
            for violation in earlier_violations
        }
        return {
            key: times
            for key, times in count_occurrences(report.violations).items()
            if key[0] in contracts_by_key
            and _identify_broken_set(contracts_by_key[key[0]], key[1]) in existing
        }


def _identify_broken_set(
    contract: Contract, path: str
) -> tuple[ContractKey, tuple[str, ...] | None]:
    """Return what tells which files the contract checks together with *path*."""
    return contract.key, find_set_globs(contract, path)
