"""Levels in every place: contracts, overrides and exclusions made by chance, one verdict.

What is right is said by walking from the root down to each file, and by the rules alone.
"""

from __future__ import annotations

import json
from fnmatch import fnmatch
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.rules import RULES, asks_for_all_files, is_met_by_other_files
from phaser_lint.contract.yaml_documents import read_documents
from tests.command.made import contract
from tests.examples import check
from tests.test_every_type import LINES, denied, keys_of, place, scans, verdict

if TYPE_CHECKING:
    from phaser_lint.contract.model import Contract, Violation
    from tests.conftest import Git, MakeProject, Run

__all__ = ["place"]

LEVELS = ("", "src", "src/deep", "web")
PATHS = ("a.py", "c.md", "src/d.py", "src/LICENSE", "src/deep/e.py", "src/deep/f.md", "web/g.py")
IDS = ("one", "two", "three", "four", "five")
# What a change breaks is told against a base, which not every place has.
TYPES = [rule for rule in RULES.values() if "base" not in rule.needs]
EXCLUDED = ("*.py", "*.md", "LICENSE")


class LevelText(NamedTuple):
    """What a level says of an id: a contract of its own, or an override of one from above."""

    contract: Contract | None
    keys: dict[str, Any]
    text: str


Project = dict[tuple[str, str], LevelText]


class State(NamedTuple):
    """What a contract has become on the way down to a file."""

    level: str
    contract: Contract
    enabled: bool
    severity: Any
    is_excluded: bool = False


def state_at(texts_by_level: Project, rule_id: str, path: str) -> State | None:
    """What the levels at and above *path* make of the id."""
    state = None
    for level in LEVELS:
        here = texts_by_level.get((level, rule_id))
        if here is None or not path.startswith(f"{level}/" if level else ""):
            continue
        if here.contract is not None:
            state = State(level, here.contract, here.contract.enabled, here.contract.severity)
            continue
        assert state is not None
        name, keys = path.rpartition("/")[2], here.keys
        state = state._replace(
            enabled=keys.get("enabled", state.enabled),
            severity=keys.get("severity", state.severity),
            is_excluded=state.is_excluded or fnmatch(name, keys.get("exclude_glob", "-")),
        )
    return state


def override_of(random: Random, state: State) -> dict[str, Any]:
    """The keys of an override that changes something."""
    keys: dict[str, Any] = {"exclude_glob": random.choice(EXCLUDED)}
    if asks_for_all_files(state.contract):
        return {"enabled": False} if state.enabled and random.random() < 0.5 else keys
    other_severity = "warning" if state.severity == "error" else "error"
    return random.choice([keys, {"severity": other_severity}, {"enabled": not state.enabled}])


def made(random: Random) -> Project:
    """What each level says, from the root down."""
    texts_by_level: Project = {}
    for level in LEVELS:
        for rule_id in IDS:
            state, chance = (
                state_at(texts_by_level, rule_id, f"{level}/x" if level else "x"),
                random.random(),
            )
            if chance < 0.3:
                keys = keys_of(random, random.choice(TYPES))
                text = contract(rule_id, **keys, enabled=random.random() < 0.8)
                (document,) = read_documents(text.encode())
                checked_mapping = check_mapping(
                    document.value, source="project", path="a", level=level
                )
                assert checked_mapping.contract is not None
                texts_by_level[level, rule_id] = LevelText(checked_mapping.contract, {}, text)
            elif chance < 0.7 and state is not None:
                keys = {"override": rule_id, **override_of(random, state)}
                text = "".join(
                    f"{key}: {json.dumps(key_value)}\n" for key, key_value in keys.items()
                )
                texts_by_level[level, rule_id] = LevelText(None, keys, text)
    return texts_by_level


def expected_of(texts_by_level: Project, files: dict[str, str], excluded: str) -> list[Violation]:
    """What the rules say of each contract, on the files that the levels leave to it."""
    violations: list[Violation] = []
    for (level, rule_id), level_text in texts_by_level.items():
        if level_text.contract is None:
            continue
        files_by_severity: dict[str, dict[str, str]] = {}
        for path, text in files.items():
            state = state_at(texts_by_level, rule_id, path)
            if state is None or state.level != level or not state.enabled or state.is_excluded:
                continue
            if not fnmatch(path.rpartition("/")[2], excluded):
                files_by_severity.setdefault(state.severity, {})[path] = text
        if (
            level_text.contract.enabled
            and asks_for_all_files(level_text.contract)
            and not files_by_severity
        ):
            files_by_severity[level_text.contract.severity] = {}
        for severity, files_of_severity in files_by_severity.items():
            contract_of_severity = level_text.contract._replace(severity=severity)
            violations += check(
                [contract_of_severity], files_of_severity, tree=files_of_severity
            ).violations
    return violations


@pytest.mark.one_row_in(6)
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("seed", [3, 4, 10, 11, 12, 13, 14, 15])
def test_one_verdict_in_every_place(project: MakeProject, run: Run, git: Git, seed: int) -> None:
    """Whatever levels say of each other."""
    random = Random(seed)
    texts_by_level, excluded = made(random), random.choice(["nothing", "c.md", "e.py"])
    files = {
        path: "".join(f"{random.choice(LINES)}\n" for _ in range(random.randrange(4)))
        for path in PATHS
    }
    contract_files = {
        f"{level}/.claude/contracts/{rule_id}.yaml".lstrip("/"): each.text
        for (level, rule_id), each in texts_by_level.items()
    }
    root = project(
        {
            **contract_files,
            ".phaser/config.yaml": f"exclude: ['{excluded}', '/.phaser/config.yaml']\n",
        },
        commit=True,
    )
    violations = expected_of(texts_by_level, files, excluded)
    later = {
        key
        for key, each in texts_by_level.items()
        if each.contract and is_met_by_other_files(each.contract)
    }
    errors = verdict(
        violation
        for violation in violations
        if violation.severity == "error" and violation.contract_key not in later
    )
    for path, text in files.items():
        ids, is_passed = denied(run, root, path, text)
        assert ids == {each[0] for each in errors if each[1] != "glob" and each[2] == path}, path
        assert not (ids and is_passed), path
    expected = verdict(violations)
    found = scans(run, git, root, files)
    missing = {each for each in expected if each[1] == "glob"}
    found = {place: each | missing if "since" in place else each for place, each in found.items()}
    assert found == dict.fromkeys(found, expected)
