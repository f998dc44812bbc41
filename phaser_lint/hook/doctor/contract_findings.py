"""What ``doctor`` reports of the contracts themselves, whatever hook checks by them."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.lookalikes import note_project_lookalikes
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.text import name_contract, render_quantity
from phaser_lint.hook.doctor.contract_trials import ContractTrials
from phaser_lint.hook.doctor.hook_trials import Finding
from phaser_lint.project.levels import Levels

_MOST_NAMED = 5


def report_lookalikes(
    levels: Levels, contracts: ContractSet, files: Sequence[str]
) -> list[Finding]:
    """Return the doctor's findings of the *files* that look like contracts and are none."""
    notices = note_project_lookalikes(levels, contracts, files)
    return [Finding("problem", notice.path, notice.text) for notice in notices]


def report_contract_findings(
    contracts: ContractSet, trials: ContractTrials, levels_below: Sequence[str]
) -> list[Finding]:
    """Return the doctor's findings of *contracts*: what is wrong, and what was not tried.

    *levels_below* are the names of the project's levels that have others.
    """
    findings = []
    for problem in contracts.problems:
        text = problem.text()
        message = f"{text} ({problem.outcome()})" if problem.skipped else text
        place = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
        findings.append(Finding("problem", place, message))
    paths = {contract.key: contract.path for contract in contracts.contracts}
    for key in trials.unreachable:
        text = f"{name_contract(key)}: its globs select no path, so it guards nothing"
        findings.append(Finding("problem", paths[key], text))
    packed = {contract.key for contract in contracts.contracts if contract.source == "pack"}
    for key in trials.idle:
        if key not in trials.unreachable and key not in packed:
            where = "outside of the other levels" if levels_below else "of the project"
            text = f"{name_contract(key)}: its globs match no file {where} today"
            findings.append(Finding("note", paths[key], text))
    for key, reason in trials.without:
        text = f"{name_contract(key)}: not tested: {reason}"
        findings.append(Finding("note", paths[key], text))
    # Contracts of levels below check their files from here as well.
    if not (contracts.contracts or contracts.problems or levels_below):
        text = "there are no contracts, so nothing is checked: phaser-lint init proposes some"
        findings.append(Finding("problem", "contracts", text))
    if levels_below:
        names = ", ".join(levels_below[:_MOST_NAMED]) + (
            ", …" if len(levels_below) > _MOST_NAMED else ""
        )
        others = render_quantity(len(levels_below), "other level")
        text = (
            f"{others} not tested ({names}): run phaser-lint doctor there; for an agent that "
            "starts there, install --root FOLDER"
        )
        findings.append(Finding("note", "contracts", text))
    return findings
