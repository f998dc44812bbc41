"""The directive that lets a violation pass: where it goes in many languages, and where nowhere."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
import yaml

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.added_lines import prepend_lines
from phaser_lint.check.fixes.fix_edits import apply_edits
from phaser_lint.check.fixes.suppressing_edits import (
    Ignored,
    find_ignoring_edits,
    propose_line_directives,
)
from phaser_lint.contract.model import Violation
from phaser_lint.core.file_records import TextFile
from tests.examples import contract, contract_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.contract.model import Contract, Report

A = contract("a", pattern="bad")
LONG = contract("long", pattern="^.{31,}$")
BLANKS = contract("blanks", pattern="[ \t]+$")
HEADER = contract("a", "require_pattern", pattern="SPDX")
STRICT = contract("a", pattern="bad", ignorable=False)
FROZEN = contract("a", "file_frozen")


def texts_by_reach(path: str, text: str, *contracts: Contract) -> dict[str, str]:
    """What each directive for the last violation makes of *text*, by what it reaches."""
    checker = make_checker(contract_set(*contracts), 2.0)

    def examine(proposed_text: str) -> Report:
        return engine.examine_files(checker, [TextFile(path, proposed_text)])

    violations = [violation for violation in examine(text).violations if violation.rule_id == "a"]
    edits_by_violation = [
        find_ignoring_edits(
            violation, contracts[0], contracts=checker.contracts, text=text, examine=examine
        )
        for violation in violations
    ]
    return {
        violation.reach: apply_edits(text, [violation.edit]) for violation in edits_by_violation[-1]
    }


def text_with_directive_on_line(path: str, text: str, *contracts: Contract) -> str | None:
    return texts_by_reach(path, text, *(contracts or [A])).get("line")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{"a": "bad"}'),
        ("a.unknown", "bad"),
        ("a.ipynb", "bad"),
        ("a.m", "bad"),
        ("a.bib", "bad"),
    ],
)
def test_nothing_is_offered_where_no_comment_is_certain(path: str, text: str) -> None:
    """Be it for a line or for the file."""
    assert texts_by_reach(path, text, A) == {}


@pytest.mark.parametrize("ignorable", ["reason", "people"])
def test_whoever_has_to_give_a_reason_is_offered_a_place_for_one(ignorable: str) -> None:
    """In XML behind a colon, since two dashes break it; and not beside one that gives none."""
    asking = contract("a", pattern="bad", ignorable=ignorable, file_glob="*")
    assert texts_by_reach("a.py", "bad\n", asking) == {
        "line": "bad  # phaser:ignore a -- reason\n",
        "file": "# phaser:ignore-file a -- reason\nbad\n",
    }
    assert texts_by_reach("a.xml", "<a>bad</a>\n", asking) == {
        "line": "<a>bad</a><!-- phaser:ignore a: reason -->\n",
        "file": "<!-- phaser:ignore-file a: reason -->\n<a>bad</a>\n",
    }
    given, missing = "bad  # phaser:ignore b -- so\n", "bad  # phaser:ignore b\n"
    added = "bad  # phaser:ignore b, a -- so\n"
    assert text_with_directive_on_line("a.py", given, asking) == added
    own = "bad  # phaser:ignore b  # phaser:ignore a -- reason\n"
    assert text_with_directive_on_line("a.py", missing, asking) == own


@pytest.mark.parametrize("strict", [STRICT, FROZEN])
def test_nothing_is_offered_that_would_not_count(strict: Contract) -> None:
    """A contract may be deaf to directives, or heed only those that were there before.

    Whatever a check of the text says, which a directive in it would satisfy.
    """
    checker = make_checker(contract_set(A), 2.0)

    def offered_edits(contract_to_ignore: Contract) -> list[Ignored]:
        (violation,) = engine.examine_files(checker, [TextFile("a.py", "bad")]).violations
        return find_ignoring_edits(
            violation,
            contract_to_ignore,
            contracts=contract_set(contract_to_ignore),
            text="bad",
            examine=lambda text: engine.examine_files(checker, [TextFile("a.py", text)]),
        )

    assert [edit.reach for edit in offered_edits(A)] == ["line", "file"]
    assert offered_edits(strict) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = '''\nbad\n'''\n"),
        ("a.py", 'def f():\n    """\n    bad\n    """\n'),
        ("a.py", 'x = f"""\n{bad}\n'),
        ("a.py", "x = 1 + \\\n    bad + \\\n    1\n"),
        ("a.toml", "a = '''\nbad\n'''\n"),
        ("a.sh", "cat <<-EOF\n\tbad\n\tEOF\n"),
        ("a.sh", "cat <<'END'\nbad\nEND\n"),
        ("a.sh", "a='\nbad\n'\n"),
        ("a.rb", "a = <<~TEXT\n  bad\nTEXT\n"),
        ("a.rb", "=begin\nbad\n=end\n"),
        ("a.js", "a = `\nbad ${`bad`}\n`\n"),
        ("a.ts", "a = `${f({a: 1})}\nbad\n`\n"),
        ("a.go", "a := `\nbad\n`\n"),
        ("a.rs", 'a = r#"\n"bad\n"#;\n'),
        ("a.rs", 'a = "x\nbad\n";\n'),
        ("a.cpp", 'a = R"x(\n)" bad\n)x";\n'),
        ("a.cs", 'a = @"\nbad\n";\n'),
        ("a.kt", 'a = """\nbad\n"""\n'),
        ("a.css", "/*\nbad\n*/\n"),
        ("a.lua", "a = [==[\n]]bad\n]==]\n"),
        ("a.sql", "select '\nbad\n';\n"),
        ("a.yml", "a:\n  - run: |\n      bad\n    b: 1\n"),
        ("a.yml", "- &a |\n  bad\n"),
        ("a.yml", "a: |\n  x\n  # x\n  bad\n"),
        ("a.yml", "a: >-\n\n  x\n  bad\n"),
        ("a.yml", 'a: "x\n  bad\n  y"\n'),
        ("a.yml", "a: 'x''\n  bad\n  y'\n"),
        ("a.md", "```\nbad\n```\n"),
        ("a.md", "---\ntitle: bad\n---\n"),
        ("a.md", "+++\ntitle = 'bad'\n+++\n"),
        ("a.html", "---\ntitle: bad\n---\n"),
        ("a.md", "text\n\n    bad\n"),
        ("a.md", "| bad | b |\n|---|---|\n"),
        ("a.html", "<p\n  bad\n>\n"),
        ("a.html", "<textarea>\nbad\n</textarea>\n"),
        ("a.html", '<script type="application/json">\nbad\n</script>\n'),
        ("a.vue", '<template lang="pug">\nbad\n</template>\n'),
        ("a.xml", "<a><![CDATA[\nbad\n]]></a>\n"),
        ("a.php", "<?php\n$a = <<<X\nbad\nX;\n"),
        ("a.tsx", "const a = <p\n  a='bad'\n/>;\n"),
        ("a.tsx", "const a = <T,>(x: T) => x;\nbad;\n"),
        ("a.jsx", "const a = `<p>\nbad\n`;\n"),
        # What goes on below, with no quote around it, or with other signs than a backslash.
        ("a.yaml", "a: x\n  bad\n  y\nb: 1\n"),
        ("a.yaml", "a:\n  x\n  bad\n  y\n"),
        ("a.yaml", "- a: [x\n    bad\n    y]\n"),
        ("a.tsx", "const a = <b>\n  x\n  bad\n  y\n</b>\n"),
        ("a.js", "const a = <b\n  bad\n/>\n"),
        ("a.ps1", '$a = @"\nbad\n"@\n'),
        ("a.ps1", "$a = @'\nbad\n'@\n"),
        ("a.ps1", "f `\n  bad `\n  x\n"),
        (".env", 'B="x\nbad"\n'),
        (".env.local", "export B='x\nbad\n'\n"),
        ("a.bat", "echo a ^\n  bad\n"),
        ("a.vb", "a = b + _\n  bad + _\n  c\n"),
        ("a.css", "a { b: url(\n  bad\n); }\n"),
        ("Makefile", "define A\nbad\nendef\n"),
        ("Dockerfile", "COPY <<EOF /x\nbad\nEOF\n"),
        ("a.rb", "%w[\n  bad\n  b\n]\n"),
        ("a.rb", "a\n__END__\nbad\n"),
        ("a.el", '(a "x\nbad\n")\n'),
        ("a.mdx", "```js\nbad\n```\n"),
        ("a.mdx", "import bad from 'x'\n\ntext\n"),
        ("a.rst", "x\nbad\n"),
        # Nobody can tell in time.
        ("a.js", "x\n" + "`${" * 2_000 + "\nbad\n"),
    ],
)
def test_a_text_is_no_place_for_a_comment(path: str, text: str) -> None:
    """The file as a whole is."""
    assert list(texts_by_reach(path, text, A)) == ["file"]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "bad", "bad  # phaser:ignore a -- reason"),
        ("a.py", "bad  # x\n", "bad  # x  # phaser:ignore a -- reason\n"),
        ("a.py", "x\r  bad \ry\r", "x\r  bad  # phaser:ignore a -- reason\ry\r"),
        ("a.py", "# x\rbad\ny", "# x\rbad  # phaser:ignore a -- reason\ny"),
        ("a.py", "\ufeff  bad \r\nx\r\n", "\ufeff  bad  # phaser:ignore a -- reason\r\nx\r\n"),
        ("a.py", "bad  # phaser:ignore b -- why\n", "bad  # phaser:ignore b, a -- why\n"),
        (
            "a.py",
            "# phaser:ignore-next-line b, c -- why\nbad\n",
            "# phaser:ignore-next-line b, c, a -- why\nbad\n",
        ),
        # What goes on below, or is a text from here on, takes it above.
        ("a.py", "\tbad + \\\n1\n", "\t# phaser:ignore-next-line a -- reason\n\tbad + \\\n1\n"),
        ("a.py", "a = '''bad\n'''\n", "# phaser:ignore-next-line a -- reason\na = '''bad\n'''\n"),
        ("a.py", "x = \\\n  bad\n", "x = \\\n  bad  # phaser:ignore a -- reason\n"),
        ("a.py", "x = '''\n''' + bad\n", "x = '''\n''' + bad  # phaser:ignore a -- reason\n"),
        ("a.py", "x = \"'''\"\nbad", "x = \"'''\"\nbad  # phaser:ignore a -- reason"),
        ("a.py", "# it's '''\nbad", "# it's '''\nbad  # phaser:ignore a -- reason"),
        ("a.js", "a = /`/\nbad", "a = /`/\nbad  // phaser:ignore a -- reason"),
        ("a.js", "/*\nbad\n*/", "/*\nbad  // phaser:ignore a -- reason\n*/"),
        ("a.rs", "f<'a>('\"');\nbad", "f<'a>('\"');\nbad  // phaser:ignore a -- reason"),
        ("a.sh", 'a="\'"\nbad', 'a="\'"\nbad  # phaser:ignore a -- reason'),
        ("a.sh", "a=$((1 << 2))\nbad", "a=$((1 << 2))\nbad  # phaser:ignore a -- reason"),
        ("a.css", "bad {}", "bad {}  /* phaser:ignore a -- reason */"),
        ("a.sql", "select bad", "select bad  -- phaser:ignore a -- reason"),
        ("a.yml", "a: it's\nb: bad", "a: it's\nb: bad  # phaser:ignore a -- reason"),
        ("a.yml", "a: |\n  x\nb: bad", "a: |\n  x\nb: bad  # phaser:ignore a -- reason"),
        (
            "a.yml",
            "- a: |\n    x\n  b: bad",
            "- a: |\n    x\n  b: bad  # phaser:ignore a -- reason",
        ),
        ("a.md", "bad  \nx", "bad  <!-- phaser:ignore a -- reason -->  \nx"),
        ("a.html", "<p>bad</p>", "<p>bad</p><!-- phaser:ignore a -- reason -->"),
        # In XML a comment holds no dashes.
        ("a.xml", "<a>bad</a>", "<a>bad</a><!-- phaser:ignore a: reason -->"),
        (
            "a.vue",
            "<script>\nbad\n</script>",
            "<script>\nbad  // phaser:ignore a -- reason\n</script>",
        ),
        (
            "a.html",
            "<style>\nbad\n</style>",
            "<style>\nbad  /* phaser:ignore a -- reason */\n</style>",
        ),
        ("a.php", "<?php\nbad;\n", "<?php\nbad;  // phaser:ignore a -- reason\n"),
        ("a.php", "<p>bad</p>\n", "<p>bad</p><!-- phaser:ignore a -- reason -->\n"),
        ("a.tsx", "f<T>(a);\nbad;", "f<T>(a);\nbad;  // phaser:ignore a -- reason"),
        (
            "a.jsx",
            "a = <p>{'<b>'}</p>;\nbad",
            "a = <p>{'<b>'}</p>;\nbad  // phaser:ignore a -- reason",
        ),
        (
            "a.tsx",
            "a = (\n  <p>\n    it's bad\n  </p>\n)",
            "a = (\n  <p>\n    it's bad{/* phaser:ignore a -- reason */}\n  </p>\n)",
        ),
        (
            "a.tsx",
            'return (\n <p a={1} b="{">{x.map(y => {\n  bad\n return <br/> })}</p>)',
            'return (\n <p a={1} b="{">{x.map(y => {\n  bad  // phaser:ignore a -- reason\n'
            " return <br/> })}</p>)",
        ),
        (
            "a.jsx",
            "a = <><b>x</b><br />\nbad</>;",
            "a = <><b>x</b><br />\nbad</>;  // phaser:ignore a -- reason",
        ),
        # A value of YAML that goes on, or ends, on its line.
        ("a.yaml", "a: bad\n  x\n", "# phaser:ignore-next-line a -- reason\na: bad\n  x\n"),
        ("a.yaml", "a: x\n  bad\nb: 1", "a: x\n  bad  # phaser:ignore a -- reason\nb: 1"),
        ("a.yaml", "- a: bad\n  b: 1", "- a: bad  # phaser:ignore a -- reason\n  b: 1"),
        ("a.yaml", "bad:\n  b: 1", "bad:  # phaser:ignore a -- reason\n  b: 1"),
        ("a.yaml", "# b\nbad: 1\nc: 1", "# b\nbad: 1  # phaser:ignore a -- reason\nc: 1"),
        (
            "a.yaml",
            "a:\n  # b\n  - bad\n  - c",
            "a:\n  # b\n  - bad  # phaser:ignore a -- reason\n  - c",
        ),
        ("a.yaml", "a: [bad,\n  b]", "a: [bad,  # phaser:ignore a -- reason\n  b]"),
        # Blanks in front of braces are text, and text that goes on loses the one between lines.
        ("a.js", "a = <b>\n  bad\n</b>", "a = <b>\n  bad{/* phaser:ignore a -- reason */}\n</b>"),
        (
            "a.tsx",
            "a = <b>\n  bad\n  x\n</b>",
            "a = <b>\n  {/* phaser:ignore-next-line a -- reason */}\n  bad\n  x\n</b>",
        ),
        ("a.js", "a = b < c\nbad", "a = b < c\nbad  // phaser:ignore a -- reason"),
        ("a.ps1", "bad `\n  x", "# phaser:ignore-next-line a -- reason\nbad `\n  x"),
        ("a.ps1", "f `\n  bad", "f `\n  bad  # phaser:ignore a -- reason"),
        (".env", 'B="bad\nx"', '# phaser:ignore-next-line a -- reason\nB="bad\nx"'),
        (
            "a.bat",
            "if a (\n  bad\n)",
            "if a (\n  REM phaser:ignore-next-line a -- reason\n  bad\n)",
        ),
        ("a.css", "a { b: url(bad) }", "a { b: url(bad) }  /* phaser:ignore a -- reason */"),
        ("Makefile", "a:\n\tbad\n", "a:\n# phaser:ignore-next-line a -- reason\n\tbad\n"),
        ("a.mdx", "# bad\n", "# bad{/* phaser:ignore a -- reason */}\n"),
        ("tsconfig.json", '{"a": "bad"}', '{"a": "bad"}  // phaser:ignore a -- reason'),
        ("tsconfig.build.json", '{"a": "bad"}', '{"a": "bad"}  // phaser:ignore a -- reason'),
        ("Dockerfile", "RUN bad\n", "# phaser:ignore-next-line a -- reason\nRUN bad\n"),
        ("a.ini", "[x]\r b = bad", "[x]\r # phaser:ignore-next-line a -- reason\r b = bad"),
        ("a.ini", "[x]\r\n b = bad", "[x]\r\n # phaser:ignore-next-line a -- reason\r\n b = bad"),
    ],
)
def test_a_line_is_given_its_comment(path: str, text: str, expected: str) -> None:
    """At its end, where the language has it so and nothing stands in the way."""
    assert text_with_directive_on_line(path, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bad", "bad  # phaser:ignore a -- reason"),
        # A comment at the end makes the line too long, so it goes above, where none is.
        ("    f(bad)", None),
    ],
)
def test_no_other_contract_is_broken(text: str, expected: str | None) -> None:
    """Not by the directive itself either."""
    line_length = contract("long", pattern="^.{33,}$")
    assert text_with_directive_on_line("a.py", text, A, line_length) == expected


def test_blanks_at_the_end_go_above_where_they_are_what_is_let_pass() -> None:
    """With a comment behind them they would be none."""
    blanks = contract("a", pattern="[ \t]+$")
    expected = "# phaser:ignore-next-line a -- reason\nx \n"
    assert text_with_directive_on_line("a.py", "x \n", blanks) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "", "# phaser:ignore-file a -- reason\n"),
        ("a.py", "x", "# phaser:ignore-file a -- reason\nx"),
        ("a.py", "#!/bin/x\nx", "#!/bin/x\n# phaser:ignore-file a -- reason\nx"),
        ("a.py", "# phaser:ignore-file b\nx", "# phaser:ignore-file b, a\nx"),
        ("a.md", "---\nx: 1\n---\nx", "---\nx: 1\n---\n<!-- phaser:ignore-file a -- reason -->\nx"),
        ("a.html", "---\nx: 1\n---", "---\nx: 1\n---\n<!-- phaser:ignore-file a -- reason -->\n"),
        ("a.php", "<?php\nx", "<?php\n// phaser:ignore-file a -- reason\nx"),
        ("a.css", '@charset "x";\n', '@charset "x";\n/* phaser:ignore-file a -- reason */\n'),
        ("Dockerfile", "# syntax=a\nRUN\n", "# syntax=a\n# phaser:ignore-file a -- reason\nRUN\n"),
        ("a.xml", "<?xml?>\n<a/>", "<?xml?>\n<!-- phaser:ignore-file a: reason -->\n<a/>"),
        ("a.tsx", "x", "// phaser:ignore-file a -- reason\nx"),
        (
            "a.js",
            "/** @jest-environment node */\nx",
            "/** @jest-environment node */\n// phaser:ignore-file a -- reason\nx",
        ),
        ("a.js", "/* x */\nx", "// phaser:ignore-file a -- reason\n/* x */\nx"),
        (
            "a.go",
            "// Package a is.\npackage a\n",
            "// phaser:ignore-file a -- reason\n\n// Package a is.\npackage a\n",
        ),
        (
            "a.html",
            "<!doctype html>\n<p>",
            "<!doctype html>\n<!-- phaser:ignore-file a -- reason -->\n<p>",
        ),
        (
            "a.yaml",
            "%YAML 1.2\n---\nx: 1",
            "%YAML 1.2\n---\n# phaser:ignore-file a -- reason\nx: 1",
        ),
        (
            "a.mdx",
            "import a from 'b'\n",
            "{/* phaser:ignore-file a -- reason */}\n\nimport a from 'b'\n",
        ),
        ("a.rst", "x", ".. phaser:ignore-file a -- reason\n\nx"),
        ("tsconfig.json", "{}", "// phaser:ignore-file a -- reason\n{}"),
    ],
)
def test_a_file_is_given_its_comment(path: str, text: str, expected: str) -> None:
    """Behind what has to stand first; what the file lacks is on no line."""
    assert texts_by_reach(path, text, HEADER) == {"file": expected}


@pytest.mark.parametrize("path", ["a.py", "a.ts", "a.html"])
def test_a_directive_may_hold_what_its_contract_looks_for(path: str) -> None:
    """`phaser:ignore no-foo` holds `foo`, and suppresses that; above a line it would not."""
    own_id = contract("a", pattern=r"\bbad\b|:ignore\S* a\b")
    assert set(texts_by_reach(path, "bad", own_id)) == {"line", "file"}
    assert set(texts_by_reach("Dockerfile", "bad", own_id)) == {"file"}


TOP = Path(__file__).parents[3]
READERS: dict[str, Callable[[str], object]] = {
    ".py": lambda text: ast.dump(ast.parse(text)),
    ".yaml": lambda text: [*yaml.safe_load_all(text)],
    ".jsonc": lambda text: json.loads(JSON_COMMENT.sub(r"\g<string>", text)),
}
JSON_COMMENT = re.compile(r"(?P<string>\"(?:[^\"\\]|\\.)*\")|//[^\n]*|/\*.*?\*/", re.S)


@pytest.mark.slow
@pytest.mark.parametrize("number", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_real_files_mean_the_same(number: int) -> None:
    """With a directive on any of their lines: in no text, behind nothing that goes on below."""
    random, tried_edits = Random(3), 0
    files = sorted([*TOP.glob("phaser_lint/**/*.py"), *TOP.glob("phaser_lint/**/*.yaml")])
    for file in random.sample(files, number):
        text = file.read_text(encoding="utf-8")
        # A directive that a docstring quotes is one, and takes another name.
        text = text.replace("phaser:ignore", "ignore")
        reader = READERS[file.suffix]
        for line in random.choices(range(1, text.count("\n") + 2), k=3):
            violation = Violation("a", "error", "", file.name, "line", line, 1, line, 2)
            for edit in propose_line_directives(violation, text):
                assert reader(apply_edits(text, [edit])) == reader(text), (file, line)
                tried_edits += 1
    assert tried_edits > number * 15 // 4


WORDS = (
    "a",
    "bad",
    "two words",
    "it's",
    'say "b"',
    "# c",
    "x # y",
    "- d",
    "e: f",
    "[g]",
    "{h}",
)
STATEMENTS = (
    "x = 1", "if x:\n    y", "x = (\n    1,\n    2\n)", 'x = """\na\n  b # c\n"""', "x = 'a\\\nb'",
    "x = 1 + \\\n    2", "def f():\n    '''a\n    b'''\n    return x", "x = f'''{y}\n{z}'''",
    "# a 'quote", "x = [a\n     for a in b\n     if c]", "x = 'a' \\\n    \"b\"",
)  # fmt: skip


def made_value(random: Random, depth: int = 0) -> object:
    kind = random.choice(("text", "text", "number", "list", "mapping")[: 3 if depth > 2 else None])
    if kind == "number":
        return random.choice((1, 2.5, None, True))
    if kind == "text":
        return " ".join(random.choices(WORDS, k=random.randint(1, 5)))
    values = [made_value(random, depth + 1) for _ in range(random.randint(1, 3))]
    if kind == "list":
        return values
    return {f"{random.choice(WORDS)} {index}": value for index, value in enumerate(values)}


def made_text(ending: str, random: Random) -> str:
    """A text of Python, YAML or JSON, with what goes on over lines in it."""
    if ending == ".py":
        return "\n".join([*random.choices(STATEMENTS, k=5), ""])
    if ending == ".jsonc":
        return json.dumps(made_value(random), indent=random.choice((None, 2)))
    return yaml.safe_dump(
        made_value(random),
        width=random.choice((8, 15, 40)),
        default_flow_style=random.choice((True, False, None)),
        indent=random.choice((2, 4)),
        explicit_start=random.random() < 0.2,
        sort_keys=False,
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("number", [60, pytest.param(1_500, marks=pytest.mark.slow)])
def test_made_texts_mean_the_same(ending: str, number: int) -> None:
    """Whichever of their lines has a directive, and with one for the file."""
    random, tried_edits, reader = Random(7), 0, READERS[ending]
    for _ in range(number):
        text, path = made_text(ending, random), f"a{ending}"
        value = reader(text)
        for line in range(1, text.count("\n") + 1 + (not text.endswith("\n"))):
            violation = Violation("a", "error", "", path, "line", line, 1, line, 2)
            edits = [*propose_line_directives(violation, text)]
            for edit in [
                *edits,
                prepend_lines(text, "//" if ending == ".jsonc" else "#", path=path),
            ]:
                assert reader(apply_edits(text, [edit])) == value, (text, line, edit)
            tried_edits += len(edits)
    assert tried_edits > number
