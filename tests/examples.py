"""Contracts and runs for the tests: complete by default, so that a test names what it is about."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract, ContractSet, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import Surprise
from phaser_lint.core.changes import Changes
from phaser_lint.core.file_records import TextFile, Tree
from phaser_lint.project.files.texts import TextFiles
from phaser_lint.project.levels import find_levels
from phaser_lint.text.globs.compile_globs import make_tests_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from phaser_lint.check.engine.new_violations import Comparison
    from phaser_lint.contract.model import ContractKey
    from phaser_lint.core.file_records import ChangeKind, FilesReader
    from phaser_lint.project.levels import Levels


# Something for each kind of key that a type asks for, or for the key itself.
_FIELDS: Mapping[str, Any] = {
    "globs": "nothing/here",
    "partner": "nothing/here",
    "forbid": "nothing/here",
    "number": Surprise("number", "0"),
}


def mapping(rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> dict[str, Any]:
    """A valid contract as it stands in a file; *keys* are added or replaced."""
    rule = RULES[kind]
    has_pattern = rule.has_pattern() and rule.instead not in keys
    pattern = {"pattern": "bad"} if has_pattern else {}
    # One of the two is needed.
    limit = {"max_lines": Surprise("number", "0")} if rule.subject == "size" else {}
    needed = (key for key in rule.all_keys() if not key.optional and key.default is None)
    needed_fields = ((key.name, _FIELDS.get(key.name, _FIELDS.get(key.kind))) for key in needed)
    needed_keys = {name: field for name, field in needed_fields if field is not None}
    complete = {
        "rule_id": rule_id,
        "type": kind,
        **pattern,
        **needed_keys,
        **({} if "max_bytes" in keys or "max_lines" in keys else limit),
        "file_glob": "**/*",
        "message": f"Fix {rule_id}.",
        "severity": "error",
    }
    return {**complete, **keys}


def contract(rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> Contract:
    """The contract of such a mapping, as the loader makes it."""
    checked_mapping = check_mapping(mapping(rule_id, kind, **keys), source="project", path="a.yaml")
    assert checked_mapping.contract is not None, checked_mapping.problems
    return checked_mapping.contract


def at_level(level: str, rule_id: str = "a", kind: str = "forbid_pattern", **keys: Any) -> Contract:
    """A contract of a level, as the loader makes it.

    ``without``: the levels below that have their own of the id.
    """
    without = keys.pop("without", ())
    checked_mapping = check_mapping(
        mapping(rule_id, kind, **keys), source="project", path="a.yaml", level=level
    )
    assert checked_mapping.contract is not None, checked_mapping.problems
    checked_contract = checked_mapping.contract
    return (
        checked_contract._replace(globs=(*checked_contract.globs, make_tests_below(without)))
        if without
        else checked_contract
    )


def contract_set(*contracts: Contract, folders: tuple[str, ...] = ()) -> ContractSet:
    return ContractSet(contracts, (), folders)


def check(
    contracts: Iterable[Contract],
    files: Mapping[str, str],
    *,
    tree: Iterable[str] | None = None,
    whole: bool = True,
    ignores: bool = True,
    comparisons: Sequence[Comparison] = (),
    idle: tuple[ContractKey, ...] = (),
    seconds: float = 2.0,
    changes: Mapping[str, ChangeKind] | None = None,
    then: Mapping[str, str] | None = None,
    others: Sequence[str] = (),
) -> Report:
    """The engine's report on *files* (text by path), on the paths of the *tree*, and on *changes*.

    *then*: what files held before those; *others* changed, too, and are not checked.
    """
    all_contracts = contract_set(*contracts)._replace(idle=idle)
    checker = make_checker(all_contracts, seconds, ignores=ignores)
    return engine.check_files(
        checker,
        [TextFile(path, text) for path, text in files.items()],
        tree=None if tree is None else _tree(tuple(tree), files, whole=("",) if whole else ()),
        changes=None
        if changes is None
        else Changes(
            changes,
            _reading(then or {}),
            _reading(files),
            tuple((path, "modify") for path in others),
            whole,
        ),
        comparisons=comparisons,
    )


def _tree(paths: tuple[str, ...], files: Mapping[str, str], *, whole: tuple[str, ...]) -> Tree:
    texts = {path: TextFile(path, files.get(path, "")) for path in paths}
    return TextFiles(texts).tree(paths, whole=whole)


def _reading(files: Mapping[str, str]) -> FilesReader:
    return lambda paths: [TextFile(path, files[path]) for path in paths if path in files]


def places_of(report: Report) -> list[str]:
    """``rule path:line:column`` of each violation, or ``rule path`` where it has no line."""
    return [
        f"{violation.rule_id} {violation.path}"
        + (f":{violation.line}:{violation.column}" if violation.line is not None else "")
        for violation in report.violations
    ]


def levels_at(folder: Path | str, *, home: str = "") -> Levels:
    """Return the levels of only *folder*, which is the root."""
    root = os.path.realpath(folder)
    return find_levels(root, home=home, root=root)


def messages(*contracts: Any, files: dict[str, str], **more: Any) -> list[str]:
    """The messages of what *contracts* report in *files*."""
    return [violation.message for violation in check(contracts, files, **more).violations]
