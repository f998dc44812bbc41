"""A line with several rules: each that is sure is tried, and what no draft says is named."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

_TS = ("src/a.ts", "src/b.tsx", "tsconfig.json")
_PY = ("src/a.py", "src/b.py")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Strict compiler: no `any`, no `as unknown as T`", ("let a: any", "a as unknown as B")),
    ],
)
def test_bans_that_follow_each_other_are_one_draft(text: str, found: tuple[str, ...]) -> None:
    keys = keys_of(read_page_line(text, _TS))
    assert all(finds(keys, code) for code in found)


@pytest.mark.parametrize(
    "text",
    [
        "\u274c Use `var` instead of `let`",
        "\u274c Use `var` when a loop needs it",
        "\u274c Use of names that are long",
        "\u274c Use `eval()` without a check",
        "\u2705 Use `var`",
        "\u274c User names in `var`",
        "\u274c Calls of `fetch` in a loop",
        "\u274c Imports that are not used",
        "\u274c Use the `any` type, except in tests of `core`",
        "\u274c Using the wrong `key`",
    ],
)
def test_what_a_mark_does_not_ban_by_itself_is_left(text: str) -> None:
    assert read_page_line(text, _TS).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "No `.js` extension in imports",
        "Imports need no `.js` extension",
        "Do not use `.js` extensions in imports",
        "Omit `.js` extensions in imports",
        "Relative imports must include `.js` extensions in `server`",
        "Relative imports must include `.js` when the target is ESM",
        "Use `.js` extensions in the import map",
        "Use `.js` for plugins",
        "Use `.ts` extensions in imports",
        "Imports of `.js` files are fine",
    ],
)
def test_another_word_on_endings_of_imports_is_left(text: str) -> None:
    assert read_page_line(text, _TS).rule is None


@pytest.mark.parametrize(
    ("heading", "text", "paths"),
    [
        ("Before you commit, verify", "No `print()`", _PY),
        ("Pull request checklist", "No wildcard imports", _PY),
        ("Style", "Don't use `<img>` elements in React projects", _TS),
        ("Secrets", "Never stage `.env` files", _PY),
        ("Secrets", "NEVER commit `.env` files or real secrets", _PY),
        ("Quality gates", "0 TODO/FIXME in Rust source", ("src/a.rs",)),
        ("Types", "NEVER add `as unknown as T` double-casts", _TS),
        ("Secrets", "Never commit `node_modules`", _TS),
    ],
)
def test_forms_and_headings_that_are_sure(heading: str, text: str, paths: tuple[str, ...]) -> None:
    line = read_page_line(text, paths, heading)
    assert line.rule, line.reason


@pytest.mark.parametrize(
    ("heading", "text", "paths"),
    [
        ("Style", "Don't use `<img>` elements in Next.js projects", _TS),
        ("Test anti-patterns", "NEVER use `foo.sleep()`", _PY),
        ("Frontend checklist", "All functions have type hints", _PY),
        ("Release checklist", "Never use `time.sleep()`", _PY),
        ("Before you migrate, verify", "Never use `time.sleep()`", _PY),
        ("Test checklist", "No wildcard imports", _PY),
        ("Don't", "Indent: 2 spaces", _TS),
        ("Style", "Strict mode is on in most packages", _TS),
        ("Style", "TypeScript strict mode (frontend)", _TS),
        ("Style", "Don't use `<img>` elements in admin projects", _TS),
        ("Secrets", "Never stage secrets", _PY),
        ("Secrets", "Never commit `build`", _TS),
        ("Wiring", "Never `@Autowired` on setters", ("src/A.java",)),
    ],
)
def test_forms_and_headings_that_may_say_less(
    heading: str, text: str, paths: tuple[str, ...]
) -> None:
    assert read_page_line(text, paths, heading).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "No `any`, no `enum` unless it is generated",
        "No `any`, no `enum` if it can be a union",
        "No `@ts-ignore` and no `any` without a reason",
        "No `any` without a reason, no `enum`",
        "No `any` or `enum` without a reason",
        "No `any`, `enum` without a reason",
        "Types if required - no `any`",
        "Where types are required, no `any`",
        "Without a reason no `any`, no `enum`",
        "In tests no `any`, no `enum` without a reason",
    ],
)
def test_a_condition_that_may_be_of_both_bans_is_one(text: str) -> None:
    assert read_page_line(text, _TS).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "Use `list[str]` not `List[str]`, `str | None` not `Optional[str]`.",
        "Modern Python 3.11+ type syntax \u2014 use `list[str]` not `List[str]`, `str | None` not"
        " `Optional[str]`",
        "Prefer `list[str]` over `List[str]`; `str | None` instead of `Optional[str]`",
    ],
)
def test_pairs_that_follow_each_other_are_one_draft(text: str) -> None:
    line = read_page_line(text, ["a.py"])
    assert finds(keys_of(line), "a: List[int]")
    assert finds(keys_of(line), "a: Optional[int]")
    assert not finds(keys_of(line), "a: list[int] | None")


@pytest.mark.parametrize(
    ("text", "banned"),
    [
        (
            "Inputs/outputs: Use `input()` and `output()` \u2014 not `@Input()`/`@Output()`",
            "@Input()",
        ),
        ("Class bindings: Use `[class.a]` \u2014 not `classBinding()`", "classBinding()"),
    ],
)
def test_a_label_that_says_no_more_than_its_code_is_none(text: str, banned: str) -> None:
    assert finds(keys_of(read_page_line(text, ["a.component.ts"])), banned)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("`async/await` only \u2014 no `.then()` chains", "`async/await` only"),
        ("No `axios` \u2014 `fetch` only (Bun must work)", "`fetch` only"),
    ],
)
def test_all_that_may_be_used_is_no_condition(text: str, other: str) -> None:
    line = read_page_line(text, ["a.ts"])
    assert line.rule is not None, line.reason
    assert line.rule.unseen[-1] == f"the rest of the line: {other}"


def test_where_a_name_comes_from_is_no_place_of_the_rule() -> None:
    text = "No `print()` statements \u2014 use `Logger` from OSLog (a linter enforces it)"
    assert finds(keys_of(read_page_line(text, ["a.swift"])), "print(a)")


def test_only_in_some_files_stays_a_condition() -> None:
    line = read_page_line("No `axios` \u2014 `fetch` only in scripts", ["a.ts"])
    assert line.reason.startswith("condition: ")


@pytest.mark.parametrize("heading", ["Hard rules (never violate)", "Rules"])
def test_a_heading_never_to_violate_rules_turns_none(heading: str) -> None:
    assert finds(
        keys_of(read_page_line("No empty catch blocks.", ["a.ts"], heading)), "catch (a) { }"
    )


def test_pairs_that_each_have_a_verb_are_one_draft() -> None:
    text = "Use `a | None` not `typing.Optional[a]`; use `a | b` not `typing.Union`"
    line = read_page_line(text, ["a.py"])
    assert finds(keys_of(line), "a: Optional[int]")
    assert finds(keys_of(line), "a: Union[int, str]")
    assert line.rule
    assert "`Union` without brackets, as in its import" in line.rule.unseen


def test_another_pair_that_is_no_part_of_the_draft_is_named() -> None:
    text = "Use `a | None` not `typing.Optional[a]`; use `a | b` not `typing.Union`, since 3.10"
    line = read_page_line(text, ["a.py"])
    assert line.rule, line.reason
    assert "the rest of the line: use `a | b` not `typing.Union`" in line.rule.unseen


def test_defaults_that_hold_something_are_mutable_too() -> None:
    keys = keys_of(read_page_line("No mutable default arguments", ["a.py"]))
    assert finds(keys, "def a(b=[1]):")
    assert finds(keys, "def a(b={'c': 1}):")
    assert not finds(keys, "def a(b=(1,)):")


def test_what_another_pair_bans_is_no_valid_example() -> None:
    text = "Avoid `print()`, use `a.log()` instead of `sys.stdout.write()`"
    assert "valid" not in keys_of(read_page_line(text, ["a.py"]))["examples"]
