"""What is about a project as a whole, and no open text can show: reported at the contract's line.

A required file that is missing, a match that no file has, what a folder lacks, a frozen file that
was changed, one that was changed without its companion. When the first text of a project is
opened, and when one is saved, a scan of the whole project finds these, where some contract needs
it. It is a process of its own (``command/project_violations.py``): typing does not wait for it.
"""

from __future__ import annotations

import os
import sys

from phaser_lint import __file__ as own_file
from phaser_lint.contract.rules import RULES, asks_for_all
from phaser_lint.core import Record
from phaser_lint.core.errors import ReportError
from phaser_lint.core.text import loads
from phaser_lint.editor.background import Work
from phaser_lint.editor.diagnostics import HINT, SEVERITIES, at_line, file_of_contract
from phaser_lint.editor.uris import uri_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.editor.client_session import ClientSession
    from phaser_lint.editor.diagnostics import Diagnostic
    from phaser_lint.editor.verdict import OpenFileCheck

PROGRAM = "phaser_lint.command.project_violations"
_SECONDS = 120
_UNCHECKED = "the project as a whole was not checked"


class ProjectViolation(Record):
    """A violation of the project as a whole, and whether it existed."""

    level: str
    rule_id: str
    path: str
    message: str
    severity: str
    is_existing: bool

    @property
    def key(self) -> ContractKey:
        """The contract's."""
        return self.level, self.rule_id


def project_work(check: OpenFileCheck, done: Callable[[ClientSession, Any], None]) -> Work | None:
    """Return the work that checks the whole project; ``None`` where no contract needs it."""
    root = check.place.root
    if not any(map(_is_about_more, check.checker.contracts.contracts)):
        return None
    flags = [*(["--head"] if check.commit else []), *(["--baseline"] if check.baseline else [])]

    def scan() -> list[ProjectViolation]:
        return scan_project(root, flags)

    return Work(("project", root), scan, done)


def _is_about_more(contract: Contract) -> bool:
    """Tell whether something else than one file can break the contract."""
    of_folders = RULES[contract.type].of_folders(contract)
    return asks_for_all(contract) or "base" in RULES[contract.type].needs or of_folders


def scan_project(root: str, flags: Sequence[str]) -> list[ProjectViolation]:
    """Return what breaks contracts that are about the project at *root* as a whole.

    Raises ``ReportError``.
    """
    from subprocess import DEVNULL, TimeoutExpired, run  # few contracts ask

    # What a checkout holds does not count as a module: this folder is on the path anyway.
    folder = os.path.dirname(os.path.dirname(os.path.abspath(own_file)))
    try:
        process = run(
            (sys.executable, "-m", PROGRAM, root, *flags),
            cwd=folder,
            stdin=DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        violations = loads(process.stdout or b"null")
    except TimeoutExpired:
        raise ReportError(f"the whole project took over {_SECONDS} seconds") from None
    except (OSError, ValueError) as error:
        raise ReportError(f"{_UNCHECKED}: {error}") from None
    if not isinstance(violations, list):
        message = process.stderr.decode("utf-8", "replace").partition("\n")[0]
        raise ReportError(f"{_UNCHECKED}: {message.removeprefix('phaser-lint: ')}")
    return [ProjectViolation(*fields) for fields in violations]


def at_contracts(
    violations: Sequence[ProjectViolation],
    check: OpenFileCheck,
    *,
    show_hints: bool,
    home: str,
) -> dict[str, list[Diagnostic]]:
    """Return what a project breaks, at the lines of its contracts, by the files' URIs."""
    contracts = {contract.key: contract for contract in check.checker.contracts.contracts}
    by_file: dict[str, list[Diagnostic]] = {}
    for violation in violations:
        contract = contracts.get(violation.key)
        path = contract and file_of_contract(contract.path, check.place.levels, home=home)
        if contract and path and (show_hints or not violation.is_existing):
            by_file.setdefault(uri_of(path), []).append(_diagnostic(violation, contract))
    return by_file


def _diagnostic(violation: ProjectViolation, contract: Contract) -> Diagnostic:
    severity = HINT if violation.is_existing else SEVERITIES[violation.severity]
    message = f"{violation.path}: {violation.message}"
    return at_line(contract.line, message, severity=severity, code=contract.rule_id)
