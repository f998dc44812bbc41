"""A heading that names a folder gives the files' place; one of ordinary words gives none."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import (
    JAVASCRIPT,
    draft_lines,
    finds,
    keys_of,
    read_page_line,
)

PATHS = (
    "services/api/a.py",
    "packages/web/src/a.ts",
    "frontend/a.ts",
    "tests/a.py",
    "src/sim/a.py",
)
API, WEB = "services/api/**/*.{py,pyi}", "packages/web/**/*.{ts,tsx,mts,cts}"


@pytest.mark.parametrize(
    ("heading", "text", "glob"),
    [
        ("Python (services/api)", "Never call `eval()`", API),
        ("Python (services/api)", "No bare `except:`", API),
        ("`services/api`", "Never import `os.path`", API),
        ("services/api/", "Never use `log.one()`; it blocks", API),
        ("TypeScript (`packages/web`)", "No `any`", WEB),
        ("Frontend", "No `any`", "frontend/**/*.{ts,tsx,mts,cts}"),
        ("packages/web", "Never commit `.env`", "packages/web/**/.env"),
        ("packages/web", "Never edit `src/`", "packages/web/src/"),
        ("packages/web", "Never edit `packages/web/src/`", "packages/web/src/"),
        # It says itself where it holds.
        ("packages/web", "Never use `eval()` in `services/api`", API),
    ],
)
def test_a_folder_in_a_heading_is_the_place(heading: str, text: str, glob: str) -> None:
    assert keys_of(read_page_line(text, PATHS, heading))["file_glob"] == glob


@pytest.mark.parametrize(
    "text",
    [
        "**Must not** import from `frontend/lib`",
        "❌ Cannot import from `frontend/lib` directly",
        "Can't import from `frontend/lib`",
        "❌ May not import from `frontend/lib`",
    ],
)
def test_what_cannot_be_imported_below_a_folder_must_not(text: str) -> None:
    paths = (*PATHS, "frontend/lib/b.ts")
    keys = keys_of(
        draft_lines(f"# A\n\n## Layer Boundaries\n\n### `packages/web`\n\n- {text}\n", paths)[0]
    )
    assert (keys["forbid"], keys["file_glob"]) == (
        ["frontend/lib"],
        f"packages/web/**/*.{JAVASCRIPT}",
    )


def test_what_cannot_be_called_is_a_fact() -> None:
    line = read_page_line("Cannot call `eval()`", PATHS, "packages/web")
    assert not line.rule


def test_the_same_words_of_two_folders_are_two_rules() -> None:
    page = "# A\n\n## services/api\n\n- No `eval()`\n\n## src/sim\n\n- No `eval()`\n"
    lines = draft_lines(page, PATHS)
    assert [keys_of(line)["file_glob"] for line in lines] == [API, "src/sim/**/*.{py,pyi}"]
    assert len({line.key for line in lines}) == 2


@pytest.mark.parametrize("heading", ["Robustness", "Error handling", "Style", "Consistency"])
def test_an_ordinary_word_limits_nothing(heading: str) -> None:
    assert read_page_line("Never use `os.system()`", PATHS, heading).rule


@pytest.mark.parametrize(
    "heading", ["Tests", "Testing", "Scripts", "Examples", "Backend", "Mobile app (apps/ios)"]
)
def test_a_kind_of_place_that_is_no_folder_is_a_condition(heading: str) -> None:
    line = read_page_line("Never use `log.one()`", PATHS, heading)
    assert line.reason == f"condition: under `{heading}` it may be about one kind of place"


@pytest.mark.parametrize("heading", ["Banned Behaviors", "What NOT to do", "Don'ts", "Pitfalls"])
def test_a_ban_below_a_heading_that_bans_is_one(heading: str) -> None:
    assert read_page_line("NEVER commit `.env` files", PATHS, heading).rule


def test_what_is_said_of_a_database_is_about_all_code() -> None:
    """Laravel keeps migrations in `database/`, and asks for models everywhere else."""
    paths = ("app/a.php", "database/migrations/a.php")
    keys = keys_of(read_page_line("Avoid `DB::`; prefer `Model::query()`.", paths, "Database"))
    assert keys["file_glob"] == "*.php"


@pytest.mark.parametrize(
    ("heading", "folder"), [("Config", "config"), ("Resources", "resources"), ("Core", "core")]
)
def test_a_topic_is_no_folder_of_that_name(heading: str, folder: str) -> None:
    """Below "Config" `env()` is forbidden everywhere but in `config/`."""
    line = read_page_line("Never call `env()`", (f"{folder}/a.php", "app/b.php"), heading)
    assert line.rule is None or keys_of(line)["file_glob"] == "*.php"
    marked = read_page_line("Never call `env()`", (f"{folder}/a.php",), f"`{folder}/`")
    assert keys_of(marked)["file_glob"] == f"{folder}/**/*.php"


def test_an_array_of_php_has_items_too() -> None:
    keys = keys_of(read_page_line("Use `[]` instead of `array()`", ["a.php"]))
    assert finds(keys, "array(1, 2)")
