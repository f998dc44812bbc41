"""Indentation, quotes and semicolons that a page wants, where it says nothing else."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("2-space indentation.", "\tread()", "    read()"),
        ("4 spaces for indentation (not tabs)", "  \tread()", "a =\tb"),
        ("For indentation, use 2 spaces (never tabs)", "  \tread()", "a =\tb"),
        ("For indentation, always use 2 spaces", "\tread()", "  read()"),
        ("Remove extra spaces at the end of each line. An editor does it.", "a = 1 ", "a = 1"),
        ("No spaces at the end of a line", "a = 1 ", "a = 1"),
        ("Avoid more than one blank line in a row", "a\n\n \nb", "a\n\nb"),
        ("Avoid multiple blank lines", "a\n\n\nb", "a\n\nb\n\nc"),
        ("No consecutive empty lines", "a\n\n\nb", "a\n\nb\n"),
        ("Indent: 2 spaces", "\tread()", "  read()"),
        ("Indent: tabs", "    read()", "\t  read()"),
        ("Single quotes, semicolons, 2-space indent", 'import a from "b";', "import a from 'b';"),
        ("TypeScript: 2-space indent, double quotes", "import {a} from 'b'", 'a = <b c="d" />'),
        ("K&R braces, no semicolons, no trailing commas", "const a = 1;", "for (;;) {"),
        ("Semicolons: always", "import a from 'b'", "import a from 'b';"),
        ("Use the `@/*` alias for internal imports", "import a from '../a'", "import a from './a'"),
    ],
)
def test_code_that_is_formatted_otherwise(text: str, wrong: str, right: str) -> None:
    keys = keys_of(read_page_line(text, ["src/a.ts"]))
    assert finds(keys, wrong)
    assert not finds(keys, right)


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Use double quotes for strings", "a = 'b'", 'a = "it\'s"'),
        ("Double-quoted strings", "def a(b, c=r'd'):", "a = f\"{b['c']} d\""),
        ("Use double quotes for strings", "a = b['c']", "{b['c']} it is"),
        ("Double quotes", "if a == '':", "a = '''b'''"),
        ("Single quotes", 'a = "b"', "a = 'say \"b\"'"),
        ("Single quotes for strings", 'read("b")', 'a = "it\'s"'),
        ("Single quotes for all strings", 'a = "b"  # c', '# "b"'),
        ("Single quotes", 'return "b"', 'a = """b"""'),
    ],
)
def test_quotes_of_python(text: str, wrong: str, right: str) -> None:
    """The first string of a line, where it holds no quotes; one in another string may differ."""
    line = read_page_line(text, ["src/a.py"])
    assert finds(keys_of(line), wrong)
    assert not finds(keys_of(line), right)
    assert line.rule is not None
    assert "quotes of other strings" in line.rule.unseen


def test_a_width_is_named_beside_the_draft() -> None:
    line = read_page_line("4-space indentation", ["a.py"])
    assert line.rule is not None
    assert line.rule.unseen == ("another width",)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ts", "Single quotes for TS/JS, double quotes for JSX"),
        ("a.ts", "2 spaces in YAML, 4 spaces elsewhere"),
        ("a.ts", "Prefer double quotes unless a string has one"),
        ("a.ts", "Indent with 2 spaces, keep lines short, and write what the reader needs"),
        ("a.rb", "Single quotes"),
        ("a.py", "Use double quotes for strings, single quotes for keys"),
        ("a.py", "Single quotes, double quotes for messages"),
        ("a.py", "Prefer double quotes for strings that hold names"),
        ("a.ts", "Use tabs for indentation, spaces for alignment"),
        ("a.c", "Indent: tabs"),
        ("a.ts", "Open the tabs one by one"),
        ("a.ts", "Use the `@/*` alias when the path is deep"),
        *(
            ("a.cs", text)
            for text in (
                "For indentation, use what the file has",
                "For indentation, use 4 spaces in YAML",
                "For indentation, prefer 4 spaces when it fits",
                "For alignment, use 4 spaces",
                "No more than one empty line between methods",
                "No more than two empty lines in a row",
                "Never use more than one empty line in tests",
                "Use one empty line between methods",
                "Avoid more than one blank line, except between classes",
                "Use multiple blank lines between parts",
                "Remove spaces at the end of the name",
                "Remove unnecessary spaces",
                "Remove trailing spaces in what users write",
                "No spaces at the end of lines in tables",
            )
        ),
    ],
)
def test_a_case_of_a_format_is_left(path: str, text: str) -> None:
    assert read_page_line(text, [path]).rule is None


def test_spaces_indent_the_code_of_several_languages() -> None:
    keys = keys_of(read_page_line("Use 2 spaces for indentation", ["a.rb", "b.js", "c.go"]))
    assert keys["file_glob"] == "*.{js,jsx,mjs,cjs,rb,ts,tsx,mts,cts}"
    line = read_page_line("Use 4 spaces for indentation", ["a.go"])
    assert line.reason == "syntax: indent"


@pytest.mark.parametrize(
    ("text", "path", "right"),
    [
        ("Use 4 spaces", "a.py", "read(\n    a\n)"),
        ("2-space indentation", "a.py", "read(\n  a\n)"),
        ("Indent: two spaces", "a.ts", "read(\n  a\n)"),
        ("8 spaces for indentation", "a.c", "read(\n        a\n);"),
        ("Use 3 spaces", "a.rb", "read(\n    a\n)"),
        ("Use spaces for indentation", "a.java", "read(\n    a\n);"),
        ("Indent: tabs", "a.js", "read(\n\ta\n)"),
    ],
)
def test_an_example_is_indented_as_the_line_says(text: str, path: str, right: str) -> None:
    """And is code of the language: the second line of `a = 1` and `  b = 2` was none of Python."""
    assert keys_of(read_page_line(text, [path]))["examples"]["valid"] == [right]
