"""Projects with contracts at several levels: their set, what checks each path, what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.selection import Selection
from phaser_lint.project.levels_of_files import find_levels_among
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.model import Contract, ContractSet

PLACE = ".claude/contracts/a.yaml"


def load_levels(top: Path, files: dict[str, str], *, user: bool = True) -> ContractSet:
    """The contracts of all levels among *files* of a project; of the user's, those of ``~``."""
    homes = {path[2:]: text for path, text in files.items() if path.startswith("~/")}
    write_files(top / "home", homes)
    write_files(top / "root", {name: files[name] for name in files if not name.startswith("~/")})
    names = ["", *(path.rpartition("/.")[0] for path in files)]
    home = str(top / "home") if user else ""
    levels = find_levels_among(str(top / "root"), names, home=str(top / "home"))
    return load_contracts(discover_configured_files(levels, home=home))


def describe_contract(contract: Contract) -> str:
    level = f"{contract.level}: " if contract.level else ""
    return f"{level}{contract.rule_id} {contract.severity} {contract.message}"


def describe_checks(contract_set: ContractSet, *paths: str) -> dict[str, list[str]]:
    """What checks each path."""
    selection = Selection(contract_set)
    return {
        path: [describe_contract(contract) for contract in selection.contracts_for(path)]
        for path in paths
    }


def describe_problems(contract_set: ContractSet) -> list[str]:
    return [str(problem) for problem in contract_set.problems]
