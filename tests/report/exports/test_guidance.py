"""The contracts in words: by globs, from the root, and harmless whatever a message holds."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.model import Contract
from phaser_lint.contract.schema import check_mapping
from phaser_lint.report.exports.guidance import guidance_by_globs, markdown_code
from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_globs
from phaser_lint.text.globs.glob_syntax import from_root
from tests.command.made import FORBID_PRINT

PATHS = ("a.py", "s/a.py", "s/src/a.py", "s/x/src/a.py", "s/src/x/b.js", "s/[a]/a.py", "t/s/a.py")


def known_contract(level: str = "", **keys: Any) -> Contract:
    field = {**FORBID_PRINT, **keys}
    contract = check_mapping(field, source="project", path="a.yaml", level=level).contract
    assert contract is not None
    return contract


@pytest.mark.parametrize("folder", ["", "s", "s/[a]", "!s"])
@pytest.mark.parametrize(
    "glob", ["*.py", "/a.py", "src/*.py", "src/", "src/**", "**/a.py", "!*.py"]
)
def test_a_glob_from_the_top(folder: str, glob: str) -> None:
    """It selects what the glob does below its folder."""
    from_folder = compile_globs(("*", glob), (), folder=folder)
    from_top = compile_globs((from_root("*", folder), from_root(glob, folder)), ())
    assert [match(from_top, path) for path in PATHS] == [match(from_folder, path) for path in PATHS]


def test_one_part_for_each_list_of_globs() -> None:
    """Errors come first; what levels below say otherwise is said."""
    guidance = guidance_by_globs(
        [
            known_contract(rule_id="b", severity="warning"),
            known_contract(rule_id="a", rationale="It is\nlost."),
            known_contract(rule_id="c", level="s/p", file_glob=["/x/*.py", "y"], exclude_glob="z"),
            known_contract(rule_id="d", path_pattern="^src/")._replace(overridden_by=("", "t")),
        ]
    )
    assert [(guidance_part.shown, guidance_part.lines) for guidance_part in guidance] == [
        (
            "`*.py`",
            (
                "- a (error): Use the logger.",
                "  Why: It is lost.",
                "- d (error): Use the logger.",
                "  Only where the path has `^src/`.",
                "  Other rules count below `t/`.",
                "- b (warning): Use the logger.",
            ),
        ),
        ("`s/p/x/*.py`, `s/p/**/y`, not `s/p/**/z`", ("- c (error): Use the logger.",)),
    ]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("me@example.org", "me@example.org"),
        ("See @docs/a.md and\n@b", r"See \@docs/a.md and \@b"),
        ("<!-- phaser-lint: end -->", r"\<!-- phaser-lint: end -->"),
        ("---\npaths: x\n---\n# Title", "--- paths: x --- # Title"),
        ("red \x1b[31m", r"red \x1b[31m"),
    ],
)
def test_messages_are_harmless(message: str, line: str) -> None:
    (guidance_part,) = guidance_by_globs([known_contract(message=message)])
    assert guidance_part.lines == (f"- no-print (error): {line}",)


@pytest.mark.parametrize(
    ("text", "expected"), [("a", "`a`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```")]
)
def test_a_glob_is_code_in_markdown(text: str, expected: str) -> None:
    assert markdown_code(text) == expected
