"""``file_pair``: every selected file or folder has one of its partners."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import at_level, check, contract, places_of

KIND = "file_pair"
MIGRATIONS = {"file_glob": "*.up.sql", "path_pattern": r"(\d+)_\w+\.up", "partner": "down/{1}.sql"}
PACKAGES = {"file_glob": "/packages/*/", "partner": ["{dir}/README.md", "{dir}/docs/"]}
DOCS = {"file_glob": "*.md", "partner": "docs/"}
TESTS = {"file_glob": "src/**/*.py", "partner": "tests/{dir}/test_{name}"}


@pytest.mark.parametrize(
    ("keys", "tree"),
    [
        pytest.param(MIGRATIONS, ["7_a.up.sql", "down/7.sql"], id="there"),
        pytest.param(MIGRATIONS, ["a.up.sql"], id="not under path_pattern"),
        pytest.param(MIGRATIONS, ["7.sql"], id="another file"),
        pytest.param(TESTS, ["src/a/b.py", "tests/src/a/test_b.py"], id="in another folder"),
        pytest.param(PACKAGES, ["packages/a/b.py", "packages/a/README.md"], id="one of two"),
        pytest.param(PACKAGES, ["packages/a/b.py", "packages/a/docs/c/d.md"], id="a folder"),
        pytest.param(PACKAGES, ["packages/a.py", "c/packages/d/e.py"], id="no such folder"),
        pytest.param(
            {**PACKAGES, "exclude_glob": "packages/old/"}, ["packages/old/a.py"], id="excluded"
        ),
        pytest.param(
            {**PACKAGES, "path_pattern": "/[^_][^/]*$"}, ["packages/_a/b.py"],
            id="folder not under path_pattern",
        ),
        # What takes out names no folder, whether it ends in a slash or not.
        pytest.param(
            {**TESTS, "file_glob": ["src/**/*.py", "!src/old/"]}, ["src/old/a.py"], id="taken out"
        ),
        pytest.param(
            {**PACKAGES, "file_glob": ["/packages/*/", "!/packages/old"]}, ["packages/old/a.py"],
            id="folder taken out",
        ),
        pytest.param(PACKAGES, [], id="no files"),
        pytest.param(DOCS, ["docs/a.md", "docs/b/c.txt"], id="another file of its folder"),
    ],
)  # fmt: skip
def test_silent(keys: dict[str, Any], tree: list[str]) -> None:
    """No violation."""
    assert check([contract(kind=KIND, **keys)], {}, tree=tree).violations == ()


@pytest.mark.parametrize(
    ("keys", "tree", "path", "missing"),
    [
        pytest.param(MIGRATIONS, ["7_a.up.sql"], "7_a.up.sql", "down/7.sql", id="none"),
        pytest.param(
            MIGRATIONS, ["7_a.up.sql", "down/7.SQL"], "7_a.up.sql", "down/7.sql", id="other case"
        ),
        pytest.param(
            MIGRATIONS, ["7_a.up.sql", "down/7.sql/x"], "7_a.up.sql", "down/7.sql",
            id="a folder of that name",
        ),
        pytest.param(DOCS, ["docs/a.md"], "docs/a.md", "docs/", id="alone in the folder"),
        pytest.param(TESTS, ["src/b.py"], "src/b.py", "tests/src/test_b.py", id="elsewhere"),
        pytest.param(
            PACKAGES, ["packages/a/src/b.py", "packages/a/src/README.md"], "packages/a",
            "packages/a/README.md or packages/a/docs/", id="only further below",
        ),
        pytest.param(
            {**PACKAGES, "file_glob": "packages/**/*/"},
            ["packages/a/b/c.py", "packages/a/README.md"], "packages/a/b",
            "packages/a/b/README.md or packages/a/b/docs/", id="at any depth",
        ),
        pytest.param(
            {"file_glob": "api/", "partner": "{dir}/{stem}{ext}.md"}, ["v1.2/api/x.py"], "v1.2/api",
            "v1.2/api/api.md", id="the name of a folder",
        ),
        pytest.param(
            {**PACKAGES, "path_pattern": "(?P<p>a)$", "partner": "docs/{p}.md"},
            ["packages/a/b.py", "packages/c/b.py"], "packages/a", "docs/a.md", id="a named group",
        ),
        pytest.param(
            {"file_glob": "a", "partner": "{dir}/../../b"}, ["a", "../b"], "a",
            "a partner that is neither the path itself nor outside of the level", id="outside",
        ),
        pytest.param(
            {"file_glob": "*.py", "partner": "{1}.py", "path_pattern": "(.)"}, ["a.py"], "a.py",
            "a partner that is neither the path itself nor outside of the level", id="itself",
        ),
    ],
)  # fmt: skip
def test_fires(keys: dict[str, Any], tree: list[str], path: str, missing: str) -> None:
    """Once, at the path, with what was looked for."""
    report = check([contract(kind=KIND, **keys)], {}, tree=tree)
    assert report.violations == (
        Violation("a", "error", f"Fix a. (missing: {missing})", path, "file"),
    )


def test_paths_are_those_of_the_level() -> None:
    """A partner is looked for below the level, and nowhere else."""
    contract_a = at_level("pay", kind=KIND, **PACKAGES)
    tree = ["pay/packages/a/x.py", "packages/a/README.md", "packages/b/x.py"]
    assert [violation.message for violation in check([contract_a], {}, tree=tree).violations] == [
        "Fix a. (missing: pay/packages/a/README.md or pay/packages/a/docs/)"
    ]
    assert check([contract_a], {}, tree=[*tree, "pay/packages/a/README.md"]).violations == ()


def test_a_directive_in_the_file() -> None:
    """``ignore-file`` lets it pass, unless the contract cannot be ignored; a folder has none."""
    files = {"a.py": "# phaser:ignore-file a\n"}
    keys: dict[str, Any] = {"file_glob": "*.py", "partner": "{stem}.md"}
    report = check([contract(kind=KIND, **keys)], files, tree=files)
    assert (len(report.violations), len(report.suppressed)) == (0, 1)
    report = check([contract(kind=KIND, ignorable=False, **keys)], files, tree=files)
    assert places_of(report) == ["a a.py"]
