"""What schemas let somebody write at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.keys import CONTRACT_KEYS, OVERRIDE_KEYS, names_of
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas import SCHEMAS
from phaser_lint.editor.completing import keys_at, values_at

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTRACT = SCHEMAS["contract"]()


def keys(*way: str, **held: Any) -> list[str]:
    """The keys of a mapping of a document that holds something, at its top."""
    levels = [held, *({} for _ in way)]
    return sorted(each.text for each in keys_at(CONTRACT, way, levels))


def values(key: str, **held: Any) -> list[str]:
    return [each.text for each in values_at(CONTRACT, (), [held], key)]


@pytest.mark.parametrize("kind", RULES)
def test_keys_of_a_type(kind: str) -> None:
    """Those that the reader takes, and none that is there."""
    rule = RULES[kind]
    taken = {*names_of((*CONTRACT_KEYS, *rule.all_keys()))} - {*rule.lacks(), "type"}
    if not rule.has_pattern():
        taken.discard("pattern")
    # What says how safe a fix is wants one.
    of_fix = taken & {"fix_safety", "fix_needs"}
    assert {*keys(type=kind)} == taken - of_fix
    assert {*keys(type=kind, fix="")} == taken - {"fix"}
    assert {*keys(type=kind, **dict.fromkeys(taken, ""))} == set()


def test_keys_without_a_type() -> None:
    """What all contracts may say, what they have to say first."""
    assert keys()[:3] == ["enabled", "exclude_glob", "file_glob"]
    needed = [each.text for each in keys_at(CONTRACT, (), [{}]) if each.is_required]
    assert needed == ["type", "rule_id", "file_glob", "message", "severity"]


@pytest.mark.parametrize(
    ("way", "held", "expected"),
    [
        ((), {"override": "a"}, [*names_of(OVERRIDE_KEYS[1:])]),
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
def test_keys_below(way: Sequence[str], held: dict[str, str], expected: list[str]) -> None:
    """Of the mappings inside."""
    assert keys(*way, **held) == sorted(expected)


@pytest.mark.parametrize(
    ("key", "held", "expected"),
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
def test_values(key: str, held: dict[str, str], expected: list[str]) -> None:
    """Where there are some to choose among."""
    assert values(key, **held) == expected


def test_values_of_a_list() -> None:
    """The same as of one alone."""
    found = values_at(CONTRACT, ("changes", "[]"), [{"type": "file_frozen"}, {}, {}], "")
    assert [each.text for each in found] == ["create", "modify", "delete"]


def test_the_configuration() -> None:
    """Its keys, and the packs that there are."""
    schema = SCHEMAS["config"]()
    found = [each.text for each in keys_at(schema, (), [{}])]
    assert found == ["include", "exclude", "directives_as_text"]
    packs = values_at(schema, ("include", "[]"), [{}, {}, {}], "pack")
    assert "secrets" in [each.text for each in packs]
