"""Lines that a fix adds: behind what has to stand first, and safe in the file's language."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from phaser_lint.check.fixes.fixed_file import FixedFile
from tests.check.fixes.test_fix_safety import fix_text

DOCS = '"""Docs."""\n'
FUTURE = "from __future__ import annotations\n"
# The path, the lines, what stands in front of them, and what behind.
PLACES = [
    ("a.py", "import a", f"{DOCS}{FUTURE}", "b\n"),
    ("a.py", "import a", "# why\nr'''Docs\nb'''  # why\n\nfrom __future__ import (\n  c)\n", "b\n"),
    ("a.py", "import a", "", '"b" + c\n'),
    ("a.py", "import a", '"b"; c\n', "d\n"),
    ("a.py", "import a", "#!/b\n# coding: utf-8\n", "b\n"),
    ("a.py", "# SPDX", "", DOCS),
    ("a.py", "from __future__ import division", DOCS, "import b\n"),
    ("a.ts", "import a from 'a';", "// why\n'use client';\n\"use strict\"\n", "b\n"),
    ("a.js", "import a from 'a';", "/** @jest-environment node */\n", "b\n"),
    ("a.js", "import a from 'a';", "// @ts-check\n", "b\n"),
    ("a.js", "import a from 'a';", "", "/** Docs. */\nfunction b() {}\n"),
    ("a.js", "// SPDX", "/** @jest-environment node */\n", "b\n"),
    ("a.go", 'import "b/a"', "//go:build c\n\n// Docs\npackage d\n", "\na.F()\n"),
    ("a.go", "// SPDX\n", "", "// Package a is.\npackage a\n"),
    ("a.php", "use A;", "<?php\n// why\ndeclare(strict_types=1);\n\nnamespace B;\n", "c();\n"),
    ("a.php", "declare(strict_types=1);", "<?php\n", "namespace B;\n"),
    ("a.java", "import a.B;", "/* why */\npackage a; // why\n", "import c;\n"),
    ("a.rs", "use a;", "//! Docs\n#![allow(b)]\n", "use c;\n"),
    ("a.rb", "require 'a'", "# frozen_string_literal: true\n", "b\n"),
    ("a.css", "b { c: d }", '@charset "a";\n@import "x";\n', "a {}\n"),
    ("a.yaml", "# SPDX", "%YAML 1.2\n---\n", "a: 1\n"),
    ("a.yaml", "b: 1", "# why\n---\n", "a: 1\n"),
    ("a.html", "<!-- SPDX -->", "<!DOCTYPE html>\n", "<p>\n"),
    ("a.sh", "set -euo pipefail", "#!/bin/sh\n", "a\n"),
    ("a.c", "#include <a.h>", "#pragma once\n", "int a;\n"),
    ("a.md", "# Title", "---\na: 1\n---\n", "a\n"),
]  # fmt: skip


def add_lines(path: str, text: str, place: str, lines: str, **keys: Any) -> FixedFile:
    """What a fix makes of a *text* that lacks *lines*, at this *place*."""
    pattern = f"^{re.escape(lines.splitlines()[0])}$"
    fix = {"type": "require_pattern", "pattern": pattern, "fix": {place: lines}, **keys}
    return fix_text(path, text, fix)


@pytest.mark.parametrize(("path", "lines", "first", "further"), PLACES)
def test_lines_go_behind_what_has_to_stand_first(
    path: str, lines: str, first: str, further: str
) -> None:
    """In each language."""
    fixed_file = add_lines(path, f"{first}{further}", "prepend", lines)
    assert fixed_file.unsafe == ()
    expected_text = f"{first}{lines}\n{further}"
    assert fixed_file.result() == expected_text
    if path.endswith(".py"):
        compile(expected_text, path, "exec", ast.PyCF_ONLY_AST)


FOREIGN = "is not known to be of the file's language"
SAFE = [
    ("a.yaml", "a: 1\n", "append", "b: 1"),
    ("a.py", "log\n", "prepend", "import a\nlog = a.b()"),
    ("a.py", "setup\n", "prepend", "setup()"),
    ("a.toml", "[a]\nb = 1\n", "append", "[c]\nd = 1"),
    (".editorconfig", "[*]\na = 1\n", "prepend", "root = true"),
    ("LICENSE", "a\n", "append", "// b"),
    ("a.txt", "a\n", "prepend", "import b"),
    (".gitignore", "a\n", "append", "*.pyc"),
    ("a.sql", "a\n", "prepend", "-- SPDX"),
    ("a.kt", "a\n", "prepend", "import b.*"),
]
UNSAFE = [
    ("d.py", "x = 1\n", "prepend", "setup()", "the file has no `setup`"),
    ("a.py", "x\n", "append", "setup()", "the file has no `setup`"),
    ("a.py", "x\n", "prepend", "import a\nlog = a.b()", "the file has no `log`"),
    ("a.py", "x\n", "prepend", "// SPDX", "`//` opens no comment in the file"),
    ("a.sh", "x\n", "append", "// SPDX", "`//` opens no comment in the file"),
    ("a.yaml", "x: 1\n", "prepend", "// SPDX", "`//` opens no comment in the file"),
    ("a.c", "x\n", "prepend", "# SPDX: MIT", "the file has no `SPDX`, `MIT`"),
    ("a.ts", "x\n", "prepend", "# SPDX", "`#` opens no comment in the file"),
    ("a.json", "{}\n", "prepend", "// SPDX", "no comment can stand there"),
    ("a.json", "{}\n", "append", "a", "no such lines can stand there"),
    ("a.html", "<p>\n", "prepend", "// SPDX", "no comment can stand there"),
    ("a.php", "<p>\n", "prepend", "// SPDX", "no comment can stand there"),
    ("a.php", "<?php x ?>\n<p>\n", "append", "// SPDX", "no comment can stand there"),
    ("a.yaml", "a: 1\n", "prepend", "import React", f"`import React` {FOREIGN}"),
    ("a.css", "a {}\n", "prepend", "import React", f"`import React` {FOREIGN}"),
    ("a.py", "x\n", "prepend", "import a from 'b'", f"`import a from 'b'` {FOREIGN}"),
    ("a.yaml", "- a\n", "prepend", "b: 1", "it may be no key of a mapping"),
    ("a.yaml", "b: 2\n", "append", "b: 1", "the file may have that key"),
    ("a.toml", "a = 1\n", "prepend", "[b]", "keys of the file would belong to another section"),
    ("a.toml", "[a]\n", "append", "b = 1", "it would belong to the last section"),
    ("a.go", "package a\n", "prepend", 'import "b/c"', "nothing in the file uses `c`"),
    ("a.go", "a b.F()\n", "append", 'import "b"', '`import "b"` has to stand at the start'),
    ("a.py", "x\n", "append", FUTURE.strip(), f"`{FUTURE.strip()}` has to stand at the start"),
    ("a.ts", "x\n", "append", "'use client';", "`'use client';` has to stand at the start"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "place", "lines"), SAFE)
def test_lines_of_the_language_are_added(path: str, text: str, place: str, lines: str) -> None:
    """A statement that imports holds its own name."""
    fixed_file = add_lines(path, text, place, lines)
    assert fixed_file.unsafe == ()
    assert lines in fixed_file.result()


@pytest.mark.parametrize(("path", "text", "place", "lines", "reason"), UNSAFE)
def test_other_lines_are_left_with_a_reason(
    path: str, text: str, place: str, lines: str, reason: str
) -> None:
    """Unless the contract calls them safe."""
    fixed_file = add_lines(path, text, place, lines)
    assert fixed_file.result() == text
    assert [unmade.reason for unmade in fixed_file.unsafe] == [reason]
    assert lines in add_lines(path, text, place, lines, fix_safety="safe").result()
