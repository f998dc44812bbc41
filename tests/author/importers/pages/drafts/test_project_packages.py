"""A word is a package where a manifest of the project names it, and the line is about imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from phaser_lint.author.importers.pages.drafts.project_packages import (
    read_own_packages,
    read_packages,
)
from tests.author.importers.pages.page_lines import draft_lines, keys_of

PATHS = ("src/sim/a.ts", "src/b.ts")
PACKAGES = {"react": "JavaScript", "phaser": "JavaScript", "click": "JavaScript"}
PROJECT = """\
[project]
name = "shop"
dependencies = [
    "fastapi>=0.100",
    "Typing-Extensions",
]

[tool.poetry.dependencies]
python = "^3.12"
click = "^8"
"""


def test_the_packages_of_manifests(tmp_path: Path) -> None:
    texts = {
        "web/package.json": '{"name": "web", "devDependencies": {"react": "19", "@a/b": "1"}}',
        "broken/package.json": "{",
        "pyproject.toml": PROJECT,
        "requirements-dev.txt": "# tools\npytest[all]==8\n-r other.txt\nrich\n",
        "notes.txt": "numpy",
    }
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert read_packages([*texts, "gone/package.json"], str(tmp_path)) == {
        "react": "JavaScript",
        "fastapi": "Python",
        "typing_extensions": "Python",
        "click": "Python",
        "pytest": "Python",
        "rich": "Python",
    }


@pytest.mark.parametrize(
    ("text", "names", "glob"),
    [
        ("`src/sim/` must not import `react` or `phaser`.", ["react", "phaser"], "src/sim/**/*"),
        (
            "`src/sim/` must not import React, Phaser, or views.",
            ["react", "phaser"],
            "src/sim/**/*",
        ),
        ("`src/sim/` never imports `click`", ["click"], "src/sim/**/*"),
        ("Do not import React", ["react"], "*"),
        ("Never import `click`; it is slow", ["click"], "*"),
    ],
)
def test_a_package_that_is_never_imported(text: str, names: list[str], glob: str) -> None:
    [line] = draft_lines(f"# A\n\n- {text}\n", PATHS, packages=PACKAGES)
    keys = keys_of(line)
    assert (keys["type"], keys["forbid"]) == ("forbid_import", names)
    assert keys["file_glob"].startswith(f"{glob}.")


@pytest.mark.parametrize(
    "text",
    [
        "`src/sim/` must not import `simcore`",
        "Do not import timers",
        "Never use `click`",
        "Never click",
        "Do not import React in `src/sim` unless it is needed",
        "Do not import React components of others",
    ],
)
def test_a_word_that_is_no_package(text: str) -> None:
    lines = draft_lines(f"# A\n\n- {text}\n", PATHS, packages=PACKAGES)
    assert not any(line.rule for line in lines)


WORKSPACE = ("apps/web/a.ts", "apps/api/package.json", "apps/api/a.ts", "shared/package.json")


def test_the_names_of_own_packages(tmp_path: Path) -> None:
    texts = {
        "package.json": '{"name": "shop"}',
        "api/package.json": '{"name": "@shop/api"}',
        "nameless/package.json": "{}",
        "broken/package.json": "[",
    }
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    own_packages = read_own_packages([*texts, "gone/package.json", "api/a.ts"], str(tmp_path))
    assert own_packages == {"": "shop", "api": "@shop/api"}


@pytest.mark.parametrize(
    ("text", "name", "names", "unseen"),
    [
        # A workspace imports the folder by the name of its package.
        (
            "`apps/web` must not import from `apps/api`",
            "@shop/api",
            ["apps/api", "**/apps/api", "@shop/api"],
            (),
        ),
        ("Never import from `apps/api` in `apps/web`", "@shop/api", ["apps/api", "@shop/api"], ()),
        # A file may be called so.
        (
            "`apps/web` can't import from `apps/api`",
            "api",
            ["apps/api", "**/apps/api"],
            ("imports of `api`",),
        ),
        ("`apps/web` must not import from `apps/api`", "", ["apps/api", "**/apps/api"], ()),
        # By its name one may.
        (
            "Never import from `apps/api` directly",
            "@shop/api",
            ["apps/api"],
            ("imports of `@shop/api`",),
        ),
    ],
)
def test_the_folder_of_a_package_is_imported_by_its_name(
    text: str, name: str, names: list[str], unseen: tuple[str, ...]
) -> None:
    [line] = draft_lines(f"# A\n\n- {text}\n", WORKSPACE, own_packages={"apps/api": name})
    assert keys_of(line)["forbid"] == names
    assert line.rule
    assert line.rule.unseen == unseen


@pytest.mark.parametrize(
    ("text", "glob"),
    [
        ("Don't import `@prisma/client` in `apps/web`", "apps/web/**/*"),
        ("Never import `react` in `src/sim/`", "src/sim/**/*"),
        ("Never import `@a/b` in `apps/gone`", "condition: no files lie at the path"),
        ("Never import `@a/b` in `views`", "condition: under `Others` it may"),
    ],
)
def test_a_package_is_never_imported_in_a_folder(text: str, glob: str) -> None:
    page = f"# A\n\n## Others\n\n- {text}\n"
    [line] = draft_lines(page, (*PATHS, *WORKSPACE), packages=PACKAGES)
    assert (keys_of(line)["file_glob"] if line.rule else line.reason).startswith(glob)
