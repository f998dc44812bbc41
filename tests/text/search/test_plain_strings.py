"""``(?&parens)`` reads the strings of a language as its reader does, where code alone counts."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.patterns import prepare_pattern
from phaser_lint.text.search.searcher import Searcher

CALLS = prepare_pattern(write_out_groups(r"\bH(?&parens)"), without_comments=True)
SEEDS = range(10)
CALLS_A_SEED = 20


class Language(NamedTuple):
    """Arguments that hold brackets or quotes which count for nothing, and what stands around."""

    arguments: tuple[str, ...]
    text: str = "x = «; y(')');\n"


COMMON = ('"("', '")"', '"\\")"', "1", "g(2)", "a[')']", "f({1})", '"it\'s ("', "''", '""')
LANGUAGES = {
    "a.cpp": Language(
        (
            *COMMON,
            "1'000",
            "g(2'000)",
            'R"(")"',
            'R"x()")x"',
            "'('",
            "'\\''",
            "0xF'F",
            'u8R"(()"',
            "/* ) ' */ 1",
            "// it's )\n 2",
            "a / b",
            "L'\"'",
        )
    ),
    "a.cs": Language(
        (
            *COMMON,
            '@"C:\\"',
            '@"a"")"',
            '$"{a("x)")}"',
            '"""(")"""',
            "'\"'",
            '$@"{b}\\("',
            "a / b",
            '$"{c}("',
            '$"""{d("}")}("""',
            "/* ' */ 1",
        ),
    ),
    "a.go": Language(
        (*COMMON, "`C:\\`", "`(`", "`a\n)`", "'('", "a / b", "// it's )\n 2"), "x := «\ny(')')\n"
    ),
    "a.rs": Language(
        (
            *COMMON[:7],
            "'('",
            "&'a B",
            'r"\\"',
            'r#"")"#',
            'b"("',
            "'\\''",
            "x::<'a, 'b>(1)",
            "a / b",
        ),
        "let x = «; y(')');\n",
    ),
    "a.js": Language(
        (*COMMON, "`(`", "`${f(`)`)} (`", "/[(]/", "a / b", "/* ' */ 1", "/\\)/.x(/'/)")
    ),
    "a.py": Language(
        (*COMMON, 'f"{x["a)"]}"', 'r"("', "'''('''", 'rb")"', "a / b", "a // b", 'f"{{("'),
        "x = «\ny(')')\n",
    ),
    "a.kt": Language((*COMMON[:7], "'('", '"""("""', '"${f(")")}("', "a / b"), "x = «\ny(')')\n"),
    "a.swift": Language(
        (*COMMON[:5], COMMON[6], '#"")"#', '"\\(f(")"))("', '"""\n(\n"""', "a / b"),
        'x = «\ny(")")\n',
    ),
    "a.rb": Language(
        ("'('", '")"', "%w[( )]", "%q{(}", '"#{f(")")}("', ":a", "/[(]/", "a / b", "?a"),
        "x = «\ny(')')\n",
    ),
    "a.php": Language(
        ("'('", '")"', "'\\'('", "g(1)", "a / b", "/* ' */ 1"), "<?php $x = «; y(')');\n"
    ),
    "a.zig": Language(('"("', "1", "'('", "g(2)", "\n    \\\\ it's (\n    "), "x = «; y(')');\n"),
    "a.jl": Language(("A'", '"("', "b' * c'", "'('", '"$(f(")"))("'), "x = «\ny(')')\n"),
}


@pytest.mark.parametrize(
    ("path", "text", "strings"),
    [
        ("a.cs", 'H(@"C:\\", "b");', ['@"C:\\"', '"b"']),
        ("a.cpp", "H(R\"x(\")x\", 1'000, 2'000, 'c');", ['R"x(")x"', "'c'"]),
        ("a.rs", "H(r#\"a\"b\"#, &'x A, 'c');", ['r#"a"b"', "'c'"]),
        ("a.cs", 'H(@"a\nb", "c");', ['"c"']),
    ],
)
def test_a_string_stays_one_whatever_it_holds(path: str, text: str, strings: list[str]) -> None:
    """One over lines is none to a group whose strings end with theirs."""
    pattern = prepare_pattern(write_out_groups(r"[@R]?(?:r#)?(?&string)"), without_comments=True)
    spans = Searcher().find_spans(pattern, text, path, seconds=5, only_first=False)
    assert [text[slice(*span)] for span in spans] == strings


def made_text(language: Language, chance: random.Random) -> tuple[str, str]:
    """Return a text, and the call of H in it."""
    number = chance.randint(1, 4)
    call = f"H({', '.join(chance.choice(language.arguments) for _ in range(number))})"
    others = f"z({chance.choice(language.arguments)})"
    text = "".join(language.text.replace("«", part) for part in (others, call, others))
    start = "<?php " if text.startswith("<?php ") else ""
    return start + text.replace("<?php ", ""), call


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", LANGUAGES)
def test_a_given_group_reads_strings_as_the_language_does(path: str, seed: int) -> None:
    chance = random.Random(f"{path} {seed}")
    for _ in range(CALLS_A_SEED):
        text, call = made_text(LANGUAGES[path], chance)
        spans = Searcher().find_spans(CALLS, text, path, seconds=5, only_first=False)
        assert [text[slice(*span)] for span in spans] == [call]
