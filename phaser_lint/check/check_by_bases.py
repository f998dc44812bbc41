"""What a change shows by the contracts of its bases, where they differ from its own."""

from __future__ import annotations

from phaser_lint.check.comparison.base_contracts import notice_on_unjudged
from phaser_lint.check.project_check import assemble
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_scan import ProjectScan, scan_project
from phaser_lint.contract.model import Notice
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.project.git.repository import empty_tree


def examine_by_bases(
    scan: ProjectScan,
) -> tuple[tuple[ProjectScan, ...], list[Notice]]:
    """Return what the change shows by the contracts of each base, or why that is not known."""
    if not scan.options.has_own_contracts:
        return (), []
    options = scan.options._replace(
        since=None,
        shard=None,
        bases=scan.bases,
        judges_change=True,
        user_contracts=False,
        requires_contracts=False,
        shown=None,
        cache=False,
    )
    by_bases = []
    try:
        without_commit = empty_tree(scan.root)  # before the first one there were no contracts
        for base in scan.bases:
            if base == without_commit:
                continue
            base_options = options._replace(contracts_from=base)
            with ProjectInputs(base_options) as inputs:
                base_scan = scan_project(inputs)
            by_bases.append(base_scan._replace(report=assemble(base_scan)))
    except (GitError, UsageError) as error:
        return (), [notice_on_unjudged(error)]
    return tuple(by_bases), []
