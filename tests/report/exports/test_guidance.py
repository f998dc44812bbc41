"""The contracts in words: by globs, from the root, and harmless whatever a message holds."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import BLOCKS, CONDITIONS, HEADERS
from phaser_lint.report.exports.guidance import make_guidance, render_markdown_code
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs
from phaser_lint.text.globs.glob_syntax import make_glob_from_root
from tests.command.made import FORBID_PRINT

PATTERN = r"  Forbidden pattern: `\bprint\(`."
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
    from_top = compile_globs(
        (make_glob_from_root("*", folder), make_glob_from_root(glob, folder)), ()
    )
    assert [selects_path(from_top, path) for path in PATHS] == [
        selects_path(from_folder, path) for path in PATHS
    ]


def test_one_part_for_each_list_of_globs() -> None:
    """Errors come first; what levels below say otherwise is said."""
    guidance = make_guidance(
        [
            known_contract(rule_id="b", severity="warning"),
            known_contract(rule_id="a", rationale="It is\nlost."),
            known_contract(rule_id="c", level="s/p", file_glob=["/x/*.py", "y"], exclude_glob="z"),
            known_contract(rule_id="d", path_pattern="^src/")._replace(overridden_by=("", "t")),
        ],
        page="AGENTS.md",
    )
    assert [(guidance_part.files_text, guidance_part.lines) for guidance_part in guidance] == [
        (
            "`*.py`",
            (
                "- a (error): Use the logger.",
                PATTERN,
                "  Why: It is lost.",
                "- d (error): Use the logger.",
                PATTERN,
                "  Only where the path has `^src/`.",
                "  Other rules count below `t/`.",
                "- b (warning): Use the logger.",
                PATTERN,
            ),
        ),
        (
            "`s/p/x/*.py`, `s/p/**/y`, not `s/p/**/z`",
            ("- c (error): Use the logger.", PATTERN),
        ),
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
    (guidance_part,) = make_guidance([known_contract(message=message)], page="AGENTS.md")
    assert guidance_part.lines == (f"- no-print (error): {line}", PATTERN)


PRINTS = {"invalid": ["print(1)"], "valid": ["log(1)"]}


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ({"examples": PRINTS}, ["Use the logger.", "Breaks it: `print(1)`. Keeps it: `log(1)`."]),
        ({"examples": {"valid": ["log(1)"]}}, ["Use the logger.", "Keeps it: `log(1)`."]),
        # What is read here is what the hook says of the example.
        ({"pattern": r"(\w+)\.print\(", "message": "Not {match}, but {1}.log.",
          "examples": {"invalid": ["x.print(1)"]}},
         ["Not x.print(, but x.log.", "Breaks it: `x.print(1)`."]),
        ({"pattern": r"(\w+)\.print\(", "message": "Not {match}, but {1}.log."},
         ["Not …, but ….log.", r"Forbidden pattern: `(\w+)\.print\(`."]),
        ({"message": "Move {name} out of {dir}.", "examples": PRINTS},
         ["Move {name} out of {dir}.", "Breaks it: `print(1)`. Keeps it: `log(1)`."]),
        ({"message": "Move {name} out of {dir}.",
          "examples": {"invalid": [{"path": "a/b.py", "text": "print(1)"}]}},
         ["Move b.py out of a.", "Breaks it: `print(1)` in `a/b.py`."]),
        # Elsewhere the same is right.
        ({"examples": {"invalid": ["print(1)"], "valid": [{"path": "cli.py", "text": "print(1)"}]},
          "exclude_glob": "cli.py"},
         ["Use the logger.", "Breaks it: `print(1)`. Keeps it: `print(1)` in `cli.py`."]),
        ({"fix": "log(", "fix_safety": "safe", "examples": {"invalid": [
            {"path": "a/b.py", "text": "print(1)", "fixed": "log(1)"}]}},
         ["Use the logger.", "Breaks it: `print(1)` in `a/b.py`. Keeps it: `log(1)` in `a/b.py`."]),
        ({"examples": {"invalid": [{"path": "<!--.py", "text": "print(1)"}]}},
         ["Use the logger.", r"Forbidden pattern: `\bprint\(`."]),
        ({"type": "file_name", "pattern": r"^[a-z_]+\.py$", "message": "Call it {stem:snake}.py.",
          "examples": {"invalid": ["a/AbC.py"], "valid": ["a/ab_c.py"]}},
         ["Call it ab_c.py.", "Breaks it: `a/AbC.py`. Keeps it: `a/ab_c.py`."]),
        # Of what is required any text may lack it.
        ({"type": "require_pattern", "examples": {"invalid": ["x"], "valid": ["print("]}},
         ["Use the logger.", "Keeps it: `print(`."]),
        # What takes more than a line, or closes the page's part.
        ({"examples": {"invalid": ["print(1)\nprint(2)", "print('<!-- a')", "print(3)"]}},
         ["Use the logger.", "Breaks it: `print(3)`."]),
        ({"examples": {"invalid": [f"print({'1' * 200})"]}},
         ["Use the logger.", r"Forbidden pattern: `\bprint\(`."]),
        # The page itself is checked.
        ({"examples": PRINTS, "file_glob": "*"},
         ["Use the logger.", r"Keeps it: `log(1)`."]),
    ],
)  # fmt: skip
def test_examples_say_what_is_forbidden(keys: dict[str, Any], lines: list[str]) -> None:
    """``Use {1}, not {match}.`` tells an agent nothing, nor does a message without an example."""
    (guidance_part,) = make_guidance([known_contract(**keys)], page="AGENTS.md")
    message, *details = lines
    assert guidance_part.lines == (
        f"- no-print (error): {message}",
        *(f"  {line}" for line in details),
    )


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ({"type": "forbid_import", "forbid": "sqlite3", "message": "In {dir} use db.py. ",
          "examples": {"invalid": [{"path": "a/b.py", "text": "import sqlite3"}]}},
         ["In s/a use db.py.", "Breaks it: `import sqlite3` in `s/a/b.py`."]),
        ({"type": "file_limits", "max_bytes": 3,
          "examples": {"invalid": [{"path": "b.py", "text": "1234"}]}},
         ["Use the logger.", "Breaks it: `1234` in `s/b.py`. At most 3 bytes."]),
        ({"type": "file_pair", "partner": "{stem}.md", "examples": {"invalid": ["b.py"]}},
         ["Use the logger.", "Breaks it: `s/b.py`."]),
        ({"type": "changed_together", "with_glob": "{stem}.md", "examples": {"invalid": ["b.py"]}},
         ["Use the logger.", "Breaks it: `s/b.py`."]),
    ],
)  # fmt: skip
def test_a_rule_is_about_more_than_its_example(keys: dict[str, Any], lines: list[str]) -> None:
    """What a violation says of its own file, ``(imports: sqlite3)``, is no part of the message."""
    fields = {key: field for key, field in FORBID_PRINT.items() if key != "pattern"} | keys
    contract = check_mapping(fields, source="project", path="a.yaml", level="s").contract
    assert contract is not None
    (guidance_part,) = make_guidance([contract], page="AGENTS.md")
    assert guidance_part.lines == (f"- no-print (error): {lines[0]}", f"  {lines[1]}")


NEEDS_PRINT = {"type": "require_pattern"}
FUNCTION = {"pattern": "->", "each_block": r"\bdef \w+", **NEEDS_PRINT}
FORBIDS = r"Forbidden pattern: `\bprint\(`."
REQUIRES = r"Required pattern: `\bprint\(`."
STAYS = r"The pattern of what has to stay: `\bprint\(`."


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        # What the pattern is there for.
        ({}, [FORBIDS]),
        ({"type": "file_not_contains", "pattern": "print(", "literal": True},
         ["Forbidden text: `print(`."]),
        ({"pattern": "print(?&parens)"}, ["Forbidden pattern: `print(?&parens)`."]),
        (NEEDS_PRINT, [REQUIRES]),
        ({"type": "file_contains"}, [REQUIRES]),
        ({"type": "file_contains", "scope": "tree"}, [REQUIRES, "One of these files is enough."]),
        ({"type": "keep_pattern"}, [STAYS]),
        ({"type": "items_listed", "listed_in": "a.txt"},
         [r"The pattern of what has to be listed: `\bprint\(`."]),
        ({"type": "items_listed", "pattern": None, "item": "{stem}", "listed_in": "a.txt"},
         ["The text of what has to be listed: `{stem}`."]),
        ({"type": "file_name"}, [r"The pattern of the name: `\bprint\(`."]),
        # Where a match counts, or a file.
        ({"in": ["code", "strings"]}, [FORBIDS, "Only in code or strings."]),
        ({"inside": ["class A", "class B"], "path_pattern": "^src/"},
         [FORBIDS, "Only where the path has `^src/`, inside of `class A` or `class B`."]),
        ({"inside": "@can", "until": "@endcan"},
         [FORBIDS, "Only inside of `@can` up to `@endcan`."]),
        ({**FUNCTION, "each_block": "@a", "until": ["@b", "@c"]},
         ["Required pattern: `->`.",
          "Each block that begins with `@a` up to `@b` or `@c` needs one."]),
        ({"not_inside": "class (?&parens)"}, [FORBIDS, "Only not inside of `class (?&parens)`."]),
        ({"when_match": "a", "unless_match": "b"},
         [FORBIDS, "Only on lines with `a`, on lines without `b`."]),
        ({"when_in_match": "a", "unless_in_match": "b"},
         [FORBIDS, "Only where the match has `a`, where the match lacks `b`."]),
        ({"when_file": "a", "unless_file": "b", **NEEDS_PRINT},
         [REQUIRES, "Only in files with `a`, in files without `b`."]),
        ({"type": "file_frozen", "pattern": None, "changes": ["delete", "modify"]},
         ["Only when you delete or modify a file."]),
        ({"type": "file_frozen", "pattern": None}, []),
        ({"type": "changed_together", "pattern": None, "with_glob": "a", "changes": ["rename"]},
         ["Only when you rename a file."]),
        ({"type": "forbid_import", "pattern": None, "forbid": "x", "type_only": "allow"},
         ["Only for imports of more than types."]),
        # Also beside an example; of a long one it is the line that breaks the contract.
        ({"examples": PRINTS, "in": "code"},
         ["Breaks it: `print(1)`. Keeps it: `log(1)`.", "Only in code."]),
        ({"inside": "class A", "examples": {"invalid": ["class A:\n    print(1)\n"]}},
         ["Breaks it: `print(1)`.", "Only inside of `class A`."]),
        ({"examples": {"invalid": ["a = (\n  print(1)\n)"]}, "pattern": r"print\(1\)\n\)"},
         [r"Forbidden pattern: `print\(1\)\n\)`."]),
        # Of blocks each needs it, and what lacks it is their header.
        ({**FUNCTION,
          "examples": {"invalid": ["def a():\n    b()\n"], "valid": ["def a() -> int: b"]}},
         ["Breaks it: `def a():`. Keeps it: `def a() -> int: b`. Required pattern: `->`.",
          r"Each block that begins with `\bdef \w+` needs one."]),
        # Any short text keeps a limit.
        ({"type": "file_limits", "pattern": None, "max_lines": 500, "max_bytes": 1,
          "examples": {"valid": ["a = 1"]}}, ["At most 500 lines and 1 byte."]),
        # What is no short line, or what the page itself may not hold.
        ({"inside": ["a\nb", "c" * 101]}, [FORBIDS, "Only inside of … or …."]),
        ({"file_glob": "*", "pattern": "x1", "when_file": "x1"}, ["Only in files with …."]),
    ],
)  # fmt: skip
def test_conditions_are_said(keys: dict[str, Any], lines: list[str]) -> None:
    """``Its pattern: float`` told an agent that each is forbidden, and so it did of ``->``."""
    fields = {key: field for key, field in {**FORBID_PRINT, **keys}.items() if field is not None}
    contract = check_mapping(fields, source="project", path="a.yaml").contract
    assert contract is not None
    (guidance_part,) = make_guidance([contract], page="AGENTS.md")
    assert guidance_part.lines == (
        "- no-print (error): Use the logger.",
        *(f"  {line}" for line in lines),
    )


def test_each_condition_is_said() -> None:
    """Whatever key of any type says where its contracts count has a phrase."""
    all_keys = {key for rule in RULES.values() for key in rule.key_names()}
    patterns_by_key = dict.fromkeys(all_keys & {*CONDITIONS, *BLOCKS, *HEADERS}, "x")
    for key, pattern in patterns_by_key.items():
        others = {"until": {"inside": "a"}, "each_block": NEEDS_PRINT}.get(key, {})
        (guidance_part,) = make_guidance(
            [known_contract(**{key: pattern, **others})], page="AGENTS.md"
        )
        assert "`x`" in guidance_part.lines[-1], key


def test_examples_of_packs_are_left_out() -> None:
    """They are a handful of rules for everybody; some of them look like secrets."""
    of_pack = known_contract(examples=PRINTS, **{"in": "code"})._replace(source="pack")
    (guidance_part,) = make_guidance([of_pack], page="AGENTS.md")
    assert guidance_part.lines == ("- no-print (error): Use the logger.",)


@pytest.mark.parametrize(
    ("text", "expected"), [("a", "`a`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```")]
)
def test_a_glob_is_code_in_markdown(text: str, expected: str) -> None:
    assert render_markdown_code(text) == expected
