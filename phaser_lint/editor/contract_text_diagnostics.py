"""What is wrong with a contract file, or the configuration, as it is typed: each at its key."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from itertools import accumulate

from phaser_lint.check.fixes.fix_trial import try_fix_on_example
from phaser_lint.contract.model import Contract
from phaser_lint.contract.own_examples import find_example_violations, list_keyed_examples
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.contract.unsaved_contracts import UnsavedContracts
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import Record
from phaser_lint.core.text import encode_text, replace_lone_returns
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_definitions import holds_contracts
from phaser_lint.editor.diagnostics import (
    ERROR,
    INFORMATION,
    SOURCE,
    WARNING,
    Diagnostic,
    find_contract_file,
)
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import find_workspace_levels, open_projects

_ITEM = re.compile(r"\[\d+\]$")
_SHOWN_PLACE = re.compile(r"(\S+\.ya?ml):(\d+)")
# Of all in a file: who types waits for them.
_SECONDS_OF_FIXES = 0.1
_DOCUMENT = re.compile(r"---(?:\s|$)")


class Remark(Record):
    """What is wrong at a key, at or below a line."""

    line: int
    key: str
    message: str
    severity: int = WARNING


def diagnose_contract_text(
    session: ClientSession, document: OpenText, *, path: str
) -> list[Diagnostic] | None:
    """Return the diagnostics of an open contract file, or configuration, at *path*, as its text is
    typed.

    ``None`` where it is none of these files: then the file on disk is checked.
    """
    home = session.home
    # A contract counts in the folder of its name, even if it is a link.
    levels = find_workspace_levels(os.path.dirname(path), session.folders, home=home)
    contracts_on_disk = open_projects(session).checker(levels).contracts
    is_configuration = path == os.path.normpath(levels.configuration)
    if not is_configuration and not holds_contracts(path, contracts_on_disk, levels, home=home):
        return None
    session.unsaved = session.unsaved or UnsavedContracts()
    contracts_with_text = session.unsaved.with_text(
        path, encode_text(document.text), levels=levels, home=home
    )
    places = _KeyRanges(document.text, session.table(document))

    def is_own(path_in_report: str) -> bool:
        return find_contract_file(path_in_report, levels, home=home) == path

    own_contracts = [
        contract for contract in contracts_with_text.written_contracts() if is_own(contract.path)
    ]
    remarks = []
    remarks_elsewhere = []
    for problem in contracts_with_text.problems:
        if is_own(problem.path):
            message = f"{problem.text()} ({problem.outcome()})"
            severity = ERROR if problem.skipped else WARNING
            remarks.append(Remark(problem.line or 1, problem.key, message, severity=severity))
        elif problem not in contracts_on_disk.problems:
            # What becomes wrong with other files: an id that one has, too, is reported there.
            remarks_elsewhere += [
                Remark(int(shown_place[2]), "rule_id", str(problem))
                for shown_place in _SHOWN_PLACE.finditer(problem.expected)
                if is_own(shown_place[1])
            ]
    remarks += [
        Remark(notice.line or 1, "", notice.text, severity=INFORMATION)
        for notice in contracts_with_text.notices
        if is_own(notice.path)
    ]
    remarks += [*_find_wrong_fixes(document.text, own_contracts), *remarks_elsewhere]
    return [places.diagnostic(remark) for remark in remarks]


def _find_wrong_fixes(text: str, contracts: Iterable[Contract]) -> Iterator[Remark]:
    """Yield what is wrong with examples that the fix of their contract does not fix.

    An example that breaks no contract is reported otherwise.
    """
    fixing = {contract.line: contract for contract in contracts if find_contract_fix(contract)}
    end = time.monotonic() + _SECONDS_OF_FIXES
    for yaml_document in read_documents(encode_text(text)) if fixing else ():
        contract = fixing.get(yaml_document.line)
        for example in list_keyed_examples(contract) if contract else ():
            if contract is None or example.is_valid or time.monotonic() > end:
                continue
            trial = try_fix_on_example(contract, example.example, seconds=_SECONDS_OF_FIXES)
            if (
                trial.wrong
                and trial.is_decided
                and find_example_violations(contract, example.example, seconds=_SECONDS_OF_FIXES)
            ):
                message = f"{example.key}: {trial.wrong} (contract in force)"
                yield Remark(yaml_document.line_of(example.key), example.key, message)


class _KeyRanges:
    """Where the keys of a text are."""

    def __init__(self, text: str, table: LineTable) -> None:
        self._lines = replace_lone_returns(text).split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._table = table

    def diagnostic(self, remark: Remark) -> Diagnostic:
        """Return the diagnostic of a remark, at its key."""
        number, start, end = find_key_place(self._lines, remark.line, remark.key)
        line_start = self._starts[number - 1]
        return {
            "range": self._table.range(line_start + start, line_start + end),
            "severity": remark.severity,
            "source": SOURCE,
            "message": remark.message,
        }


def find_key_place(lines: list[str], line: int, key: str) -> tuple[int, int, int]:
    """Return where the diagnostic on *key* stands in the *lines* of a contract's text, at or below
    *line*: its line, from 1, start and end.

    An item of a list is all of its line; a missing key is at the place that lacks it.
    """
    line = min(line, len(lines))
    name = re.split(r"[.\[]", _ITEM.sub("", key))[-1] if key else ""
    if name and not _ITEM.search(key):
        key_pattern = re.compile(rf"(?:^|[\s{{,\-])(['\"]?){re.escape(name)}\1[ \t]*:(?:\s|$)")
        for number in range(line, len(lines) + 1):
            key_match = key_pattern.search(lines[number - 1])
            if key_match:
                end = key_match.end() - len(key_match[0].rpartition(":")[2]) - 1
                return number, end - len(name) - len(key_match[1]) * 2, end
            if number > line and _DOCUMENT.match(lines[number - 1]):
                break
    text = lines[line - 1]
    start, end = len(text) - len(text.lstrip(" \t\ufeff")), len(text.rstrip())
    # A line of blanks, of which one is a tab, is all that there is to mark.
    return (line, start, end) if start <= end else (line, 0, len(text.rstrip("\r")))
