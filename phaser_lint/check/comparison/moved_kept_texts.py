"""An existing violation inside of a text that a contract keeps, on its way to another file.

    tests-stay    keep_pattern        the text may not go before it stands in another file
    no-sleep      forbid_pattern      a line of it may not come before it went from the old one

An edit that adds such a text, while another file still has it, takes along what it breaks there.
That holds for an edit alone: after a command and at Stop a copy is new.
"""

from __future__ import annotations

from collections import Counter

from phaser_lint.agent import Proposals
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.lost_matches import count_kept_texts
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    ViolationKey,
    can_move,
    count_occurrences,
)
from phaser_lint.contract.model import Contract, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import TextFile
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.text_search import find_files_with_text

# A line that more files have does not tell where a text comes from.
_MOST_FILES = 20


class MovingAlong:
    """What existed elsewhere of what *proposals* break, in texts that contracts keep."""

    def __init__(self, checker: Checker, proposals: Proposals) -> None:
        self._checker, self._root, self._proposals = checker, checker.root, proposals

    def count(self, report: Report) -> Occurrences:
        """Return how often each violation of *report* was in its file, or is where it is from."""
        checker = self._checker.with_broken_contracts(report)
        proposed_paths = {path for path, _ in self._proposals}
        counts: dict[ViolationKey, int] = {}
        for path, edit in self._proposals:
            if edit.text is None:
                continue
            added = find_added_texts(self._checker, path, before=edit.before or "", after=edit.text)
            lines = {
                (violation.line_text if violation.cell is None else violation.cell_text).strip()
                for violation in (report.violations if added else ())
                if violation.path == path and can_move(violation)
            }
            try:
                paths = {
                    other_path
                    for line in lines - {""}
                    for other_path in find_files_with_text(self._root, line)[:_MOST_FILES]
                }
            except GitError:  # without git nobody tells a copy from a move at Stop
                return {}
            origins = [
                file
                for file in DiskFiles(self._root).read(sorted(paths - proposed_paths))
                if isinstance(file, TextFile)
                and any(
                    contract in self._checker.selection.contracts_for(file.path)
                    and count_kept_texts(self._checker, contract, file) & texts
                    for contract, texts in added
                )
            ]
            if origins and edit.before is not None:
                origins.append(TextFile(path, edit.before))
            existing = engine.examine_files(checker, origins)
            for (contract_key, _, words), times in count_occurrences(existing.violations).items():
                key = contract_key, path, words
                counts[key] = counts.get(key, 0) + times
        return counts


def find_added_texts(
    checker: Checker, path: str, *, before: str, after: str
) -> list[tuple[Contract, Counter[str]]]:
    """Return the kept texts, of each contract whose texts may move, that an edit adds to *path*."""
    texts_by_contract = []
    for contract in checker.selection.contracts_for(path):
        if RULES[contract.type].evidence == "lost match" and contract.value_of("movable"):
            texts = count_kept_texts(checker, contract, TextFile(path, after))
            texts -= count_kept_texts(checker, contract, TextFile(path, before))
            texts_by_contract += [(contract, texts)] if texts else []
    return texts_by_contract
