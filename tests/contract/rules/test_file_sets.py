"""Globs and items made of a file's path: by the engine, by a scan, and by examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.rules.file_sets import split_into_sets
from phaser_lint.contract.selection import Selection
from tests.examples import at_level, check, contract, contract_set, mapping, places_of

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

NEWS: dict[str, Any] = {
    "kind": "changed_together", "file_glob": "*.py", "with_glob": "{dir}/NEWS.md",
}  # fmt: skip
ITEM: dict[str, Any] = {"kind": "items_listed", "item": "{stem}",
                        "file_glob": "*.py", "listed_in": "docs/{dir}/list.md"}  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "changes", "places"),
    [
        # Silent: its own file changed, or nothing did.
        ({}, {"a/x.py": "modify", "a/NEWS.md": "modify"}, []),
        ({}, {"x.py": "modify", "NEWS.md": "create"}, []),
        ({}, {"a/x.py": "delete", "a/NEWS.md": "delete"}, []),
        ({}, {"a[b]/x.py": "modify", "a[b]/NEWS.md": "modify"}, []),
        ({}, {"!a/x.py": "modify", "!a/NEWS.md": "modify"}, []),
        ({}, {"a /x.py": "modify", "a /NEWS.md": "modify"}, []),
        ({}, {"{a,b}/x.py": "modify", "{a,b}/NEWS.md": "modify"}, []),
        ({"with_glob": "docs/{stem}"}, {"x.py": "modify", "docs/x/a.md": "modify"}, []),
        ({"with_glob": "{p}.md", "path_pattern": "(?P<p>a.*)/"},
         {"a/b/x.py": "modify", "c/a/b.md": "modify"}, []),
        # Firing: the file of another, in a folder above or below too.
        ({}, {"a/x.py": "modify", "b/NEWS.md": "modify"}, ["a a/x.py"]),
        ({}, {"a/x.py": "modify", "NEWS.md": "modify"}, ["a a/x.py"]),
        ({}, {"x.py": "modify", "a/NEWS.md": "modify"}, ["a x.py"]),
        ({}, {"a/x.py": "modify", "a/b/NEWS.md": "modify"}, ["a a/x.py"]),
        ({}, {"a[b]/x.py": "modify", "ab/NEWS.md": "modify"}, ["a a[b]/x.py"]),
        ({}, {"{a,b}/x.py": "modify", "a/NEWS.md": "modify"}, ["a {a,b}/x.py"]),
        ({}, {"a/x.py": "modify", "b/y.py": "create"}, ["a a/x.py", "a b/y.py"]),
        # What is deleted goes with what is deleted of its own files alone.
        ({}, {"a/x.py": "modify", "a/NEWS.md": "delete", "b/x.py": "delete", "b/NEWS.md": "delete"},
         ["a a/x.py"]),
        ({"with_glob": ["docs/{stem}.md", "!docs/{dir}.md"]},
         {"a/a.py": "modify", "b/c.py": "modify", "docs/a.md": "modify", "docs/c.md": "modify"},
         ["a a/a.py"]),
    ],
)  # fmt: skip
def test_each_set_changes_together_by_itself(
    keys: dict[str, Any], changes: dict[str, Any], places: list[str]
) -> None:
    """Each set of files with the same globs by itself."""
    contract_a = contract(**{**NEWS, **keys})
    assert places_of(check([contract_a], {}, tree=[], changes=changes)) == places
    # Who changed one of them alone has broken no more than that.
    for path in (
        [place.partition(" ")[2] for place in places] if "delete" not in str(changes) else ()
    ):
        other_paths = [change for change in changes if change != path]
        report = check([contract_a], {}, tree=[], changes={path: changes[path]}, others=other_paths)
        assert places_of(report) == [f"a {path}"]


@pytest.mark.parametrize(
    ("globs", "message"),
    [
        ("docs/*.{md,rst}", "Fix a. (2 files changed)"),
        ("{{dir}}/NEWS", "Fix a. (2 files changed)"),
        ("docs/{dir}*.{md,rst}",
         "Fix a. (2 files changed; unchanged: docs/a*.md or docs/a*.rst)"),
        (["{dir}/x", "!{dir}/y"], "Fix a. (2 files changed; unchanged: a/x)"),
    ],
)  # fmt: skip
def test_the_message_names_what_did_not_change(globs: str | list[str], message: str) -> None:
    """Where that depends on the file; braces alone do not."""
    contract_a = contract(**{**NEWS, "with_glob": globs})
    report = check([contract_a], {}, tree=[], changes={"a/x.py": "modify", "a/y.py": "create"})
    assert [violation.message for violation in report.violations] == [message]


def test_a_folder_with_brackets_is_named_as_it_is_called() -> None:
    """Its glob has a backslash."""
    contract_a = contract(**{**NEWS, "with_glob": "{dir}/*.md"})
    report = check([contract_a], {}, tree=[], changes={"[id]/x.py": "modify"})
    assert [violation.message for violation in report.violations] == [
        "Fix a. (unchanged: [id]/*.md)"
    ]


def test_a_level_has_its_own() -> None:
    """Fields are parts of the path from there, and globs stay in it."""
    contract_a = at_level("pay", **NEWS)
    changes_without_news = {"pay/a/x.py": "modify", "a/NEWS.md": "modify", "pay/NEWS.md": "modify"}
    assert places_of(check([contract_a], {}, tree=[], changes=changes_without_news)) == [
        "a pay/a/x.py"
    ]
    changes_with_news = {"pay/a/x.py": "modify", "pay/a/NEWS.md": "modify"}
    assert places_of(check([contract_a], {}, tree=[], changes=changes_with_news)) == []


@pytest.mark.parametrize(
    ("keys", "files", "places"),
    [
        ({}, {"a.py": "", "docs/list.md": "a"}, []),
        ({}, {"x/a.py": "", "docs/x/list.md": "- a"}, []),
        ({"item": "{dir}/{name}", "listed_in": "list"}, {"a.py": "", "list": "a.py"}, []),
        ({"item": "{1}", "path_pattern": "_(.*)[.]"}, {"a_.py": ""}, []),
        ({"item": "{ext}"}, {"docs/list.md": "x"}, []),
        ({"when_file": "class"}, {"a.py": "def"}, []),
        ({"file_glob": "*.ipynb"}, {"a.ipynb": '{"nbformat": 4, "cells": []}',
                                    "docs/list.md": "a"}, []),
        ({}, {"a.py": "", "b.py": "", "docs/list.md": "b"}, ["a a.py"]),
        ({}, {"x/a.py": "", "docs/list.md": "a"}, ["a x/a.py"]),
        ({"item": "{dir}/{name}", "listed_in": "list"}, {"x/a.py": "", "list": "a.py"},
         ["a x/a.py"]),
        ({"item": "test_{1}", "path_pattern": "(.*)[.]", "listed_in": "list"},
         {"a.py": "", "b.py": "", "list": "a test_b"}, ["a a.py"]),
        ({"when_file": "class"}, {"a.py": "class"}, ["a a.py"]),
        ({"file_glob": "*.ipynb"}, {"a.ipynb": '{"nbformat": 4, "cells": []}'}, ["a a.ipynb"]),
    ],
)  # fmt: skip
def test_each_file_is_reported_once(
    project: MakeProject,
    run: Run,
    keys: dict[str, Any],
    files: dict[str, str],
    places: list[str],
) -> None:
    """Once a file, whatever it holds; a scan from its cache says the same."""
    all_keys = {**ITEM, **keys}
    assert places_of(check([contract(**all_keys)], files, tree=files)) == places
    examples = {"invalid" if places else "valid": [{"files": files}]}
    assert contract(**all_keys, examples=examples)
    text = "".join(
        f"{key}: {child!r}\n"
        for key, child in {**mapping("a", **all_keys), "file_glob": all_keys["file_glob"]}.items()
        if child is not None
    )
    root = project(files, contracts={"a.yaml": text})
    for _ in range(2):
        violations = json.loads(run("scan", "--format", "json", cwd=root).out)["violations"]
        assert [f"{violation['rule_id']} {violation['path']}" for violation in violations] == places
        assert {violation["line"] for violation in violations} <= {None}


@pytest.mark.parametrize(
    ("keys", "problems"),
    [
        ({"item": "{stme}"}, ["item: expected any of {dir}, {name}, {stem}, {ext}; groups are those"
         " of path_pattern, not {stme}; did you mean stem?"]),
        ({"item": "name"}, ['item: expected a part of the path in it, such as {stem}, not "name"']),
        ({"item": "{stem"}, ['item: expected a field between { and }, not "{stem"']),
        ({"item": None}, ["item: empty; expected a text"]),
        ({"pattern": "x"}, ["pattern: expected none beside item, which is no text of the file"]),
        ({"in": "code", "literal": True, "raw": True}, [
            f"{key}: expected none beside item, which is no text of the file"
            for key in ("literal", "raw", "in")
        ]),
        ({"examples": {"valid": ["x"]}}, ["examples.valid[0]: expected the path beside the text,"
         " as {path: src/a.py, text: …}, for it is the item"]),
    ],
)  # fmt: skip
def test_a_wrong_set_is_told_with_its_key(keys: dict[str, Any], problems: list[str]) -> None:
    """Each with its key and what was expected."""
    all_keys = {key: key_value for key, key_value in mapping(**{**ITEM, **keys}).items()
             if key in keys or key_value is not None}  # fmt: skip
    reported_problems = check_mapping(all_keys, source="project", path="a.yaml").problems
    assert [f"{key_value.key}: {key_value.expected}" for key_value in reported_problems] == problems


def test_neither_pattern_nor_item() -> None:
    """One of them is needed."""
    without_item = mapping(**{**ITEM, "item": "{stem}"})
    del without_item["item"]
    (problem,) = check_mapping(without_item, source="project", path="a.yaml").problems
    assert (problem.key, problem.expected) == (
        "pattern", "expected a pattern here, or a value at item",
    )  # fmt: skip


def test_whatever_path_the_globs_may_become_is_asked_of() -> None:
    """All that the globs may become counts, contract files too."""
    contract_a = contract(**NEWS)
    selection = Selection(contract_set(contract_a, folders=(".claude/contracts",)))
    paths = ["a/b/NEWS.md", "NEWS.md", ".claude/contracts/NEWS.md"]
    assert [path for path in paths if selection.asked_elsewhere([path], [])] == paths
    assert not selection.asked_elsewhere(["a/OLD.md"], [])
    (file_set,), _ = split_into_sets(contract_a, ["a/x.py"])
    assert selection.has_other(contract_a, ["a/NEWS.md"], file_set.others)
    assert not selection.has_other(contract_a, ["NEWS.md", "b/NEWS.md"], file_set.others)


def test_a_path_that_takes_too_long() -> None:
    """Is undecided, and not clean: the search for a group takes longer than that for the path."""
    keys = {"with_glob": "{1}", "path_pattern": r"^src/(?:((?:a|aa)+)\d|a+\.py)$"}
    path = f"src/{'a' * 60}.py"
    report = check([contract(**{**NEWS, **keys})], {}, tree=[], changes={path: "modify"})
    assert [undecided_check.path for undecided_check in report.undecided] == [path]
