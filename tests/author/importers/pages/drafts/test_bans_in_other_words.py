"""Bans whose verb says what the code does, and files that stand without backquotes."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, finds, keys_of, read_page_line

PATHS = ("api/a.ts", "web/b.ts", "shared/c.ts", "tests/test_a.py")


@pytest.mark.parametrize(
    "text",
    [
        "Never block on `fetch()`",
        "Never block with `a.Result` or `load()`",
        "Never block users with `.ban()`",
        "Never block the view with `alert()`",
        "Never block with `.Result` in handlers",
        "Never block with `.Result` unless it is `Main`",
        "Never block in handlers with `.Wait()`",
        "Never block with `Result`",
        "Blocking with `.Result` is slow",
        "Never log rows with `console.log`",
        "Never log with `console.log` in production",
        "Never log with `console.log` or `shop.info`",
        "Never log with `shop.info`",
    ],
)
def test_what_is_banned_for_one_purpose_is_no_draft(text: str) -> None:
    assert read_page_line(text, ("src/a.cs", "src/a.ts")).rule is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Never commit .env", ["**/.env"]),
        ("Never commit the .env file", ["**/.env"]),
        ("Never commit: .env", ["**/.env"]),
        ("Do not commit .env or .env.local files", ["**/.env", "**/.env.local"]),
        ("Never commit keys or .env files", ["**/.env"]),
    ],
)
def test_files_that_nobody_commits_need_no_backquotes(text: str, paths: list[str]) -> None:
    globs = keys_of(read_page_line(text, PATHS))["file_glob"]
    names = [glob.rpartition("/")[2] for glob in ([globs] if isinstance(globs, str) else globs)]
    assert names == [path.removeprefix("**/") for path in paths]


@pytest.mark.parametrize(
    "text",
    [
        "Copy .env.example to .env and commit nothing else",
        "Commit .env.example, never .env",
        "Never commit .env.* files",
        "Never commit .environment files",
        "Never commit shop.env",
        "Never commit `a.py` with .env values in it",
        "Never commit changes of .env without a look",
        "Never commit keys to .env",
        "Never commit values from .env files",
        "Commit node_modules when asked",
        "Always commit .env.test",
        "Do not commit .env if it has keys",
    ],
)
def test_a_file_beside_a_commit_may_be_meant_otherwise(text: str) -> None:
    assert read_page_line(text, PATHS).rule is None


@pytest.mark.parametrize(
    ("after", "is_draft"),
    [
        ("Shared types only go in `shared/`.", True),
        ("Helpers live only in `tests/`.", True),
        ("It only goes in `tests/`.", False),
        ("Web types only go in `tests/`.", False),
        ("Only types are fine.", False),
        ("Imports only belong in `tests/`.", False),
        ("Only `main.ts` does.", False),
        ("These only go in `shared/`.", False),
        ("Only the root may.", False),
        ("Types only.", False),
        ("Exceptions only go in `shared/`.", False),
        ("Stubs only go in `shared/` if they are small.", False),
    ],
)
def test_where_other_things_lie_is_no_exception_of_a_boundary(after: str, is_draft: bool) -> None:
    line = read_page_line(f"`api/` must not import from `web/`. {after}", PATHS)
    assert (line.rule is not None) == is_draft


@pytest.mark.parametrize(
    "text",
    [
        "Keep `out/` untracked unless it is a release",
        "`out/` should stay",
        "`out/` should stay as it is",
        "Keep `out/` out of the build",
        "`out/`: what is built (keep it small)",
        "`out/`: what is built, keep it",
        "`out/`: what is built (do you keep it out of commits?)",
        "Keep changes of `out/` out of commits",
        "Keep secrets out of commits, in `vault/`",
        "Keep `out/` out of commits in a branch",
        "`out/` may stay untracked",
    ],
)
def test_what_is_kept_otherwise_may_be_committed(text: str) -> None:
    lines = draft_lines(f"# A\n\n## Code style\n\n- {text}\n", PATHS)
    assert not any(line.rule for line in lines)


@pytest.mark.parametrize(
    ("text", "path", "banned", "allowed"),
    [
        ("No empty catch blocks", "a.ts", "try { a() } catch (b) { }", "catch (b) { c() }"),
        ("Never leave empty `catch` blocks", "A.java", "catch (B b) {}", "catch (B b) { c(); }"),
        ("No `dynamic`. Use sealed classes.", "a.dart", "Map<String, dynamic> a", "a.dynamic"),
        ("Use NavigationStack (NOT NavigationView)", "a.swift", "NavigationView {", "a {"),
    ],
)  # fmt: skip
def test_more_words_for_code(text: str, path: str, banned: str, allowed: str) -> None:
    keys = keys_of(read_page_line(text, [path]))
    assert finds(keys, banned)
    assert not finds(keys, allowed)


@pytest.mark.parametrize(
    ("text", "globs"),
    [
        ("`.env`, keys, and `vault/` must stay ignored.", [".env", "vault/"]),
        ("`.env` should remain untracked", ".env"),
        ("Use file-based modules, NOT `mod.rs` files", "mod.rs"),
    ],
)
def test_a_file_that_is_not_to_be_in_git(text: str, globs: object) -> None:
    [line] = draft_lines(f"# A\n\n- {text}\n", PATHS)
    keys = keys_of(line)
    assert (keys["type"], keys["file_glob"]) == ("file_not_exists", globs)
