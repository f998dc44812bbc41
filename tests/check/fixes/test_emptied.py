"""A fix that takes something away: safe where nothing has to stand in its place."""

from __future__ import annotations

import pytest

from tests.check.fixes.test_fix_safety import fix_text

EMPTY = "it would leave a block or a condition without a statement"
NOTHING = "it would leave nothing where something has to stand"
HARMLESS = [
    ("a.py", r"^ +bad\(\)\n", "if a:\n    bad()\n    b\n", "if a:\n    b\n"),
    ("a.py", r"^ +bad\(\)\n", 'def f():\n    """D."""\n    bad()\n', 'def f():\n    """D."""\n'),
    ("a.py", r"^ +bad,\n", "a = [\n    bad,\n    b,\n]\n", "a = [\n    b,\n]\n"),
    ("a.ts", r"^ *bad;\n", "if (a) {\n  bad;\n}\n", "if (a) {\n}\n"),
    ("a.ts", r"^ *bad;\n", "case 1:\n  bad;\n  b();\n", "case 1:\n  b();\n"),
    ("a.ts", r" bad;", "if (a) b(); bad;\nc()", "if (a) b();\nc()"),
    ("a.ts", r"^ *\.bad\(\)\n", "a\n  .bad()\n  .c()\n", "a\n  .c()\n"),
    ("a.ts", r"bad ", "a = bad f()\n", "a = f()\n"),
    ("a.json", r'^ "bad": 2,\n', '{"a": 1,\n "bad": 2,\n "c": 3}', '{"a": 1,\n "c": 3}'),
    ("a.yaml", r"^  bad: 1\n", "a:\n  b: 1\n  bad: 1\nc: 2\n", "a:\n  b: 1\nc: 2\n"),
    ("a.yaml", r"^- bad\n", "a:\n- bad\n- b\n", "a:\n- b\n"),
    ("a.sh", r"^  bad\n", "if a; then\n  bad\n  b\nfi\n", "if a; then\n  b\nfi\n"),
    ("a.rb", r"^  bad\n", "if a\n  bad\nend\n", "if a\nend\n"),
    ("Makefile", r"^\tbad\n", "a: b\n\tbad\n\tc\n", "a: b\n\tc\n"),
    ("a.css", r" bad: 1;", "a { bad: 1; b: 2 }\n", "a { b: 2 }\n"),
    ("a.md", r"bad", "a, bad\n", "a, \n"),
    ("a.txt", r"bad\n", "a =\nbad\n", "a =\n"),
    ("a.tsx", r"bad", "a = <b>\n  bad\n</b>\n", "a = <b>\n  \n</b>\n"),
    ("a.py", r"  # bad", "if a:\n    b  # bad\n", "if a:\n    b\n"),
]
HARMFUL = [
    ("a.py", r"^ +bad\(\)\n", "def f():\n    bad()\n", EMPTY),
    ("a.py", r"^ +bad\(\)\n", "def f():\n    # why\n    bad()\n# why\nb\n", EMPTY),
    ("a.py", r"^ +bad\(\)\n", "if a:\n    b\nelse:\n    bad()\nc\n", EMPTY),
    ("a.py", r"^ +bad\(\)\n", "try:\n    bad()\nexcept E:\n    a\n", EMPTY),
    ("a.py", r"bad\(\)", "if a: bad()\n", EMPTY),
    ("a.py", r"bad\(\)", "if a: bad(); b\n", EMPTY),
    ("a.py", r"^if bad:\n", "if bad:\n    a\nb\n", NOTHING),
    ("a.py", r"bad\(\)", "a = bad()\n", NOTHING),
    ("a.py", r"bad\(\)", "f(bad())\n", NOTHING),
    ("a.py", r"bad\(\)", "[a for a in bad()]\n", NOTHING),
    ("a.py", r"bad\(\)", "f(a, bad())\n", NOTHING),
    ("a.py", r"bad\(\)", 'f"{bad()}"\n', NOTHING),
    ("a.py", r"bad\(\)", "a and bad()\n", NOTHING),
    ("a.py", r"bad\(\)", "bad().a\n", NOTHING),
    ("a.ts", r"^ *bad;\n", "if (a)\n  bad;\nc()\n", EMPTY),
    ("a.ts", r"bad;", "if (a) bad;\nc()\n", EMPTY),
    ("a.ts", r"bad", "if (a) bad\nc()\n", EMPTY),
    ("a.ts", r"bad", "if (a) bad;\nc()\n", EMPTY),
    ("a.ts", r"^ *bad;\n", "while (f(a))\n  // why\n  bad;\nc()\n", EMPTY),
    ("a.ts", r"bad;", "if (a) b(); else bad;\nc()\n", EMPTY),
    ("a.ts", r"bad;", "for (;;) bad;\n", EMPTY),
    ("a.c", r"bad;", "int f() { if (a) bad; return 1; }\n", EMPTY),
    ("a.ts", r"bad", "a = () => bad;\n", NOTHING),
    ("a.ts", r"bad", "a ? bad : b\n", NOTHING),
    ("a.ts", r"bad", "[bad]\n", NOTHING),
    ("a.ts", r"bad", "f(bad, b)\n", NOTHING),
    ("a.tsx", r"bad", "a = <b c={bad} />\n", NOTHING),
    ("a.json", r'^ "bad": 2\n', '{"a": 1,\n "bad": 2\n}\n', NOTHING),
    ("a.yaml", r"^  bad: 1\n", "a:\n  bad: 1\nb: 2\n", EMPTY),
    ("a.yaml", r"bad", "a: bad\n", EMPTY),
    ("a.sh", r"^  bad\n", "if a; then\n  bad\nfi\n", EMPTY),
    ("a.sh", r"bad;", "f() { bad; }\n", EMPTY),
    ("Makefile", r"^\tbad\n", "a: b\n\tbad\n\nc:\n\td\n", EMPTY),
    ("a.css", r"bad", "a { color: bad; }\n", NOTHING),
]


@pytest.mark.parametrize(("path", "pattern", "text", "expected_text"), HARMLESS)
def test_what_nothing_has_to_replace_is_removed(
    path: str, pattern: str, text: str, expected_text: str
) -> None:
    """A statement among others, a match in prose, a comment."""
    fixed_file = fix_text(path, text, {"pattern": pattern, "fix": ""})
    assert (fixed_file.result(), fixed_file.unsafe, fixed_file.left) == (expected_text, (), ())


@pytest.mark.parametrize(("path", "pattern", "text", "reason"), HARMFUL)
def test_what_would_leave_half_a_program_is_left(
    path: str, pattern: str, text: str, reason: str
) -> None:
    """The next statement would be that of the condition, or the file would be no program."""
    keys = {"pattern": pattern, "fix": ""}
    fixed_file = fix_text(path, text, keys)
    assert fixed_file.result() == text
    assert [unmade.reason for unmade in fixed_file.unsafe] == [reason]
    assert fix_text(path, text, {**keys, "fix_safety": "safe"}).result() != text
