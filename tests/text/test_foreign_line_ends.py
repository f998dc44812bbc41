r"""Where a language ends a line and patterns do not, or the other way round."""

from __future__ import annotations

import pytest

from phaser_lint.core.text import ENDED_BY_RETURNS, WITH_OTHER_LINE_ENDS, may_end_lines_otherwise
from phaser_lint.text.foreign_line_ends import find_foreign_line_end


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.sh", "# note\n: x\n"),
        ("a.sh", "# note\r\n: x\r\n"),
        ("a.sh", "\ufeff# note\r\r\n: x\r \r\n: y\r"),
        # A line ends there for them, too.
        *[(path, "# note\rx\r") for path in ("a.py", "a.yml", "a.php", "a.ps1")],
        *[(path, "// note\rx\r") for path in ("a.js", "a.ts", "a.java", "A.cs", "a.swift", "a.d")],
        # What reads them has no comment of a line, or nobody knows what it is.
        *[(path, "# note\rx\u2028y\r") for path in ("a.txt", "a.md", "a.html", "a.css", "a")],
        # No line ends there for them.
        *[(path, "# a\u2028b\u2029c\x85d\ve\ff") for path in ("a.py", "a.sh", "a.rb", "a.toml")],
        *[(path, "// a\u2028b\u2029c\x85d\ve\ff") for path in ("a.go", "a.rs", "a.java", "a.kt")],
        ("a.js", "// a\x85b\vc\fd"),
        # It stands in a text, in a comment, or nothing stands behind it on the line.
        ("a.js", "x = 'a\u2028b' + `a\u2028b`; /* a\u2028b */ // c\u2028 \u2029\ny"),
    ],
)  # fmt: skip
def test_most_texts_are_read_as_their_language_does(path: str, text: str) -> None:
    assert find_foreign_line_end(path, text, until=None) == ("", 0)


@pytest.mark.parametrize(
    ("path", "text", "language", "line"),
    [
        ("a.sh", "x\r\n# note\rrm x\n", "shell", 2),
        ("run", "#!/bin/bash\n# note\rrm x\n", "shell", 2),
        ("a.go", "x\ry", "go", 1),
        ("a.rs", "\ufeff\r\rx\r", "rust", 1),
        *[
            (path, "x\n# note\rx", language, 2)
            for path, language in [("a.rb", "ruby"), ("a.r", "r"), ("a.pl", "perl"),
                                   ("a.ex", "elixir"), ("Makefile", "make"), ("a.fish", "fish")]
        ],
    ],
)  # fmt: skip
def test_a_carriage_return_that_ends_no_line_of_the_language(
    path: str, text: str, language: str, line: int
) -> None:
    message = f"read as two lines at a carriage return: {language} reads one"
    assert find_foreign_line_end(path, text, until=None) == (
        f"{message}, which may be other code",
        line,
    )


@pytest.mark.parametrize(
    ("path", "text", "sign", "language", "line"),
    [
        ("a.js", "x\r\n// note\u2028eval(x)\n", "U+2028", "javascript", 2),
        ("a.tsx", "x = 1;\u2029debugger\n", "U+2029", "jsx", 1),
        ("a.ts", "'\u2028';\ry\n// a\u2028b\n", "U+2028", "typescript", 3),
        ("A.cs", "// note\x85Eval(x)", "U+0085", "csharp", 1),
        ("a.d", "// note\u2028eval(x)", "U+2028", "d", 1),
        ("a.sol", "// note\u2028eval(x)", "U+2028", "solidity", 1),
        ("a.yaml", "# note\x85run: x", "U+0085", "yaml", 1),
    ],
)
def test_what_else_ends_a_line_of_the_language(
    path: str, text: str, sign: str, language: str, line: int
) -> None:
    message = f"read as one line at {sign}: {language} reads two"
    assert find_foreign_line_end(path, text, until=None) == (
        f"{message}, which may be other code",
        line,
    )


def test_what_takes_too_long_may_be_other_code() -> None:
    """Whether it stands in a text is not known then."""
    text = "'x';\n" * 10_000 + "'\u2028 x'"
    assert find_foreign_line_end("a.js", text, until=None) == ("", 0)
    assert find_foreign_line_end("a.js", text, until=0.0) != ("", 0)


@pytest.mark.parametrize("path", [f"a{ending}" for ending in ENDED_BY_RETURNS])
def test_a_carriage_return_is_not_asked_for_where_it_ends_a_line(path: str) -> None:
    """Files of these languages are most of those that have ``\\r\\n``."""
    text = "# a\r// b\rc\n"
    assert not may_end_lines_otherwise(path, text)
    assert find_foreign_line_end(path, text, until=None) == ("", 0)


@pytest.mark.parametrize("path", [f"a{ending}" for ending in WITH_OTHER_LINE_ENDS])
def test_what_else_ends_a_line_is_asked_for(path: str) -> None:
    text = "x\n// a\u2028b\n"
    assert may_end_lines_otherwise(path, text)
    assert find_foreign_line_end(path, text, until=None)[1] == 2


@pytest.mark.parametrize(
    ("path", "text", "may_be"),
    [
        ("a.sh", "a\nb", False),
        ("a.sh", "a\r\nb\r\n", False),
        ("a.sh", "a\r\nb\r", True),
        ("a", "a\r\r\nb", True),
        ("a.sh", "é\u2028\u2029\x85", False),
        ("a.js", "é “a” \u2027\x84", False),
        *[("a.js", f"a{sign}b", True) for sign in "\u2028\u2029\x85"],
    ],
)
def test_which_texts_may_end_lines_otherwise(path: str, text: str, may_be: bool) -> None:
    assert may_end_lines_otherwise(path, text) is may_be
