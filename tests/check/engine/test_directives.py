"""Ignore directives as they are read: what must not count, and what must, in every style."""

from __future__ import annotations

import re
from typing import Any, SupportsIndex

import pytest

from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.check.engine.directives import Directive, Directives, Malformed

FORMS = "ignore, ignore-next-line, ignore-all or ignore-file"
IDS = "ignore expects ids separated by commas, "
REASON = 'a reason follows " -- "'


def malformed_form(line: int, shown_text: str, meant: str = "") -> Malformed:
    hint = f"; did you mean {meant}?" if meant else ""
    return Malformed(line, f'expected {FORMS} right after "phaser:", not "{shown_text}"{hint}')


@pytest.mark.parametrize(
    ("path", "line"),
    [
        pytest.param("a.py", "phaser:ignore a", id="no comment opener"),
        pytest.param("a.py", "x = 1  phaser:ignore a", id="no opener after code"),
        pytest.param("a.py", "'phaser:ignore a'", id="a text that starts so"),
        pytest.param("a.py", "// phaser:disable a", id="another word after another opener"),
        pytest.param("a.py", "# see phaser:ignore a", id="prose before"),
        pytest.param("a.py", "# write `phaser:ignore a` here", id="prose that mentions one"),
        pytest.param("a.py", "# To suppress it use # in front of phaser:ignore a", id="far opener"),
        pytest.param("a.py", "#xxphaser:ignore a", id="inside a word"),
        pytest.param("a.py", "# phaser", id="the word alone"),
        pytest.param("a.py", "# phaser: a beam of light", id="prose with a colon"),
        pytest.param("a.js", "new Phaser.Game(x); // Phaser: ready", id="the game library"),
        pytest.param("a.c", " * phaser:ignore a", id="inside a block comment"),
        pytest.param("a.bat", "PREREM phaser:ignore a", id="REM inside a word"),
        pytest.param("a.bat", "@echo aREM phaser:ignore a", id="REM at the end of one"),
        pytest.param("a.py", "#X phaser:ignore a", id="a letter between"),
        pytest.param("a.py", "# phaser-beam:ignore a", id="another word"),
        pytest.param("a.py", "# phasers ignore a", id="several of them"),
        pytest.param("a.js", "// Phaser: disable the physics debugger", id="prose that disables"),
        pytest.param("a.js", "// Phaser ignores input, audio", id="prose that ignores"),
        pytest.param("a.js", "// phaser.skipped", id="a word that only starts like one"),
        pytest.param("a.py", "#" + " " * 300 + "phaser:ignore a", id="out of reach"),
    ],
)
def test_text_that_is_no_directive_suppresses_nothing(path: str, line: str) -> None:
    """It suppresses nothing, and nothing is said of it by itself."""
    assert parse_directives(path, line)._replace(misplaced=()) == Directives()


@pytest.mark.parametrize(
    ("line", "misplaced"),
    [
        ("eval(x)  # see phaser:ignore a -- x", Directive(1, "ignore", ("a",))),
        ("# TODO: phaser:ignore-next-line a, b-c", Directive(1, "ignore-next-line", ("a", "b-c"))),
        ("# noqa, phaser:ignore-file a until it is gone", Directive(1, "ignore-file", ("a",))),
        ("# (phaser:ignore-all)", Directive(1, "ignore-all", ())),
        ("# `phaser:ignore a`", Directive(1, "ignore", ("a",))),
        ("phaser:ignore a", None),
        ("eval('phaser:ignore a')", None),
        ("eval('phaser:ignore a')  # why", None),
        ("# see phaser:ignore", None),
        ("# see phaser:ignored a", None),
        ("# see phaser:ignore-all a", None),
        ("# see phaser:ignore-lines a", None),
        ("# see Phaser:ignore a", None),
        ("# see phaser: ignore a", None),
        ("# phaser:ignore a", None),
    ],
)
def test_what_would_be_a_directive_elsewhere_is_misplaced(
    line: str, misplaced: Directive | None
) -> None:
    """Only its forms and ids count; any words may stand around it."""
    expected = () if misplaced is None else (misplaced,)
    assert parse_directives("a.py", line).misplaced == expected


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        pytest.param("a.py", "# phaser:ignore", f"{IDS}and names none", id="no ids"),
        pytest.param("a.py", "# phaser:ignore -- why", f"{IDS}and names none", id="just a reason"),
        pytest.param("a.py", "# phaser:ignore  # nosec", f"{IDS}and names none",
                     id="just a comment"),
        pytest.param("a.py", "# phaser:ignore-all " + "é" * 61,
                     f'ignore-all takes no ids, not "{"é" * 60}"; {REASON}', id="61 characters"),
        pytest.param("a.py", "# phaser:ignored " + "é" * 61,
                     f'expected {FORMS} right after "phaser:", not "phaser:ignored {"é" * 45}"',
                     id="a form that there is not, and more"),
        pytest.param("a.py", "# phaser:ignore a b", f'{IDS}not "a b"; {REASON}', id="blanks"),
        pytest.param("a.py", "# phaser:ignore a because", f'{IDS}not "a because"; {REASON}',
                     id="text after an id"),
        pytest.param("a.py", "# phaser:ignore a--why", None, id="two hyphens are part of an id"),
        pytest.param("a.py", "# phaser:ignore a - why", f'{IDS}not "a - why"; {REASON}',
                     id="one hyphen"),
        pytest.param("a.py", "# phaser:ignore a,, b", f'{IDS}not "a,, b"; {REASON}', id="gap"),
        pytest.param("a.py", "# phaser:ignore a,", f'{IDS}not "a,"; {REASON}', id="last comma"),
        pytest.param("a.py", "# phaser:ignore a; b", f'{IDS}not "a; b"; {REASON}', id="semicolon"),
        pytest.param("a.py", "# phaser:ignore no_print",
                     f'{IDS}not "no_print"; did you mean no-print?', id="underscore"),
        pytest.param("a.py", "# phaser:ignore services/pay/no-print",
                     f'{IDS}not "services/pay/no-print"; write no-print', id="a level"),
        pytest.param("a.py", "# phaser:ignore /a", f'{IDS}not "/a"; {REASON}', id="slash"),
        pytest.param("a.py", "# phaser:ignore a/b c", f'{IDS}not "a/b c"; {REASON}',
                     id="a level and text after an id"),
        pytest.param("a.py", "# phaser:ignore é", f'{IDS}not "é"; {REASON}', id="other letter"),
        pytest.param("a.py", "# phaser:ignore *", f'{IDS}not "*"; {REASON}', id="star"),
        pytest.param("a.py", "# phaser:ignore all", None, id="all is an id like any other"),
        pytest.param("a.py", "# phaser:ignore " + "x" * 65, f'{IDS}not "{"x" * 60}"; {REASON}',
                     id="65 characters"),
        pytest.param("a.py", 'print("# phaser:ignore a")', f'{IDS}not "a")"; {REASON}',
                     id="string literal"),
        pytest.param("a.py", "# phaser:ignore \x1b[2J", f'{IDS}not "\\x1b[2J"; {REASON}',
                     id="escape sequence"),
        pytest.param("a.py", "# phaser:ignore-all a", f'ignore-all takes no ids, not "a"; {REASON}',
                     id="ignore-all with an id"),
        pytest.param("a.py", "# phaser:ignore-next-line",
                     "ignore-next-line expects ids separated by commas, and names none",
                     id="next line without ids"),
        pytest.param("a.py", "# phaser:ignore-file",
                     "ignore-file expects ids separated by commas, and names none",
                     id="file without ids"),
        pytest.param("a.css", "/* phaser:ignore a", 'expected "*/" after the directive, on its own'
                     " line", id="unterminated block comment"),
        pytest.param("a.html", "<!-- phaser:ignore a --", 'expected "-->" after the directive, on'
                     " its own line", id="unterminated markup comment"),
        pytest.param("a.py", "# phaser:ignore " + ", ".join(["a" * 60] * 100),
                     f'{IDS}not "{"a" * 18}…"; {REASON}', id="longer than any"),
    ],
)  # fmt: skip
def test_a_directive_that_does_not_parse_ignores_nothing(
    path: str, line: str, expected: str | None
) -> None:
    """It is reported, and never widens to "all"."""
    parsed = parse_directives(path, f"x\n{line}")
    if expected is None:
        assert parsed.malformed == ()
        assert len(parsed.directives) == 1
    else:
        assert parsed.directives == ()
        assert [malformed.line for malformed in parsed.malformed] == [2]
        assert parsed.malformed[0].expected == expected


@pytest.mark.parametrize(
    ("almost_directive", "meant"),
    [
        ("phaser :ignore a", "phaser:ignore a"),
        ("phaser: ignore a", "phaser:ignore a"),
        ("phaser : ignore-all", "phaser:ignore-all"),
        ("Phaser:ignore a", "phaser:ignore a"),
        ("PHASER:IGNORE A", "phaser:ignore A"),
        ("phaser:Ignore a", "phaser:ignore a"),
        ("phaser:ignored a", "phaser:ignore a"),
        ("phaser:ignore-line a", "phaser:ignore a"),
        ("phaser:ignore_next_line a", "phaser:ignore-next-line a"),
        ("phaser:ignore:a", "phaser:ignore a"),
        ("phaser:ignore,a", ""),
        ("phaser:ignore-all, a", ""),
        ("phaser:ignores", "phaser:ignore ID"),
        ("phaser:ignore\u00a0a", "phaser:ignore a"),
        ("phaser:ignore-next-line: a", "phaser:ignore-next-line a"),
        ("phaser:ignores nothing of it", ""),
        ("phaser:disable", "phaser:ignore ID"),
        ("phaser:disable no-print, B -- why", "phaser:ignore no-print, B"),
        ("phaser:disable-next-line a", "phaser:ignore-next-line a"),
        ("phaser:disable-file a", "phaser:ignore-file a"),
        ("phaser:disable-all", "phaser:ignore-all"),
        ("phaser: noqa", "phaser:ignore ID"),
        ("phaser: noqa: a", "phaser:ignore a"),
        ("phaser:skip a", "phaser:ignore a"),
        ("phaser-ignore a", "phaser:ignore a"),
        ("phaser_ignore a", "phaser:ignore a"),
        ("phaser.ignore a", "phaser:ignore a"),
        ("phaser ignore no-print", "phaser:ignore no-print"),
        ("phaser-ignore-next-line a", "phaser:ignore-next-line a"),
        ("phaser-lint:ignore a", "phaser:ignore a"),
        ("phaser-lint: disable a", "phaser:ignore a"),
        ("phaser-lint-ignore-file a", "phaser:ignore-file a"),
        ("phaserlint:ignore a", "phaser:ignore a"),
    ],
)
def test_a_directive_that_is_almost_one_is_reported(almost_directive: str, meant: str) -> None:
    """Wrong case, wrong blanks, a form that there is not, a word of another linter."""
    escaped_text = almost_directive.replace("\u00a0", "\\xa0")
    expected = Directives((), (malformed_form(2, escaped_text, meant),))
    assert parse_directives("a.py", f"x\n# {almost_directive}") == expected


SHOWN = {
    "a.tsx": "const a = <p>\n  text // phaser:ignore a\n  <b/></p>;\n",
    "b.tsx": "const a = <p onClick={() => f()}>{x} /* phaser:ignore a */<b/></p>;\n",
    "a.jsx": "const a = <>// phaser:ignore a\n {x}</>;\n",
    "a.vue": "<template>\n<p>{{ x }} don't // phaser:ignore a\n</p>\n</template>\n",
    "a.svelte": "<script>\nf({});\n</script>\n<p>// phaser:ignore a\n</p>\n",
    "a.astro": "---\nf()\n---\n<p>/* phaser:ignore a */</p>\n",
    "a.html": "<p>// phaser:ignore a\n</p>\n",
    "a.php": "<p># phaser:ignore a\n<?php f();\n",
    "a.blade.php": "<p>// phaser:ignore a\n</p>\n",
    "a.mdx": "A text /* phaser:ignore a */\n",
}


@pytest.mark.parametrize("path", SHOWN)
def test_what_a_page_shows_is_no_directive(path: str) -> None:
    """It suppressed, where customers read it: `//` is no comment between tags."""
    text = SHOWN[path]
    number = text[: text.index("phaser:")].count("\n") + 1
    is_script = path.endswith(("sx", ".mdx"))
    is_blade = path.endswith(".blade.php")
    opener, closer = ("{{--", "--}}") if is_blade else ("<!--", "-->")
    opener, closer = ("{/*", "*/}") if is_script else (opener, closer)
    comment = f"{opener} phaser:ignore a {closer}"
    shown = Malformed(number, f"a page shows it, as a text; write {comment}")
    assert parse_directives(path, text) == Directives((), (shown,))
    written = re.sub(r"(//|/\*|#) phaser:ignore a( \*/)?", comment, text)
    assert parse_directives(path, written) == Directives((Directive(number, "ignore", ("a",)),))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.tsx", "const a = <p>{x // phaser:ignore a\n}</p>;\n"),
        ("a.tsx", "const a = <p>{/* phaser:ignore a */}</p>;\n"),
        ("a.tsx", "const a = <p\n// phaser:ignore a\n></p>;\n"),
        ("a.tsx", "const a = <p></p>\n// phaser:ignore a\nconst b = <b/>;\n"),
        ("a.tsx", "const a = useState<string>(\n// phaser:ignore a\n<b/>);\n"),
        ("a.tsx", "if (a) {\n}\n// phaser:ignore a\nif (a < 1) {}\n"),
        ("a.tsx", "const a = `<p>\n// phaser:ignore a\n${x}\n// <b> `;\n"),
        ("a.tsx", "const a = `${x}\n// phaser:ignore a\n<b>`;\n"),
        ("a.tsx", "const a = f('<p>') // phaser:ignore a\n<b/>\n"),
        ("a.vue", "<template>\n<p>{{ x // phaser:ignore a\n}}</p>\n</template>\n"),
        ("a.vue", "<template>\n</template>\n<script>\n'<p>' // phaser:ignore a\n</script>\n"),
        ("a.vue", "<template></template>\n<docs>\n// phaser:ignore a\n</docs>\n"),
        ("a.astro", "<p>{x // phaser:ignore a\n}</p>\n"),
        ("a.html", "<script type='text/x'>\n<b>x</b> // phaser:ignore a\n</script>\n"),
        ("a.php", "<?php f('<p>'); // phaser:ignore a\n"),
        ("a.php", "<?php $a = <<<X\n<p>\n // phaser:ignore a\nX;\n"),
        ("a.php", "var a = '<p>' // phaser:ignore a\n<?php f(); ?>\n"),
        ("a.ejs", "<b></b> // phaser:ignore a\n"),
        ("a.cshtml", "@if (x) {\n<p></p> // phaser:ignore a\n}\n"),
        ("a.mdx", "A text {/* phaser:ignore a */}\n"),
    ],
)
def test_a_directive_that_may_be_a_comment_counts(path: str, text: str) -> None:
    """In code of a page, in quotes, where a line has no other place, and wherever nobody can tell
    what a template makes of it.
    """
    number = text[: text.index("phaser:")].count("\n") + 1
    assert parse_directives(path, text).directives == (Directive(number, "ignore", ("a",)),)


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        ("a.py", "x // phaser:ignore a", '"//" is no comment in .py files; write'
         " # phaser:ignore a"),
        ("a.ts", "# phaser:ignore-file a, b", '"#" is no comment in .ts files; write'
         " // phaser:ignore-file a, b"),
        ("a.css", "// phaser:ignore a -- why", '"//" is no comment in .css files; write'
         " /* phaser:ignore a */"),
        ("a.md", "# phaser:ignore-all", '"#" is no comment in .md files; write'
         " <!-- phaser:ignore-all -->"),
        ("a.pug", "p x # phaser:ignore a", '"#" is no comment in .pug files; write'
         " //- phaser:ignore-next-line a"),
        ("a.xml", "// phaser:ignore a b", '"//" is no comment in .xml files'),
        ("a.vue", "-- phaser:ignore a", '"--" is no comment in .vue files'),
        ("a.json", "# phaser:ignore a", '"#" is no comment in .json files'),
        ("Dockerfile", "// phaser:ignore a", '"//" is no comment in a file called Dockerfile;'
         " write # phaser:ignore-next-line a"),
        ("a.c", "# phaser:ignore a", '"#" is no comment in .c files; write // phaser:ignore a'),
        ("a.test.py", "// phaser:ignore a", '"//" is no comment in .py files; write'
         " # phaser:ignore a"),
        ("v1.0/Dockerfile", "// phaser:ignore a", '"//" is no comment in a file called Dockerfile;'
         " write # phaser:ignore-next-line a"),
        (".env", "; phaser:ignore a", '";" is no comment in .env files; write'
         " # phaser:ignore-next-line a"),
    ],
)  # fmt: skip
def test_an_opener_of_other_languages_is_reported(path: str, line: str, expected: str) -> None:
    """With the comment that the type knows, where one is certain."""
    assert parse_directives(path, line) == Directives((), (Malformed(1, expected),))


@pytest.mark.parametrize(
    ("path", "text", "malformed"),
    [
        # Prose, a string, and what is in no comment.
        ("a.js", "/**\n * See phaser:ignore-file a\n */", {}),
        ("a.js", "/**\n * phaser:ignore-file says why\n */", {}),
        ("a.js", "x = `\n * phaser:ignore-file a\n`", {}),
        ("a.py", '"""\nphaser:ignore-file a\n"""', {}),
        ("a.js", " * phaser:ignore-file a", {}),
        ("a.txt", "/*\n * phaser:ignore-file a\n */", {}),
        # Within a comment that opens above.
        ("a.js", "/**\n * phaser:ignore-file a\n */", {2: "// phaser:ignore-file a"}),
        ("a.css", "x{}/*\n\n  phaser:ignore a, b -- why */\n",
         {3: "/* phaser:ignore a, b -- why */"}),
        ("a.c", "/*\n** phaser:ignore-next-line a*/\nint a; /*\n *\n * phaser:ignore-all\n */",
         {2: "// phaser:ignore-next-line a", 5: "// phaser:ignore-all"}),
        ("a.html", "<p>\n<!--\n phaser:ignore-file a -->", {3: ""}),
    ],
)  # fmt: skip
def test_a_directive_within_a_comment_is_reported(
    path: str, text: str, malformed: dict[int, str]
) -> None:
    """The comment opens a line above, and nothing is ignored."""
    message = "expected right after what opens the comment"
    directives = parse_directives(path, text)
    assert directives.directives == ()
    assert directives.malformed == tuple(
        Malformed(line, f"{message}{f': write {comment}' if comment else ''}")
        for line, comment in malformed.items()
    )


STYLES = [
    ((";#", ""), "a.tcl"),
    (("//-", ""), "a.pug"),
    (("/", ""), "a.slim a.haml"),
    (("@*", "*@"), "a.cshtml a.razor"),
    (("<%!--", "--%>"), "a.heex a.html.eex"),
    (("!", ""), "a.properties"),
    (("{{--", "--}}"), "views/a.blade.php"),
    (("{% comment %}", "{% endcomment %}"), "a.liquid a.html"),
    (("{% #", "%}"), "a.liquid"),
    (("{%- #", "-%}"), "a.liquid"),
    (("{#", "#}"), "a.html"),
    (("(*", "*)"), "a.fs a.fsx a.v a.wl"),
    (("@", ""), "a.s A.S"),
    (("/*", "*/"), "a.s A.S a.nix a.l"),
    (("{/*", "*/}"), "a.mdx"),
    (("*>", ""), "a.cob"),
    (("%", ""), "a.m a.pro a.pl a.prolog"),
    (("#", ""), "a.pp a.po a.tcl a.pl a.pro a.s a.robot a.blade.php"),
    (("//", ""), "a.pp a.m a.v a.fs a.pug a.s a.sc"),
    (("#", ""), "a.py a.pyi a.rb a.sh a.bash a.yaml a.yml a.toml a.r a.pl a.ex a.jl a.nim a.tf"
                " a.mk a.cmake a.graphql a.ini a.sql a.php a.ps1 Dockerfile dockerfile.dev"
                " Makefile GNUmakefile Gemfile Rakefile CODEOWNERS CMakeLists.txt .env .gitignore"
                " sub/folder/Dockerfile a.unknown LICENSE"),
    (("//", ""), "a.js a.ts a.jsx a.tsx a.swift a.go a.rs a.c a.cpp a.java a.kt a.h a.cs a.scala"
                 " a.dart a.m a.zig a.proto a.scss a.less a.jsonc a.vue a.svelte a.html a.php"
                 " Jenkinsfile go.mod a.tf a.unknown A.TS"),
    (("/*", "*/"), "a.js a.tsx a.c a.css a.scss a.less a.vue a.svelte a.html a.sql a.tf a.go"),
    (("/**", "*/"), "a.ts a.java a.css"),
    (("//!", ""), "a.rs a.c a.hpp a.ts"),
    (("/*!", "*/"), "a.rs a.c a.js a.css a.scss"),
    (("{/*", "*/}"), "a.jsx a.tsx"),
    (("<!--", "-->"), "a.html a.xml a.vue a.svelte a.md a.svg a.csproj a.php a.hbs a.unknown"),
    (("--", ""), "a.sql a.lua a.hs a.elm a.adb a.vhdl a.unknown"),
    (("{-", "-}"), "a.hs a.elm"),
    ((";", ""), "a.lisp a.el a.clj a.ini a.asm a.unknown setup.cfg a.service .editorconfig .npmrc"),
    ((";;", ""), "a.lisp"),
    (("%", ""), "a.tex a.erl a.bib"),
    (("(*", "*)"), "a.ml a.pas"),
    (("{", "}"), "a.pas"),
    (("!", ""), "a.f90 a.f"),
    (("--[[", "]]"), "a.lua"),
    (("#=", "=#"), "a.jl"),
    (("#[", "]#"), "a.nim"),
    (("#[[", "]]"), "CMakeLists.txt a.cmake"),
    (("/+", "+/"), "a.d"),
    (("dnl", ""), "configure.ac a.m4"),
    (("'", ""), "a.vb a.bas"),
    (('"', ""), "a.vim"),
    (("REM", ""), "a.bat a.cmd"),
    (("rem", ""), "a.bat"),
    (("@REM", ""), "a.bat"),
    (("Rem", ""), "a.bat a.bas"),
    (("::", ""), "a.bat"),
    (("<#", "#>"), "a.ps1"),
    (("{#", "#}"), "a.j2 a.twig a.njk"),
    (("{{!--", "--}}"), "a.hbs"),
    (("{{!", "}}"), "a.hbs a.mustache"),
    (("{{/*", "*/}}"), "a.tpl a.gotmpl a.tmpl a.html templates/a.yaml a.yml"),
    (("{{/*", "*/ -}}"), "a.tpl a.yaml"),
    (("{{- /*", "*/ -}}"), "a.tpl a.gotmpl a.tmpl a.html templates/a.yaml a.yml"),
    (("{{- /*", "*/}}"), "a.tpl a.yaml"),
    # What a template becomes.
    (("#", ""), "values.yaml.gotmpl a.gotmpl user_data.tpl Makefile.mustache"),
    (("//", ""), "a.ts.hbs"),
    (("--", ""), "a.sql.twig"),
    (("<%#", "%>"), "a.erb"),
    (("<%--", "--%>"), "a.jsp a.aspx"),
    (("-#", ""), "a.haml"),
    (("..", ""), "a.rst"),
]  # fmt: skip
EVERY_STYLE = [
    pytest.param(path, opener, closer, id=f"{path} {opener}")
    for (opener, closer), paths in STYLES
    for path in paths.split()
]


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(("path", "opener", "closer"), EVERY_STYLE)
@pytest.mark.parametrize(
    ("directive_text", "form", "ids"),
    [
        ("phaser:ignore a, b-2", "ignore", ("a", "b-2")),
        ("phaser:ignore-next-line a", "ignore-next-line", ("a",)),
        ("phaser:ignore-all", "ignore-all", ()),
        ("phaser:ignore-file a,b", "ignore-file", ("a", "b")),
    ],
)
def test_every_form_in_every_comment_style(
    path: str, opener: str, closer: str, directive_text: str, form: str, ids: tuple[str, ...]
) -> None:
    """Alone, after code, and with a reason."""
    expected, expected_with_reason = (
        Directive(2, form, ids),
        Directive(2, form, ids, "because, of x"),
    )
    for before in ("", "  ", "x = y  "):
        line = f"{before}{opener} {directive_text} {closer}".rstrip()
        assert parse_directives(path, f"x\n{line}\ny") == Directives((expected,))
    line = f"{opener} {directive_text} -- because, of x {closer}"
    assert parse_directives(path, f"x\n{line}") == Directives((expected_with_reason,))


@pytest.mark.parametrize(
    ("path", "before"),
    [
        ("a.f", "C "),
        ("a.for", "*"),
        ("a.cbl", "      * "),
        ("a.cpy", "      /"),
        ("a.cob", "000100*"),
        ("a.abap", "* "),
    ],
)
def test_a_directive_counts_behind_a_sign_in_its_column_alone(path: str, before: str) -> None:
    directive = Directive(1, "ignore", ("a",))
    assert parse_directives(path, f"{before}phaser:ignore a") == Directives((directive,))
    assert parse_directives(path, f" {before}phaser:ignore a") == Directives(())


@pytest.mark.parametrize(("path", "before"), [("a.do", "* "), ("a.ado", "  *"), ("a.jcl", "//* ")])
def test_a_directive_counts_behind_a_sign_that_begins_its_line(path: str, before: str) -> None:
    """Behind `//*` the end of a block was missing."""
    directive = Directive(1, "ignore", ("a",))
    assert parse_directives(path, f"{before}phaser:ignore a") == Directives((directive,))


@pytest.mark.parametrize(
    ("path", "line", "directives"),
    [
        pytest.param("a.py", "#phaser:ignore a", [Directive(1, "ignore", ("a",))], id="no blank"),
        pytest.param("a.py", "##\tphaser:ignore\ta ,\tb", [Directive(1, "ignore", ("a", "b"))],
                     id="tabs"),
        pytest.param("a.html", "<!--phaser:ignore a-->", [Directive(1, "ignore", ("a",))],
                     id="no blanks in markup"),
        pytest.param("a.js", "x /*phaser:ignore a*/ y /* z */", [Directive(1, "ignore", ("a",))],
                     id="code after the comment"),
        pytest.param("a.py", "# phaser:ignore a  # nosec", [Directive(1, "ignore", ("a",))],
                     id="another comment after it"),
        *(
            pytest.param(path, line, [Directive(1, "ignore", ("a",), reason)], id=line)
            for path, line, reason in [
                ("a.php", "<?php f(); // phaser:ignore a ?>", ""),
                ("a.blade.php", "<?= f() # phaser:ignore a -- why ?> x", "why"),
                ("a.html.erb", "<% f # phaser:ignore a -%>", ""),
                ("a.html.erb", "<%= f # phaser:ignore a -- why %> <%= g %>", "why"),
                ("a.ejs", "<%- f() // phaser:ignore a %>", ""),
                ("a.html.twig", "{#- phaser:ignore a -#}", ""),
                ("a.sql.j2", "{#~phaser:ignore a -- why ~#} x", "why"),
                ("a.html.jinja", "{#+ phaser:ignore a #}", ""),
            ]
        ),
        pytest.param("a.py", "x  # nosec # phaser:ignore a", [Directive(1, "ignore", ("a",))],
                     id="another comment before it"),
        pytest.param("a.py", "# phaser:ignore a -- it's -- fine # really",
                     [Directive(1, "ignore", ("a",), "it's -- fine # really")],
                     id="all the rest is the reason"),
        pytest.param("a.py", "# phaser:ignore a --", [Directive(1, "ignore", ("a",))],
                     id="empty reason"),
        pytest.param("a.xml", "<!-- phaser:ignore a, b: it is -- public -->",
                     [Directive(1, "ignore", ("a", "b"), "it is -- public")],
                     id="reason behind a colon"),
        pytest.param("a.xml", "<!-- phaser:ignore-all: generated -->",
                     [Directive(1, "ignore-all", (), "generated")],
                     id="reason of ignore-all behind a colon"),
        pytest.param("a.py", "# phaser:ignore a -- reason: b",
                     [Directive(1, "ignore", ("a",), "reason: b")], id="reason with more"),
        pytest.param("a.py", "# phaser:ignore-all -- generated",
                     [Directive(1, "ignore-all", (), "generated")], id="reason of ignore-all"),
        pytest.param("a.py", "# phaser:ignore a # phaser:ignore b",
                     [Directive(1, "ignore", ("a",)), Directive(1, "ignore", ("b",))],
                     id="two in one line"),
        pytest.param("a.py", "# phaser:ignore a # phaser:ignore b # phaser:ignore c",
                     [Directive(1, "ignore", (name,)) for name in "abc"], id="three in one line"),
        pytest.param("a.py", "# phaser:ignore a # b # c", [Directive(1, "ignore", ("a",))],
                     id="two comments after it"),
        pytest.param("a.vue", "<!-- phaser:ignore a --> /* phaser:ignore-next-line b */",
                     [Directive(1, "ignore", ("a",)), Directive(1, "ignore-next-line", ("b",))],
                     id="two of two styles"),
        pytest.param("a.sql", "-- phaser:ignore a -- why", [Directive(1, "ignore", ("a",), "why")],
                     id="the opener that a reason starts with"),
        pytest.param("a.py", "# phaser:ignore " + "x" * 64,
                     [Directive(1, "ignore", ("x" * 64,))], id="64 characters"),
        pytest.param("a.py", "# phaser:ignore A, a", [Directive(1, "ignore", ("A", "a"))],
                     id="case matters"),
        pytest.param("a.py", "s = 'İİ'  # phaser:ignore a", [Directive(1, "ignore", ("a",))],
                     id="a letter that grows in lower case"),
        pytest.param("a.py", "# phaser:ignore a -- " + "y" * 9_000,
                     [Directive(1, "ignore", ("a",), "y" * 3_981 + "…")], id="endless reason"),
        pytest.param("a.py", "# phaser:ignore a -- " + "y" * 3_981,
                     [Directive(1, "ignore", ("a",), "y" * 3_981)], id="exactly 4,000 characters"),
        pytest.param("a.py", "# phaser:ignore a -- " + "y" * 3_982,
                     [Directive(1, "ignore", ("a",), "y" * 3_981 + "…")], id="one more"),
        pytest.param("a.js", "// phaser:ignore a /* x */ // y", [Directive(1, "ignore", ("a",))],
                     id="the first of two comments ends the ids"),
    ],
)  # fmt: skip
def test_a_line_may_hold_ids_a_reason_and_other_comments(
    path: str, line: str, directives: list[Directive]
) -> None:
    """Ids, a reason, the closer, and other comments around them."""
    assert parse_directives(path, line) == Directives(tuple(directives))


def test_a_malformed_one_does_not_hide_a_good_one() -> None:
    """Each stands for itself, also in one line."""
    parsed = parse_directives("a.py", "# phaser:ignore a b  # phaser:ignore c")
    assert parsed.directives == (Directive(1, "ignore", ("c",)),)
    assert parsed.malformed == (Malformed(1, f'{IDS}not "a b"; {REASON}'),)


class CountingText(str):
    """A text that counts the characters looked at, in it and in all that is made of it."""

    copied_lengths: list[int]

    def __new__(cls, text: str, copied_lengths: list[int]) -> CountingText:
        """*copied_lengths* gets the length of each piece."""
        counted_text = super().__new__(cls, text)
        counted_text.copied_lengths = copied_lengths
        return counted_text

    def _piece(self, text: str) -> CountingText:
        self.copied_lengths.append(len(text))
        return CountingText(text, self.copied_lengths)

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        return self._piece(super().__getitem__(place))

    def find(self, substring: str, *bounds: Any) -> int:
        offset = super().find(substring, *bounds)
        self.copied_lengths.append((offset if offset >= 0 else len(self)) - sum(bounds[:1]))
        return offset

    def lower(self) -> str:
        return self._piece(super().lower())

    def replace(self, *arguments: Any) -> str:
        return self._piece(super().replace(*arguments))

    def split(self, *arguments: Any) -> list[str]:
        return [self._piece(piece) for piece in super().split(*arguments)]

    def partition(self, separator: str) -> tuple[str, str, str]:
        before, matched_separator, after = super().partition(separator)
        return self._piece(before), matched_separator, self._piece(after)

    def strip(self, characters: str | None = None) -> str:
        return self._piece(super().strip(characters))

    def rstrip(self, characters: str | None = None) -> str:
        return self._piece(super().rstrip(characters))


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("text", ["Phaser.x=1;", "phaser:ignore;", "//phaser:ignore a;"])
def test_a_minified_file_takes_no_more_than_its_length(text: str) -> None:
    """Of four times the text four times as much is looked at, not sixteen times."""
    short, long = (count_copied_characters(text * number) for number in (1_000, 4_000))
    assert 4_000 * len(text) <= long < short * 5


def count_copied_characters(text: str) -> int:
    copied_lengths: list[int] = []
    parse_directives("a.js", CountingText(text, copied_lengths))
    return sum(copied_lengths)
