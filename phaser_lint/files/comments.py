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
_STARRED = CommentStyle("(*", "*)")
_BRACED = CommentStyle("{", "}")
_HASHED = CommentStyle("{#", "#}")
_TAG_HASH = CommentStyle("<%#", "%>")
_TAG_DASHES = CommentStyle("<%--", "--%>")
_RAZOR = CommentStyle("@*", "*@")
_BLADE = CommentStyle("{{--", "--}}")
_SMARTY = CommentStyle("{*", "*}")
_LIQUID = (
    CommentStyle("{% comment %}", "{% endcomment %}"),
    CommentStyle("{%- comment -%}", "{%- endcomment -%}"),
    CommentStyle("{% #", "%}"),
    CommentStyle("{%- #", "-%}"),
)

_C_LIKE = (_SLASHES, _BLOCK, _DOC_BLOCK)
_STYLESHEET = (_BLOCK, _DOC_BLOCK)
_WEB_PAGE = (_MARKUP, *_C_LIKE)
_ANY = (_HASH, *_WEB_PAGE, _DASHES, _SEMICOLON)

# A group of file endings for each set of styles, the one that is offered first; in lower case. An
# ending that several languages share is in the group of each.
_GROUPS: tuple[tuple[str, tuple[CommentStyle, ...]], ...] = (
    ("py pyi pyx pxd pyw py3 rb rake ru gemspec sh bash zsh fish ksh csh bats yaml yml", (_HASH,)),
    ("toml r jl pl pm t psgi raku rakumod ex exs cr nim nims nimble coffee cson awk sed", (_HASH,)),
    ("gd graphql gql bzl bazel star rego cmake mk gn gni ninja smk sage kv capnp janet", (_HASH,)),
    ("roc nu jq hjson just vy ebuild bbappend pri prf rq sparql ttl n3 nt gp gnuplot", (_HASH,)),
    ("env gitignore dockerignore gitattributes gitmodules editorconfig npmrc dockerfile", (_HASH,)),
    ("cfg conf service desktop po pot org feature robot http pp pro", (_HASH,)),
    ("properties", (_HASH, _BANG)),
    ("mak docker eclass exlib rbw pxi tac perl p6 pl6 pm6 nqp nimrod tcsh ldif zeek bro", (_HASH,)),
    ("mojo prql spec socket mount timer target automount swap sls sc", (_HASH,)),
    ("tcl tk itcl exp", (CommentStyle(";#"), _HASH)),
    ("js ts jsx tsx mjs cjs mts cts swift go rs c h cpp cc cxx hpp hh hxx java kt kts", _C_LIKE),
    ("inl ipp tpp cs csx fsx fs fsi scala sbt sc groovy gvy gradle dart m mm proto zig v", _C_LIKE),
    ("sv svh vh d di cu cuh glsl vert frag geom comp hlsl fx metal wgsl shader cginc", _C_LIKE),
    ("sol scss less sass styl jsonc json5 json prisma thrift as vala vapi odin ino pde", _C_LIKE),
    ("idl qml hx gleam bicep smithy fbs cue kdl ron pkl move cairo bal chpl scad wren g4", _C_LIKE),
    ("re res rescript typ y yy mlir xcconfig strings pbxproj code-workspace avdl cls cl", _C_LIKE),
    ("c++ h++ ixx cppm ceylon pike pony xtend stan swg yang webidl scd sci sce td hlsli", _C_LIKE),
    ("lsl mq4 mq5 mqh yar cypher cyp do", _C_LIKE),
    ("css pcss qss ld lds dts dtsi", _STYLESHEET),
    ("l lex rex rexx sas", _STYLESHEET),
    ("html htm xhtml vue svelte astro", (*_WEB_PAGE, _HASHED, *_LIQUID[:2])),
    ("xml xsl xslt xsd svg plist csproj vbproj fsproj props targets xaml axaml pom", (_MARKUP,)),
    ("resx nuspec vcxproj dtd wsdl kml gpx rss atom fxml storyboard xib mjml xlf", (_MARKUP,)),
    ("md markdown mkd", (_MARKUP,)),
    ("rmd qmd", (_MARKUP, _HASH)),
    ("mdx", (CommentStyle("{/*", "*/}"), _MARKUP)),
    ("mdx", (_BLOCK,)),
    ("rst", (CommentStyle(".."),)),
    ("adoc asciidoc", (_SLASHES,)),
    ("php phtml", (_HASH, *_WEB_PAGE)),
    ("blade.php", (_BLADE, _HASH, *_WEB_PAGE)),
    ("cshtml vbhtml razor", (_RAZOR, *_WEB_PAGE)),
    ("liquid", (*_LIQUID, *_WEB_PAGE)),
    ("tf tfvars tofu hcl nomad jsonnet libsonnet dot gv", (_HASH, *_C_LIKE)),
    ("nix", (_HASH, *_STYLESHEET)),
    ("sql psql ddl pls pks pkb", (_DASHES, _BLOCK, _HASH)),
    ("lua luau wlua pig moon adb ads gpr vhd vhdl cabal dhall asn1 mib", (_DASHES,)),
    ("hs hsc elm purs agda idr", (_DASHES, CommentStyle("{-", "-}"))),
    ("lean", (_DASHES, CommentStyle("/-", "-/"))),
    ("applescript", (_DASHES, _STARRED, _HASH)),
    ("ini", (_HASH, _SEMICOLON)),
    ("inf", (_SEMICOLON, _HASH)),
    ("lisp lsp el clj cljs cljc edn scm ss sld sls rkt fnl hy lfe asd cl", (_SEMICOLON,)),
    ("wat wast", (CommentStyle(";;"),)),
    ("gcode tasm ahkl rktd", (_SEMICOLON,)),
    ("asm nasm ll ahk au3 reg iss pddl smt2 abnf", (_SEMICOLON,)),
    ("nsi nsh", (_SEMICOLON, _HASH)),
    ("s", (_BLOCK, _HASH, _SLASHES, _SEMICOLON, CommentStyle("@"))),
    ("tex sty cls bib erl hrl escript m pro pl prolog lgt mzn ps eps lp ly", (_PERCENT,)),
    ("ml mli mll mly sml sig thy wl wls v ebnf", (_STARRED,)),
    ("xq xql xqm xquery xqy", (CommentStyle("(:", ":)"),)),
    ("fs fsx fsi", (_SLASHES, _STARRED)),
    ("pas pp dpr dpk lpr", (_SLASHES, _BRACED, _STARRED)),
    ("f f90 f95 f03 f08 for ftn factor", (_BANG,)),
    ("vb vbs bas vba frm cls puml plantuml", (_APOSTROPHE,)),
    ("vim abap", (_QUOTE,)),
    ("cob cbl cpy", (CommentStyle("*>"),)),
    ("fth frt 4th", (CommentStyle("\\"),)),
    ("ijs", (CommentStyle("NB."),)),
    ("apl", (CommentStyle("⍝"),)),
    ("mmd mermaid", (CommentStyle("%%"),)),
    ("vm", (CommentStyle("##"),)),
    ("bat cmd", (CommentStyle("::"), CommentStyle("REM"), CommentStyle("rem"))),
    ("ps1 psm1 psd1", (_HASH, CommentStyle("<#", "#>"))),
    ("j2 jinja jinja2 njk twig tera djhtml", (_HASHED, _HASH, _MARKUP, *_LIQUID[:2])),
    ("hbs handlebars", (CommentStyle("{{!--", "--}}"), CommentStyle("{{!", "}}"), _MARKUP)),
    ("mustache", (CommentStyle("{{!", "}}"), _MARKUP)),
    ("gohtml gotmpl tpl", (CommentStyle("{{/*", "*/}}"), _MARKUP)),
    ("latte smarty tpl", (_SMARTY, _MARKUP)),
    ("ftlh ftl", (CommentStyle("<#--", "-->"), _MARKUP)),
    ("ftl", (_HASH,)),
    ("mako", (CommentStyle("##"), _MARKUP)),
    ("cfm cfc", (CommentStyle("<!---", "--->"), _SLASHES, _BLOCK)),
    ("erb ejs rhtml", (_TAG_HASH, _MARKUP)),
    ("eex heex leex", (_TAG_HASH, CommentStyle("<%!--", "--%>"), _MARKUP)),
    ("jsp jspx tag aspx ascx master", (_TAG_DASHES, _MARKUP)),
    ("asp", (_MARKUP, _APOSTROPHE)),
    ("pug jade", (CommentStyle("//-"), _SLASHES)),
    ("slim", (CommentStyle("/"),)),
    ("haml", (CommentStyle("-#"), CommentStyle("/"))),
)
_NAMES: tuple[tuple[str, tuple[CommentStyle, ...]], ...] = (
    ("dockerfile containerfile makefile gnumakefile gemfile rakefile vagrantfile", (_HASH,)),
    ("procfile brewfile podfile fastfile justfile cmakelists.txt codeowners caddyfile", (_HASH,)),
    ("snakefile sconstruct sconscript tiltfile earthfile meson.build", (_HASH,)),
    (".env requirements.txt constraints.txt .gitconfig .bashrc .zshrc .profile", (_HASH,)),
    ("jenkinsfile", _C_LIKE),
    ("go.mod go.work", (_SLASHES,)),
)


# Where a comment has to begin its line: after something else it is a part of that, as in a pattern
# of .gitignore, the value of a property, or an instruction of a Dockerfile. In a Makefile it would
# leave a space at the end of a value.
_OWN_LINE = (
    ".env env gitignore dockerignore gitattributes gitmodules editorconfig npmrc ini inf cfg conf"
    " properties dockerfile containerfile makefile gnumakefile mk codeowners procfile bat cmd rst"
    " service socket mount timer target automount swap desktop ldif spec po pot org feature robot"
    " http adoc asciidoc cabal ninja reg iss puml plantuml"
    " mmd mermaid pug jade slim haml .gitconfig"
)
_WITH_PAGES_INSIDE = (".jsx", ".tsx")
# Many readers of these take no comment at all.
_WITHOUT_COMMENTS = (".json", ".bib")

_MARKDOWN = (".md", ".markdown", ".mkd")

# After these a directive was meant as one; others are quotes, brackets or words elsewhere.
FOREIGN_STYLES = tuple(
    sorted(
        {
            style
            for _, styles in (*_GROUPS, *_NAMES)
            for style in styles
            if len(style.opener) > 1 or style.opener in "#;%!"
            if not style.opener.isalpha() and style.opener not in ("..", "::", "NB.", "*>")
        },
        key=lambda style: (-len(style.opener), style),
    )
)


def takes_own_line(path: str) -> bool:
    """Tell whether a comment in the file at *path* has to stand on a line of its own."""
    name = path.rpartition("/")[2].lower()
    stem, _, ending = name.rpartition(".")
    return any(each in _OWN_LINE.split() for each in (name, stem, ending))


def comment_styles(path: str) -> tuple[CommentStyle, ...]:
    """Return the comment styles of the file at *path*, judged by its name."""
    matching = _languages(path)
    return tuple(dict.fromkeys(style for styles in matching for style in styles)) or _ANY


def _languages(path: str) -> list[tuple[CommentStyle, ...]]:
    """Return the styles of each language that the file at *path* may be written in."""
    name = path.rpartition("/")[2].lower()
    stem, _, ending = name.rpartition(".")
    for names, styles in _NAMES:
        if name in names.split() or (stem in names.split() and ending not in ("md", "txt")):
            return [styles]
    for known in (f"{stem.rpartition('.')[2]}.{ending}", ending):
        matching = [styles for endings, styles in _GROUPS if known in endings.split()]
        if matching:
            return matching
    return []


def is_known(path: str) -> bool:
    """Tell whether the name of the file at *path* tells how its comments are written."""
    return bool(_languages(path))


def comment_with(path: str, text: str) -> str | None:
    """Return *text* as a comment for the file at *path*; just *text* where its language varies.

    ``None`` where no comment is certain to be one: JSON, and types that are not known.
    """
    languages = _languages(path)
    if not languages or path.lower().endswith(_WITHOUT_COMMENTS):
        return None
    styles = languages[0]
    opener, closer = styles[0]
    several = any(each[0] != styles[0] for each in languages)
    mixed = _MARKUP in styles[:-1] and styles[0] in (_MARKUP, _HASH)
    if several or mixed or path.lower().endswith(_WITH_PAGES_INSIDE):
        return text  # script, style or page, code or its elements: each has its own
    return f"{opener} {text} {closer}".rstrip()


def takes_dashes(path: str) -> bool:
    """Tell whether a comment in the file at *path* may hold ``--``: in XML none does."""
    is_xml = any(set(styles) == {_MARKUP} for styles in _languages(path))
    return not is_xml or path.lower().endswith(_MARKDOWN)


def is_block(comment: str) -> bool:
    """Tell whether *comment* has a closer with dashes, which may hold no ``--`` in XML."""
    return comment.endswith(("-->", "--}}", "--%>"))
