"""Globs and items made of a file's path: by the engine, by a scan, and by examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.rules.file_sets import sets_of
from phaser_lint.contract.schema import check_mapping
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
    ("keys", "changes", "found"),
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
def test_changed_together(keys: dict[str, Any], changes: dict[str, Any], found: list[str]) -> None:
    """Each set of files with the same globs by itself."""
    entry = contract(**{**NEWS, **keys})
    assert places_of(check([entry], {}, tree=[], changes=changes)) == found
    # Who changed one of them alone has broken no more than that.
    for path in [each.partition(" ")[2] for each in found] if "delete" not in str(changes) else ():
        others = [other for other in changes if other != path]
        one = check([entry], {}, tree=[], changes={path: changes[path]}, others=others)
        assert places_of(one) == [f"a {path}"]


@pytest.mark.parametrize(
    ("globs", "said"),
    [
        ("docs/*.{md,rst}", "Fix a. (2 files changed)"),
        ("{{dir}}/NEWS", "Fix a. (2 files changed)"),
        ("docs/{dir}*.{md,rst}",
         "Fix a. (2 files changed; missing: docs/a*.md or docs/a*.rst)"),
        (["{dir}/x", "!{dir}/y"], "Fix a. (2 files changed; missing: a/x)"),
    ],
)  # fmt: skip
def test_what_is_said(globs: str | list[str], said: str) -> None:
    """What is missing, where that depends on the file; braces alone do not."""
    entry = contract(**{**NEWS, "with_glob": globs})
    found = check([entry], {}, tree=[], changes={"a/x.py": "modify", "a/y.py": "create"})
    assert [each.message for each in found.violations] == [said]


def test_a_level_has_its_own() -> None:
    """Fields are parts of the path from there, and globs stay in it."""
    entry = at_level("pay", **NEWS)
    broken = {"pay/a/x.py": "modify", "a/NEWS.md": "modify", "pay/NEWS.md": "modify"}
    assert places_of(check([entry], {}, tree=[], changes=broken)) == ["a pay/a/x.py"]
    met = {"pay/a/x.py": "modify", "pay/a/NEWS.md": "modify"}
    assert places_of(check([entry], {}, tree=[], changes=met)) == []


@pytest.mark.parametrize(
    ("keys", "files", "found"),
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
def test_the_file_itself(
    project: MakeProject,
    run: Run,
    keys: dict[str, Any],
    files: dict[str, str],
    found: list[str],
) -> None:
    """Once a file, whatever it holds; a scan from its cache says the same."""
    value = {**ITEM, **keys}
    assert places_of(check([contract(**value)], files, tree=files)) == found
    examples = {"invalid" if found else "valid": [{"files": files}]}
    assert contract(**value, examples=examples)
    text = "".join(
        f"{key}: {each!r}\n"
        for key, each in {**mapping("a", **value), "file_glob": value["file_glob"]}.items()
        if each is not None
    )
    root = project(files, contracts={"a.yaml": text})
    for _ in range(2):
        told = json.loads(run("scan", "--format", "json", cwd=root).out)["violations"]
        assert [f"{each['rule_id']} {each['path']}" for each in told] == found
        assert {each["line"] for each in told} <= {None}


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
         " for it is the item"]),
    ],
)  # fmt: skip
def test_problems(keys: dict[str, Any], problems: list[str]) -> None:
    """Each with its key and what was expected."""
    value = {key: each for key, each in mapping(**{**ITEM, **keys}).items()
             if key in keys or each is not None}  # fmt: skip
    found = check_mapping(value, source="project", path="a.yaml").problems
    assert [f"{each.key}: {each.expected}" for each in found] == problems


def test_neither_pattern_nor_item() -> None:
    """One of them is needed."""
    value = mapping(**{**ITEM, "item": "{stem}"})
    del value["item"]
    (problem,) = check_mapping(value, source="project", path="a.yaml").problems
    assert (problem.key, problem.expected) == (
        "pattern", "expected a pattern here, or a value at item",
    )  # fmt: skip


def test_who_has_to_be_asked() -> None:
    """All that the globs may become counts, contract files too."""
    entry = contract(**NEWS)
    selection = Selection(contract_set(entry, folders=(".claude/contracts",)))
    asked = ["a/b/NEWS.md", "NEWS.md", ".claude/contracts/NEWS.md"]
    assert [each for each in asked if selection.asked_elsewhere([each], [])] == asked
    assert not selection.asked_elsewhere(["a/OLD.md"], [])
    (one,), _ = sets_of(entry, ["a/x.py"])
    assert selection.has_other(entry, ["a/NEWS.md"], one.others)
    assert not selection.has_other(entry, ["NEWS.md", "b/NEWS.md"], one.others)


def test_a_path_that_takes_too_long() -> None:
    """Is undecided, and not clean: the search for a group takes longer than that for the path."""
    keys = {"with_glob": "{1}", "path_pattern": r"^src/(?:((?:a|aa)+)\d|a+\.py)$"}
    path = f"src/{'a' * 60}.py"
    report = check([contract(**{**NEWS, **keys})], {}, tree=[], changes={path: "modify"})
    assert [each.path for each in report.undecided] == [path]
