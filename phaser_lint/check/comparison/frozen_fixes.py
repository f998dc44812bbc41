"""Fixes of files that have to stay as they are since the last commit: they are not made."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.fixes.consequences import name_contracts
from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.contract.rules import RULES
from phaser_lint.core.changes import Changes
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import ChangeKind, TextFile
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.changed_entries import list_uncommitted_changes


def without_frozen_fixes(
    checker: Checker, root: str, files: Sequence[FixedFile]
) -> list[FixedFile]:
    """Return *files* that ``--fix`` has fixed, of the project at *root*, unfixed where they are
    frozen: no change is allowed.

    A frozen file that is changed already, since the last commit, is broken whatever a fix does.
    What a contract keeps a fix may take away all the same.
    """
    frozen = tuple(
        contract
        for contract in checker.contracts.contracts
        if RULES[contract.type].breaking_kinds(contract)
    )
    if not frozen:
        return [*files]
    by_change = checker.with_contracts(checker.contracts._replace(contracts=frozen))
    paths = [file.path for file in files if file.fixed]
    if not by_change.selection.select_paths(paths):
        return [*files]
    try:
        changed = {change.path for change in list_uncommitted_changes(root)}
    except GitError:  # to none, or none that answers, all is as it was
        changed = set()
    kinds: dict[str, ChangeKind] = {
        file.path: "create" if file.is_new else "modify" for file in files if file.fixed
    }
    texts = {file.path: file.result() for file in files if file.fixed}
    keeping = {contract.key for contract in frozen if RULES[contract.type].evidence == "lost match"}

    def read_fixed(paths: Sequence[str]) -> list[TextFile]:
        return [TextFile(path, texts[path]) for path in paths]

    changes = Changes(kinds, then=DiskFiles(root).read, now=read_fixed)
    report = engine.examine_files(by_change, (), changes=changes)
    broken_by_path: dict[str, set[tuple[str, str]]] = {}
    for violation in report.violations:
        if violation.path in changed and violation.contract_key not in keeping:
            continue
        broken_by_path.setdefault(violation.path, set()).add(violation.contract_key)
    return [
        file.with_nothing_fixed(
            f"the result would break {name_contracts(broken_by_path[file.path])}"
        )
        if file.path in broken_by_path
        else file
        for file in files
    ]
