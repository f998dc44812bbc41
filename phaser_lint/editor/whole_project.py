"""What is about a project as a whole, and no open text can show: reported at the contract's line.

A required file that is missing, a match that no file has, what a folder lacks, a frozen file that
was changed, one that was changed without its companion. When the first text of a project is
opened, and when one is saved, a scan of the whole project finds these, where some contract needs
it. It is a process of its own (``command/editor_project_check.py``): typing does not wait for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial

from phaser_lint import __file__ as own_file
from phaser_lint.contract.rules import RULES, asks_for_all_files
from phaser_lint.core import parse_json_value
from phaser_lint.core.errors import InputError
from phaser_lint.editor.background import BackgroundWork
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import (
    HINT,
    SEVERITIES,
    Diagnostic,
    find_contract_file,
    make_line_diagnostic,
)
from phaser_lint.editor.open_file_check import OpenFileCheck
from phaser_lint.editor.project_violation import ProjectViolation
from phaser_lint.editor.publishing import publish_elsewhere
from phaser_lint.editor.uris import make_file_uri

PROGRAM = "phaser_lint.command.editor_project_check"
_SECONDS = 120
_UNCHECKED = "the project as a whole was not checked"


def check_whole_project(session: ClientSession, check: OpenFileCheck) -> None:
    """Have the whole project checked in the thread, once until something is saved."""
    root, key = check.place.root, ("project", check.place.root)
    if root in session.whole_projects:
        return
    session.whole_projects.add(root)
    # Whether something else than one file can break a contract.
    if not any(
        asks_for_all_files(contract)
        or "base" in RULES[contract.type].needs
        or RULES[contract.type].of_folders(contract)
        for contract in check.checker.contracts.contracts
    ):
        publish_elsewhere(session, key, {})
        return
    flags = [
        *(["--head"] if check.commit else []),
        *(["--baseline"] if check.baseline.entries else []),
    ]

    def publish_violations(session: ClientSession, violations: list[ProjectViolation]) -> None:
        publish_elsewhere(session, key, _make_contract_diagnostics(session, check, violations))

    session.work.append(
        BackgroundWork(key, partial(find_project_violations, root, flags), publish_violations)
    )


def find_project_violations(root: str, flags: Sequence[str]) -> list[ProjectViolation]:
    """Return what breaks contracts about the project at *root* as a whole, for an editor.

    Raises ``InputError``.
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
        violations = parse_json_value(process.stdout or b"null")
    except TimeoutExpired:
        raise InputError(f"the whole project took over {_SECONDS} seconds") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{_UNCHECKED}: {error}") from None
    if not isinstance(violations, list):
        message = process.stderr.decode("utf-8", "replace").partition("\n")[0]
        raise InputError(f"{_UNCHECKED}: {message.removeprefix('phaser-lint: ')}")
    return [ProjectViolation(*fields) for fields in violations]


def _make_contract_diagnostics(
    session: ClientSession, check: OpenFileCheck, violations: Sequence[ProjectViolation]
) -> dict[str, list[Diagnostic]]:
    """Return what a project breaks, at the lines of its contracts, by the files' URIs."""
    contracts = {contract.key: contract for contract in check.checker.contracts.contracts}
    by_uri: dict[str, list[Diagnostic]] = {}
    for violation in violations:
        contract = contracts.get((violation.level, violation.rule_id))
        if contract is None or (violation.is_existing and not session.settings.show_hints):
            continue
        path = find_contract_file(contract.path, check.place.levels, home=session.home)
        if path:
            severity = HINT if violation.is_existing else SEVERITIES[violation.severity]
            message = f"{violation.path}: {violation.message}"
            by_uri.setdefault(make_file_uri(path), []).append(
                make_line_diagnostic(
                    contract.line, message, severity=severity, code=contract.rule_id
                )
            )
    return by_uri
