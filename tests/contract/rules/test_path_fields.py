"""Fields of a path where they stand for nothing: a notice, where a text may mean its braces."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.resolve import resolve_contracts
from tests.examples import contract, mapping

SAID = "is plain text, and no part of the path"


@pytest.mark.parametrize(
    ("keys", "doubt"),
    [
        ({"pattern": r"\{stem\}"}, ""),
        ({"pattern": r"\$\{name}"}, ""),
        ({"pattern": "{{name}}"}, ""),
        ({"pattern": "a{2}b{1,3}"}, ""),
        ({"pattern": "{title}"}, ""),
        ({"pattern": "{stem}", "literal": True}, ""),
        ({"pattern": "{pkg}", "path_pattern": "(?P<other>a)"}, ""),
        ({"pattern": "class {name}"}, f"`{{name}}` in pattern {SAID}"),
        ({"pattern": r"\\{name}"}, f"`{{name}}` in pattern {SAID}"),
        ({"pattern": "{pkg}", "path_pattern": "(?P<pkg>a)"}, f"`{{pkg}}` in pattern {SAID}"),
        ({"path_pattern": "{name}/a"}, f"`{{name}}` in path_pattern {SAID}"),
        (
            {"pattern": "{name}", "when_match": "{name}"},
            f"`{{name}}` in pattern and `{{name}}` in when_match {SAID}",
        ),
    ],
)
def test_fields_in_patterns_are_searched_as_they_stand(keys: dict[str, Any], doubt: str) -> None:
    """They are searched as they stand there."""
    notices = resolve_contracts([contract(**{"pattern": "x", **keys})], exclude=()).notices
    assert [notice.text for notice in notices] == ([f"a: {doubt}"] if doubt else [])


@pytest.mark.parametrize("field", ["{dir}", "{stem}", "{ext}"])
def test_what_is_no_pattern(field: str) -> None:
    """For `regex` these begin what is found with errors, and end too soon."""
    (problem,) = check_mapping(
        mapping(pattern=f"class {field}"), source="project", path="a.yaml"
    ).problems
    assert problem.expected.endswith(f"at position 8; {field} stands for no part of the path here")
