"""The files of a Semgrep rule in the keys of a contract."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.author.importers.semgrep import AskedOfFiles, convert_file_selection

NOWHERE = "is a glob that Semgrep finds nothing by"


@pytest.mark.parametrize(
    ("languages", "keys"),
    [
        (["regex"], {"file_glob": "*"}),
        (["python", "generic"], {"file_glob": "*"}),
        (["go"], {"file_glob": "*.go"}),
        (["py"], {"file_glob": ["*.py", "*.pyi"]}),
        (["ts", "vue"], {"file_glob": ["*.ts", "*.tsx", "*.vue"]}),
        (["C"], {"file_glob": ["*.c", "*.h"]}),
    ],
)
def test_a_language_selects_its_endings(languages: list[str], keys: dict[str, Any]) -> None:
    """By their endings, under any of their names."""
    assert convert_file_selection(languages, include=[], exclude=[]) == AskedOfFiles(keys)


@pytest.mark.parametrize(
    ("semgrep_glob", "glob"),
    [
        ("*.py", "*.py"),
        ("src", "src"),
        ("src/", "src/"),
        ("/src/*.py", "/src/*.py"),
        ("./src", "/src"),
        ("src/*.py", "**/src/*.py"),
        ("src/**", "**/src/**"),
        ("**/a/*.py", "**/a/*.py"),
    ],
)
def test_a_path_without_a_slash_before_it_is_at_any_depth(semgrep_glob: str, glob: str) -> None:
    """With a slash within, and none before it, at any depth."""
    excluding = convert_file_selection(["go"], include=[], exclude=[semgrep_glob])
    assert excluding == AskedOfFiles({"file_glob": "*.go", "exclude_glob": glob})
    including = convert_file_selection(["regex"], include=[semgrep_glob, "b"], exclude=[])
    assert including == AskedOfFiles({"file_glob": [glob, "b"]})


def test_globs_and_endings_select_together() -> None:
    """The globs select, and the pattern of the endings beside them."""
    asked_of_globs = convert_file_selection(["c"], include=["src/"], exclude=["a", "b"])
    keys = {"path_pattern": r"(?:\.c|\.h)\Z", "file_glob": "src/", "exclude_glob": ["a", "b"]}
    assert asked_of_globs == AskedOfFiles(keys)


def test_globs_that_select_nothing() -> None:
    """Left out as they were; with them alone the rule was dead, and they are what was meant."""
    asked_of_globs = convert_file_selection(["regex"], include=["a", "*.{js,ts}"], exclude=["!b"])
    remarks = (
        f"paths.include: *.{{js,ts}} {NOWHERE}, and left out",
        f"paths.exclude: !b {NOWHERE}, and left out",
    )
    assert asked_of_globs == AskedOfFiles({"file_glob": "a"}, remarks)
    dead = convert_file_selection(["regex"], include=["{a,b}/*.{js,ts}"], exclude=[])
    globs = ["**/a/*.js", "**/a/*.ts", "**/b/*.js", "**/b/*.ts"]
    reason = f"paths.include: {{a,b}}/*.{{js,ts}} {NOWHERE}"
    assert dead == AskedOfFiles({"file_glob": globs}, (), "", reason)


def test_of_many_braces_a_hundred_globs_are_made() -> None:
    """Some of them: they may be any number."""
    asked_of_globs = convert_file_selection(["regex"], include=["{a,b}" * 40], exclude=[])
    assert len(asked_of_globs.keys["file_glob"]) == 100


def test_an_unknown_language_selects_nothing() -> None:
    """No guess is made of its files."""
    unsupported = "languages: no file ending is known of cobol"
    assert convert_file_selection(["COBOL"], include=[], exclude=[]) == AskedOfFiles(
        {}, unsupported=unsupported
    )
