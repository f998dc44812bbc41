r"""Variables of a message: what is filled in, what stays, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules.message_fields import as_plain_text
from phaser_lint.contract.schema import check_mapping
from phaser_lint.contract.yaml_documents import Surprise
from tests.examples import at_level, check, contract, mapping

PATH = "src/web/app.test.ts"
TEXT = 'x\nrequire("fs")\n'
MATCHED = {"pattern": r'require\("(?<module>\w+)"\)(!)?'}
FOLDER = {"path_pattern": r"src/(?<part>\w+)/(z)?"}


def messages(*contracts: Any, files: dict[str, str], **more: Any) -> list[str]:
    return [violation.message for violation in check(contracts, files, **more).violations]


@pytest.mark.parametrize(
    "message",
    [
        "{}", "{ stem }", '{ "a": 1 }', "{{stem}}", "{{ stem }}", "{other}", "${stem}",
        "{stem", "stem}", "{stem.ext}", "[a-z]{3}", r"\d{2}", "(a){1}", "{1,3}", "{123}", "{-1}",
        "{Stem}", "a{", "}",
    ],
)  # fmt: skip
def test_what_stays(message: str) -> None:
    """Braces that are no variable, of whatever language they are."""
    assert messages(contract(message=message, **MATCHED), files={PATH: TEXT}) == [message]


@pytest.mark.parametrize(
    ("message", "keys", "expected"),
    [
        ("{dir}|{name}|{stem}|{ext}", {}, "src/web|app.test.ts|app.test|.ts"),
        ("{match}", {}, 'require("fs")'),
        ("{1} {module} {2}.", {}, "fs fs ."),
        ("{stem}{stem}", {}, "app.testapp.test"),
        ("a{match}b]{1}", {}, 'arequire("fs")b]{1}'),
        (r"\{stem} {stem} \{1} \{other}", {}, r"{stem} app.test {1} \{other}"),
        ("{part} {module}", FOLDER, "web fs"),
        ("{module}", {"pattern": r'(?r)"(?<module>\w+)"'}, "fs"),
        ("{module}", {"pattern": r'require\K\("(?<module>\w+)"'}, "fs"),
        ("{module}", {"pattern": r'(?<=require\(")(?<module>\w+)(?="\))'}, "fs"),
        ("{match}", {"pattern": r'x\nrequire\("fs'}, 'x require("fs'),
        ("{match}", {"pattern": 'require("fs', "literal": True}, 'require("fs'),
        ("{module}", {"in": "code", "pattern": r'require\("(?<module>\w+)"'}, "fs"),
    ],
)
def test_of_a_match(message: str, keys: dict[str, Any], expected: str) -> None:
    contract_a = contract(message=message, **{**MATCHED, **keys})
    assert messages(contract_a, files={PATH: TEXT}) == [expected]


def test_each_match_has_its_own() -> None:
    files = {"a.py": "ab ac", "b.py": "ab"}
    contract_a = contract(message="{stem} {1}", pattern="a(.)")
    assert messages(contract_a, files=files) == ["a b", "a c", "b b"]


def test_of_a_long_match() -> None:
    """A message is a sentence, and goes to terminals and models."""
    contract_a = contract(message="{match}.", pattern="(?s)a.*z")
    assert messages(contract_a, files={"a": f"a\x1b\n\t{'b' * 100}z"}) == [rf"a\x1b {'b' * 73}…."]


@pytest.mark.parametrize(
    ("kind", "keys", "files", "expected"),
    [
        ("require_pattern", {"message": "{name}"}, {PATH: ""}, "app.test.ts"),
        ("file_not_contains", {"message": "{match}", "pattern": "a."}, {PATH: "ab ac"}, "ab"),
        ("file_name", {"message": "{stem}"}, {PATH: ""}, "app.test"),
        (
            "file_limits",
            {"message": "{name}", "max_lines": Surprise("number", "1")},
            {PATH: "a\nb\n"},
            "app.test.ts (2 lines, at most 1)",
        ),
        (
            "forbid_import",
            {"message": "{match} of {stem}", "forbid": "os"},
            {"a.py": "import os\n"},
            "os of a (imports: os)",
        ),
    ],
)
def test_of_other_types(
    kind: str, keys: dict[str, Any], files: dict[str, str], expected: str
) -> None:
    assert messages(contract(kind=kind, **keys), files=files) == [expected]


def test_of_the_tree() -> None:
    """A file that must not be there, a folder without its partner, a file without a variable."""
    tree = ["packages/a/b.py"]
    folders = {"file_glob": "/packages/*/", "partner": "{dir}/README.md"}
    contract_a = contract(kind="file_pair", message="Write {dir}/README.md.", **folders)
    assert messages(contract_a, files={}, tree=tree) == ["Write packages/a/README.md."]
    contract_a = contract(kind="file_not_exists", message="Not {name}.", file_glob="*.py")
    assert messages(contract_a, files={}, tree=tree) == ["Not b.py."]
    contract_a = contract(kind="file_exists", message=r"Write \{stem}.", file_glob="/LICENSE")
    assert messages(contract_a, files={}, tree=tree) == ["Write {stem}."]


def test_of_an_item() -> None:
    keys = {"pattern": r"^def (\w+)", "file_glob": "*.py", "listed_in": "a.md"}
    contract_a = contract(kind="items_listed", message="List {item} of {name}.", **keys)
    files = {"a.py": "def one():\ndef two():\n", "a.md": "two"}
    assert messages(contract_a, files=files, tree=files) == ["List one of a.py."]


def test_of_a_change() -> None:
    contract_a = contract(kind="file_frozen", message="Leave {name}.")
    report = check([contract_a], {}, changes={"a/b.sql": "delete"})
    assert [violation.message for violation in report.violations] == ["Leave b.sql."]


def test_from_the_level() -> None:
    """As in other keys that have them."""
    contract_a = at_level("services/pay", message="{dir}", pattern="a", file_glob="*.py")
    assert messages(contract_a, files={"services/pay/src/a.py": "a"}) == ["src"]


def test_of_an_import_in_a_notebook() -> None:
    """The path is that of the notebook, whatever a cell's language is called by."""
    cell = {"cell_type": "code", "source": "import os", "metadata": {}, "outputs": []}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    contract_a = contract(kind="forbid_import", message="{match} of {name}", forbid="os")
    assert messages(contract_a, files={"a/b.ipynb": text}) == [
        "cell 1, line 1: os of b.ipynb (imports: os)"
    ]


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
def test_what_is_unknown(kind: str, keys: dict[str, Any], expected: str) -> None:
    """Where nothing could be filled in the contract is refused, with what to write."""
    checked_mapping = check_mapping(mapping(kind=kind, **keys), source="project", path="a.yaml")
    (problem,) = checked_mapping.problems
    name = keys["message"]
    assert problem.key == "message"
    assert problem.expected.startswith(f"expected {expected}")
    assert problem.expected.endswith(f"; write `\\{name}` for plain text")


def test_a_group_of_two_patterns() -> None:
    keys = {"message": "{1}", "pattern": "(a)", "path_pattern": "(b)"}
    checked_mapping = check_mapping(mapping(**keys), source="project", path="a.yaml")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        ("message", "expected a group with a name, for path_pattern and pattern both have {1}")
    ]


def test_an_override() -> None:
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
    contract_a = contract(message=as_plain_text(message), pattern="b")
    assert messages(contract_a, files={"c.py": "b"}) == [message]


@pytest.mark.parametrize(
    ("message", "missing"),
    [
        ("Write packages/a/README.md.", ""),
        ("packages/a/README.md, please", ""),
        ("Write README.md.", " (missing: packages/a/README.md)"),
        ("Write docs/packages/a/README.md.", " (missing: packages/a/README.md)"),
        ("Write packages/a/README.md.j2.", " (missing: packages/a/README.md)"),
    ],
)
def test_no_message_names_what_is_missing_twice(message: str, missing: str) -> None:
    """A path that is the end, or the beginning, of another one is none of it."""
    folders = {"file_glob": "/packages/*/", "partner": "{dir}/README.md"}
    contract_a = contract(kind="file_pair", message=message, **folders)
    assert messages(contract_a, files={}, tree=["packages/a/b.py"]) == [f"{message}{missing}"]
