"""Languages: what stands in a text by the name of its file. One table, and what its rows tell.

A row is a language, or several that nothing here tells apart. An ending that several languages
share is in the row of each; a language of several parts (a Vue file holds HTML, script and style)
has the comments of each. A file of no known type may have any of the common ones.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


class CommentStyle(Record):
    """An opener, and the closer of a block comment; without one it runs to the end of the line."""

    opener: str
    closer: str = ""

    def enclose(self, text: str) -> str:
        """Return *text* as a comment."""
        return f"{self.opener} {text} {self.closer}".rstrip()


class FileType(Record):
    """What files are written in whose names end so, or that have one of these names.

    ``comments``: the first is offered, unless it is ``never`` certain to be one, or ``varies`` by
    the place. ``own_line``: a comment has to begin its line. After something else it is a part of
    that, as in a pattern of .gitignore, the value of a property, or an instruction of a Dockerfile;
    in a Makefile it would leave a space at the end of a value. ``lexer``: what reads the language
    (a row of ``text/regions``; ``ini``: a comment is a line, and no more is known to be anything);
    empty where nothing does.
    """

    endings: str
    comments: tuple[CommentStyle, ...]
    lexer: str = ""
    names: str = ""
    own_line: bool = False
    offered: Literal["first", "varies", "never"] = "first"


HASH = CommentStyle("#")
SLASHES = CommentStyle("//")
BLOCK = CommentStyle("/*", "*/")
MARKUP = CommentStyle("<!--", "-->")
_DOC_BLOCK = CommentStyle("/**", "*/")
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

_C_LIKE = (SLASHES, BLOCK, _DOC_BLOCK)
_STYLESHEET = (BLOCK, _DOC_BLOCK)
_WEB_PAGE = (MARKUP, *_C_LIKE)
_HTML = (*_WEB_PAGE, _HASHED, *_LIQUID[:2])
_ANY = (HASH, *_WEB_PAGE, _DASHES, _SEMICOLON)

# In lower case. Of an ending that is in several rows the first one's lexer counts.
FILE_TYPES = (
    FileType(
        "py pyi pyx pxd pxi pyw py3 tac bzl bazel star sage smk mojo", (HASH,), "python",
        names="sconstruct sconscript snakefile tiltfile",
    ),
    FileType("gd", (HASH,), "python"),
    FileType("coffee cson", (HASH,), "coffeescript"),
    FileType("nim nims nimble nimrod", (HASH,), "nim"),
    FileType("toml", (HASH,), "toml"),
    FileType("ex exs", (HASH,), "elixir"),
    FileType("jl", (HASH,), "julia"),
    FileType("graphql gql", (HASH,), "graphql"),
    FileType("r", (HASH,), "r"),
    FileType(
        "sh bash zsh ksh bats ebuild eclass exlib", (HASH,), "shell",
        names=".bashrc .zshrc .profile",
    ),
    FileType("fish", (HASH,), "fish"),
    FileType(
        "rb rbw rake gemspec ru cr", (HASH,), "ruby",
        names="gemfile rakefile vagrantfile brewfile podfile fastfile",
    ),
    FileType("pl pm t psgi perl", (HASH,), "perl", names="makefile.pl"),
    FileType("raku rakumod p6 pl6 pm6 nqp", (HASH,)),
    FileType("yaml yml", (HASH,), "yaml"),
    FileType(
        "csh tcsh awk sed rego cmake gn gni kv capnp janet roc nu jq hjson just vy bbappend pri"
        " prf rq sparql ttl n3 nt gp gnuplot zeek bro prql sls sc pp pro",
        (HASH,),
        names="justfile cmakelists.txt caddyfile earthfile meson.build requirements.txt"
        " constraints.txt",
    ),
    FileType(
        "mk mak", (HASH,), "make", own_line=True, names="makefile gnumakefile",
    ),
    FileType(
        "dockerfile docker", (HASH,), "dockerfile", own_line=True, names="dockerfile containerfile",
    ),
    FileType(
        "ninja env gitignore dockerignore gitattributes gitmodules editorconfig npmrc"
        " cfg conf service socket mount timer target automount swap desktop po pot org"
        " feature robot http spec ldif",
        (HASH,), "ini", own_line=True,
        names="procfile codeowners .env .gitconfig",
    ),
    FileType("properties", (HASH, _BANG), "properties", own_line=True),
    FileType("tcl tk itcl exp", (CommentStyle(";#"), HASH)),
    FileType("js mjs cjs", _C_LIKE, "javascript"),
    FileType("ts mts cts", _C_LIKE, "typescript"),
    FileType("go", _C_LIKE, "go"),
    FileType("jsx tsx", _C_LIKE, "jsx", offered="varies"),
    FileType("java", _C_LIKE, "java"),
    FileType("kt kts", _C_LIKE, "kotlin"),
    FileType("scala sbt", _C_LIKE, "scala"),
    FileType("swift", _C_LIKE, "swift"),
    FileType("groovy gvy gradle", _C_LIKE, "groovy", names="jenkinsfile"),
    FileType("dart", _C_LIKE, "dart"),
    FileType("proto", _C_LIKE, "protobuf"),
    FileType("thrift", (*_C_LIKE, HASH), "thrift"),
    FileType("zig zon", _C_LIKE, "zig"),
    FileType("d di", _C_LIKE, "d"),
    FileType("rs", _C_LIKE, "rust"),
    FileType(
        "c h cc cpp cxx c++ hpp hh hxx h++ inl ipp tpp ixx cppm cu cuh ino m mm", _C_LIKE, "c"
    ),
    FileType("cs csx", _C_LIKE, "csharp"),
    FileType("scss less", _C_LIKE, "scss"),
    FileType("jsonc json5 code-workspace", _C_LIKE, "json"),
    FileType("sol prisma", _C_LIKE, "solidity"),
    # Many of its readers take no comment at all.
    FileType("json", _C_LIKE, "json", offered="never"),
    FileType(
        "fs fsx fsi v sv svh vh glsl vert frag geom comp hlsl hlsli fx metal wgsl shader cginc sass"
        " styl as vala vapi odin pde idl qml hx gleam bicep smithy fbs cue kdl ron pkl move cairo"
        " bal chpl scad wren g4 re res rescript typ y yy mlir xcconfig strings pbxproj avdl cls cl"
        " ceylon pike pony xtend stan swg yang webidl scd sc sci sce td lsl mq4 mq5 mqh yar cypher"
        " cyp do",
        _C_LIKE,
    ),
    FileType("", (SLASHES,), names="go.mod go.work"),
    FileType("css pcss qss", _STYLESHEET, "css"),
    FileType("ld lds dts dtsi l lex rex rexx sas", _STYLESHEET),
    FileType("html htm xhtml", _HTML, "html", offered="varies"),
    FileType("vue", _HTML, "vue", offered="varies"),
    FileType("svelte", _HTML, "svelte", offered="varies"),
    FileType("astro", _HTML, "astro", offered="varies"),
    FileType(
        "xml xsl xslt xsd svg plist csproj vbproj fsproj vcxproj props targets xaml axaml pom resx"
        " nuspec dtd wsdl kml gpx rss atom fxml storyboard xib mjml xlf",
        (MARKUP,), "xml",
    ),
    FileType("md markdown mkd", (MARKUP,), "markdown"),
    FileType("rmd qmd", (MARKUP, HASH), offered="varies"),
    FileType("mdx", (CommentStyle("{/*", "*/}"), MARKUP), "mdx"),
    FileType("mdx", (BLOCK,)),
    FileType("rst", (CommentStyle(".."),), own_line=True),
    FileType("adoc asciidoc", (SLASHES,), own_line=True),
    FileType("php phtml", (HASH, *_WEB_PAGE), "php", offered="varies"),
    FileType("blade.php", (_BLADE, HASH, *_WEB_PAGE), "blade"),
    FileType("cshtml vbhtml razor", (_RAZOR, *_WEB_PAGE), "razor"),
    FileType("liquid", (*_LIQUID, *_WEB_PAGE), "liquid"),
    FileType("tf tfvars tofu hcl nomad", (HASH, *_C_LIKE), "hcl"),
    FileType("jsonnet libsonnet dot gv", (HASH, *_C_LIKE)),
    FileType("nix", (HASH, *_STYLESHEET)),
    FileType("sql psql ddl pls pks pkb", (_DASHES, BLOCK, HASH), "sql"),
    FileType("lua luau wlua", (_DASHES,), "lua"),
    FileType("pig moon adb ads gpr vhd vhdl dhall asn1 mib", (_DASHES,)),
    FileType("cabal", (_DASHES,), own_line=True),
    FileType("hs hsc elm purs agda idr", (_DASHES, CommentStyle("{-", "-}")), "haskell"),
    FileType("lean", (_DASHES, CommentStyle("/-", "-/"))),
    FileType("applescript", (_DASHES, _STARRED, HASH)),
    FileType("ini", (HASH, _SEMICOLON), "ini", own_line=True),
    FileType("inf", (_SEMICOLON, HASH), "ini", own_line=True),
    FileType("reg iss", (_SEMICOLON,), "ini", own_line=True),
    FileType(
        "lisp lsp el clj cljs cljc edn scm ss sld sls rkt rktd fnl hy lfe asd cl gcode tasm ahkl"
        " asm nasm ll ahk au3 pddl smt2 abnf",
        (_SEMICOLON,),
    ),
    FileType("wat wast", (CommentStyle(";;"),)),
    FileType("nsi nsh", (_SEMICOLON, HASH)),
    FileType("s", (BLOCK, HASH, SLASHES, _SEMICOLON, CommentStyle("@"))),
    FileType("tex sty cls erl hrl escript m pro pl prolog lgt mzn ps eps lp ly", (_PERCENT,)),
    FileType("bib", (_PERCENT,), offered="never"),
    FileType("ml mli mll mly sml sig thy wl wls v ebnf", (_STARRED,)),
    FileType("xq xql xqm xquery xqy", (CommentStyle("(:", ":)"),)),
    FileType("fs fsx fsi", (SLASHES, _STARRED)),
    FileType("pas pp dpr dpk lpr", (SLASHES, _BRACED, _STARRED)),
    FileType("f f90 f95 f03 f08 for ftn factor", (_BANG,)),
    FileType("vb vbs bas vba frm cls", (_APOSTROPHE,)),
    FileType("puml plantuml", (_APOSTROPHE,), own_line=True),
    FileType("vim abap", (_QUOTE,)),
    FileType("cob cbl cpy", (CommentStyle("*>"),)),
    FileType("fth frt 4th", (CommentStyle("\\"),)),
    FileType("ijs", (CommentStyle("NB."),)),
    FileType("apl", (CommentStyle("⍝"),)),
    FileType("mmd mermaid", (CommentStyle("%%"),), own_line=True),
    FileType("vm", (CommentStyle("##"),)),
    FileType(
        "bat cmd", (CommentStyle("::"), CommentStyle("REM"), CommentStyle("rem")), own_line=True
    ),
    FileType("ps1 psm1 psd1", (HASH, CommentStyle("<#", "#>")), "powershell"),
    FileType(
        "j2 jinja jinja2 njk twig tera djhtml", (_HASHED, HASH, MARKUP, *_LIQUID[:2]), "jinja"
    ),
    FileType(
        "hbs handlebars", (CommentStyle("{{!--", "--}}"), CommentStyle("{{!", "}}"), MARKUP),
        "handlebars",
    ),
    FileType("mustache", (CommentStyle("{{!", "}}"), MARKUP), "handlebars"),
    FileType("gohtml gotmpl tpl", (CommentStyle("{{/*", "*/}}"), MARKUP), "go template"),
    FileType("latte smarty tpl", (_SMARTY, MARKUP), "smarty"),
    FileType("ftlh ftl", (CommentStyle("<#--", "-->"), MARKUP), "freemarker"),
    FileType("ftl", (HASH,)),
    FileType("mako", (CommentStyle("##"), MARKUP)),
    FileType("cfm cfc", (CommentStyle("<!---", "--->"), SLASHES, BLOCK)),
    FileType("erb ejs rhtml", (_TAG_HASH, MARKUP), "erb"),
    FileType("eex heex leex", (_TAG_HASH, CommentStyle("<%!--", "--%>"), MARKUP), "eex"),
    FileType("jsp jspx tag aspx ascx master", (_TAG_DASHES, MARKUP), "jsp"),
    FileType("asp", (MARKUP, _APOSTROPHE), offered="varies"),
    FileType("pug jade", (CommentStyle("//-"), SLASHES), own_line=True),
    FileType("slim", (CommentStyle("/"),), own_line=True),
    FileType("haml", (CommentStyle("-#"), CommentStyle("/")), own_line=True),
)  # fmt: skip

# The lexers of templates, whose tags stand in a text of another language.
TEMPLATES = frozenset(
    (
        *("jinja", "liquid", "erb", "eex", "jsp", "blade", "razor", "handlebars", "go template"),
        *("smarty", "freemarker"),
    )
)
_BY_NAME = {name: each for each in FILE_TYPES for name in each.names.split()}
_BY_ENDING: dict[str, list[FileType]] = {}
for _each in FILE_TYPES:
    for _ending in _each.endings.split():
        _BY_ENDING.setdefault(_ending, []).append(_each)
# "CODEOWNERS.md" is about CODEOWNERS.
_ABOUT = ("md", "txt", "json", "rdoc")


def file_types(path: str) -> list[FileType]:
    """Return what the file at *path* may be written in, by its name; nothing where none tells."""
    name = path.rpartition("/")[2].lower()
    if name in _BY_NAME:
        return [_BY_NAME[name]]
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return []
    types = _BY_ENDING.get(f"{stem.rpartition('.')[2]}.{ending}") or _BY_ENDING.get(ending)
    # "Dockerfile.tsx" is a component, "Dockerfile.dev" a Dockerfile.
    if types or ending in _ABOUT or stem not in _BY_NAME:
        return types or []
    return [_BY_NAME[stem]]


def type_read_by(lexer: str) -> FileType:
    """Return the type of files that *lexer* reads, of several the one that is called so."""
    types = [file_type for file_type in FILE_TYPES if file_type.lexer == lexer]
    named_types = (file_type for file_type in types if lexer in file_type.endings.split())
    return next(named_types, types[0])


# A text's name is the path of its file, or that, this sign, and what tells its language instead:
# another name (``cell.py``), or that of a language.
_TOLD = "\0"


def lexer_name(path: str, told_by: str) -> str:
    """Return the name of a text at *path* whose language *told_by* tells, and not the path."""
    return f"{path}{_TOLD}{told_by}"


def name_parts(name: str) -> tuple[str, str]:
    """Return the path of a text of that *name*, and what else tells its language, or nothing."""
    path, _, told_by = name.partition(_TOLD)
    return path, told_by


def comment_styles(path: str) -> tuple[CommentStyle, ...]:
    """Return how comments may be written in the file at *path*."""
    return (
        tuple(
            dict.fromkeys(style for file_type in file_types(path) for style in file_type.comments)
        )
        or _ANY
    )


def takes_own_line(path: str) -> bool:
    """Tell whether a comment in the file at *path* has to stand on a line of its own."""
    return any(file_type.own_line for file_type in file_types(path))


def is_xml(path: str) -> bool:
    """Tell whether the file at *path* is XML, in whose comments no two dashes stand."""
    return any(file_type.lexer == "xml" for file_type in file_types(path))


def comment_with(path: str, text: str) -> str | None:
    """Return *text* as a comment for the file at *path*; just *text* where its language varies.

    ``None`` where no comment is certain to be one: JSON, and types that are not known.
    """
    types = file_types(path)
    if not types or types[0].offered == "never":
        return None
    style = types[0].comments[0]
    varies = types[0].offered == "varies" or any(
        file_type.comments[0] != style for file_type in types
    )
    return text if varies else style.enclose(text)
