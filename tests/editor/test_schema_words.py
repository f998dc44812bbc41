"""What schemas let somebody write at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.keys import CONTRACT_KEYS, OVERRIDE_KEYS, list_key_names
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas import SCHEMAS
from phaser_lint.editor.completion import list_keys_at, list_values_at

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTRACT = SCHEMAS["contract"]()


def keys(*parents: str, **mapping_keys: Any) -> list[str]:
    """The keys of a mapping of a document that holds something, at its top."""
    levels = [mapping_keys, *({} for _ in parents)]
    return sorted(word.text for word in list_keys_at(CONTRACT, parents, levels))


def values(key: str, **mapping_keys: Any) -> list[str]:
    return [word.text for word in list_values_at(CONTRACT, (), [mapping_keys], key)]


@pytest.mark.parametrize("kind", RULES)
def test_keys_of_a_type(kind: str) -> None:
    """Those that the reader takes, and none that is there."""
    rule = RULES[kind]
    keys_of_type = {*list_key_names((*CONTRACT_KEYS, *rule.all_keys()))} - {*rule.lacks(), "type"}
    if not rule.has_pattern():
        keys_of_type.discard("pattern")
    # What says how safe a fix is wants one.
    of_fix = keys_of_type & {"fix_safety", "fix_needs"}
    assert {*keys(type=kind)} == keys_of_type - of_fix
    assert {*keys(type=kind, fix="")} == keys_of_type - {"fix"}
    assert {*keys(type=kind, **dict.fromkeys(keys_of_type, ""))} == set()


def test_keys_without_a_type() -> None:
    """What all contracts may say, what they have to say first."""
    assert keys()[:3] == ["enabled", "exclude_glob", "file_glob"]
    needed = [word.text for word in list_keys_at(CONTRACT, (), [{}]) if word.is_required]
    assert needed == ["type", "rule_id", "file_glob", "message", "severity"]


@pytest.mark.parametrize(
    ("parents", "mapping_keys", "expected"),
    [
        ((), {"override": "a"}, [*list_key_names(OVERRIDE_KEYS[1:])]),
        ((), {"rule": ""}, ["enabled"]),
        (("rule",), {"rule": ""},
         ["file_glob", "id", "message", "rationale", "severity", "type"]),
        (("examples",), {"type": "forbid_pattern"}, ["invalid", "valid"]),
        (("examples", "invalid", "[]"), {"type": "forbid_pattern"}, ["files", "path", "text"]),
        (("examples", "invalid", "[]"), {"type": "forbid_pattern", "fix": ""},
         ["files", "fixed", "path", "text"]),
        (("examples", "valid", "[]"), {"type": "changed_together"},
         ["files", "path", "text"]),
        (("examples", "valid"), {"type": "file_exists"}, ["files", "path", "text"]),
        (("fix",), {"type": "require_pattern"}, ["append", "prepend"]),
        (("fix",), {"type": "forbid_pattern"}, []),
        (("nothing", "[]"), {}, []),
    ],
)  # fmt: skip
def test_keys_of_inner_mappings_are_offered(
    parents: Sequence[str], mapping_keys: dict[str, str], expected: list[str]
) -> None:
    """Of the mappings inside."""
    assert keys(*parents, **mapping_keys) == sorted(expected)


@pytest.mark.parametrize(
    ("key", "mapping_keys", "expected"),
    [
        ("type", {}, [*RULES]),
        ("severity", {}, ["error", "warning"]),
        ("severity", {"override": "a"}, ["error", "warning"]),
        ("enabled", {}, ["true", "false"]),
        ("scope", {"type": "require_pattern"}, ["file", "tree"]),
        ("scope", {"type": "forbid_pattern"}, ["file"]),
        ("changes", {"type": "file_frozen"}, ["create", "modify", "delete"]),
        ("message", {}, []),
        ("unknown", {}, []),
    ],
)
def test_values_are_offered_where_there_are_some_to_choose(
    key: str, mapping_keys: dict[str, str], expected: list[str]
) -> None:
    """Where there are some to choose among."""
    assert values(key, **mapping_keys) == expected


def test_values_of_a_list() -> None:
    """The same as of one alone."""
    words = list_values_at(CONTRACT, ("changes", "[]"), [{"type": "file_frozen"}, {}, {}], "")
    assert [word.text for word in words] == ["create", "modify", "delete"]


def test_keys_of_the_configuration_are_offered() -> None:
    """Its keys, and the packs that there are."""
    schema = SCHEMAS["config"]()
    keys_of_configuration = [word.text for word in list_keys_at(schema, (), [{}])]
    names = ["include", "exclude", "directives_as_text", "branches", "languages", "ignorable"]
    assert keys_of_configuration == names
    packs = list_values_at(schema, ("include", "[]"), [{}, {}, {}], "pack")
    assert "secrets" in [word.text for word in packs]
    languages = list_values_at(schema, ("languages",), [{}, {}], "models/**/*.sql")
    assert {"dbt", "jinja", "sql"} <= {word.text for word in languages}
