"""What a change shows by the contracts of its bases, where they differ from its own."""

from __future__ import annotations

from phaser_lint.check.comparison.base_contracts import note_unjudged_change
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_scan import scan_project
from phaser_lint.check.scan_report import ProjectScan, assemble_scan_report
from phaser_lint.contract.model import Notice
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.project.git.revisions import name_empty_tree


def examine_by_bases(
    scan: ProjectScan,
) -> tuple[tuple[ProjectScan, ...], list[Notice]]:
    """Return a scan by the contracts of each base, or the notice why there is none."""
    if not scan.options.has_own_contracts:
        return (), []
    bases = scan.bases or scan.options.contract_bases
    options = scan.options._replace(
        since=None,
        shard=None,
        bases=bases,
        contract_bases=(),
        judges_change=True,
        user_contracts=False,
        requires_contracts=False,
        shown=None,
        cache=False,
    )
    by_bases = []
    try:
        without_commit = name_empty_tree(scan.root)  # before the first one there were no contracts
        for base in bases:
            if base == without_commit:
                continue
            base_options = options._replace(contracts_from=base)
            with ProjectInputs(base_options, outer=scan.listing) as inputs:
                base_scan = scan_project(inputs)
            by_bases.append(base_scan._replace(report=assemble_scan_report(base_scan)))
    except (GitError, UsageError) as error:
        return (), [note_unjudged_change(error)]
    return tuple(by_bases), []
