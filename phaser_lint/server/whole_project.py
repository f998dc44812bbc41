"""What is about a project as a whole, and no open text can show: told at the contract's line.

A required file that is missing, a match that no file has, what a folder lacks, a frozen file that
was changed, one that was changed without its companion. When the first text of a project is opened,
and when one is saved, scans of the whole project tell; only where some contract asks for that. They
are processes of their own, beside which typing goes on as before.

    scan --tree --no-baseline     what is broken
    scan --tree --since HEAD      what of it is new, and what the change breaks
    scan --tree                   what of it is not in the baseline
"""

from __future__ import annotations

import os
import sys

from phaser_lint import __file__ as own_file
from phaser_lint.errors import ReportError
from phaser_lint.json_text import loads
from phaser_lint.model import contract_key
from phaser_lint.record import Record
from phaser_lint.rules import RULES, asks_for_all, is_about_changes
from phaser_lint.server.background import Work
from phaser_lint.server.diagnostics import HINT, SEVERITIES, at_line, file_of_contract
from phaser_lint.server.uris import uri_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaser_lint.model import Contract, ContractKey
    from phaser_lint.server.client_session import ClientSession
    from phaser_lint.server.diagnostics import Diagnostic
    from phaser_lint.server.verdict import Subject

_SECONDS = 120
# Of each call: a scan asks git some ten times, and has to end by itself.
_GIT_SECONDS = "10"
_UNJUDGED = "the project as a whole was not judged"


class Broken(Record):
    """A contract that the project breaks, where, as a scan names it, and whether that is old."""

    key: ContractKey
    path: str
    message: str
    severity: str
    is_old: bool


def project_work(subject: Subject, done: Callable[[ClientSession, Any], None]) -> Work | None:
    """Return the work that tells what the whole project breaks; ``None`` where no contract asks."""
    contracts = subject.judge.contracts.contracts
    if not any(map(_is_about_more, contracts)):
        return None
    root, has_head, has_baseline = subject.place.root, bool(subject.commit), bool(subject.baseline)
    return Work(
        ("project", root),
        lambda: broken_in(root, has_head=has_head, has_baseline=has_baseline),
        done,
    )


def _is_about_more(contract: Contract) -> bool:
    """Tell whether something else than one file can break the contract."""
    of_folders = RULES[contract.type].of_folders(contract)
    return asks_for_all(contract) or is_about_changes(contract) or of_folders


def broken_in(root: str, *, has_head: bool, has_baseline: bool) -> list[Broken]:
    """Return what breaks contracts that are about the project at *root* as a whole.

    Raises ``ReportError``.
    """
    shown = _scanned(root, "--no-baseline")
    new = _scanned(root, "--since", "HEAD") if has_head else shown
    left = _scanned(root) if has_baseline and shown else shown
    changes = [each for each in new if each not in shown]
    olds = [each not in new or each not in left for each in shown]
    together = [*zip(shown, olds, strict=True), *((each, False) for each in changes)]
    return [
        Broken(
            contract_key(each.get("level", ""), each["rule_id"]),
            each["path"],
            each["message"],
            each["severity"],
            is_old,
        )
        for each, is_old in together
    ]


def _scanned(root: str, *flags: str) -> list[Any]:
    """Return the violations that no text of a file can show."""
    from subprocess import DEVNULL, TimeoutExpired, run  # few contracts ask

    words = (sys.executable, "-m", "phaser_lint", "scan", "--root", root, "--tree", *flags)
    words = (*words, "--git-timeout", _GIT_SECONDS)
    # What a checkout holds does not count as a module: this folder is on the path anyway.
    folder = os.path.dirname(os.path.dirname(os.path.abspath(own_file)))
    try:
        done = run(
            (*words, "--format", "json"),
            cwd=folder,
            stdin=DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        report = loads(done.stdout or b"null")
    except TimeoutExpired:
        raise ReportError(f"the whole project took over {_SECONDS} seconds") from None
    except (OSError, ValueError) as error:
        raise ReportError(f"{_UNJUDGED}: {error}") from None
    if not isinstance(report, dict):
        said = done.stderr.decode("utf-8", "replace").partition("\n")[0]
        raise ReportError(f"{_UNJUDGED}: {said.removeprefix('phaser-lint: ')}")
    changing = {
        (each["level"], each["rule_id"])
        for each in report["contracts"]
        if RULES[each["type"]].has_before()
    }
    return [
        each
        for each in report["violations"]
        if each["where"] == "glob"
        or (each.get("level", ""), each["rule_id"]) in changing
        or os.path.isdir(os.path.join(root, each["path"]))
    ]


def at_contracts(
    found: Sequence[Broken], subject: Subject, *, show_hints: bool, home: str
) -> dict[str, list[Diagnostic]]:
    """Return what a project breaks, at the lines of its contracts, by the files' URIs."""
    contracts = {each.key: each for each in subject.judge.contracts.contracts}
    said: dict[str, list[Diagnostic]] = {}
    for each in found:
        contract = contracts.get(each.key)
        path = contract and file_of_contract(contract.path, subject.place.levels, home=home)
        if contract and path and (show_hints or not each.is_old):
            said.setdefault(uri_of(path), []).append(_diagnostic(each, contract))
    return said


def _diagnostic(broken: Broken, contract: Contract) -> Diagnostic:
    severity = HINT if broken.is_old else SEVERITIES[broken.severity]
    message = f"{broken.path}: {broken.message}"
    return at_line(contract.line, message, severity=severity, code=contract.rule_id)
