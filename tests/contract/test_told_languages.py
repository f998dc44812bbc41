"""``languages`` of the configuration: what a text is read as, whatever its ending is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.text.languages import join_text_name
from phaser_lint.text.regions import LANGUAGE_NAMES, has_region_reader, open_regions
from tests.command.made import contract
from tests.conftest import write_files
from tests.contract.leveled import PLACE, describe_problems, load_levels
from tests.contract.stored import Later, make_project

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Run

FILE = ".phaser/config.yaml"
CODE = {"in": "code", "file_glob": "*.job"}
PRINTED = {"valid": ["# print("], "invalid": ["print("]}


def kinds_of(name: str, text: str) -> list[str]:
    """What each character that is no blank is in."""
    regions = open_regions(name, text)
    return [regions.region_around(place)[2] for place, sign in enumerate(text) if sign != " "]


@pytest.mark.parametrize(
    ("path", "told", "text", "kinds"),
    [
        ("a.sql", "", "-- {{x}}", ["comment"] * 7),
        ("a.sql", "sql", "-- {{x}}", ["comment"] * 7),
        ("a.sql", "dbt", "-- {{x}}", ["comment"] * 2 + ["code"] * 5),
        ("a.sql", "jinja", "-- {{x}}", ["comment"] * 2 + ["code"] * 5),
        ("a.sql", "python", "-# x", ["code"] + ["comment"] * 2),
        ("a.job", "python", "x'#'", ["code"] + ["string"] * 3),
        ("a.job", "ini", "# '", ["comment"] * 2),
        # The template of the ending stays, in another language.
        ("a.j2", "yaml", "# {{x}}", ["comment"] + ["code"] * 5),
        ("a.yml.j2", "python", "# {{x}}", ["comment"] + ["code"] * 5),
        ("a.html", "erb", "<%x%>", ["code"] * 5),
        ("a.job", "erb", "<%#x%>", ["comment"] * 6),
        # What the first line says counts only where nothing else does.
        ("a", "sql", "#!/bin/sh", ["comment"] * 9),
        # A file of that name is no cell of a notebook.
        ("cell.py", "", "'''x", ["code"] * 4),
    ],
)
def test_what_a_text_is_read_as(path: str, told: str, text: str, kinds: list[str]) -> None:
    assert kinds_of(join_text_name(path, told) if told else path, text) == kinds


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_each_language_has_a_reader(language: str) -> None:
    assert has_region_reader(join_text_name("a.nobody-knows", language))
    assert kinds_of(join_text_name("a.nobody-knows", language), "") == []


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", ""),
        ("models/a.sql", "dbt"),
        ("x/models/a.sql", "sql"),
        ("seeds/a.sql", "jinja"),
        ("a.job", "python"),
        (join_text_name("seeds/a.ipynb", "cell.sql"), ""),
    ],
)
def test_the_last_glob_wins_from_the_top(tmp_path: Path, path: str, language: str) -> None:
    configuration = "languages: {'*.sql': sql, '*.job': python, '/models/': dbt, seeds/: jinja}\n"
    contract_set = load_levels(tmp_path, {f"x/{PLACE}": contract("a"), FILE: configuration})
    assert describe_problems(contract_set) == []
    expected_name = join_text_name(path, language) if language else path
    assert name_text_in_language(contract_set.contracts[0], path) == expected_name


def test_examples_are_in_the_language(tmp_path: Path) -> None:
    """Without it they are in none, and need a path."""
    text = contract("no-print", pattern=r"print\(", examples=PRINTED, **CODE)
    told = load_levels(tmp_path, {PLACE: text, FILE: "languages: {'*.job': python}\n"})
    assert describe_problems(told) == []
    assert [notice.text for notice in told.notices] == []
    untold = load_levels(tmp_path, {PLACE: text, FILE: ""})
    assert [problem.split(": ")[1] for problem in describe_problems(untold)] == [
        "examples.valid[0]",
        "examples.invalid[0]",
    ]


def test_what_is_stored_goes_by_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of contract files that did not change."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    project = make_project(tmp_path)
    text = contract("no-print", pattern=r"print\(", examples=PRINTED, **CODE)
    project.write(text)
    for language, problems in (("python", 0), ("go", 1), ("python", 0)):
        project.write(f"languages: {{'*.job': {language}}}\n", FILE)
        assert len(project.load().problems) == problems, language
        assert project.load() == project.load_from_files()


def test_a_scan_that_kept_results_reads_anew(tmp_path: Path, run: Run) -> None:
    """Where the configuration alone changed, and in a process for each of them."""
    unchanged_files = {
        "a.job": "-- print(1)\n",
        PLACE: contract("a", pattern="print", **CODE),
    }
    codes = []
    for language in ("python", "sql", "python"):
        files = {**unchanged_files, FILE: f"languages: {{'*.job': {language}}}\n"}
        write_files(tmp_path, files)
        codes.append(run("scan", cwd=tmp_path).code)
    assert codes == [1, 0, 1]
