"""The keys of contracts about changes, and what is said of wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from tests.examples import mapping

KINDS = "create, modify, delete"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, ("create", "modify", "delete")),
        ({"changes": "delete"}, ("delete",)),
        ({"changes": ["delete", "create"]}, ("delete", "create")),
    ],
)
def test_the_kinds_of_change(keys: dict[str, Any], expected: tuple[str, ...]) -> None:
    """One, several, or all by default."""
    checked_mapping = check_mapping(
        mapping(kind="file_frozen", **keys), source="project", path="a.yaml"
    )
    assert checked_mapping.contract is not None
    assert checked_mapping.contract.value_of("changes") == expected


@pytest.mark.parametrize(
    ("kind", "keys", "key", "expected"),
    [
        ("file_frozen", {"changes": "edit"}, "changes", f'expected any of {KINDS}, not "edit"'),
        ("file_frozen", {"changes": ["modify", "deleted"]}, "changes",
         f'expected any of {KINDS}, not "deleted"; did you mean delete?'),
        ("file_frozen", {"changes": []}, "changes",
         "expected a text or a list of texts, not an empty list"),
        ("file_frozen", {"changes": None}, "changes", "empty; expected a text or a list of texts"),
        ("file_frozen", {"changes": {"a": 1}}, "changes", "expected a text or a list of texts"),
        ("file_frozen", {"with_glob": "a"}, "with_glob",
         "expected no such key: it is for changed_together; file_frozen takes"),
        ("file_exists", {"changes": "create"}, "changes",
         "expected no such key: it is for file_frozen and changed_together;"),
        ("file_frozen", {"pattern": "x"}, "pattern",
         "expected no pattern: file_frozen looks at what changes"),
        ("changed_together", {"with_glob": None}, "with_glob", "empty; expected a glob"),
        ("changed_together", {"with_glob": []}, "with_glob", "expected a glob or a list of globs"),
        ("changed_together", {"with_glob": "*.{md,txt"}, "with_glob", "not closed"),
        ("changed_together", {"with_glob": "{dri}/NEWS"}, "with_glob",
         "expected any of {dir}, {name}, {stem}, {ext}; groups are those of path_pattern, not"
         " {dri}; did you mean dir?; write `\\{` for a brace"),
        ("changed_together", {"with_glob": "a/{1}", "path_pattern": "a"}, "with_glob",
         "expected any of {dir}, {name}, {stem}, {ext}; groups are those of path_pattern, not {1}"),
        ("changed_together", {"with_glob": ["a", "{a,b{2}}"], "path_pattern": "(a)"}, "with_glob",
         "expected any of {dir}, {name}, {stem}, {ext}, {1}, not {2}"),
        ("changed_together", {"with_glob": "{stem:kebap}.md"}, "with_glob",
         "expected any of {stem:camel}, {stem:pascal}, {stem:snake}, {stem:kebab}, {stem:lower},"
         " {stem:upper}, not {stem:kebap}; did you mean kebab?; write `\\{` for a brace"),
        ("changed_together", {"with_glob": "{a:kebab}.md"}, "with_glob", "not {a:kebab}"),
        ("file_pair", {"partner": "{stem:Snake}.md"}, "partner", "not {stem:Snake}"),
        ("items_listed", {"item": "{stem:x}"}, "item", "not {stem:x}"),
        ("file_pair", {"partner": "{stem:lower}{ext}", "file_glob": "{dir:kebab}/*"}, "file_glob",
         "`{dir:kebab}` stands for nothing"),
        ("file_pair", {"message": "Say {stem:kebap}.", "partner": "a"}, "message",
         "not {stem:kebap}; did you mean kebab?; write `\\{` for a brace"),
        ("items_listed", {"listed_in": "{item}.md"}, "listed_in", "not {item}"),
        ("items_listed", {"listed_in": "{dir.md"}, "listed_in", "a field between { and }"),
        ("items_listed", {"listed_in": "{}.md"}, "listed_in", "a field between { and }"),
        ("items_listed", {"file_glob": "{dir}/*.py"}, "file_glob", "`{dir}` stands for nothing"),
        ("items_listed", {"file_glob": "{1}/*.py"}, "file_glob", "`{1}` stands for nothing"),
        ("items_listed", {"exclude_glob": "{stem}.py"}, "exclude_glob", "stands for nothing"),
        ("items_listed", {"file_glob": "{pkg}/*", "path_pattern": "(?P<pkg>a)"}, "file_glob",
         "`{pkg}` stands for nothing; write `\\{pkg\\}` for the braces"),
        ("items_listed", {"exclude_glob": "{a,{pkg}}", "path_pattern": "(?P<pkg>a)"},
         "exclude_glob", "`{pkg}` stands for nothing"),
        ("changed_together", {"changes": "move"}, "changes",
         f'expected any of {KINDS}, rename, not "move"'),
        ("file_frozen", {"changes": "rename"}, "changes",
         f'expected any of {KINDS}, not "rename"'),
        ("file_pair", {"changes": "rename", "partner": "a"}, "changes", "expected no such key"),
        ("keep_pattern", {"keep": "lines"}, "keep", 'expected one of text, number, not "lines"'),
        ("forbid_pattern", {"keep": "text"}, "keep",
         "expected no such key: it is for keep_pattern;"),
        ("keep_pattern", {"fix": "x"}, "fix", "keep_pattern takes pattern, literal, raw"),
        ("keep_pattern", {"examples": {"invalid": ["x"]}}, "examples.invalid[0]",
         "expected a mapping with files and before, not a text"),
        ("keep_pattern", {"examples": {"invalid": [{"files": {"a": "x"}}]}},
         "examples.invalid[0].before", "expected the files as they were: texts by path"),
        ("file_exists", {"examples": {"valid": [{"files": {}, "before": {}}]}},
         "examples.valid[0].before", "expected none: file_exists compares with no base"),
    ],
)  # fmt: skip
def test_a_wrong_key_is_told_with_what_was_expected(
    kind: str, keys: dict[str, Any], key: str, expected: str
) -> None:
    """One problem each, with the key and what was expected there."""
    checked_mapping = check_mapping(mapping(kind=kind, **keys), source="project", path="a.yaml")
    (problem,) = checked_mapping.problems
    assert problem.key == key
    assert expected in problem.expected


def test_a_missing_companion_is_told() -> None:
    """Without it nothing could be checked."""
    without_companion = mapping(kind="changed_together")
    del without_companion["with_glob"]
    (problem,) = check_mapping(without_companion, source="project", path="a.yaml").problems
    assert (problem.key, problem.expected) == (
        "with_glob", "missing; expected a glob or a list of globs",
    )  # fmt: skip
