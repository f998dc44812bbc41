"""Lines that a file lacks: what stays in front of them, and how the file ends."""

from __future__ import annotations

import pytest

from phaser_lint.check.fixes.added_lines import append_lines, prepend_lines
from phaser_lint.check.fixes.fix_edits import apply_edits

LINE = "# L"


@pytest.mark.parametrize(
    ("text", "expected_text"),
    [
        ("", "# L\n"),
        ("x\n", "# L\nx\n"),
        ("\ufeffx\r\n", "\ufeff# L\r\nx\r\n"),
        ("#!/bin/sh\nx\n", "#!/bin/sh\n# L\nx\n"),
        ("#!/bin/sh", "#!/bin/sh\n# L\n"),
        ("#!/usr/bin/python\n# -*- coding: utf-8 -*-\nx\n",
         "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# L\nx\n"),
        ("# coding: utf-8\r\nx\r\n", "# coding: utf-8\r\n# L\r\nx\r\n"),
        ("#!/bin/sh\r# coding: utf-8\rx\r", "#!/bin/sh\r# coding: utf-8\r# L\rx\r"),
        ("# a\n# vim: set fileencoding=utf-8 :\nx", "# a\n# vim: set fileencoding=utf-8 :\n# L\nx"),
        # Python looks at two lines, and at the second only behind a comment.
        ("x\n# coding: utf-8\n", "# L\nx\n# coding: utf-8\n"),
        ("<?php\necho 1;", "<?php\n# L\necho 1;"),
        ("<?php", "<?php\n# L\n"),
        ("<?php declare(strict_types=1);\n", "<?php\n# L\ndeclare(strict_types=1);\n"),
        ("<?phpx", "# L\n<?phpx"),
        ("#!/usr/bin/php\n<?php\nx", "#!/usr/bin/php\n<?php\n# L\nx"),
        ('<?xml version="1.0"?>\n<a/>', '<?xml version="1.0"?>\n# L\n<a/>'),
        ('@charset "utf-8";\na {}', '@charset "utf-8";\n# L\na {}'),
        ("# syntax=x\n# escape=`\nRUN", "# syntax=x\n# escape=`\n# L\nRUN"),
        ("# see syntax=x\n", "# L\n# see syntax=x\n"),
        ("// swift-tools-version:5.9\nx", "// swift-tools-version:5.9\n# L\nx"),
        (";;; a.el -*- lexical-binding: t -*-\n", ";;; a.el -*- lexical-binding: t -*-\n# L\n"),
        ("#!/bin/sh\n# -*- mode: tcl -*-\nx", "#!/bin/sh\n# -*- mode: tcl -*-\n# L\nx"),
        # The rest of that comment would follow a line that ends it.
        ("/* -*- C++ -*-\n * b\n */\n", "# L\n/* -*- C++ -*-\n * b\n */\n"),
        ("#cloud-config\nx", "#cloud-config\n# L\nx"),
        ("## template: jinja\n#cloud-config\n", "## template: jinja\n#cloud-config\n# L\n"),
        ("#compdef x", "#compdef x\n# L\n"),
        ("#jinja2: trim_blocks:False\nx", "#jinja2: trim_blocks:False\n# L\nx"),
        ("# tflint-ignore-file: x\nx", "# tflint-ignore-file: x\n# L\nx"),
        (";;; x -*- lexical-binding: t -*-\nx", ";;; x -*- lexical-binding: t -*-\n# L\nx"),
        ("/* -*- C -*-\n*/", "# L\n/* -*- C -*-\n*/"),
        ("#cloud-configs\nx", "# L\n#cloud-configs\nx"),
        ("x\n#cloud-config\n", "# L\nx\n#cloud-config\n"),
        ('<?xml version="1.0"?><a/>', '<?xml version="1.0"?>\n# L\n<a/>'),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lines", [LINE, f"{LINE}\n"])
def test_lines_at_the_start(text: str, expected_text: str, lines: str) -> None:
    """Behind all that has to come first; with or without a line end of their own."""
    assert apply_edits(text, [prepend_lines(text, lines, path="a")]) == expected_text


@pytest.mark.parametrize(
    ("path", "text", "expected_text"),
    [
        ("SKILL.md", "---\nname: x\n---\n# T\n", "---\nname: x\n---\n# L\n# T\n"),
        ("a/b.MDX", "---\nname: x\n---", "---\nname: x\n---\n# L\n"),
        ("a.md", "\ufeff---\r\nx: 1\r\n---\r\nT", "\ufeff---\r\nx: 1\r\n---\r\n# L\r\nT"),
        ("a.md", "---\rx: 1\r---\rT", "---\rx: 1\r---\r# L\rT"),
        ("a.md", "+++\ntitle = 'x'\n+++\nT", "+++\ntitle = 'x'\n+++\n# L\nT"),
        ("a.html", "---\n---\n<p>", "---\n---\n# L\n<p>"),
        ("a.scss", "---\n# of Jekyll\n---\na {}", "---\n# of Jekyll\n---\n# L\na {}"),
        ("feed.xml", '---\n---\n<?xml version="1.0"?>\n', '---\n---\n<?xml version="1.0"?>\n# L\n'),
        ("a.astro", "---\nconst x = 1;\n---\n<p/>", "---\nconst x = 1;\n---\n# L\n<p/>"),
        # What is no front matter: never closed, a row of dashes, a document of YAML, a comment.
        ("a.md", "---\nx\n", "# L\n---\nx\n"),
        ("a.md", "----\nx\n----\n", "# L\n----\nx\n----\n"),
        ("a.yml", "---\na: 1\n---\nb: 2\n", "# L\n---\na: 1\n---\nb: 2\n"),
        ("a.lua", "---\n--- x\n---\nf()\n", "# L\n---\n--- x\n---\nf()\n"),
        ("md", "---\na: 1\n---\n", "# L\n---\na: 1\n---\n"),
    ],
)  # fmt: skip
def test_front_matter_stays_first(path: str, text: str, expected_text: str) -> None:
    """Only of pages, by their names."""
    assert apply_edits(text, [prepend_lines(text, LINE, path=path)]) == expected_text


@pytest.mark.parametrize(
    ("text", "expected_text"),
    [
        ("", "# L\n"),
        ("\ufeff", "\ufeff# L\n"),
        ("x\n", "x\n# L\n"),
        ("x\r\n", "x\r\n# L\r\n"),
        ("x\ny\r", "x\ny\r# L\r"),
        ("x\ry", "x\ry\r# L"),
        ("x", "x\n# L"),
        ("x\r\ny", "x\r\ny\r\n# L"),
    ],
)
@pytest.mark.parametrize("lines", [LINE, f"{LINE}\n"])
def test_lines_at_the_end(text: str, expected_text: str, lines: str) -> None:
    """A file without a line end at its end stays one."""
    assert apply_edits(text, [append_lines(text, lines)]) == expected_text
