"""The schema of the configuration takes what the program takes, and refuses what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from jsonschema import Draft7Validator

from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.keys import CONFIGURATION_KEYS, list_key_names
from phaser_lint.contract.schemas import SCHEMAS
from phaser_lint.project.levels import Levels
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("include: shared", True),
        ("include: [shared, {pack: secrets}]", True),
        ("include: {pack: secrets, x-why: keys}", True),
        ("include:", True),
        ("include: []", True),
        ("exclude: 'vendor/'", True),
        ("exclude: ['vendor/', '!vendor/ours/']", True),
        ("directives_as_text: 'docs/'", True),
        ("ignorable: people", True),
        ("ignorable: reason", True),
        ("ignorable: false", True),
        ("ignorable: nobody", False),
        ("ignorable: [people]", False),
        ("ignorable:", False),
        ("directives_as_text: ['docs/', '!docs/src/']", True),
        ("x-owner: us", True),
        ("include: {pack: secret}", False),
        ("include: {pack: secrets, packs: a}", False),
        ("include: [[shared]]", False),
        ("include: 3", False),
        ("include: {}", False),
        ("exclude:", False),
        ("exclude: []", False),
        ("exclude: [3]", False),
        ("exclude: ' '", False),
        ("excludes: a", False),
        ("languages: {'*.job': python, 'models/**/*.sql': dbt, '*.page': go template}", True),
        ("languages: {}", False),
        ("languages: [python]", False),
        ("languages: {'*.job': 3}", False),
        ("languages: {'*.job': pyton}", False),
        ("directives_as_text: []", False),
        ("directives_as_text: true", False),
        ("[shared]", False),
    ],
)
def test_the_schema_takes_what_the_program_takes(tmp_path: Path, text: str, expected: bool) -> None:
    """The same, of any form."""
    write_files(tmp_path, {".phaser/config.yaml": text, "shared/a.yaml": ""})
    configuration = read_configuration(Levels(str(tmp_path), base=str(tmp_path)))
    validator = Draft7Validator(SCHEMAS["config"]())
    assert (not configuration.problems, validator.is_valid(yaml.safe_load(text))) == (
        expected,
        expected,
    )


def test_every_key_is_known() -> None:
    """And described."""
    definitions = SCHEMAS["config"]()["properties"]
    assert {*definitions} == {*list_key_names(CONFIGURATION_KEYS)}
    assert all(definition["description"] for definition in definitions.values())
