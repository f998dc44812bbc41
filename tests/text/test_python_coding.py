"""Which encodings that a file of Python names make another text of it than what is searched."""

from __future__ import annotations

import pytest

from phaser_lint.text.python_coding import find_foreign_coding

HIDDEN = "+AHAAcgBpAG4AdA-(1)\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 1\n"),
        ("a.py", "# -*- coding: utf-8 -*-\nx = '\\x61'\n"),
        ("a.py", "#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\nx\n"),
        ("a.py", "# coding: iso-8859-2\nx = 'ä'\n"),
        ("a.py", "# coding: koi8-r\nx = 'ж'\n"),
        # Nothing in it means anything else.
        ("a.py", "# coding: unicode_escape\nx = 1\n"),
        ("a.py", "# coding: utf-7\nx = 1\n"),
        # In the third line, behind code, in a string, in no comment, in another language.
        ("a.py", f"\n\n# coding: utf-7\n{HIDDEN}"),
        ("a.py", f"x = 1\n# coding: utf-7\n{HIDDEN}"),
        ("a.py", f"x = '# coding: utf-7'\n{HIDDEN}"),
        ("a.py", f"# encoding utf-7\n{HIDDEN}"),
        ("a.py", f"\ufeff# coding: utf-7\n{HIDDEN}"),
        ("a.rb", f"# coding: utf-7\n{HIDDEN}"),
        ("a", f"#!/bin/sh\n# coding: utf-7\n{HIDDEN}"),
    ],
)
def test_a_coding_that_reads_the_same_text_is_no_matter(path: str, text: str) -> None:
    assert find_foreign_coding(path, text) == ("", 0)


@pytest.mark.parametrize(
    ("path", "text", "coding", "line"),
    [
        ("a.py", f"# coding: utf-7\n{HIDDEN}", "utf-7", 1),
        ("a.pyi", f"\n \t# x coding:utf_7\n{HIDDEN}", "utf_7", 2),
        ("a.py", f"\r# coding=UTF-7\r{HIDDEN}", "UTF-7", 2),
        ("a.py", f"# no coding here, coding: x, coding= utf-7\n{HIDDEN}", "x", 1),
        ("tool", f"#!/usr/bin/env python3\n# coding: utf-7\n{HIDDEN}", "utf-7", 2),
        ("a.py", "# coding: unicode_escape\n# \\x0aprint(1)\n", "unicode_escape", 1),
        ("a.py", "# coding: raw_unicode_escape\n# \\u000aprint(1)\n", "raw_unicode_escape", 1),
        ("a.py", "# coding: unicode_escape\nx = '\\N{no such name}'\n", "unicode_escape", 1),
        ("a.py", "# coding: rot13\ncevag(1)\n", "rot13", 1),
        ("a.py", "# coding: punycode\nx\n", "punycode", 1),
        ("a.py", "# coding: zlib\nx\n", "zlib", 1),
        ("a.py", "# coding: cp500\nx\n", "cp500", 1),
        ("a.py", "# coding: nobody-knows\nx\n", "nobody-knows", 1),
        # The second byte of a character is a quote, or ends the line for whoever reads bytes.
        ("a.py", "# coding: shift_jis\nx = '\udc83\\'\n", "shift_jis", 1),
    ],
)
def test_a_coding_that_reads_another_text_is_foreign(
    path: str, text: str, coding: str, line: int
) -> None:
    assert find_foreign_coding(path, text) == (coding, line)
