"""Drafts of a line that each file has: where it stands, and that it is all of it, in a comment."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

MIT = "// SPDX-License-Identifier: MIT"
STARTS = f"Every Rust file must start with `{MIT}`."


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (f"{MIT}\nfn a() {{}}\n", True),
        (f"{MIT}", True),
        (f"#!/usr/bin/env run-cargo-script\n\n{MIT}  \nfn a() {{}}\n", True),
        (f"fn b() {{}}\n\nfn c() {{}}\n{MIT}\n", False),
        (f"{MIT}-0\nfn a() {{}}\n", False),
        (f"{MIT} OR Apache-2.0\n", False),
        (f'const A: &str = r"\n{MIT}\n";\n', False),
        (f"// Copyright\n{MIT}\n", False),
    ],
)
def test_a_file_that_must_start_with_a_line(text: str, is_right: bool) -> None:
    assert finds(keys_of(read_page_line(STARTS, ["a.rs"])), text) is is_right


@pytest.mark.parametrize(
    "text",
    [
        f"Each file starts with the comment `{MIT}`.",
        f"All source files must begin with the line `{MIT}`.",
        f"Every file has to start with the license comment `{MIT}`",
        f"Begin every file with `{MIT}`",
        f"Put `{MIT}` on the first line of every file",
    ],
)
def test_other_words_for_the_start_of_a_file(text: str) -> None:
    keys = keys_of(read_page_line(text, ["a.rs"]))
    assert keys["pattern"] == keys_of(read_page_line(STARTS, ["a.rs"]))["pattern"]


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (f"{MIT}\n", True),
        (f"// Copyright Acme\n\n/* Acme\n * Inc.\n */\n{MIT}\n", True),
        (f"use std::fs;\n{MIT}\n", False),
    ],
)
def test_a_line_at_the_top_may_follow_other_comments(text: str, is_right: bool) -> None:
    keys = keys_of(read_page_line(f"Add `{MIT}` at the top of every file.", ["a.rs"]))
    assert finds(keys, text) is is_right


def test_a_line_that_a_file_has_anywhere_counts_in_comments() -> None:
    """Inside of a text it is none; no word says that it is at the top."""
    keys = keys_of(read_page_line(f"Add `{MIT}` to every file.", ["a.rs"]))
    assert keys["in"] == ["comments", "docs"]
    assert finds(keys, f"use std::fs;\n{MIT}\n")
    assert not finds(keys, f"{MIT}-0\n")


def test_a_comment_of_another_language_becomes_no_draft() -> None:
    line = read_page_line(f"Every file must start with `{MIT}`.", ["a.py"])
    assert line.rule is None
    assert line.reason == "condition: not all files have comments with `//`"


@pytest.mark.parametrize(
    ("text", "path", "right", "wrong"),
    [
        ("Start each file with `# Copyright Acme`", "a.py",
         "# -*- coding: utf-8 -*-\n# Copyright Acme 2026\n", "# Copyright Acme-Two\n"),
        ("All Python files include an SPDX header on the first line", "a.py",
         "#!/bin/sh\n# SPDX-License-Identifier: MIT\n", "a = 1  # SPDX-License-Identifier: MIT\n"),
        ('`"use client"` at the top of every file', "a.tsx",
         "// a\n/* b\n */\n'use client'\n", "import a from 'b'\n'use client'\n"),
        ("Put `from __future__ import annotations` at the top of modules", "a.py",
         '"""A."""\nfrom __future__ import division, annotations\n', "from __future__ import a\n"),
        ("Every file must start with `#!/usr/bin/env python3`", "a.py",
         "#!/usr/bin/env python3\n", "\n#!/usr/bin/env python3\n"),
        ("Every file must start with `#nullable enable`", "A.cs",
         "// a\n#nullable enable\n", "using A;\n#nullable enable\n"),
    ],
)  # fmt: skip
def test_what_else_each_file_begins_with(text: str, path: str, right: str, wrong: str) -> None:
    keys = keys_of(read_page_line(text, [path]))
    assert finds(keys, right)
    assert not finds(keys, wrong)


MAIN = "`.app/main.ts` must keep `const require = makeRequire('a')`"


@pytest.mark.parametrize(
    ("text", "paths", "outcome"),
    [
        (f"{MAIN}. Node reads it as ESM.", [".app/main.ts"], ".app/main.ts"),
        ('`turbo.json` must contain `"ui": "tui"`', ["turbo.json"], "/turbo.json"),
        ('`turbo.json` must have `"ui": "tui"`', ["turbo.json", "web/turbo.json"],
         "condition: which files it is about is not sure"),
        (MAIN, ["main.ts"], "condition: no files lie at the path that it names"),
        ("`a.json` must include `private`", ["a.json"], "not sure to be code"),
        ("`src/a.ts` must include `load(...)`", ["src/a.ts"], "not sure to be code"),
        ("`src/*.ts` must include `a = load()`", ["src/a.ts"], "not sure to be code"),
        (f"{MAIN} unless it is built", [".app/main.ts"], "condition: `unless`"),
    ],
)  # fmt: skip
def test_a_line_that_one_file_must_keep(text: str, paths: list[str], outcome: str) -> None:
    line = read_page_line(text, paths)
    assert (keys_of(line)["file_glob"] if line.rule else line.reason).startswith(outcome)


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ('const require = makeRequire("a");\n', True),
        ("const a = 1;\nconst  require=makeRequire('a')\n", True),
        ("const require = makeRequire('b');\n", False),
    ],
)
def test_a_kept_line_may_have_other_spaces_and_quotes(text: str, is_right: bool) -> None:
    keys = keys_of(read_page_line(MAIN, [".app/main.ts"]))
    assert (keys["type"], finds(keys, text)) == ("require_pattern", is_right)
