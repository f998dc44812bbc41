"""Contracts and runs for the tests: complete by default, so that a test names what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaser_lint.contracts.schema import check_mapping
from phaser_lint.contracts.yaml_documents import Surprise
from phaser_lint.engine import check as engine
from phaser_lint.engine.judge import judge_by
from phaser_lint.model import Contract, ContractSet, Limits, ProposedFile, Report, Tree
from phaser_lint.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaser_lint.engine.comparison import Before
    from phaser_lint.model import ContractKey


def mapping(rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> dict[str, Any]:
    """A valid contract as it stands in a file; *keys* are added or replaced."""
    pattern = {"pattern": "bad"} if RULES[kind].has_pattern() else {}
    values = {"number": Surprise("number", "0"), "text": "bad"}
    complete = {
        "rule_id": rule_id,
        "type": kind,
        **pattern,
        **{key.name: values[key.kind] for key in RULES[kind].keys},
        "file_glob": "**/*",
        "message": f"Mend {rule_id}.",
        "severity": "error",
    }
    return {**complete, **keys}


def contract(rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> Contract:
    """The contract of such a mapping, as the loader makes it."""
    checked = check_mapping(mapping(rule_id, kind, **keys), source="project", path="a.yaml")
    assert checked.contract is not None, checked.problems
    return checked.contract


def at_level(level: str, rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> Contract:
    """A contract of a level: its globs select below, and what is shown of it is as it was written.

    ``without``: the levels below that have their own of the id.
    """
    without = keys.pop("without", ())
    made = contract(rule_id, kind, **keys)
    lead = f"/{level}/**/" if level else ""
    seen = {
        **keys,
        "file_glob": [f"{lead}{glob.removeprefix('/')}" for glob in made.file_glob],
        **({"exclude_glob": [f"/{each}/**" for each in without]} if without else {}),
    }
    globs = (
        contract(rule_id, kind, **seen).globs if level not in ("", "~") or without else made.globs
    )
    return made._replace(level=level, globs=globs)


def contract_set(*contracts: Contract, folders: tuple[str, ...] = ()) -> ContractSet:
    return ContractSet(contracts, (), folders)


def check(
    contracts: Iterable[Contract],
    files: Mapping[str, str],
    *,
    tree: Iterable[str] | None = None,
    whole: bool = True,
    ignores: bool = True,
    before: Before | None = None,
    idle: tuple[ContractKey, ...] = (),
) -> Report:
    """The engine's report on *files* (text by path) and on the paths of the *tree*."""
    found = contract_set(*contracts)._replace(idle=idle)
    judge = judge_by(found, Limits(2.0), ignores=ignores)
    return engine.check(
        judge._replace(before=before),
        [ProposedFile(path, text) for path, text in files.items()],
        tree=None if tree is None else Tree(tuple(tree), whole=whole),
    )


def places_of(report: Report) -> list[str]:
    """``rule path:line:column`` of each violation, or ``rule path`` where it has no line."""
    return [
        f"{entry.rule_id} {entry.path}"
        + (f":{entry.line}:{entry.column}" if entry.line is not None else "")
        for entry in report.violations
    ]
