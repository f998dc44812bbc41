"""Variables of a message: what is refused, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules.message_fields import escape_message_fields, find_message_doubt
from tests.examples import at_level, contract, mapping, messages

PARTS = "{dir}, {name}, {stem}, {ext}"


@pytest.mark.parametrize(
    ("kind", "keys", "expected"),
    [
        ("forbid_pattern", {"message": "{1}"}, f"any of {PARTS}, {{match}}, not {{1}}"),
        ("forbid_pattern", {"message": "{0}"}, f"any of {PARTS}, {{match}}, not {{0}}"),
        (
            "forbid_pattern",
            {"message": "{2}", "pattern": "(a)"},
            f"any of {PARTS}, {{match}}, {{1}}, not {{2}}",
        ),
        (
            "forbid_pattern",
            {"message": "{1}", "pattern": "(a)", "literal": True},
            f"any of {PARTS}, {{match}}, not {{1}}",
        ),
        ("forbid_pattern", {"message": "{item}"}, f"any of {PARTS}, {{match}}, not {{item}}"),
        ("require_pattern", {"message": "{match}"}, f"any of {PARTS}, not {{match}}"),
        ("file_not_exists", {"message": "{match}"}, f"any of {PARTS}, not {{match}}"),
        ("file_exists", {"message": "{stem}"}, "no variable, for no file is there to name: {stem}"),
        ("file_contains", {"message": "{dir}"}, "no variable, for no file is there to name: {dir}"),
        (
            "require_pattern",
            {"message": "{dir}", "scope": "tree"},
            "no variable, for no file is there to name: {dir}",
        ),
    ],
)
def test_an_unknown_field_of_a_message_is_refused(
    kind: str, keys: dict[str, Any], expected: str
) -> None:
    """Where nothing could be filled in the contract is refused, with what to write."""
    checked_mapping = check_mapping(mapping(kind=kind, **keys), source="project", path="a.yaml")
    (problem,) = checked_mapping.problems
    name = keys["message"]
    assert problem.key == "message"
    assert problem.expected.startswith(f"expected {expected}")
    assert problem.expected.endswith(f"; write `\\{name}` for plain text")


@pytest.mark.parametrize(
    ("keys", "written", "meant"),
    [
        ({"message": "Not {mach}."}, "{mach}", "{match}"),
        ({"message": "{matcH:camel}"}, "{matcH:camel}", "{match}"),
        ({"message": "{nmae}"}, "{nmae}", "{name}"),
        ({"message": "{cal}", "pattern": "(?<call>a)"}, "{cal}", "{call}"),
        # Read, escaped, of a shell, too far, or of a group with a short name.
        ({"message": "{match} {stem:kebab}"}, "", ""),
        ({"message": r"\{mach} ${mach} {{mach}}"}, "", ""),
        ({"message": "{props} {children} {}"}, "", ""),
        ({"message": "{b}", "pattern": "(?<a>a)"}, "", ""),
        ({"kind": "require_pattern", "message": "{mach}"}, "", ""),
    ],
)
def test_a_slip_in_a_field_of_a_message_has_a_note(
    keys: dict[str, Any], written: str, meant: str
) -> None:
    """What is no field is plain text, as in ``{props}`` of JSX: it was shown as it stands."""
    doubt = f"`{written}` in message is plain text; did you mean {meant}?" if meant else ""
    assert find_message_doubt(at_level("", **keys)) == doubt


def test_a_group_of_two_patterns() -> None:
    keys = {"message": "{1}", "pattern": "(a)", "path_pattern": "(b)"}
    checked_mapping = check_mapping(mapping(**keys), source="project", path="a.yaml")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        ("message", "expected a group with a name, for path_pattern and pattern both have {1}")
    ]


def test_the_message_of_an_override_is_filled_in() -> None:
    """Its message is filled in like that of the contract, or refused."""
    contract_a = contract("a", message="x", pattern="(b)")
    level = {"source": "project", "path": "s/o.yaml", "level": "s"}
    entries = [
        check_mapping({"override": "a", "message": message}, **level).declaration
        for message in ("{1} {stem}", "{2}")
    ]
    right = resolve_contracts([contract_a, entries[0]], exclude=())  # type: ignore[list-item]
    assert messages(*right.contracts, files={"s/f.py": "b"}) == ["b f"]
    wrong = resolve_contracts([contract_a, entries[1]], exclude=())  # type: ignore[list-item]
    assert [problem.expected for problem in wrong.problems] == [
        f"expected in its message any of {PARTS}, {{match}}, {{1}}, not {{2}}; write `\\{{2}}` "
        "for plain text"
    ]


def test_a_file_of_version_1() -> None:
    """It keeps its own meaning, whatever braces its message holds."""
    rule = {
        "id": "a", "type": "forbid_pattern", "severity": "error", "pattern": "b",
        "file_glob": "*", "message": r"{stem} {9} \{stem}",
    }  # fmt: skip
    checked_mapping = check_mapping({"version": 1, "rule": rule}, source="project", path="a.yaml")
    assert checked_mapping.problems == ()
    assert messages(checked_mapping.contract, files={"c": "b"}) == [r"{stem} {9} \{stem}"]


@pytest.mark.parametrize(
    "message", ["{stem} {match} {1} {name}", "plain", "{other} {} ${name} [a]{2}", r"\d{3}"]
)
def test_a_message_of_another_tool(message: str) -> None:
    """It is shown as it was there."""
    contract_a = contract(message=escape_message_fields(message), pattern="b")
    assert messages(contract_a, files={"c.py": "b"}) == [message]
