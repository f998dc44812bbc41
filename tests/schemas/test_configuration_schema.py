"""The schema of the configuration takes what the program takes, and refuses what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft7Validator

from phaser_lint.contracts.configuration import read_configuration
from phaser_lint.schemas import SCHEMAS
from tests.conftest import write_files
from tests.examples import levels_at

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("include: shared", True),
        ("include:", True),
        ("include: []", True),
        ("include: {pack: secrets}", True),
        ("include: [shared, {pack: secrets, x-why: all}]", True),
        ("exclude: ['vendor/', '*_pb2.py']\nx-own: 1", True),
        ("include: {pack: secret}", False),
        ("include: [{packs: secrets}]", False),
        ("include: [{pack: secrets, severity: error}]", False),
        ("include: [[secrets]]", False),
        ("include: 3", False),
        ("exclude: []", False),
        ("excludes: a", False),
    ],
)
def test_it_agrees_with_the_program(tmp_path: Path, text: str, taken: bool) -> None:
    write_files(tmp_path, {".phaser/config.yaml": text, "shared/a.yaml": ""})
    value: Any = yaml.safe_load(text)
    problems = read_configuration(levels_at(tmp_path)).problems
    schema = Draft7Validator(SCHEMAS["config"]())
    assert (not problems, schema.is_valid(value)) == (taken, taken)
