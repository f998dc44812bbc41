"""Which literals a pattern needs: the table of patterns and their requirements."""

from __future__ import annotations

import marshal

import pytest
import regex

from phaser_lint.text.search import compute_once, fold_case, may_match
from phaser_lint.text.search.literals.required_literals import (
    derive_requirement,
    make_literal_requirement,
)


def _exact(*clauses):
    return tuple((clause, ()) for clause in clauses)


def _folded(*clauses):
    return tuple(((), clause) for clause in clauses)


UNDECIDABLE = [
    "",
    "a*",
    r"\d+",
    r"\w+\s*",
    "^$",
    ".",
    "[^a]",
    "[a-z]+",
    "(?!foo)",
    "(?<!foo)x*",
    "foo|",
    "foo|\\d",
    "(?:foo)?",
    "(?:foo){0}",
    "(?:foo){0,3}",
    r"(foo)?\w",
    "(?:foo){e<=1}",
    "bar(?:foo){e<=1}",
    "(?L)foo",
    r"\p{Lu}",
    "(?fi)ß",
    "(?i)é",
    # Not patterns at all: whoever compiles them says so.
    "(",
    "a{2,1}",
    r"\L<names>",
    r"(?V1)foo",
    "[z-a]",
    r"(?P<a>x)(?P=b)",
]

REQUIREMENTS = [
    ("print", _exact(("print",))),
    (r"print\(", _exact(("print(",))),
    (r"^print\($", _exact(("print(",))),
    (r"\bprint\b", _exact(("print",))),
    (r"(?i)\b(todo|fixme)\b", _folded(("fixme", "todo"))),
    (r"\w+!\s*(?://|$)", _exact(("!",))),
    (r"import\s+(os|sys)", _exact(("import",), ("os", "sys"))),
    (r"(?:eval|exec)\(", _exact(("eval(", "exec("))),
    (r"password\s*=\s*[\"']", _exact(("password",))),
    (r"TODO(?!\()", _exact(("TODO",))),
    ("[Pp]assword", _exact(("Password", "password"))),
    ("[Tt][Oo][Dd][Oo]", _folded(("todo",))),
    ("https?://", _exact(("http://", "https://"))),
    ("colou?r", _exact(("color", "colour"))),
    (r"log\.(?:debug|info)\(", _exact(("log.debug(", "log.info("))),
    (
        "[fr]_(?:GET|PUT|PATCH)",
        _exact(
            ("f_GET", "f_PATCH", "f_PUT", "r_GET", "r_PATCH", "r_PUT"),
        ),
    ),
    # Many spellings of a rare word tell more than few of what every text holds.
    (
        r"(?:[Jj]ira|JIRA|[Cc]ircle|CIRCLE|[Ss]quare|SQUARE)\s*(?:=|>|:|,|\|\|)",
        _exact(
            ("CIRCLE", "Circle", "JIRA", "Jira", "SQUARE", "Square", "circle", "jira", "square"),
        ),
    ),
    (r"(?:tar|chmod).*\*", _exact(("*",), ("chmod", "tar"))),
    (r"chmod.*\*", _exact(("chmod",))),
    ("foo|bar|foobar", _exact(("bar", "foo"))),
    ("TODO|FIXME|XXX", _exact(("FIXME", "TODO", "XXX"))),
    ("(a)(b)(?:c)(?>d)", _exact(("abcd",))),
    ("(?P<name>abc)def", _exact(("abcdef",))),
    ("(?|foo(x)|bar(y))baz", _exact(("barybaz", "fooxbaz"))),
    ("a{3}", _exact(("aaa",))),
    ("(?:ab){2,}c", _exact(("ababc",))),
    ("(?:ab)+?c", _exact(("abc",))),
    ("(?:ab)++c", _exact(("abc",))),
    ("x{70}", _exact(("x" * 64,))),
    ("fo+bar", _exact(("obar",), ("fo",))),
    (r"foo.*?bar", _exact(("bar",), ("foo",))),
    (r"(?s)begin.+end\.", _exact(("begin",), ("end.",))),
    ("foo(?=bar)", _exact(("bar",), ("foo",))),
    ("(?<=foo)bar", _exact(("bar",), ("foo",))),
    ("(?<!foo)bar", _exact(("bar",))),
    (r"foo\Kbar\G", _exact(("foobar",))),
    (r"(foo|bar)\s\1", _exact(("bar", "foo"))),
    ("(?s)foo.bar", _exact(("bar",), ("foo",))),
    ("(foo|baz)x(?1)y", _exact(("bazx", "foox"))),
    (r"(foo|baz)x\1y", _exact(("bazx", "foox"))),
    (r"(x)?(?(1)yes|no)", _exact(("no", "yes"))),
    ("(?(?=x)foo|bar)", _exact(("bar", "foo"))),
    ("(?(DEFINE)(?P<q>foo))bar(?&q)", _exact(("bar",))),
    (r"\((?R)?\)!", _exact((")!",), ("(",))),
    (r"\x41\u0042\103\N{LATIN CAPITAL LETTER D}", _exact(("ABCD",))),
    (r"(?x) foo \  bar  # a comment", _exact(("foo bar",))),
    (r"(?r)foo\d+bars", _exact(("bars",), ("foo",))),
    ("(?i)skip", _folded(("skip",))),
    ("(?i)a = 1", _folded(("a = 1",))),
    ("(?i)://", _exact(("://",))),
    ("(?i:foo)Bar", _folded(("foobar",))),
    ("(?i)foo(?-i:BAR)", _folded(("foobar",))),
    ("(?i:foo)|Bär", ((("Bär",), ("foo",)),)),
    ("(?i)size: größe", _folded(("size: gr",))),
    ("(?i)key中文", (((), ("key",)), (("中文",), ()))),
    ("(?fi)straße", _folded(("ra",))),
    ("Größe", _exact(("Größe",))),
    (r"^\t", _exact(("\t",))),
    (r"[ \t]+$", _exact(("\t", " "))),
    ("[0-3]px", _exact(("0px", "1px", "2px", "3px"))),
    ("[0-9]px", _exact(("px",))),
    (r"[^\W\d]+\.only\(", _exact((".only(",))),
]


@pytest.mark.parametrize("pattern", UNDECIDABLE)
def test_nothing_is_required_where_nothing_is_certain(pattern):
    """None: the pattern is always tried."""
    assert derive_requirement(pattern) is None


@pytest.mark.parametrize(("pattern", "expected"), REQUIREMENTS)
def test_the_literals_a_pattern_needs(pattern, expected):
    """The whole requirement, in the order it is tested."""
    assert derive_requirement(pattern) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("a.b", _exact(("a.b",))),
        ("(?i)", _exact(("(?i)",))),
        ("\n", _exact(("\n",))),
        ("x" * 65, _exact(("x" * 64,))),
    ],
)
def test_the_requirement_of_plain_text_is_the_text(text, expected):
    """Plain text has no special characters; a long one is searched by its beginning."""
    assert make_literal_requirement(text) == expected
    assert derive_requirement(regex.escape(text)) == expected


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "pattern",
    [
        "|".join(f"word{number}" for number in range(200)),
        r"\s".join(f"word{number}" for number in range(2000)),
        "[abcdef]" * 50,
        "(?:foo|bar|[xyz]q|w?)" * 30,
        "(?i)" + "[ab]{3}(?:cd|e)" * 40,
        "a{1000000}",
        "(?:(?:ab){60}){60}",
        "(" * 60 + "x" * 500 + ")" * 60,
    ],
)
def test_a_requirement_is_bounded(pattern):
    """However large the pattern: at most 8 clauses of 32 literals of 64 characters."""
    requirement = derive_requirement(pattern) or ()
    assert len(requirement) <= 8
    assert max((len(exact + folded) for exact, folded in requirement), default=0) <= 32
    literals = [literal for exact, folded in requirement for literal in exact + folded]
    assert max(map(len, literals), default=0) <= 64
    assert min(map(len, literals), default=1) >= 1
    assert marshal.loads(marshal.dumps(requirement)) == requirement


def test_a_pattern_nested_too_deeply_is_always_tried():
    """The walk is recursive; what it cannot walk it does not check."""
    assert derive_requirement("(?:" * 3000 + "x" + ")" * 3000) is None


def test_another_regex_module_is_noticed(monkeypatch):
    """A release whose parser gives another tree than its compiler runs is not trusted."""
    assert derive_requirement("foo") == _exact(("foo",))
    parse = regex._regex_core._parse_pattern

    def reading_another(source, regex_info):
        source.string = source.string.replace("foo", "bar")
        return parse(source, regex_info)

    regex.compile("foo!", regex.MULTILINE | regex.VERSION0)
    monkeypatch.setattr(regex._regex_core, "_parse_pattern", reading_another)
    assert derive_requirement("foo!") is None


def test_a_node_of_another_release_is_noticed(monkeypatch):
    """A kind of node that the module does not know is not guessed at."""

    class Sequel(regex._regex_core.Sequence):
        pass

    monkeypatch.setattr(regex._regex_core, "Sequence", Sequel)
    assert derive_requirement(r"foo\s") is None


# Contracts as people write them: (pattern, a text that matches).
CONTRACTS = [
    (r"print\(", "print(1)"),
    (r"\bconsole\.(?:log|debug|info)\(", "console.log(1)"),
    (r"\bdebugger\b", "debugger;"),
    (r"(?i)\b(todo|fixme|hack)\b", "# ToDo"),
    (r"TODO(?!\([a-z]+\))", "TODO later"),
    (r"\b(?:eval|exec)\(", "eval(x)"),
    (r"import\s+(os|sys)\b", "import os"),
    (r"^from\s+\S+\s+import\s+\*", "from a import *"),
    (r"^\s*import\s+pdb|breakpoint\(\)", "breakpoint()"),
    (r"(?i)password\s*=\s*[\"'][^\"']+[\"']", "PASSWORD = 'x'"),
    (r"(?i)(?:api[_-]?key|secret|token)\s*[:=]\s*[\"']\w{16,}", "api_key='abcdefghijklmnop"),
    (r"AKIA[0-9A-Z]{16}", "AKIA0123456789ABCDEF"),
    (r"-----BEGIN (?:RSA |EC )?PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----"),
    (r"ghp_[A-Za-z0-9]{36}", "ghp_" + "a" * 36),
    (r"https?://(?:localhost|127\.0\.0\.1)", "http://localhost"),
    (r"http://(?!localhost)", "http://x"),
    (r"^<{7} |^={7}$|^>{7} ", "<<<<<<< HEAD"),
    (r"[ \t]+$", "x "),
    (r"^\t", "\tx"),
    (r"\w+!\s*(?://|$)", "x!"),
    (r"except\s*:", "except:"),
    (r"except\s+(?:Base)?Exception\s*:\s*\n\s*pass", "except Exception:\n  pass"),
    (r"#\s*type:\s*ignore(?!\[)", "# type: ignore"),
    (r"#\s*noqa(?!:)", "# noqa"),
    (r"eslint-disable(?:-next-line)?(?!.*--)", "eslint-disable"),
    (r"@ts-(?:ignore|nocheck)", "@ts-ignore"),
    (r":\s*any\b", "x: any"),
    (r"\bas\s+any\b", "x as any"),
    (r"\bvar\s+\w+", "var x"),
    (r"==(?!=)", "a == b"),
    (r"\.innerHTML\s*=", "a.innerHTML ="),
    (r"dangerouslySetInnerHTML", "dangerouslySetInnerHTML"),
    (r"\b(?:describe|it|test)\.only\(", "it.only("),
    (r"\bx(?:it|describe)\(", "xit("),
    (r"@pytest\.mark\.skip(?!if)", "@pytest.mark.skip("),
    (r"time\.sleep\(", "time.sleep(1)"),
    (r"subprocess\.(?:run|call|Popen)\([^)]*shell\s*=\s*True", "subprocess.run(x, shell=True"),
    (r"os\.system\(", "os.system("),
    (r"yaml\.load\((?!.*Loader)", "yaml.load(x)"),
    (r"pickle\.loads?\(", "pickle.load("),
    (r"hashlib\.(?:md5|sha1)\(", "hashlib.md5("),
    (r"verify\s*=\s*False", "verify=False"),
    (r"(?i)select\s+\*\s+from", "SELECT * FROM"),
    (r"f[\"'](?:SELECT|INSERT|UPDATE|DELETE)\b", "f'SELECT "),
    (r"DEBUG\s*=\s*True", "DEBUG = True"),
    (r"datetime\.(?:utc)?now\(\)", "datetime.now()"),
    (r"from\s+['\"]\.\./\.\./", "from '../../"),
    (r"require\(['\"]lodash['\"]\)", "require('lodash')"),
    (r"\.unwrap\(\)", "x.unwrap()"),
    (r"\bunsafe\s*\{", "unsafe {"),
    (r"panic!\(|unimplemented!\(|todo!\(", "todo!("),
    (r"fmt\.Print(?:ln|f)?\(", "fmt.Println("),
    (r"System\.(?:out|err)\.print", "System.out.print"),
    (r"^\s*//\s*eslint", "// eslint"),
    (r"(?s)\A(?!.*Copyright)", "x"),
    (r"\A(?!#!|\"\"\")", "x"),
    (r"Copyright \(c\) \d{4}", "Copyright (c) 2026"),
    (r"SPDX-License-Identifier: (?:MIT|Apache-2\.0)", "SPDX-License-Identifier: MIT"),
    (r"^FROM\s+\S+:latest", "FROM x:latest"),
    (r"!important", "!important"),
    (r"#[0-9a-fA-F]{3,8}\b", "#fff"),
    (r"\d{3}-\d{2}-\d{4}", "123-45-6789"),
    (r"^.{121,}$", "x" * 121),
    (r"[^\x00-\x7f]", "é"),
    (r"\b[A-Z]{2,}-\d+\b", "AB-1"),
    (r"^(?:feat|fix|docs|chore)(?:\(.+\))?: ", "feat: x"),
    (r"^## \[Unreleased\]", "## [Unreleased]"),
    (r"<img(?![^>]*\balt=)", "<img src"),
    (r"\bany\(\s*\[", "any(["),
    (r"\r\n", "\r\n"),
]  # fmt: skip
WITHOUT_REQUIREMENT = [
    r"(?s)\A(?!.*Copyright)",
    r"\A(?!#!|\"\"\")",
    r"^.{121,}$",
    r"[^\x00-\x7f]",
]
SOURCE_TEXT = 'def name(self):\n    """Return a b."""\n    return [x for x in self.y if x]\n'


@pytest.mark.parametrize(("pattern", "text"), CONTRACTS)
def test_realistic_contracts_keep_their_matches(pattern, text):
    """Each finds its match in the middle of other lines, and the test before it lets it through."""
    assert regex.search(pattern, text, regex.MULTILINE)
    for whole_text in (text, f"{text}\n{SOURCE_TEXT}"):
        assert may_match(
            derive_requirement(pattern), whole_text, compute_once(fold_case, whole_text)
        )


def test_realistic_contracts_have_requirements():
    """All but those that forbid what is missing or any character of a large class."""
    patterns = [pattern for pattern, _ in CONTRACTS]
    assert [p for p in patterns if derive_requirement(p) is None] == WITHOUT_REQUIREMENT


def test_realistic_contracts_are_ruled_out_on_a_text_without_them():
    """On a few lines of plain source, nearly every contract is decided without the engine."""
    folded = compute_once(fold_case, SOURCE_TEXT)
    possible_patterns = [
        p for p, _ in CONTRACTS if may_match(derive_requirement(p), SOURCE_TEXT, folded)
    ]
    assert possible_patterns == [r"[ \t]+$", *WITHOUT_REQUIREMENT]
