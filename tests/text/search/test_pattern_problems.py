"""What is no pattern for a contract, though ``regex`` takes it: silent first, then each refusal."""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.search.pattern_problems import (
    explain_idle_lookahead,
    explain_sign_of_grep,
    find_pattern_doubt,
    find_pattern_problem,
)

TAKEN = [
    "\t",
    "\n",
    "\n\n\n",
    "a\nb\n",
    "\r",
    "(?x)\n  a  # b\n",
    "^(?!#)",
    r"\A(?!.*Copyright)",
    "^$",
    "$",
    r"\b",
    "^x*",
    ".*",
    "(?s).*",
    "a*b",
    "x|y*z",
    r".{0,9999999}",
    r'[^"]{1,4294967294}',
    "x((a{0,50}){0,50}){0,50}",
    "a{100000}",
    r"\{999999}",
    "[{999999}]",
    "a{ 999999 }",
    "(a{1000})(?1){1000}",
    "(?:error){e<=99999999}",
    "[[:alpha:]]",
    "[^[]",
    "[[{(]",
    r"[[\]]",
    "[!@#$%^&&*]",
    "[+--]",
    "[a-z[0-9]]",
    "(?:[a]&&[b])",
    r"[\ufeff\u200b]",
    r"(?s)(?<=.)\ufeff",
    r"x\ufeff",
    r"\ufeff?#!",
    r"/api/\w+/",
    r"/api/\w+/i",
    "/tmp/g",
    r"/fetch\(/",
    r"/fetch\(/path",
    r"fetch\(/g",
]

SIZE = "a pattern whose repeats ask for at most 100,000 items"
EMPTY = "a pattern that does not match everywhere with no text at all; `x+` in place of `x*`"
SETS = (
    "no set within a set and no `--`, `&&` or `~~` between two, which regex's version 0 does not "
    "know; use a look-ahead, as `(?![aeiou])[a-z]`"
)
LINE_END = "no line end at its end, as YAML's `|` and `>` add one; use single quotes, or `|-`"
LISTS = "a pattern without named lists (`\\L<words>`); write the words with `|` between"
NEVER = "a pattern that can match: no line"
DOLLAR = rf"{NEVER} goes on behind `$` or `\Z`; `\$` is a dollar, or literal: true"
CARET = rf"{NEVER} begins before `^` or `\A`; `\^` is a caret, or literal: true"
MARK = (
    "a pattern that does not begin with U+FEFF: the byte order mark of a file is no part of the "
    r"text that is searched; `(?s)(?<=.)\ufeff` finds one further in"
)
SLASHES = "a pattern without the slashes and flags of JavaScript: "
VERSION = "a pattern without `(?V1)`: patterns are those of regex's version 0"
QUOTES = "write the pattern in single quotes"
REFUSED = [
    ("\bprint", f'no character U+0008, which is what YAML makes of "\\b"; {QUOTES}'),
    ("a\x00", f'no character U+0000, which is what YAML makes of "\\0"; {QUOTES}'),
    ("a\x1b[", f'no character U+001B, which is what YAML makes of "\\e"; {QUOTES}'),
    ("\x0c", f'no character U+000C, which is what YAML makes of "\\f"; {QUOTES}'),
    ("\x0b", f'no character U+000B, which is what YAML makes of "\\v"; {QUOTES}'),
    ("\u2028<x>", f'no character U+2028, which is what YAML makes of "\\L"; {QUOTES}'),
    ("\u2029{Lu}", f'no character U+2029, which is what YAML makes of "\\P"; {QUOTES}'),
    ("\x85{DIGIT ONE}", f'no character U+0085, which is what YAML makes of "\\N"; {QUOTES}'),
    ("a\x7f", f"no character U+007F; {QUOTES}"),
    ("a\n", LINE_END),
    ("a\n\n", LINE_END),
    ("a\r\n", LINE_END),
    ("(?x:a)\n", LINE_END),
    ("x*", EMPTY),
    ("(a|)", EMPTY),
    (r"\s*", EMPTY),
    ("[[a-z]--[aeiou]]", SETS),
    (r"[\w--\d]", SETS),
    (r"[a-z&&[^b]]", SETS),
    (r"x[\w~~[a]]+", SETS),
    ("a{100001}", SIZE),
    ("a{99999999}", SIZE),
    ("(a{1000}){1000}", SIZE),
    ("(?V1)a", VERSION),
    ("(?i)(?V1)[[a]--[b]]", VERSION),
    (r"\L<words>", LISTS),
    ("$_GET", DOLLAR),
    (r"/fetch\(/g", rf"{SLASHES}`fetch\(`"),
    (r"/^\s*a\/b[/]$/gims", rf"{SLASHES}`(?is)^\s*a/b[/]$`"),
    ("foo^bar", CARET),
    (r"\ufeff", MARK),
    (r"^\uFEFF#!", MARK),
    ("\ufeff|\ufeff#!", MARK),
    (r"\N{ZERO WIDTH NO-BREAK SPACE}+", MARK),
]


@pytest.mark.parametrize("pattern", TAKEN)
def test_a_pattern_is_taken_as_regex_takes_it(pattern: str) -> None:
    assert find_pattern_problem(pattern) is None


@pytest.mark.parametrize(("pattern", "problem"), REFUSED)
def test_a_refused_pattern_has_what_to_write(pattern: str, problem: str) -> None:
    """With what to write instead."""
    assert find_pattern_problem(pattern) == problem


@pytest.mark.parametrize("text", ["(", "x*", "a\n", "a|b\n", "\t", "\r", "a{99999999}", "é"])
def test_what_a_literal_may_be(text: str) -> None:
    """Any text, a block with its line end too."""
    assert find_pattern_problem(text, literal=True) is None


def test_a_literal_holds_no_control_character() -> None:
    """Nobody writes a backspace."""
    assert find_pattern_problem("\bprint", literal=True) == REFUSED[0][1]


def test_a_literal_begins_with_no_mark() -> None:
    """It would be found behind the first character alone."""
    assert find_pattern_problem("\ufeff#!", literal=True) == MARK
    assert find_pattern_problem("$_GET", literal=True) is None


@pytest.mark.parametrize(
    ("pattern", "sign"),
    [
        (r"foo\|bar", "|"),
        (r"(a)\|(b)", "|"),
        (r"\<foo", "<"),
        (r"foo\>", ">"),
        (r"curl .*\| *sh", ""),
        (r"C:\\|D", ""),
        ("a|b", ""),
    ],
)
def test_a_sign_of_grep_is_a_plain_one(pattern: str, sign: str) -> None:
    """It is looked for where a pattern finds nothing."""
    remark = f"unlike in grep, `\\{sign}` is a plain `{sign}`" if sign else ""
    assert explain_sign_of_grep(pattern) == remark


@pytest.mark.parametrize(
    ("pattern", "is_doubtful"),
    [
        ("“DateTime”", True),
        ("„DateTime“", True),
        ("[“”]", False),
        ("“", False),
        ("“a” und “b” oder c", False),
    ],
)
def test_typographic_quotes_around_a_pattern_have_a_notice(pattern: str, is_doubtful: bool) -> None:
    """A word processor wrote them, and no code holds them."""
    assert bool(find_pattern_doubt(pattern)) is is_doubtful


@pytest.mark.parametrize(
    ("pattern", "is_doubtful"),
    [
        (r"/api/\w+/", False),
        ("/tmp/", False),
        (r"\w+/", False),
        (r"/\w+", False),
        (r"/fetch\(/", True),
        (r"/\w+[/]/", True),
    ],
)
def test_slashes_without_flags_have_a_notice(pattern: str, is_doubtful: bool) -> None:
    """They may be meant: a notice asks."""
    assert bool(find_pattern_doubt(pattern)) is is_doubtful


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("/any/g", "`g` are a part of the pattern, unlike in JavaScript"),
        ("/any thing/gi", "`gi` are a part of the pattern, unlike in JavaScript"),
        ("/api/i", "`i` are a part of the pattern, unlike in JavaScript"),
        (r"m/\bany\b/i", "`i` are a part of the pattern, unlike in Perl"),
        (r"qr/any/xi", "`xi` are a part of the pattern, unlike in Perl"),
        (r"s/any/unknown/g", "`g` are a part of the pattern, unlike in Perl"),
        # Paths: no flags, more folders, or flags that stand alone in none.
        ("/api/v", ""),
        ("/lib/my", ""),
        ("/img/svg", ""),
        ("/app/gigs", ""),
        ("/api/users/i", ""),
        ("src/any/g", ""),
        ("s/any/g", ""),
        ("//i", ""),
    ],
)
def test_flags_behind_a_plain_text_between_slashes_have_a_notice(pattern: str, meant: str) -> None:
    """They match nothing but `/any/g` as it stands, and hardly a file holds that."""
    assert find_pattern_doubt(pattern) == (f"the slashes and {meant}" if meant else "")


@pytest.mark.parametrize(
    "pattern",
    [
        r"foo(?!bar)",
        r"\s*+(?![\"'])",
        r"\d+(?!\d)",
        r"\s*(?!\s*=)",
        r"get\(\s*(?!.*timeout)",
        r"\w+(?!\()\b",
        r"f\(\s*(?!\")\w",
        r"^\s*(?!#)\S",
        r"^[ \t]*(?!#)TODO",
        r"(?P<a>x)\s*(?!(?P=a))",
        r"[*(?!x]",
        r"\s{2}(?!x)",
        r"\(*(?!",
        r".*(?!x)",
        r"\w+(?!foo)\w",
        r".*(?!foo)\w+",
        r"\w?(?!foo)",
        r"[a-z]+(?!_test)\.py",
        r".*(?!f.o)",
        r"get\((?!.*timeout)",
        r"(?:ab)+(?!\s)",
    ],
)
def test_a_look_ahead_that_spares(pattern: str) -> None:
    """Or of which that is not known: nothing is said."""
    assert explain_idle_lookahead(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "text", "repeated", "proposed"),
    [
        (r"f\(\s*(?![\"'])", 'f( "a")', r"\s*", r"\s*+(?![\"'])"),
        (r"f\(\s*?(?![\"'])", 'f( "a")', r"\s*?", r"\s*+(?![\"'])"),
        (r"\w+(?!\()", "call()", r"\w+", r"\w++(?!\()"),
        (r"^\s*(?!#).+", "  # a", r"\s*", r"\s*+(?!#)"),
        (r"import\s+(?!type\b)", "import  type", r"\s+", r"\s++(?!type\b)"),
        (r"TODO[ \t]*(?!\((\w+)\))", "TODO (me)", r"[ \t]*", r"[ \t]*+(?!\((\w+)\))"),
        (r"a{2,5}(?!b)", "aaab", "a{2,5}", "a{2,5}+(?!b)"),
        (r"f\((?:\s|\n)*(?!x)", "f( x", r"(?:\s|\n)*", r"(?:\s|\n)*+(?!x)"),
    ],
)
def test_a_look_ahead_that_spares_nothing(
    pattern: str, text: str, repeated: str, proposed: str
) -> None:
    """The pattern matches what it should spare; as proposed it does not."""
    ahead = proposed[proposed.index("(?!") :]
    assert regex.search(pattern, text)
    assert not regex.search(pattern.replace(f"{repeated}{ahead}", proposed), text)
    hint = f"`{repeated}` gives back what it took until `{ahead}` holds: `{proposed}` keeps it"
    assert explain_idle_lookahead(pattern) == hint


@pytest.mark.parametrize(
    ("pattern", "text", "repeated", "ahead", "proposed"),
    [
        (r"print\(.*(?!file=)", "print(x, file=y)", ".*", "(?!file=)", "(?!.*file=).*"),
        (r"print\(.*(?!file=)\)", "print(x, file=y)", ".*", "(?!file=)", "(?!.*file=).*"),
        (r"^import .*(?!type)$", "import type", ".*", "(?!type)", "(?!.*type).*"),
        (r".*?(?!secret).*", "a secret", ".*?", "(?!secret)", "^(?!.*secret).*?"),
        (r"\w+(?!Async)\(", "GetAsync(", r"\w+", "(?!Async)", r"\b(?!\w*Async)\w+"),
        (r"x = [^\n]+(?!\bnoqa|ok)", "x = 1 noqa", r"[^\n]+", r"(?!\bnoqa|ok)",
         r"(?![^\n]*(?:\bnoqa|ok))[^\n]+"),
        (r"f\((?:\w|,)*(?!a\,b)", "f(a,b", r"(?:\w|,)*", r"(?!a\,b)",
         r"(?!(?:\w|,)*a\,b)(?:\w|,)*"),
    ],
)  # fmt: skip
def test_a_look_ahead_behind_what_takes_it(
    pattern: str, text: str, repeated: str, ahead: str, proposed: str
) -> None:
    """The pattern matches what it should spare; as proposed it does not."""
    assert regex.search(pattern, text)
    assert not regex.search(pattern.replace(f"{repeated}{ahead}", proposed), text)
    assert explain_idle_lookahead(pattern) == (
        f"`{repeated}` takes what `{ahead}` names as well, and nothing is spared: "
        f"`{proposed}` looks for it first"
    )
