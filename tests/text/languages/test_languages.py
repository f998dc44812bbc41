"""Comment styles: what is offered as a comment is one to the lexer of that language."""

from __future__ import annotations

import pytest
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import Token

from phaser_lint.text.languages import find_line_comment, render_comment

DIRECTIVE = "phaser:ignore a -- reason"
VARYING = "pp m v pl pro cls cl sc sls tpl ftl vue html php tsx rmd"

# Where Pygments knows less of the language, or another language of the same ending.
OTHERWISE = {
    "COBOL": "cob COB cpy CPY",
    "S": "S",
    "ca65 assembler": "s",
    "aspx-cs": "aspx ascx",
    "aspx-vb": "aspx ascx",
    "Java Server Page": "jsp",
    "CBM BASIC V2": "bas",
    "Batchfile": "bat cmd",
    "Cheetah": "tmpl",
    "Coldfusion CFC": "cfc",
    "Elixir": "eex leex",
    "Forth": "fs",
    "Gosu": "gsp",
    "Inform 6": "inf",
    "Maple": "mm",
    "Markdown": "md markdown",
    "ODIN": "odin",
    "REBOL": "r",
    "Tcl": "tcl",
    "Tera Term macro": "ttl",
    "liquid": "liquid",
    "scdoc": "scd",
}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("a.json", id="JSON has none"),
        pytest.param("a.bib", id="a comment within an entry would be a part of it"),
        pytest.param("a.unknown", id="an ending that nobody knows"),
        pytest.param("LICENSE", id="no ending"),
        pytest.param("a.ipynb", id="JSON by another name"),
    ],
)
def test_no_style_is_offered_where_no_comment_is_certain(path: str) -> None:
    """Where no comment is certain to be one."""
    assert render_comment(path, DIRECTIVE) is None


@pytest.mark.parametrize("ending", VARYING.split())
def test_where_the_language_varies_the_directive_is_offered_bare(ending: str) -> None:
    """Puppet or Pascal, Objective-C or MATLAB; script, style or page."""
    assert render_comment(f"a.{ending}", DIRECTIVE) == DIRECTIVE


@pytest.mark.parametrize(
    ("path", "comment"),
    [
        ("Makefile.PL", "# phaser:ignore a -- reason"),
        ("views/a.blade.php", "{{-- phaser:ignore a -- reason --}}"),
        ("a.cshtml", "@* phaser:ignore a -- reason *@"),
        ("a.liquid", "{% comment %} phaser:ignore a -- reason {% endcomment %}"),
        ("a.S", "/* phaser:ignore a -- reason */"),
        ("a.tcl", ";# phaser:ignore a -- reason"),
        ("a.fs", "// phaser:ignore a -- reason"),
        ("a.ml", "(* phaser:ignore a -- reason *)"),
        ("a.prolog", "% phaser:ignore a -- reason"),
        ("a.wat", ";; phaser:ignore a -- reason"),
        ("Jenkinsfile", "// phaser:ignore a -- reason"),
        ("Dockerfile.dev", "# phaser:ignore a -- reason"),
        ("Dockerfile.l", "# phaser:ignore a -- reason"),
        ("app/Dockerfile.go", "# phaser:ignore a -- reason"),
        ("Containerfile.m", "# phaser:ignore a -- reason"),
        ("dockerfile.go", "// phaser:ignore a -- reason"),
        ("Dockerfile.ts", "// phaser:ignore a -- reason"),
        ("Dockerfile.j2", "{# phaser:ignore a -- reason #}"),
        ("Dockerfile.rst", ".. phaser:ignore a -- reason"),
    ],
)
def test_the_first_style_of_a_language_is_offered(path: str, comment: str) -> None:
    """The first style of the one language that the name tells."""
    assert render_comment(path, DIRECTIVE) == comment


@pytest.mark.parametrize("name", ["conf.py", "http.go", "spec.js", "codeowners.md", "a.conf.ts"])
def test_what_takes_its_comment_at_a_lines_end(name: str) -> None:
    """A word in front of the ending tells nothing of the language."""
    assert not (find_line_comment(name) or "").endswith("\n")


@pytest.mark.parametrize("name", ["Dockerfile.dev", ".env.local", "CODEOWNERS", "GNUmakefile"])
def test_names_that_take_a_line_of_its_own(name: str) -> None:
    """Whatever stands behind them."""
    assert (find_line_comment(name) or "").endswith("\n")


@pytest.mark.parametrize("ending", ["pug", "slim", "haml", "po", "org", "adoc", "feature", "ini"])
def test_what_takes_a_line_of_its_own(ending: str) -> None:
    """After something else it would be a part of that."""
    assert (find_line_comment(f"a.{ending}") or "").endswith("\n")


@pytest.mark.slow
def test_the_lexers_of_pygments_take_it_for_a_comment() -> None:
    """All endings that it knows, but for the ones where it is wrong, or means something else."""
    compared_endings, otherwise = set(), set()
    for name, aliases, patterns, _ in get_all_lexers():
        for ending in [pattern[2:] for pattern in patterns if pattern.startswith("*.")]:
            comment = render_comment(f"a.{ending}", DIRECTIVE)
            if comment is None or comment == DIRECTIVE:
                continue
            compared_endings.add(ending)
            tokens = get_lexer_by_name(aliases[0]).get_tokens(f"{comment}\n")
            if not all(kind in Token.Comment for kind, text in tokens if text.strip()):
                otherwise.add((name, ending))
    assert len(compared_endings) > 300
    assert otherwise <= {
        (name, ending) for name, endings in OTHERWISE.items() for ending in endings.split()
    }
