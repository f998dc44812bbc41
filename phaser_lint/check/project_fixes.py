"""The fixes of a project's violations that count, file by file, in memory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from operator import attrgetter

from phaser_lint.check.comparison.frozen_fixes import without_frozen_fixes
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.fixes.consequences import explain_unfit_text, name_contracts
from phaser_lint.check.fixes.contract_edits import Target
from phaser_lint.check.fixes.fix_edits import Replacement
from phaser_lint.check.fixes.fix_safety import explain_unsafe_fix
from phaser_lint.check.fixes.fixable import select_fixable_violations
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.check.fixes.suggestions import with_fixes
from phaser_lint.check.fixes.write_fixed_file import BEHIND_LINK, find_obstacle
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Contract, Report, Violation
from phaser_lint.contract.rules.fix_key import find_contract_fix, name_fix_path
from phaser_lint.core.file_records import Skip, TextFile, Tree
from phaser_lint.core.text import MAXIMUM_BYTES, is_utf_16
from phaser_lint.project.levels import name_level_folder
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.symlinks import find_disk_link_target


def fix_project_files(
    scan: ProjectScan, new: Sequence[Violation], *, makes_unsafe: bool = False
) -> list[FixedFile]:
    """Return the project's files that fixes change (``scan --fix``), by path, each fixed as far as
    it goes.

    *new* is every single match that counts. Unsafe fixes are made only where *makes_unsafe* says.
    """
    if not select_fixable_violations(new, scan.checker.contracts.contracts):
        return []
    files_by_path = {
        **_make_missing_files(scan, new, makes_unsafe=makes_unsafe),
        **_fix_files(scan, new, makes_unsafe=makes_unsafe),
    }
    checker = scan.checker.with_contracts(scan.all_contracts)
    return without_frozen_fixes(
        checker, scan.root, [files_by_path[path] for path in sorted(files_by_path)]
    )


def with_project_fixes(report: Report, scan: ProjectScan, new: Sequence[Violation]) -> Report:
    """Return a *report* with what fixes make of its violations, for formats that show it."""
    in_files = [violation for violation in new if violation.where != "glob"]
    files = fix_project_files(scan, in_files)
    unsafely = make_unsafe_fixes(scan, in_files, files)
    contracts = scan.checker.contracts.contracts
    violations = with_fixes(report.violations, files, contracts, unsafely=unsafely)
    return report._replace(violations=violations)


def make_unsafe_fixes(
    scan: ProjectScan, new: Sequence[Violation], files: Sequence[FixedFile]
) -> list[FixedFile]:
    """Return the fixed *files* that lack unsafe fixes, with these made, too."""
    paths = {file.path for file in files if file.unsafe}
    if not paths:
        return []
    violations = [
        violation for violation in new if violation.where == "glob" or violation.path in paths
    ]
    fixed_files = fix_project_files(scan, violations, makes_unsafe=True)
    return [file for file in fixed_files if file.path in paths]


def _fix_files(
    scan: ProjectScan, new: Sequence[Violation], *, makes_unsafe: bool
) -> dict[str, FixedFile]:
    checker = scan.checker.with_contracts(scan.all_contracts)
    existing_of = {contract.key for contract in scan.checker.contracts.contracts}
    fixable_violations = select_fixable_violations(new, scan.checker.contracts.contracts)
    by_path: dict[str, list[Violation]] = {
        violation.path: [] for violation in fixable_violations if violation.where != "glob"
    }
    for violation in new:
        if violation.path in by_path:
            by_path[violation.path].append(violation)
    files_by_path = {}
    for file in scan.read(by_path):
        if not isinstance(file, Skip):
            violations = by_path[file.path]
            is_utf_8 = not _is_utf_16(scan.root, file.path)
            fixed = fix_file(
                checker,
                file,
                violations,
                existing_of=existing_of,
                is_utf_8=is_utf_8,
                makes_unsafe=makes_unsafe,
            )
            is_link = find_disk_link_target(scan.root, file.path) is not None
            files_by_path[file.path] = fixed.with_nothing_fixed(BEHIND_LINK) if is_link else fixed
    return {
        path: file for path, file in files_by_path.items() if file.fixed or file.left or file.unsafe
    }


def _is_utf_16(root: str, path: str) -> bool:
    # Once it is text, nothing shows it.
    try:
        return is_utf_16(read_bytes(os.path.join(root, path), limit=MAXIMUM_BYTES))
    except OSError:
        return False


def _make_missing_files(
    scan: ProjectScan, new: Sequence[Violation], *, makes_unsafe: bool
) -> dict[str, FixedFile]:
    checker = scan.checker.with_contracts(scan.all_contracts)
    violations_by_key = {
        violation.contract_key: violation for violation in new if violation.where == "glob"
    }
    files_by_path: dict[str, FixedFile] = {}
    for contract in sorted(checker.contracts.contracts, key=attrgetter("rule_id", "level")):
        if contract.key in violations_by_key and find_contract_fix(contract):
            file = make_missing_file(checker, contract, violations_by_key[contract.key])
            reason = find_obstacle(scan.root, file) if file.fixed else ""
            file = file.with_nothing_fixed(reason) if reason else file
            if file.unsafe and not makes_unsafe:
                file = file._replace(edits=(), fixed=())
            files_by_path.setdefault(file.path, file)
    return files_by_path


# A file that a contract misses, made of what the contract says it holds.


def make_missing_file(checker: Checker, contract: Contract, violation: Violation) -> FixedFile:
    """Return the missing file that *contract* makes by its fix, or why no fix can."""
    folder, name = name_level_folder(contract.level), name_fix_path(contract)
    path = f"{folder}/{name}" if folder else name
    fix = find_contract_fix(contract)
    content = fix.text if fix else ""
    file = FixedFile(path, "", is_new=True)
    selecting_keys = {selecting.key for selecting in checker.selection.contracts_for(path)}
    if contract.key not in selecting_keys:
        return file.with_unfixed(contract, "the contract leaves out the file that it asks for")
    report = engine.examine_files(checker, [TextFile(path, content)], tree=Tree((path,), whole=()))
    broken_keys = {violation.contract_key for violation in report.violations}
    broken_keys |= {open_case.contract_key for open_case in report.undecided}
    reason = explain_unfit_text(content)
    reason = f"the file would break {name_contracts(broken_keys)}" if broken_keys else reason
    if reason:
        return file.with_unfixed(contract, reason)
    edits = (Replacement(0, 0, content),) if content else ()
    unsafe = explain_unsafe_fix(contract, (), path=path, text="", seconds=0)
    file = file.with_unsafe(contract, unsafe) if unsafe else file
    return file._replace(edits=edits, fixed=(Target(violation, 0, 0),))
