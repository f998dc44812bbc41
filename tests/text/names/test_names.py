"""Which names the code of a text uses, by the type of its file."""

from __future__ import annotations

import pytest

from phaser_lint.text.names import held_names, names_in
from phaser_lint.text.names.built_in import BUILT_IN
from phaser_lint.text.regions import LEXERS

SILENT = [
    # Data and prose, by their type or their ending; a name without an ending is none of code.
    ("a.json", '{"log": [log]}'),
    ("a.yaml", "log: other\n"),
    ("a.toml", "log = 1\n"),
    ("a.css", ".log { color: red }"),
    ("a.md", "Call `log.info(x)`."),
    ("a.html", "<p class=log>log</p><style>a { color: red }</style>"),
    ("a.txt", "log this"),
    ("a.ini", "log=1"),
    ("requirements.txt", "log==1"),
    ("LICENSE", "log this"),
    # Comments and texts.
    ("a.py", '# log\n\'log\'\n"""log"""\n'),
    ("a.js", "// log\n`log`; /log/.test('')"),
    # What the language knows.
    ("a.py", "for _ in range(3): print(None, ValueError)\n"),
    ("a.js", "for (const undefined of Promise) console.log(await JSON)"),
    ("a.sql", "SELECT count(*) from VALUES"),
    ("a.sh", "if cd; then echo done; fi"),
    ("Dockerfile", "RUN cd /\nUSER root\n"),
    # Attributes, keyword arguments, keys.
    ("a.py", "self.log.info\nprint(log=1, end=2)\n"),
    ("a.js", "this.log?.info; console.log({log: 1, info: 2})"),
    ("a.tsx", "const a = null as any; return <div log={1}></div>".replace("const a", "this.a")),
    ("a.rb", "self.log(:info, key: 1, @log)\n"),
    ("a.go", "string(nil.Log)"),
    ("a.tf", "encrypted = true\nversioning {\n}\n"),
    ("a.php", "<?php $this->log(Exception::info);"),
    ("a.c", "this->log.info;"),
]
FOUND = [
    ("a.py", "log.info(x)", ["log", "x"]),
    ("a.py", "f'{log}' + f(a=b)", ["log", "f", "b"]),
    ("a.py", "x = [*rest]", ["x", "rest"]),
    ("a.py", "{log: 1}", ["log"]),
    ("a.js", "`${log}`; f({a: b, ...rest}); x ? y : z", ["log", "f", "b", "rest", "x", "y", "z"]),
    ("a.tsx", "<Foo bar={baz}/>", ["Foo", "baz"]),
    ("a.js", "if (i<n) $(a)", ["i", "n", "$", "a"]),
    ("a.java", "@Nullable Object f(Foo x)", ["Nullable", "f", "Foo", "x"]),
    ("a.rs", "println!(\"{}\", x); E::new(F { g: h })", ["x", "E", "F", "h"]),
    ("a.sh", 'foo -x bar | baz "$a" && ${b} $(c)', ["foo", "baz", "a", "b", "c"]),
    ("Makefile", "all:\n\t@pip install $(PKG)\n", ["all", "pip", "PKG"]),
    ("a.rb", "log(key: value)", ["log", "value"]),
    ("a.php", "<?php $log->info($x);", ["$log", "$x"]),
    ("a.pl", "@list = f($list[0]);", ["list", "f", "list"]),
    ("a.sql", "select Log from logs", ["log", "logs"]),
    ("a.tf", "k = var.kms\nv = aws_kms.a.arn\n", ["var", "kms", "aws_kms"]),
    ("a.vue", "<p>{{ log }}</p><script>info()</script>", ["log", "info"]),
    ("a.j2", "log {{ log }} {% if info %}", ["log", "info"]),
    ("a.erl", "f(X) ->\n  X.\ng() -> 1.", ["f", "X", "X", "g"]),
    ("a.unknown", "log = info", ["log", "info"]),
    ("run", "#!/bin/sh\nlog", ["log"]),
]  # fmt: skip
HELD = [
    ("a.py", "import log", {"log"}),
    ("a.py", "import os.log", {"os"}),
    ("a.py", "from log import info\nimport log as other\nx", {"info", "other", "x"}),
    ("a.py", "from log import info\nlog", {"info", "log"}),
    ("a.py", "x.log", {"x"}),
    ("a.py", "print(log=1)", set()),
    ("a.py", "def f(log=None): pass", {"f", "log"}),
    ("a.java", "import a.b.Log;", {"a", "b", "Log"}),
    ("a.go", 'import (\n\t"a/log"\n)', {"a", "log"}),
    ("a.ts", "function f(log: Logger) {}", {"f", "log", "Logger"}),
    ("a.ts", "console.log({info: 1})", set()),
    ("a.sh", "log=1\ninfo() {\n:\n}\n", {"log", "info"}),
]


@pytest.mark.parametrize(("path", "text"), SILENT)
def test_no_names(path: str, text: str) -> None:
    """What no program looks up by its name."""
    assert [name.text for name in names_in(path, text)] == []


@pytest.mark.parametrize(("path", "text", "names"), FOUND)
def test_names(path: str, text: str, names: list[str]) -> None:
    """In order, each at its place."""
    found = names_in(path, text)
    assert [name.text for name in found] == names
    assert {text[name.start : name.end].lower() for name in found} == {
        name.text.lower() for name in found
    }


@pytest.mark.parametrize(("path", "text", "names"), HELD)
def test_held_names(path: str, text: str, names: set[str]) -> None:
    """What is used, imported or taken; words of the language itself are of no matter."""
    words = {"import", "def", "lambda"} | set(BUILT_IN["python"].split())
    assert held_names(path, text) - words == names


def test_every_row_is_of_a_lexer() -> None:
    """A row of what no lexer reads would know no file."""
    assert {*BUILT_IN} <= {*LEXERS, "template"}
