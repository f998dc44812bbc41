"""The comment styles of file types: how a directive may be opened, and closed.

A type has several styles where its files have several languages: a Vue file holds HTML, script
and style. A file of no known type may use any of the common ones.
"""

from __future__ import annotations

from phaser_lint.record import Record


class CommentStyle(Record):
    """An opener, and the closer of a block comment; without one it runs to the end of the line."""

    opener: str
    closer: str = ""


_HASH = CommentStyle("#")
_SLASHES = CommentStyle("//")
_BLOCK = CommentStyle("/*", "*/")
_DOC_BLOCK = CommentStyle("/**", "*/")
_MARKUP = CommentStyle("<!--", "-->")
_DASHES = CommentStyle("--")
_SEMICOLON = CommentStyle(";")
_PERCENT = CommentStyle("%")
_BANG = CommentStyle("!")
_APOSTROPHE = CommentStyle("'")
_QUOTE = CommentStyle('"')

_C_LIKE = (_SLASHES, _BLOCK, _DOC_BLOCK)
_WEB_PAGE = (_MARKUP, *_C_LIKE)
_ANY = (_HASH, *_WEB_PAGE, _DASHES, _SEMICOLON)

# A group of file endings (or whole names) for each set of styles; endings in lower case.
_GROUPS: tuple[tuple[str, tuple[CommentStyle, ...]], ...] = (
    ("py pyi pyx rb rake sh bash zsh fish ksh yaml yml toml r jl pl pm t ex exs cr nim", (_HASH,)),
    ("cfg conf properties mk cmake awk sed tcl gd graphql gql bzl bazel star rego po", (_HASH,)),
    ("env gitignore dockerignore gitattributes editorconfig npmrc dockerfile", (_HASH,)),
    ("js ts jsx tsx mjs cjs mts cts swift go rs c h cpp cc cxx hpp hh hxx java kt kts", _C_LIKE),
    ("cs fs fsx scala groovy gradle dart m mm proto zig v sv svh d cu cuh glsl hlsl", _C_LIKE),
    ("sol scss less sass styl jsonc json5 json prisma thrift as vala odin ino pde idl", _C_LIKE),
    ("css pcss", (_BLOCK, _DOC_BLOCK)),
    ("html htm xhtml vue svelte astro", _WEB_PAGE),
    ("xml xsl xslt xsd svg plist csproj vbproj fsproj props targets xaml pom", (_MARKUP,)),
    ("md markdown", (_MARKUP,)),
    ("mdx", (_MARKUP, _BLOCK)),
    ("rst", (CommentStyle(".."),)),
    ("adoc asciidoc", (_SLASHES,)),
    ("php phtml", (_HASH, *_WEB_PAGE)),
    ("tf tfvars hcl nix jsonnet libsonnet", (_HASH, *_C_LIKE)),
    ("sql psql ddl", (_DASHES, _BLOCK, _HASH)),
    ("lua hs elm adb ads vhd vhdl purs agda lean", (_DASHES, CommentStyle("{-", "-}"))),
    ("ini", (_HASH, _SEMICOLON)),
    ("lisp lsp el clj cljs cljc edn scm rkt asm s nasm", (_SEMICOLON, _HASH, _SLASHES)),
    ("tex sty cls bib erl hrl mat pro", (_PERCENT,)),
    ("ml mli sml pas pp dpr v", (CommentStyle("(*", "*)"), _SLASHES, CommentStyle("{", "}"))),
    ("f f90 f95 f03 f08 for", (_BANG,)),
    ("vb vbs bas", (_APOSTROPHE,)),
    ("vim", (_QUOTE,)),
    ("bat cmd", (CommentStyle("::"), CommentStyle("REM"), CommentStyle("rem"))),
    ("ps1 psm1 psd1", (_HASH, CommentStyle("<#", "#>"))),
    ("j2 jinja jinja2 njk twig", (CommentStyle("{#", "#}"), _HASH, _MARKUP)),
    (
        "hbs mustache handlebars",
        (CommentStyle("{{!--", "--}}"), CommentStyle("{{!", "}}"), _MARKUP),
    ),
    ("erb ejs jsp asp aspx", (CommentStyle("<%#", "%>"), CommentStyle("<%--", "--%>"), _MARKUP)),
    ("haml slim pug jade", (CommentStyle("-#"), CommentStyle("/"), _SLASHES)),
)
_NAMES: tuple[tuple[str, tuple[CommentStyle, ...]], ...] = (
    ("dockerfile containerfile makefile gnumakefile gemfile rakefile vagrantfile", (_HASH,)),
    ("procfile brewfile podfile fastfile justfile cmakelists.txt codeowners", (_HASH,)),
    (".env requirements.txt constraints.txt", (_HASH,)),
    ("jenkinsfile", _C_LIKE),
    ("go.mod go.work", (_SLASHES,)),
)


# Where a comment has to begin its line: after something else it is a part of that, as in a pattern
# of .gitignore, the value of a property, or an instruction of a Dockerfile. In a Makefile it would
# leave a space at the end of a value.
_OWN_LINE = (
    ".env env gitignore dockerignore gitattributes editorconfig npmrc ini cfg conf properties"
    " dockerfile containerfile makefile gnumakefile mk codeowners procfile bat cmd rst"
)
_WITH_PAGES_INSIDE = (".jsx", ".tsx")


def takes_own_line(path: str) -> bool:
    """Tell whether a comment in the file at *path* has to stand on a line of its own."""
    name = path.rpartition("/")[2].lower()
    stem, _, ending = name.rpartition(".")
    return any(each in _OWN_LINE.split() for each in (name, stem, ending))


def comment_styles(path: str) -> tuple[CommentStyle, ...]:
    """Return the comment styles of the file at *path*, judged by its name."""
    name = path.rpartition("/")[2].lower()
    stem, _, ending = name.rpartition(".")
    for names, styles in _NAMES:
        if name in names.split() or (stem in names.split() and ending not in ("md", "txt")):
            return styles
    matching = [styles for endings, styles in _GROUPS if ending in endings.split()]
    return tuple(dict.fromkeys(style for styles in matching for style in styles)) or _ANY


def comment_with(path: str, text: str) -> str | None:
    """Return *text* as a comment for the file at *path*; just *text* where its language varies.

    ``None`` where no comment is certain to be one: JSON, and types that are not known.
    """
    styles = comment_styles(path)
    if styles == _ANY or path.lower().endswith(".json"):
        return None
    mixed = _MARKUP in styles[:-1] and styles[0] in (_MARKUP, _HASH)
    if mixed or path.lower().endswith(_WITH_PAGES_INSIDE):
        return text  # script, style or page, code or its elements: each has its own
    opener, closer = styles[0]
    return f"{opener} {text} {closer}".rstrip()


def is_block(comment: str) -> bool:
    """Tell whether *comment* has a closer with dashes, which may hold no ``--`` in XML."""
    return comment.endswith(("-->", "--}}", "--%>"))
