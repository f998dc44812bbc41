"""The schema takes what the program takes, and refuses what it refuses, but for what texts say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from phaser_lint.command.new_contract import render_starter_contract
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import CONTRACT_KEYS, OVERRIDE_KEYS, list_key_names
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas import SCHEMAS, render_schema
from phaser_lint.contract.schemas.descriptions import describe_type, find_type_title
from phaser_lint.contract.yaml_documents import Surprise, read_documents
from tests.contract.schemas.mutants import mutated

TOP = Path(__file__).parents[3]
PLAIN = {
    "rule_id": "no-print",
    "type": "forbid_pattern",
    "pattern": "print",
    "file_glob": "*.py",
    "message": "Use the logger.",
    "severity": "error",
}
# What no schema says: what stands in a text, and what two values are to each other.
OF_TEXTS = (
    # a glob that cannot match, a pattern that cannot be searched for, an unknown field
    r"file_glob|exclude_glob|with_glob|listed_in|forbid|aliases|exclude|rule\.file_glob",
    r"pattern|path_pattern|unless_match|when_match|when_file|unless_file|fix_needs|listed_as|item|literal|raw|in|"
    r"rule\.pattern|partner|until|when_in_match|unless_in_match|(inside|not_inside|each_block)(\[\d+\])?",
    # a template for a match; where a fix with "content" is written
    r"fix(\.\w+)?",
    # a variable that the type does not know
    r"message",
    # a text in the language of a glob that has none
    r"examples\.\w+\[\d+\](?=: expected (the path beside the text|\{path: …, text: …\}: no glob))",
)
# Of these kinds a value is, or is not; that a schema says.
KINDS = (
    r"missing|empty|expected (a text|a glob or|an? [a-z]+ or a list|no pattern|a mapping|either)"
)
IN_TEXTS = re.compile(
    rf"({'|'.join(OF_TEXTS)}): (?!{KINDS})"
    # a text that YAML 1.1 takes for something else, and 1.2 for a text
    r"|.*\(put it in quotes\)"
)


@cache
def validator() -> Draft7Validator:
    return Draft7Validator(SCHEMAS["contract"]())


def problems(yaml_mapping: Any) -> list[str]:
    """What the program says of the mapping, read from a file."""
    (document,) = read_documents(yaml.safe_dump(yaml_mapping, allow_unicode=True).encode())
    faults = [str(fault) for fault in document.faults]
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    return [
        *faults,
        *(f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems),
    ]


def plain(yaml_value: Any) -> Any:
    """The value as an editor reads it, by YAML 1.2."""
    if isinstance(yaml_value, dict):
        return {key: plain(child) for key, child in yaml_value.items()}
    if isinstance(yaml_value, list):
        return [plain(child) for child in yaml_value]
    if isinstance(yaml_value, Surprise):
        return int(yaml_value.written) if yaml_value.written.isdigit() else yaml_value.written
    return yaml_value


@cache
def right() -> tuple[Any, ...]:
    """Each contract of the tests, the packs, the manuals and the documentation that is taken."""
    folders = (TOP / "tests" / "cases", TOP / "phaser_lint" / "packs")
    files = [path.read_bytes() for folder in folders for path in folder.rglob("*.y*ml")]
    files += [render_starter_contract(kind, "first").encode() for kind in RULES]
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (TOP / "docs").glob("*.md"))
    files += [block.encode() for block in re.findall(r"```yaml\n(.*?)```", pages, re.DOTALL)]
    documents = [
        document
        for content in dict.fromkeys(files)
        for document in read_documents(content)
        if not document.faults
    ]
    valid_mappings = [
        document.value
        for document in documents
        if check_mapping(document.value, source="project", path="a.yaml").declaration is not None
    ]
    return tuple(plain(valid_mapping) for valid_mapping in valid_mappings)


def test_valid_contracts_pass() -> None:
    """Each of them, of every type, overrides and those of Phaser v1.2 included."""
    refused = [yaml_mapping for yaml_mapping in right() if not validator().is_valid(yaml_mapping)]
    assert refused == []
    assert {yaml_mapping.get("type") for yaml_mapping in right()} >= set(RULES)
    assert [yaml_mapping for yaml_mapping in right() if "override" in yaml_mapping]
    assert [yaml_mapping for yaml_mapping in right() if "rule" in yaml_mapping]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"x-owner": "us", "source": {"tool": 1}}, True),
        ({"rationale": None, "tags": None, "scope": None, "examples": None}, True),
        ({"fix": "log", "examples": {"invalid": [{"text": "print", "fixed": "log"}]}}, True),
        ({"examples": {"invalid": [{"text": "print", "fixed": "log"}]}}, False),
        ({"examples": {"valid": {"path": "a.py"}}}, False),
        ({"file_globs": "*.py"}, False),
        ({"type": "items_listed", "listed_in": "a"}, True),
        ({"type": "items_listed", "listed_in": "a", "item": "{stem}"}, False),
        ({"file_glob": []}, False),
        ({"enabled": None}, False),
        ({"enabled": "yes"}, False),
        ({"rule_id": "no print"}, False),
        ({"message": " "}, False),
        ({"max_lines": 3}, False),
        ({"type": "forbid"}, False),
        ({"type": "file_limits", "pattern": None, "max_lines": 3}, True),
        ({"type": "file_limits", "pattern": None}, False),
        ({"type": "file_limits", "max_lines": 3}, False),
        (
            {"type": "require_pattern", "scope": "tree", "fix": {"append": "x", "prepend": "x"}},
            False,
        ),
        ({"scope": "tree"}, False),
    ],
)
def test_the_program_and_the_schema_agree(changed: dict[str, Any], expected: bool) -> None:
    yaml_mapping = {**PLAIN, **changed}
    assert (problems(yaml_mapping) == [], validator().is_valid(yaml_mapping)) == (
        expected,
        expected,
    )


def disagreements(seeds: range) -> list[tuple[int, Any, list[str]]]:
    """The mutants on which the two differ, but where a text says what no schema can."""
    differing = []
    for seed in seeds:
        random = Random(seed)
        mutant = mutated(random.choice(right()), random)
        reported_problems, is_valid = problems(mutant), validator().is_valid(mutant)
        unsupported = all(map(IN_TEXTS.match, reported_problems))
        if is_valid != (not reported_problems) and not (is_valid and unsupported):
            differing.append((seed, mutant, reported_problems))
    return differing


def test_mutants_fail_in_both_or_in_neither() -> None:
    """Keys dropped, added and misspelt, wrong kinds, empty lists, other types."""
    assert disagreements(range(200)) == []


@pytest.mark.slow
def test_many_mutants() -> None:
    """The same, of more."""
    assert disagreements(range(200, 40_000)) == []


@pytest.mark.parametrize("name", SCHEMAS)
def test_files_are_current(name: str) -> None:
    """What the repository holds is what the program prints, and is a schema."""
    text = (TOP / "docs" / "schema" / f"{name}.json").read_text(encoding="utf-8")
    assert text == render_schema(name), f"phaser-lint schema {name} > docs/schema/{name}.json"
    Draft7Validator.check_schema(SCHEMAS[name]())


def test_every_key_and_type_is_described() -> None:
    """By the manual of the type, and a sentence for each key."""
    definitions = SCHEMAS["contract"]()["definitions"]
    definitions_by_key = {
        **definitions["contract"]["properties"],
        **definitions["override"]["properties"],
    }
    for rule in RULES.values():
        definitions_by_key.update(
            {
                key: definition
                for key, definition in definitions[rule.type]["properties"].items()
                if definition is not True
            }
        )
    assert {
        key for key, definition in definitions_by_key.items() if not definition.get("description")
    } == set()
    assert definitions_by_key.keys() >= {*list_key_names((*CONTRACT_KEYS, *OVERRIDE_KEYS))}
    assert [kind for kind in RULES if not (find_type_title(kind) and describe_type(kind))] == []


def test_no_type_has_a_key_of_its_own_that_every_contract_has() -> None:
    of_types = {name for rule in RULES.values() for name in list_key_names(rule.all_keys())}
    assert of_types.isdisjoint(list_key_names(CONTRACT_KEYS))
