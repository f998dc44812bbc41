"""What a release writes, says and consists of."""

from __future__ import annotations

import re
from pathlib import Path

import package
import pytest
import release

from phaser_lint import PACKAGE, __version__

ROOT = Path(__file__).parents[1]
URL = "https://github.com/phaser-lint/phaser-lint"
CHANGELOG = f"""\
# Changelog

## [Unreleased]

### Added

- One thing.

[Unreleased]: {URL}/commits/main
"""
FIRST = f"""\
# Changelog

## [Unreleased]

## [0.1.0] - 2026-12-01

### Added

- One thing.

[Unreleased]: {URL}/compare/v0.1.0...main
[0.1.0]: {URL}/releases/tag/v0.1.0
"""
SECOND = f"""\
# Changelog

## [Unreleased]

## [0.2.0] - 2027-01-01

## [0.1.0] - 2026-12-01

### Added

- One thing.

[Unreleased]: {URL}/compare/v0.2.0...main
[0.2.0]: {URL}/compare/v0.1.0...v0.2.0
[0.1.0]: {URL}/releases/tag/v0.1.0
"""


@pytest.mark.parametrize(
    ("changelog", "version", "today", "before", "expected"),
    [
        (CHANGELOG, "0.1.0", "2026-12-01", None, FIRST),
        (FIRST, "0.2.0", "2027-01-01", "v0.1.0", SECOND),
    ],
    ids=["the first", "the next"],
)
def test_a_release_moves_the_unreleased_changes(
    changelog: str, version: str, today: str, before: str | None, expected: str
) -> None:
    """What was unreleased stands under the version, with a link that compares."""
    assert release.released(changelog, version, today, before) == expected


@pytest.mark.parametrize(
    ("version", "expected"), [("0.1.0", "### Added\n\n- One thing.\n"), ("0.3.0", "")]
)
def test_the_notes_are_the_section_of_the_version(version: str, expected: str) -> None:
    """The section of the version, and nothing of the links below it."""
    assert package.notes_of(version, FIRST) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("hatchling>=1.27 v0.1.0", "hatchling>=1.27 v0.1.0"),
        ("uses: actions/checkout@v7.0.1", "uses: actions/checkout@v7.0.1"),
        ("  rev: v0.1.0\n", "  rev: v0.2.0\n"),
        ("- uses: phaser-lint/phaser-lint@v0.1.0\n", "- uses: phaser-lint/phaser-lint@v0.2.0\n"),
        ("  rev: COMMIT\n", "  rev: v0.2.0\n"),
        ("- uses: phaser-lint/phaser-lint@COMMIT\n", "- uses: phaser-lint/phaser-lint@v0.2.0\n"),
        ("There is no release yet: put a commit's hash in place of `COMMIT`. More.\n", "More.\n"),
        ("pip install phaser-lint==0.1.0\n", "pip install phaser-lint==0.2.0\n"),
        (f"pipx install git+{URL}\n", "pipx install phaser-lint\n"),
        ("pipx install .  # it\n", "pipx install phaser-lint  # it\n"),
        (f"pip install git+{URL}\n", "pip install phaser-lint==0.2.0\n"),
        (f"`uvx --from git+{URL} phaser-lint`", "`uvx --from phaser-lint phaser-lint`"),
        (f"see {URL}", f"see {URL}"),
    ],
)
def test_pins_of_the_pages(page: str, expected: str) -> None:
    """Only this project's own."""
    assert release.pinned(page, "0.2.0") == expected


def test_the_citation_names_the_version_once() -> None:
    """The version and the date stand once, however often it is written."""
    once = release.cited("title: x\n", "0.1.0", "2026-12-01")
    assert once == "title: x\nversion: 0.1.0\ndate-released: 2026-12-01\n"
    assert release.cited(once, "0.1.0", "2026-12-01") == once


def test_the_bill_of_materials_names_the_version() -> None:
    """pyproject.toml, which it is made of, tells none; the rest stays as it is."""
    bill = {"metadata": {"timestamp": "x", "component": {"name": "phaser-lint"}}, "components": []}
    assert package.of_version(bill, "0.2.0") == {
        "metadata": {
            "timestamp": "x",
            "component": {
                "name": "phaser-lint",
                "version": "0.2.0",
                "purl": "pkg:pypi/phaser-lint@0.2.0",
            },
        },
        "components": [],
    }


@pytest.mark.parametrize(("name", "times"), [("package.json", 1), ("package-lock.json", 2)])
def test_the_extension_has_the_version(name: str, times: int) -> None:
    """Its own, in the package and in the lock file; not that of what it is built with."""
    text = (ROOT / "editors" / "vscode" / name).read_text(encoding="utf-8")
    assert release.versioned(text, __version__) == text
    next_text = release.versioned(text, "77.7.7")
    assert next_text.count('"77.7.7"') == times
    assert next_text.replace("77.7.7", __version__) == text


def all_pages() -> str:
    return "".join((ROOT / page).read_text(encoding="utf-8") for page in release.pages())


def is_released() -> bool:
    return "\n## [0" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_pages_install_what_there_is() -> None:
    """A package of the index once there is a release; before, what GitHub has."""
    hints = (ROOT / "editors" / "vscode" / "src" / "choice.ts").read_text(encoding="utf-8")
    words = re.sub(r'" \+\n\s*"', "", all_pages() + hints)
    packages_installed = re.findall(r"(?:(?:pipx|uv tool) install|uvx\W+--from) ([^\s)`]+)", words)
    assert len(packages_installed) > 2
    # What is not released is installed from a checkout, which README says.
    assert ("." in packages_installed) != is_released()
    assert {PACKAGE, *packages_installed} - {"."} == {
        "phaser-lint" if is_released() else f"git+{URL}"
    }


def test_pages_name_the_version_of_the_package() -> None:
    """What README pins is what this checkout is, and no tag before there is one."""
    pins = re.findall(
        r"(?:rev: |phaser-lint/phaser-lint@|install phaser-lint==)(COMMIT|v?[\d.]+\d)", all_pages()
    )
    assert len(pins) > 3
    assert {pin.removeprefix("v") for pin in pins} == {__version__ if is_released() else "COMMIT"}


def test_every_system_can_hold_every_file() -> None:
    """A checkout on Windows, and an archive that uv unpacks, ends at the first that they cannot."""
    top = Path(__file__).parent.parent
    folders = ("benchmarks", "docs", "examples", "phaser_lint", "plugins", "scripts", "tests")
    names = [path.name for folder in folders for path in top.glob(f"{folder}/**/*")]
    assert len(names) > 1_000
    assert [name for name in names if re.search(r'[<>:"|?*\\\x00-\x1f]|[. ]$', name)] == []
