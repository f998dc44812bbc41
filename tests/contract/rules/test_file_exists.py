"""``file_exists``: some file matches the glob."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules.file_exists import RULE
from tests.examples import check, contract

KIND = "file_exists"


@pytest.mark.parametrize(
    ("keys", "tree"),
    [
        pytest.param({"file_glob": "README.md"}, ["README.md"], id="there"),
        pytest.param({"file_glob": "README.md"}, ["docs/README.md"], id="at any depth"),
        pytest.param({"file_glob": ["README.md", "README.rst"]}, ["README.rst"], id="one of two"),
        pytest.param({"file_glob": "docs/"}, ["docs/a/b.md"], id="a folder with a file"),
    ],
)
def test_silent(keys: dict[str, Any], tree: list[str]) -> None:
    """No violation."""
    assert check([contract(kind=KIND, **keys)], {}, tree=tree).violations == ()


def test_silent_where_the_tree_is_not_whole() -> None:
    """What was not looked at may be there."""
    contract_a = contract(kind=KIND, file_glob="README.md")
    assert check([contract_a], {"a.py": ""}, tree=["a.py"], whole=False).violations == ()
    assert check([contract_a], {"a.py": ""}).violations == ()


@pytest.mark.parametrize(
    ("keys", "tree", "glob"),
    [
        pytest.param({"file_glob": "README.md"}, [], "README.md", id="no files"),
        pytest.param({"file_glob": "README.md"}, ["readme.md"], "README.md", id="another name"),
        pytest.param({"file_glob": "/README.md"}, ["docs/README.md"], "/README.md", id="elsewhere"),
        pytest.param({"file_glob": ["a", "b"]}, ["c"], "a, b", id="none of two"),
        pytest.param({"file_glob": "*.md", "exclude_glob": "a.md"}, ["a.md"], "*.md",
                     id="only one that is excluded"),
    ],
)  # fmt: skip
def test_fires(keys: dict[str, Any], tree: list[str], glob: str) -> None:
    """Once, at the glob; no directive covers what is not there."""
    files = dict.fromkeys(tree, "# phaser:ignore-file a\n")
    report = check([contract(kind=KIND, **keys)], files, tree=tree)
    assert report.violations == (Violation("a", "error", "Fix a.", glob, "glob"),)


@pytest.mark.parametrize(
    ("globs", "doubted"),
    [
        (["README.md", "/LICENSE", "packages/", "src/*.py", "**/README.md", "a/**/b"], ""),
        (["!packages/*/README.md", r"packages/\*/README.md"], ""),
        (["packages/*/README.md"], "packages/*/README.md"),
        (["/apps/v?/x", "a/[bc]*/d", "docs/"], "/apps/v?/x and a/[bc]*/d"),
    ],
)
def test_a_wildcard_folder_is_doubted(globs: list[str], doubted: str) -> None:
    """One file in one of the folders meets it, and whoever writes that means each of them."""
    doubt = f"{doubted} is met by one; did you mean file_pair?" if doubted else ""
    assert RULE.doubt(contract(kind=KIND, file_glob=globs)) == doubt
