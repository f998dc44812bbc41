r"""Variables of a message: what stays as it is, and what is filled in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.contract.yaml_documents import Surprise
from tests.examples import at_level, check, contract, messages

PATH = "src/web/app.test.ts"
TEXT = 'x\nrequire("fs")\n'
MATCHED = {"pattern": r'require\("(?<module>\w+)"\)(!)?'}
FOLDER = {"path_pattern": r"src/(?<part>\w+)/(z)?"}


@pytest.mark.parametrize(
    "message",
    [
        "{}", "{ stem }", '{ "a": 1 }', "{{stem}}", "{{ stem }}", "{other}", "${stem}",
        "{stem", "stem}", "{stem.ext}", "[a-z]{3}", r"\d{2}", "(a){1}", "{1,3}", "{123}", "{-1}",
        "{Stem}", "a{", "}",
    ],
)  # fmt: skip
def test_braces_that_are_no_variable_stay(message: str) -> None:
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
        ("Write docs/{2}/{1}.md.", {}, "Write docs/fs.md."),
        ("{module}", {"in": "code", "pattern": r'require\("(?<module>\w+)"'}, "fs"),
    ],
)
def test_a_message_is_filled_with_groups_of_a_match(
    message: str, keys: dict[str, Any], expected: str
) -> None:
    contract_a = contract(message=message, **{**MATCHED, **keys})
    assert messages(contract_a, files={PATH: TEXT}) == [expected]


def test_each_match_has_its_own() -> None:
    files = {"a.py": "ab ac", "b.py": "ab"}
    contract_a = contract(message="{stem} {1}", pattern="a(.)")
    assert messages(contract_a, files=files) == ["a b", "a c", "b b"]


def test_groups_of_a_match_at_the_end_of_a_large_file() -> None:
    """Where code is took longer to tell than there was time for, and `{1}` stayed."""
    text = "# padding padding padding padding\n" * 60_000 + "FROM alpine:latest\n"
    contract_a = contract(message="Pin {1}.", pattern=r"^FROM (\w+):latest", file_glob="*")
    contract_b = contract(
        message="Pin {1}.", pattern=r"^FROM (\w+):latest", file_glob="*", **{"in": "code"}
    )
    for contract_of_text in (contract_a, contract_b):
        assert messages(contract_of_text, files={"Dockerfile": text}) == ["Pin alpine."]


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
def test_messages_of_other_types_are_filled(
    kind: str, keys: dict[str, Any], files: dict[str, str], expected: str
) -> None:
    assert messages(contract(kind=kind, **keys), files=files) == [expected]


def test_messages_on_the_tree_are_filled() -> None:
    """A file that must not be there, a folder without its partner, a file without a variable."""
    tree = ["packages/a/b.py"]
    folders = {"file_glob": "/packages/*/", "partner": "{dir}/README.md"}
    contract_a = contract(kind="file_pair", message="Write {dir}/README.md.", **folders)
    assert messages(contract_a, files={}, tree=tree) == ["Write packages/a/README.md."]
    contract_a = contract(kind="file_not_exists", message="Not {name}.", file_glob="*.py")
    assert messages(contract_a, files={}, tree=tree) == ["Not b.py."]
    contract_a = contract(kind="file_exists", message=r"Write \{stem}.", file_glob="/LICENSE")
    assert messages(contract_a, files={}, tree=tree) == ["Write {stem}."]


def test_an_empty_folder_leaves_no_slash() -> None:
    """Of a file at the top the message names the partner that is missing."""
    keys = {"file_glob": "*.c", "partner": "{dir}/docs/{stem}.md"}
    contract_a = contract(kind="file_pair", message="Write {dir}/docs/{stem}.md.", **keys)
    expected = ["Write docs/a.md.", "Write lib/docs/b.md."]
    assert messages(contract_a, files={}, tree=["a.c", "lib/b.c"]) == expected


def test_a_message_is_filled_with_an_item() -> None:
    keys = {"pattern": r"^def (\w+)", "file_glob": "*.py", "listed_in": "a.md"}
    contract_a = contract(kind="items_listed", message="List {item} of {name}.", **keys)
    files = {"a.py": "def one():\ndef two():\n", "a.md": "two"}
    assert messages(contract_a, files=files, tree=files) == ["List one of a.py."]


def test_messages_on_a_change_are_filled() -> None:
    contract_a = contract(kind="file_frozen", message="Leave {name}.")
    report = check([contract_a], {}, changes={"a/b.sql": "delete"})
    assert [violation.message for violation in report.violations] == ["Leave b.sql."]


@pytest.mark.parametrize(
    ("message", "path", "expected"),
    [
        ("{dir}", "src/a.py", "services/pay/src"),
        ("Write `{dir}/{stem}.md`.", "src/a.py", "Write `services/pay/src/a.md`."),
        ("Write {dir}/a.md.", "a.py", "Write services/pay/a.md."),
        ("Write tests/{dir}/a.py.", "src/a.py", "Write tests/src/a.py."),
        ("Call it {dir:snake}.", "src/a.py", "Call it src."),
    ],
)
def test_a_path_that_begins_with_the_folder_is_from_the_root(
    message: str, path: str, expected: str
) -> None:
    """As all paths of a report: ``Write src/a.test.ts`` led who stood at the root astray. Behind
    other text the folder is the level's, as in the keys that have fields.
    """
    contract_a = at_level("services/pay", message=message, pattern="a", file_glob="*.py")
    assert messages(contract_a, files={f"services/pay/{path}": "a"}) == [expected]


def test_of_an_import_in_a_notebook() -> None:
    """The path is that of the notebook, whatever a cell's language is called by."""
    cell = {"cell_type": "code", "source": "import os", "metadata": {}, "outputs": []}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    contract_a = contract(kind="forbid_import", message="{match} of {name}", forbid="os")
    assert messages(contract_a, files={"a/b.ipynb": text}) == [
        "cell 1, line 1: os of b.ipynb (imports: os)"
    ]


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
