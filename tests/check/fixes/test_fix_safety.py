"""Which fixes may break the file that they are made in, and why."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.core.file_records import TextFile
from tests.examples import contract, contract_set

PRINT = {"pattern": r"\bprint\(", "fix": "log.info("}
NEEDS = {**PRINT, "fix_needs": "^log = "}


def fix_text(path: str, text: str, *keys: dict[str, Any], makes_unsafe: bool = False) -> FixedFile:
    """What fixes make of a text; the contracts are called ``a``, ``b`` …"""
    contracts = [
        contract(
            name, contract_keys.pop("type", "forbid_pattern"), file_glob=["*"], **contract_keys
        )
        for name, contract_keys in zip("abcd", map(dict, keys), strict=False)
    ]
    checker = make_checker(contract_set(*contracts), 2.0)
    file = TextFile(path, text)
    violations = engine.examine_files(checker, [file]).violations
    return fix_file(checker, file, violations, makes_unsafe=makes_unsafe)


SAFE = [
    ("a.py", "log = 1\nprint(1)\n", PRINT, "log = 1\nlog.info(1)\n"),
    # After the statement that makes it, or in front: the code holds it.
    ("a.py", "print(1)\nlog = 1\n", PRINT, "log.info(1)\nlog = 1\n"),
    ("a.py", "print(1) # b\n", {"pattern": " # .*", "fix": ""}, "print(1)\n"),
    ("a.py", "import pdb\nx\n", {"pattern": r"^import pdb\n", "fix": ""}, "x\n"),
    ("a.js", "it.only(x)", {"pattern": r"\.only\b", "fix": ""}, "it(x)"),
    ("a.toml", "a = 'b'\n", {"pattern": "'", "fix": '"'}, 'a = "b"\n'),
    # A string ends where it did, or with one that it joins.
    ("a.js", "x = 'a b';\n", {"pattern": "b';$", "fix": "c'"}, "x = 'a c'\n"),
    ("a.py", "x = f'{a} b'\n", {"pattern": " b'", "fix": " c'"}, "x = f'{a} c'\n"),
    ("a.tsx", "x = <p>a b</p>;\n", {"pattern": "b</p>", "fix": "c</p>"}, "x = <p>a c</p>;\n"),
    ("a.py", "x = ('a', 'b')\n", {"pattern": "', '", "fix": " "}, "x = ('a b')\n"),
    # Keywords, attributes, arguments, what the file says elsewhere.
    ("a.js", "var x", {"pattern": "var ", "fix": "let "}, "let x"),
    ("a.py", "x == None", {"pattern": "== None", "fix": "is None"}, "x is None"),
    ("a.py", "int(1)\nlong(x)", {"pattern": r"\blong\(", "fix": "int("}, "int(1)\nint(x)"),
    (
        "a.sql",
        "SELECT Log\nfrom x",
        {"pattern": "^from x", "fix": "FROM log"},
        "SELECT Log\nFROM log",
    ),
    (
        "A.java",
        "import a.Log;\nf(x);",
        {"pattern": r"\bf\(", "fix": "Log.g("},
        "import a.Log;\nLog.g(x);",
    ),
    (
        "a.go",
        'import (\n\t"a/log"\n)\nf(x)',
        {"pattern": r"\bf\(", "fix": "log.F("},
        'import (\n\t"a/log"\n)\nlog.F(x)',
    ),
    (
        "a.py",
        "from log import info\nf(x)",
        {"pattern": r"\bf\(", "fix": "info("},
        "from log import info\ninfo(x)",
    ),
    ("a.py", "x.warn(1)", {"pattern": r"\.warn\(", "fix": ".warning("}, "x.warning(1)"),
    (
        "a.py",
        "f(a, verify=False)",
        {"pattern": "verify=False", "fix": "timeout=5"},
        "f(a, timeout=5)",
    ),
    # Groups, from wherever they come.
    (
        "a.py",
        "getattr(x, 'name')",
        {"pattern": r"getattr\((\w+), '(\w+)'\)", "fix": r"\1.\2"},
        "x.name",
    ),
    ("a.py", "eval('y')", {"pattern": r"eval\('(\w+)'\)", "fix": r"\1"}, "y"),
    ("a.py", "f('é\\n')", {"pattern": r"f\((?P<a>.*)\)", "fix": r"(\g<a>)"}, "('é\\n')"),
    # Comments, texts, data and prose.
    ("a.py", "# cart\n", {"pattern": "cart", "fix": "basket"}, "# basket\n"),
    ("a.py", "x = 'cart'\n", {"pattern": "cart", "fix": "basket"}, "x = 'basket'\n"),
    ("a.yaml", "a: cart\n", {"pattern": "cart", "fix": "basket"}, "a: basket\n"),
    ("a.md", "`cart`\n", {"pattern": "cart", "fix": "basket"}, "`basket`\n"),
    ("LICENSE", "cart\n", {"pattern": "cart", "fix": "basket"}, "basket\n"),
    # What stands around it stays what it was.
    ("a.py", "x = 'a', 'b'\n", {"pattern": "'", "fix": '"'}, 'x = "a", "b"\n'),
    ("a.js", "/* a */ f(x)", {"pattern": r"/\* a \*/ ", "fix": ""}, "f(x)"),
    ("a.js", "f(x) // a", {"pattern": "// (.*)", "fix": r"/* \1 */"}, "f(x) /* a */"),
    ("a.sh", "case 1 in x) ;; esac\n", {"pattern": r"x\)", "fix": "2"}, "case 1 in 2 ;; esac\n"),
    ("a.md", "cart `x`\n", {"pattern": "cart", "fix": "`basket`"}, "`basket` `x`\n"),
    # What the contract says.
    ("a.py", "x = 'a'\n", {"pattern": "a", "fix": "'", "fix_safety": "safe"}, "x = '''\n"),
    ("a.py", "print(1)\n", {**PRINT, "fix_safety": "safe"}, "log.info(1)\n"),
    ("a.py", "log = 1\nprint(1)\n", NEEDS, "log = 1\nlog.info(1)\n"),
    ("a.py", "log = 1\r\nprint(1)\r\n", NEEDS, "log = 1\r\nlog.info(1)\r\n"),
    (
        "a.py",
        "x\n",
        {"type": "require_pattern", "pattern": "^import log", "fix": {"prepend": "import log"}},
        "import log\nx\n",
    ),
]  # fmt: skip
AROUND = "what stands around it would not stay code, comment or string"
ENDS_STRING = "it would end the string that it stands in"
ENDS_COMMENT = "it would end the comment that it stands in"
OPENS_STRING = "it opens a string that its line ends"
BRACKET = "it opens or closes a bracket"
NO_LOG = "the file has no `log`"
SAYS_SO, NOT_FOUND = "`fix_safety` says so", "`fix_needs` is not found in the file"
UNSAFELY = {"fix_safety": "unsafe"}
FOOTER = {"type": "require_pattern", "pattern": "SPDX", "fix": {"append": "SPDX"}}
UNSAFE = [
    ("a.py", "print(1)\n", PRINT, NO_LOG),
    # In a comment, a text, an attribute or an argument the name stands for nothing.
    ("a.py", "# log\nx.log('log', log=1)\nprint(1)\n", PRINT, NO_LOG),
    ("a.py", "print(1)\n", {"pattern": "print", "fix": "log"}, NO_LOG),
    ("a.py", "print(1)\n", {"pattern": "print", "fix": "log", "literal": True}, NO_LOG),
    ("a.py", "f'{print(1)}'\n", PRINT, NO_LOG),
    ("a.py", "print(1)\n", {**PRINT, "fix": "a.b(c, d, e, f"}, "the file has no `a`, `c`, `d` …"),
    # What every file of the language may use, too: the file may mean something else by it.
    ("a.py", "long(x)", {"pattern": r"\blong\(", "fix": "int("}, "the file has no `int`"),
    ("a.js", "f(x)", {"pattern": r"\bf\(", "fix": "console.log("}, "the file has no `console`"),
    # A module that something is imported from is no name.
    ("a.py", "from log import info\nprint(1)\n", PRINT, NO_LOG),
    ("a.py", "import log as info\nprint(1)\n", PRINT, NO_LOG),
    # In a page or a template any word may be code.
    ("a.html", "<p>cart</p>\n", {"pattern": "cart", "fix": "basket"}, "the file has no `basket`"),
    # A name that is made of a group and something else, or of what is left.
    (
        "a.py",
        "x(1)\n",
        {"pattern": r"\b(\w)\(", "fix": r"new_\1("},
        "the file has no `new_x`",
    ),
    ("a.py", "x(1)\n", {"pattern": r"\b(\w)\(", "fix": r"\1\x79("}, "the file has no `xy`"),
    ("a.py", "old_x\n", {"pattern": "old_", "fix": ""}, "the file has no `x`"),
    ("a.py", "self.x\n", {"pattern": r"self\.", "fix": ""}, "the file has no `x`"),
    # A word of the text that a group found is none of its names.
    (
        "a.py",
        "print('log')\n",
        {"pattern": r"print\((.*)\)", "fix": r"log(\1)"},
        NO_LOG,
    ),
    ("a.js", "var x", {"pattern": "var x", "fix": "let x = log"}, NO_LOG),
    ("a.sh", "pip install x\n", {"pattern": "^pip", "fix": "uv pip"}, "the file has no `uv`"),
    ("a.unknown", "x\n", {"pattern": "x", "fix": "log"}, NO_LOG),
    # What stands around it would be something else.
    ("a.py", "x = 'cart'\n", {"pattern": "cart", "in": ["strings"], "fix": "it's"}, ENDS_STRING),
    ("a.py", "x = 'cart'\n", {"pattern": "cart", "in": ["strings"], "fix": "a', 'b"}, ENDS_STRING),
    ("a.py", 'x = """cart"""\n', {"pattern": "cart", "fix": '"""'}, AROUND),
    ("a.py", "x = f'cart'\n", {"pattern": "cart", "fix": "{1}"}, ENDS_STRING),
    ("a.js", "x = `cart`\n", {"pattern": "cart", "fix": "${1}"}, ENDS_STRING),
    ("a.rb", "x = <<~A\n  cart\nA\n", {"pattern": "cart", "fix": "\nA\n1"}, ENDS_STRING),
    ("a.py", "# cart\n", {"pattern": "cart", "fix": "a\n1"}, ENDS_COMMENT),
    ("a.c", "/* cart */\n", {"pattern": "cart", "fix": "*/"}, AROUND),
    ("a.py", "f(1) + 3\n", {"pattern": "1", "fix": "'2"}, AROUND),
    ("a.py", "x = 1\n", {"pattern": "1", "fix": "'2"}, OPENS_STRING),
    ("a.js", "x = 'http://a'\n", {"pattern": "//.*$", "fix": ""}, OPENS_STRING),
    ("a.go", 'x := "#a"\ny := 1\n', {"pattern": "#.*\\n", "fix": "\\n"}, OPENS_STRING),
    ("a.c", '#include "a//b.h"\n', {"pattern": "//.*$", "fix": ""}, OPENS_STRING),
    ("a.py", "x = f'#a'\n", {"pattern": "#.*$", "fix": ""}, OPENS_STRING),
    ("a.py", "x = f'{a}#b'\n", {"pattern": "#.*$", "fix": ""}, OPENS_STRING),
    ("a.py", "x = f'{a}'\n", {"pattern": "'$", "fix": ""}, OPENS_STRING),
    ("a.py", "x = 'a'\n", {"pattern": "a'", "fix": 'a"'}, OPENS_STRING),
    ("a.json", '{"a": "//b",\n"c": 1}\n', {"pattern": "//.*$", "fix": ""}, OPENS_STRING),
    ("a.toml", 'a = "#b"\nc = 1\n', {"pattern": "#.*$", "fix": ""}, OPENS_STRING),
    ("a.go", "x := 1\n", {"pattern": "1", "fix": "`2"}, AROUND),
    ("a.sql", "SELECT 1\n", {"pattern": "1", "fix": "/* 2"}, AROUND),
    ("a.css", "a {}\nb {}\n", {"pattern": "^a", "fix": "/* a"}, AROUND),
    ("a.html", "<p>\n<b>\n", {"pattern": "<p>", "fix": "<!--"}, AROUND),
    ("a.md", "cart\nb\n", {"pattern": "cart", "fix": "\n```\nb"}, AROUND),
    ("a.py", "x\n", {**FOOTER, "fix": {"append": "\'\'\'SPDX"}}, AROUND),
    ("a.c", "x\n", {**FOOTER, "fix": {"prepend": "/* SPDX"}}, AROUND),
    ("a.py", "f(1)\n", {"pattern": r"\(", "fix": "["}, BRACKET),
    ("a.js", "f(1)\n", {"pattern": r"\)", "fix": "]"}, BRACKET),
    # What the contract says.
    ("a.py", "x # b", {"pattern": " # b", "fix": "", **UNSAFELY}, SAYS_SO),
    ("a.py", "log: int\nprint(1)\n", NEEDS, NOT_FOUND),
    ("a.py", "# x\n", {"pattern": "x", "fix": "y", "fix_needs": "z"}, NOT_FOUND),
    ("a.py", "x\n", {**FOOTER, **UNSAFELY}, SAYS_SO),
    ("a.py", "x\n", {**FOOTER, "fix_needs": "z"}, NOT_FOUND),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "keys", "expected_text"), SAFE)
def test_a_safe_fix_is_made(path: str, text: str, keys: dict[str, Any], expected_text: str) -> None:
    """They are made without a word."""
    fixed_file = fix_text(path, text, keys)
    assert (fixed_file.result(), fixed_file.unsafe, fixed_file.left) == (expected_text, (), ())


@pytest.mark.parametrize(("path", "text", "keys", "reason"), UNSAFE)
def test_an_unsafe_fix_is_left_with_its_reason(
    path: str, text: str, keys: dict[str, Any], reason: str
) -> None:
    """They are left, with the reason, and made where that is asked."""
    safely_fixed, unsafely_fixed = (
        fix_text(path, text, keys),
        fix_text(path, text, keys, makes_unsafe=True),
    )
    assert (safely_fixed.edits, safely_fixed.fixed) == ((), ())
    assert {unfixed.reason for unfixed in (*safely_fixed.unsafe, *unsafely_fixed.unsafe)} == {
        reason
    }
    assert unsafely_fixed.result() != text
    assert unsafely_fixed.left == ()


def test_a_fix_sees_what_an_earlier_one_wrote() -> None:
    """What an earlier one wrote is there for the next; what it left is not."""
    header = {"type": "require_pattern", "pattern": "^import log", "fix": {"prepend": "import log"}}
    fully_fixed = fix_text("a.py", "print(1)\n", header, PRINT)
    assert (fully_fixed.result(), fully_fixed.unsafe) == ("import log\nlog.info(1)\n", ())
    partly_fixed = fix_text("a.py", "print(1) # x\n", PRINT, {"pattern": " # x", "fix": ""})
    assert partly_fixed.result() == "print(1)\n"
    assert [unfixed.reason for unfixed in partly_fixed.unsafe] == [NO_LOG]


def test_a_needed_name_is_looked_for_around_each_match() -> None:
    """A name that is in front of a match, behind it or in another one is that of its place."""
    text = "a = 1\n" + "print(a)\n" * 50 + "log = a\n"
    fixed_file = fix_text("a.py", text, PRINT)
    assert fixed_file.result() == text.replace("print", "log.info")
    keys = {"pattern": r"\bprint\((\w)\)", "fix": r"\1.log(other)"}
    assert [unfixed.reason for unfixed in fix_text("a.py", text, keys).unsafe] == [
        "the file has no `other`"
    ]
