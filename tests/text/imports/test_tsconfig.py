"""What a ``tsconfig.json`` says of aliases."""

from __future__ import annotations

import pytest

from phaser_lint.text.imports.tsconfig import TypeScriptOptions, find_alias_targets, parse_tsconfig

Paths = tuple[tuple[str, tuple[str, ...]], ...]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", TypeScriptOptions()),
        ('\ufeff{"extends": "./a"}', TypeScriptOptions(extends=("./a",))),
        (
            '{"extends": ["./a", "b"], // c\n "compilerOptions": {"baseUrl": "src", /* , */},}',
            TypeScriptOptions(extends=("./a", "b"), base="src"),
        ),
        (
            '{"compilerOptions": {"paths": {"@/*": ["./*", "//a,]"], "/*b": []}}}',
            TypeScriptOptions(paths=(("@/*", ("./*", "//a,]")), ("/*b", ()))),
        ),
        ("", TypeScriptOptions(problem="JSON with comments; line 1: Expecting value")),
        ("[]", TypeScriptOptions(problem="a mapping")),
        ("[" * 100_000, TypeScriptOptions(problem="JSON with comments")),
        ('{"extends": 1}', TypeScriptOptions(problem="extends: a text or a list of texts")),
        ('{"compilerOptions": 1}', TypeScriptOptions(problem="compilerOptions: a mapping")),
        (
            '{"compilerOptions": {"baseUrl": 1}}',
            TypeScriptOptions(problem="compilerOptions.baseUrl: a text"),
        ),
        *(
            (
                f'{{"compilerOptions": {{"paths": {paths}}}}}',
                TypeScriptOptions(
                    problem="compilerOptions.paths: a mapping of patterns to lists of paths"
                ),
            )
            for paths in ("1", '{"a": "b"}', '{"*/*": ["a"]}', '{"a": ["*/*"]}')
        ),
    ],
)
def test_options(text: str, expected: TypeScriptOptions) -> None:
    assert parse_tsconfig(text) == expected


@pytest.mark.parametrize("text", ['"' * 400_000, "/*" * 200_000, '"\\' * 200_000, "," * 400_000])
def test_a_hostile_text_is_read_once(text: str) -> None:
    """Read over and over, each would take minutes."""
    assert parse_tsconfig(text).problem.startswith("JSON with comments")


@pytest.mark.parametrize(
    ("paths", "module", "expected"),
    [
        ((), "a", None),
        ((("@/*", ("src/*", "gen/*")),), "@/a/b", ("@/*", ("src/a/b", "gen/a/b"))),
        ((("@/*", ("src/*",)),), "@a", None),
        ((("a", ("b",)), ("*", ("c/*",))), "a", ("a", ("b",))),
        ((("*", ("c/*",)), ("a", ("b",))), "a", ("a", ("b",))),
        ((("@/*", ("a/*",)), ("@/b/*", ("c/*",))), "@/b/d", ("@/b/*", ("c/d",))),
        ((("a*z", ("b/*",)),), "az", ("a*z", ("b/",))),
        ((("ab*ba", ("b/*",)),), "aba", None),
    ],
)
def test_the_longest_pattern_wins(
    paths: Paths, module: str, expected: tuple[str, tuple[str, ...]] | None
) -> None:
    assert find_alias_targets(paths, module) == expected
