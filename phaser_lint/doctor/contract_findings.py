"""What ``doctor`` says of the contracts themselves, whatever hook judges by them."""

from __future__ import annotations

from phaser_lint.contracts.lookalikes import lookalikes
from phaser_lint.doctor.gates import Finding
from phaser_lint.text import contract_shown, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.doctor.trials import ContractTrials
    from phaser_lint.files.levels import Levels
    from phaser_lint.model import ContractSet

_MOST_NAMED = 5


def findings_of_lookalikes(
    levels: Levels, contracts: ContractSet, files: Sequence[str]
) -> list[Finding]:
    """Return the *files* that look like contracts and are none, as problems."""
    names = [level.name for level in levels.levels]
    read, excluded = contracts.folders, contracts.excluded
    found = lookalikes(levels.top, files, levels=names, read=read, excluded=excluded)
    return [Finding("problem", each.path, each.text) for each in found]


def findings_of_contracts(
    contracts: ContractSet, trials: ContractTrials, below: Sequence[str]
) -> list[Finding]:
    """Return what is wrong with *contracts*, and which of them were not tried.

    *below* are the names of the project's levels that have others.
    """
    found = []
    for problem in contracts.problems:
        text = f"{problem.key}: {problem.expected}" if problem.key else problem.expected
        said = f"{text} ({problem.outcome()})" if problem.skipped else text
        place = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
        found.append(Finding("problem", place, said))
    paths = {each.key: each.path for each in contracts.contracts}
    for key in trials.unreachable:
        text = f"{contract_shown(key)}: its globs select no path, so it guards nothing"
        found.append(Finding("problem", paths[key], text))
    packed = {each.key for each in contracts.contracts if each.source == "pack"}
    for key in trials.idle:
        if key not in trials.unreachable and key not in packed:
            where = "outside of the other levels" if below else "of the project"
            text = f"{contract_shown(key)}: its globs match no file {where} today"
            found.append(Finding("note", paths[key], text))
    for key, reason in trials.without:
        text = f"{contract_shown(key)}: not tried: {reason}"
        found.append(Finding("note", paths[key], text))
    if not contracts.contracts and not contracts.problems:
        text = "there are no contracts, so nothing is stopped: write one into .claude/contracts/"
        found.append(Finding("problem", "contracts", text))
    if below:
        names = ", ".join(below[:_MOST_NAMED]) + (", …" if len(below) > _MOST_NAMED else "")
        text = (
            f"{count(len(below), 'other level')} not tried ({names}): run phaser-lint doctor there"
        )
        found.append(Finding("note", "contracts", text))
    return found
