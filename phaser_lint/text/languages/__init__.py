"""Languages: what stands in a text by the name of its file. One table, and what its rows tell.

A row is a language, or several that nothing here tells apart. An ending that several languages
share is in the row of each; a language of several parts (a Vue file holds HTML, script and style)
has the comments of each. A file of no known type may have any of the common ones.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal


class FileType(Record):
    """What files are written in whose names end so, or that have one of these names.

    ``openers`` begin a comment: the first is offered, unless it is ``never`` certain to begin one,
    or ``varies`` by the place: ``placed`` says so. On its ``own line`` a comment has to begin it.
    After something else it is a part of that, as in a pattern of .gitignore, the value of a
    property, or an instruction of a Dockerfile; in a Makefile it would leave a space at the end of
    a value.
    ``lexer``: what reads the language (a row of ``text/regions``; ``ini``: a comment is a line, and
    no more is known to be anything); empty where nothing does. ``comment_lines``: a pattern of
    what begins further lines that are comments, in a column.
    """

    endings: str
    openers: tuple[str, ...]
    lexer: str = ""
    names: str = ""
    placed: Literal["", "own line", "varies", "never"] = ""
    comment_lines: str = ""


# What closes a block comment, by what opens it; all others end with their line.
_CLOSERS = {
    "/*": "*/",
    "/**": "*/",
    "/*!": "*/",
    "<!--": "-->",
    "(*": "*)",
    "(:": ":)",
    "{": "}",
    "{*": "*}",
    "{-": "-}",
    "/-": "-/",
    "/+": "+/",
    "#=": "=#",
    "#[": "]#",
    "#[[": "]]",
    "--[[": "]]",
    "<#": "#>",
    "@*": "*@",
    "{#": "#}",
    "{/*": "*/}",
    "{% comment %}": "{% endcomment %}",
    "{%- comment -%}": "{%- endcomment -%}",
    "{% #": "%}",
    "{%- #": "-%}",
    "{{--": "--}}",
    "{{!--": "--}}",
    "{{!": "}}",
    "{{/*": "*/}}",
    "{{- /*": "*/ -}}",
    "<#--": "-->",
    "<!---": "--->",
    "<%#": "%>",
    "<%!--": "--%>",
    "<%--": "--%>",
}

_LIQUID = ("{% comment %}", "{%- comment -%}", "{% #", "{%- #")
# With "!": documentation in Rust, and in C by Doxygen; a license that a minifier keeps.
_C_LIKE = ("//", "/*", "/**", "//!", "/*!")
_STYLESHEET = ("/*", "/**", "/*!")
_WEB_PAGE = ("<!--", *_C_LIKE)
_GO_COMMENT = ("{{/*", "{{- /*")
_HTML = (*_WEB_PAGE, "{#", *_LIQUID[:2], *_GO_COMMENT)
_ANY = ("#", *_WEB_PAGE, "--", ";")

# The fields of a ``FileType``, as far as it has them. In lower case, but for names that files of
# other languages have in lower case: a script may be called "build", and Bazel's file is BUILD.
# Of an ending that is in several rows the first one's lexer counts.
FILE_TYPES: tuple[tuple[Any, ...], ...] = (
    (
        "py pyi pyx pxd pxi pyw py3 tac bzl bazel star sage smk mojo", ("#",), "python",
        "sconstruct sconscript scsub snakefile tiltfile wscript .gclient BUCK BUILD DEPS WORKSPACE",
    ),
    ("gd", ("#",), "python"),
    ("coffee cson", ("#",), "coffeescript", "cakefile"),
    ("nim nims nimble nimrod", ("#", "#["), "nim"),
    (
        "toml", ("#",), "toml",
        "pipfile cargo.lock cargo.toml.orig poetry.lock uv.lock pdm.lock gopkg.lock mise.lock",
    ),
    ("ex exs", ("#",), "elixir", "mix.lock"),
    ("jl", ("#", "#="), "julia"),
    ("graphql gql", ("#",), "graphql"),
    ("r", ("#",), "r", ".rprofile"),
    (
        "sh bash zsh ksh bats ebuild eclass exlib", ("#",), "shell",
        ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_functions .kshrc .zshrc"
        " .zshenv .zprofile .zlogin .zlogout .profile .xprofile .xinitrc .xsession .envrc direnvrc"
        " bashrc bash_aliases bash_logout bash_profile kshrc zshrc zshenv zprofile zlogin zlogout"
        " xinitrc xsession gradlew mvnw pkgbuild apkbuild",
    ),
    ("fish", ("#",), "fish"),
    ("cmake", ("#", "#[["), "cmake", "cmakelists.txt"),
    (
        "rb rbw rake gemspec podspec ru rbi thor builder jbuilder rabl cr", ("#",), "ruby",
        "gemfile rakefile vagrantfile brewfile podfile fastfile guardfile dangerfile capfile"
        " berksfile thorfile appraisals buildfile deliverfile appfile matchfile pluginfile jarfile"
        " mavenfile puppetfile snapfile steepfile .irbrc .pryrc .simplecov",
    ),
    ("pl pm t psgi perl", ("#",), "perl", "makefile.pl cpanfile rexfile latexmkrc .latexmkrc"),
    ("raku rakumod p6 pl6 pm6 nqp", ("#",)),
    (
        "yaml yml cff", ("#", *_GO_COMMENT), "yaml",
        ".clang-format .clang-tidy .clangd .yamllint .ansible-lint .salt-lint .gemrc glide.lock"
        " pixi.lock yarn.lock",
    ),
    (
        "csh tcsh awk sed rego gn gni kv capnp janet roc nu jq hjson just vy bbappend pri"
        " prf rq sparql ttl n3 nt gp gnuplot zeek bro prql sls sc pp pro", ("#",), "",
        "justfile .justfile caddyfile earthfile meson.build meson_options.txt meson.options"
        " requirements.txt requirements-dev.txt dev-requirements.txt constraints.txt .cshrc .login"
        " modulefile nukefile slakefile",
    ),
    ("mk mak", ("#",), "make", "makefile gnumakefile bsdmakefile kbuild mkfile", "own line"),
    ("dockerfile docker", ("#",), "dockerfile", "dockerfile containerfile", "own line"),
    (
        "ninja env gitignore dockerignore npmignore eslintignore prettierignore stylelintignore"
        " helmignore gcloudignore vscodeignore rgignore fdignore htaccess"
        " gitattributes conf desktop po pot org feature robot http spec ldif", ("#",), "ini",
        "procfile codeowners crontab .env .flaskenv"
        " .shellcheckrc .inputrc .wgetrc .curlrc ssh_config sshd_config",
        "own line",
    ),
    ("properties", ("#", "!"), "properties", "", "own line"),
    ("tcl tk itcl exp", (";#", "#")),
    ("js mjs cjs qml", _C_LIKE, "javascript", "jakefile"),
    ("ts mts cts", _C_LIKE, "typescript"),
    ("go", _C_LIKE, "go"),
    ("", ("//",), "go", "go.mod go.work"),
    ("jsx tsx", _C_LIKE, "jsx", "", "varies"),
    ("java", _C_LIKE, "java"),
    ("kt kts", _C_LIKE, "kotlin"),
    ("scala sbt", _C_LIKE, "scala"),
    ("swift", _C_LIKE, "swift"),
    ("groovy gvy gradle", _C_LIKE, "groovy", "jenkinsfile nextflow.config"),
    ("dart", _C_LIKE, "dart"),
    ("proto", _C_LIKE, "protobuf"),
    ("thrift", (*_C_LIKE, "#"), "thrift"),
    ("zig zon", _C_LIKE, "zig"),
    ("d di", (*_C_LIKE, "/+"), "d"),
    ("rs", _C_LIKE, "rust"),
    (
        "c h cc cpp cxx c++ hpp hh hxx h++ inl ipp tpp tcc txx ixx cppm cu cuh ino m mm"
        " glsl vert frag geom comp tesc tese hlsl hlsli fx cginc usf ush metal", _C_LIKE, "c",
    ),
    ("cs csx", _C_LIKE, "csharp"),
    ("scss less", _C_LIKE, "scss"),
    (
        "jsonc json5 code-workspace", _C_LIKE, "json",
        "tsconfig.json jsconfig.json devcontainer.json .babelrc .swcrc .jshintrc .eslintrc"
        " .eslintrc.json .jscsrc .jslintrc api-extractor.json bun.lock",
    ),
    ("sol prisma", _C_LIKE, "solidity"),
    # Many of its readers take no comment at all.
    ("json", _C_LIKE, "json", "", "never"),
    (
        "fs fsx fsi v sv svh vh wgsl shader"
        " sass styl as vala vapi odin pde idl hx gleam bicep smithy fbs cue kdl ron pkl move"
        " cairo bal chpl scad wren g4 re res rescript typ y yy mlir xcconfig strings pbxproj avdl"
        " cls cl ceylon pike pony xtend stan swg yang webidl scd sc sci sce td lsl mq4 mq5 mqh yar"
        " cypher cyp", _C_LIKE,
    ),
    ("do ado", _C_LIKE, "", "", "", r"^[ \t]*\*"),
    ("jcl", ("//*",), "", "", "own line"),
    ("css pcss qss", _STYLESHEET, "css"),
    ("ld lds dts dtsi l lex rex rexx sas", _STYLESHEET),
    ("html htm xhtml hta", _HTML, "html", "", "varies"),
    ("vue", _HTML, "vue", "", "varies"),
    ("svelte", _HTML, "svelte", "", "varies"),
    ("astro", _HTML, "astro", "", "varies"),
    (
        "xml xsl xslt xsd svg plist csproj vbproj fsproj vcxproj props targets xaml axaml pom"
        " resx nuspec dtd wsdl kml gpx rss atom fxml storyboard xib mjml xlf slnx ruleset edmx"
        " shfbproj sqlproj esproj shproj projitems vcxitems proj natvis vsixmanifest wxs wxi"
        " wixproj ui qrc aml urdf xacro iml jrxml entitlements stringsdict", ("<!--",), "xml",
        "web.config app.config nuget.config packages.config .classpath .project .cproject",
    ),
    ("md markdown mkd livemd", ("<!--",), "markdown"),
    ("rmd qmd", ("<!--", "#"), "", "", "varies"),
    ("mdx", ("{/*", "<!--", "/*"), "mdx"),
    ("rst", ("..",), "", "", "own line"),
    ("adoc asciidoc", ("//",), "", "", "own line"),
    ("php phtml", ("#", *_WEB_PAGE), "php", "phakefile .php_cs .php_cs.dist", "varies"),
    ("blade.php", ("{{--", "#", *_WEB_PAGE), "blade"),
    ("cshtml vbhtml razor", ("@*", *_WEB_PAGE), "razor"),
    ("liquid", (*_LIQUID, *_WEB_PAGE), "liquid"),
    ("tf tfvars tofu hcl nomad", ("#", *_C_LIKE), "hcl"),
    ("jsonnet libsonnet dot gv", ("#", *_C_LIKE)),
    ("nix", ("#", *_STYLESHEET)),
    ("sql psql ddl pls pks pkb", ("--", "/*", "#"), "sql"),
    ("lua luau wlua rockspec", ("--", "--[["), "lua", ".luacheckrc"),
    ("pig moon adb ads gpr vhd vhdl dhall asn1 mib", ("--",)),
    ("cabal", ("--",), "", "", "own line"),
    ("hs hsc elm purs agda idr", ("--", "{-"), "haskell"),
    ("lean", ("--", "/-")),
    ("applescript", ("--", "(*", "#")),
    (
        "ini cfg gitmodules editorconfig npmrc service socket mount timer target automount swap",
        ("#", ";"), "ini",
        ".flake8 .pylintrc pylintrc .coveragerc .pypirc .gitconfig .hgrc .gitreview .gitlint"
        " .sqlfluff .codespellrc",
        "own line",
    ),
    ("inf", (";", "#"), "ini", "", "own line"),
    ("reg iss", (";",), "ini", "", "own line"),
    (
        "lisp lsp el clj cljs cljc edn scm ss sld sls rkt rktd fnl hy lfe asd cl gcode tasm ahkl"
        " asm nasm ll ahk au3 pddl smt2 abnf", (";",), "",
        "dune dune-project dune-workspace .emacs .spacemacs",
    ),
    ("wat wast", (";;",)),
    ("nsi nsh", (";", "#")),
    ("s", ("/*", "#", "//", ";", "@")),
    (
        "tex sty cls erl hrl escript m pro pl prolog lgt mzn ps eps lp ly", ("%",), "",
        "emakefile rebar.config sys.config",
    ),
    ("bib", ("%",), "", "", "never"),
    ("ml mli mll mly sml sig thy wl wls v ebnf", ("(*",)),
    ("xq xql xqm xquery xqy", ("(:",)),
    ("fs fsx fsi", ("//", "(*")),
    ("pas pp dpr dpk lpr", ("//", "{", "(*")),
    ("f90 f95 f03 f08 factor", ("!",)),
    ("f for ftn", ("!",), "", "", "", r"^[cC*]"),
    ("vb vbs bas vba frm cls", ("'", "REM", "Rem", "rem")),
    ("puml plantuml", ("'",), "", "", "own line"),
    ("abap", ('"',), "", "", "", r"^\*"),
    ("vim", ('"',), "", ".vimrc .gvimrc .exrc .nvimrc vimrc gvimrc _vimrc"),
    ("cob cbl cpy", ("*>",), "", "", "", r"(?:(?<=^ {6})|(?<=^[^\s*/]{6}))[*/]"),
    ("m4 ac", ("dnl", "#")),
    ("fth frt 4th", ("\\",)),
    ("ijs", ("NB.",)),
    ("apl", ("⍝",)),
    ("mmd mermaid", ("%%",), "", "", "own line"),
    ("vm", ("##",)),
    ("bat cmd", ("::", "REM", "Rem", "rem", "@REM", "@rem"), "", "", "own line"),
    ("ps1 psm1 psd1", ("#", "<#"), "powershell"),
    ("j2 jinja jinja2", ("{#", "#", "<!--", *_LIQUID[:2]), "jinja"),
    ("njk twig tera djhtml", ("{#", "#", "<!--", *_LIQUID[:2]), "jinja"),
    ("hbs handlebars", ("{{!--", "{{!", "<!--"), "handlebars"),
    ("mustache", ("{{!", "<!--"), "handlebars"),
    ("gohtml", (*_GO_COMMENT, "<!--"), "go template"),
    # Helm's becomes YAML, Terraform's a script.
    ("gotmpl tpl", (*_GO_COMMENT, "<!--", "#"), "go template"),
    # It may become any text.
    ("tmpl", (*_GO_COMMENT, *_ANY), "go template"),
    ("latte smarty tpl", ("{*", "<!--"), "smarty"),
    ("ftlh ftl", ("<#--", "<!--"), "freemarker"),
    ("ftl", ("#",)),
    ("mako", ("##", "<!--")),
    ("cfm cfc", ("<!---", "//", "/*")),
    ("erb rhtml", ("<%#", "<!--", "#"), "erb"),
    ("ejs", ("<%#", "<!--", "//"), "ejs"),
    ("eex heex leex", ("<%#", "<%!--", "<!--", "#"), "eex"),
    ("jsp jspx gsp tag aspx ascx master", ("<%--", "<!--", "//"), "jsp"),
    ("asp", ("<!--", "'"), "", "", "varies"),
    ("pug jade", ("//-", "//"), "", "", "own line"),
    ("slim", ("/",), "", "", "own line"),
    ("haml", ("-#", "/"), "", "", "own line"),
)  # fmt: skip

# The lexers of templates, whose tags stand in a text of another language.
TEMPLATES = frozenset(
    ("jinja", "liquid", "erb", "ejs", "eex", "jsp", "blade", "razor", "handlebars")
) | {"go template", "smarty", "freemarker"}
ROWS_BY_NAME = {name: row for row in FILE_TYPES for name in "".join(row[3:4]).split()}
_TYPES_BY_ENDING: dict[str, list[FileType]] = {}
# "CODEOWNERS.md" is about CODEOWNERS, and no "Gemfile.lock" is Ruby.
_ABOUT = ("md", "txt", "json", "rdoc", "lock")
_OF_DOCKER = ("Dockerfile.", "Containerfile.")
# What an image is for: a component is called as its file, and a template or data as they are.
_OF_IMAGES = frozenset(
    ("", "c", "d", "elixir", "go", "haskell", "julia", "lua", "perl", "python", "r", "ruby", "rust")
)


def find_comment_closer(opener: str) -> str:
    """Return what closes a comment that *opener* opens, in whatever language; empty where it ends
    with its line.
    """
    return _CLOSERS.get(opener, "")


def enclose_in_comment(text: str, opener: str) -> str:
    """Return *text* as a comment, in whatever language, that *opener* opens."""
    return f"{opener} {text} {find_comment_closer(opener)}".rstrip()


def _find_types_by_ending(ending: str) -> list[FileType]:
    """Return the types of an *ending*: of a table of a hundred rows one or two are asked for."""
    types = _TYPES_BY_ENDING.get(ending)
    if types is None:
        rows = [row for row in FILE_TYPES if ending in row[0] and ending in row[0].split()]
        types = _TYPES_BY_ENDING[ending] = [FileType(*row) for row in rows]
    return types


def find_file_types(path: str) -> list[FileType]:
    """Return the languages that the file at *path* may be in, by its name; empty where the name
    does not tell.
    """
    written_name = path.rpartition("/")[2]
    name = written_name.lower()
    if name.startswith(("tsconfig.", "jsconfig.")) and name.endswith(".json"):
        name = "tsconfig.json"
    row = ROWS_BY_NAME.get(written_name) or ROWS_BY_NAME.get(name)
    if row:
        return [FileType(*row)]
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return []
    types = _find_types_by_ending(f"{stem.rpartition('.')[2]}.{ending}") or _find_types_by_ending(
        ending
    )
    # "Dockerfile.tsx" is a component and "dockerfile.go" a module, "Dockerfile.dev" and
    # "Dockerfile.go" are Dockerfiles.
    if written_name.startswith(_OF_DOCKER) and all(
        file_type.lexer in _OF_IMAGES and not file_type.placed for file_type in types
    ):
        types = []
    if types or ending in _ABOUT or stem not in ROWS_BY_NAME:
        return types
    return [FileType(*ROWS_BY_NAME[stem])]


def find_type_by_lexer(lexer: str) -> FileType:
    """Return the row of the table of languages that the *lexer* of this name reads, of several the
    one that is called so.
    """
    rows = [row for row in FILE_TYPES if row[2:3] == (lexer,)]
    named_rows = (row for row in rows if lexer in row[0].split())
    return FileType(*next(named_rows, rows[0]))


# A text's name is the path of its file, or that, this sign, and what tells its language instead:
# another name (``cell.py``), or that of a language.
_TOLD = "\0"


def join_text_name(path: str, told_by: str) -> str:
    """Return a name for a text at *path* whose language *told_by* tells (a cell of a notebook, a
    template), and not the path.
    """
    return f"{path}{_TOLD}{told_by}"


def split_text_name(name: str) -> tuple[str, str]:
    """Return the path in the *name* of a text, and what else in it tells the language, or an empty
    text.
    """
    path, _, told_by = name.partition(_TOLD)
    return path, told_by


def list_comment_openers(path: str) -> tuple[str, ...]:
    """Return what may open a comment in the languages that the file at *path* may be in."""
    types = find_file_types(path)
    if types and types[0].lexer in TEMPLATES:  # `values.yaml.gotmpl` becomes YAML
        types = [*types, *find_file_types(path.rpartition(".")[0])]
    openers = (opener for file_type in types for opener in file_type.openers)
    return tuple(dict.fromkeys(openers)) or _ANY


# Marks without which a text of such a lexer has no line that a comment may harm, besides one that
# ends with a backslash. What reads a text takes as long as the rest of a denial.
_OVER_LINES = {
    "python": ('"""', "'''"),
    "javascript": ("`", "</", "/>"),
    "typescript": ("`",),
    "go": ("`",),
    "c": ('R"',),
    "csharp": ('@"', '@$"', '"""'),
    "dart": ('"""', "'''"),
    **dict.fromkeys(("java", "kotlin", "scala", "swift"), ('"""',)),
    **dict.fromkeys(("css", "scss"), ("/*", "url(")),
    "ini": ("\\", '"', "'", "`"),
    "properties": ("\\",),
    "make": ("\\", "define"),
    "dockerfile": ("\\", "<<"),
}


# They open a text and close it: where those above a line are even, it stands in none of theirs.
_IN_PAIRS = frozenset(('"""', "'''", "`"))


def may_refuse_comment(types: Sequence[FileType], text: str, *, line: int) -> bool:
    """Tell by its *types* in the table of languages whether a file may leave *text* no room for a
    comment at a *line*, counted from 1.

    What is only in pairs by chance, as of a mark in a comment, is not told.
    """
    marks = _OVER_LINES.get(types[0].lexer, ("",)) if types else ()
    lines = text.split("\n", line)[:line]
    until_line = "\n".join(lines)
    return any(
        until_line.count(mark) % 2 or mark in lines[-1] if mark in _IN_PAIRS else mark in text
        for mark in marks
    )


def is_markdown(path: str) -> bool:
    """Tell whether the language of the file at *path* is Markdown, in whose code no comment
    hides.
    """
    return any(file_type.lexer == "markdown" for file_type in find_file_types(path))


def has_mixed_languages(path: str) -> bool:
    """Tell by the table of languages whether the file at *path* has parts in others, which take no
    comment of its type, or another one.

    A page of Markdown has code, a template programs.
    """
    types = find_file_types(path)
    return is_markdown(path) or bool(types and types[0].lexer in TEMPLATES)


def takes_own_line(types: Sequence[FileType]) -> bool:
    """Tell by its *types* in the table of languages if a file has comments on own lines only."""
    return any(file_type.placed == "own line" for file_type in types)


# What is indented more than a comment above it is a part of it: reStructuredText, Pug, Slim, Haml.
_NESTING_OPENERS = frozenset(("..", "//-", "/", "-#"))


def has_nesting_comments(path: str) -> bool:
    """Tell whether the language of *path* has comments that take in what is indented below them."""
    return any(file_type.openers[0] in _NESTING_OPENERS for file_type in find_file_types(path))


def stands_at_margin(path: str) -> bool:
    """Tell by the table of languages whether the file at *path* allows no comment on a line of its
    own to be indented.

    That of a recipe is handed to the shell, and make shows it.
    """
    return any(file_type.lexer == "make" for file_type in find_file_types(path))


def ends_paragraph(path: str) -> bool:
    """Tell by the table of languages whether the file at *path* needs a blank line behind a comment
    above other lines.

    A comment right above a package of Go is its documentation.
    """
    types = find_file_types(path)
    return bool(types) and (types[0].lexer in ("go", "mdx") or types[0].openers == ("..",))


def is_xml(path: str) -> bool:
    """Tell whether the language of the file at *path* is XML, in whose comments no two dashes
    stand.
    """
    return any(file_type.lexer == "xml" for file_type in find_file_types(path))


def find_line_comment(path: str) -> str | None:
    """Return the comment about a line, with ``{}`` for its text, in the language of the file at
    *path*; just ``{}`` where that varies.

    With a line end it goes above the line, else to its end. ``None`` where no comment is certain to
    be one: JSON, and types that are not known.
    """
    types = find_file_types(path)
    if not types or types[0].placed == "never":
        return None
    opener = types[0].openers[0]
    varies = types[0].placed == "varies" or any(
        file_type.openers[0] != opener for file_type in types
    )
    comment = "{}" if varies else enclose_in_comment("{}", opener)
    return f"{comment}\n" if takes_own_line(types) else comment


def render_comment(path: str, text: str) -> str | None:
    """Return *text* as the comment in the language of *path* that ``find_line_comment`` gives."""
    comment = find_line_comment(path)
    return comment and comment.replace("{}", text).rstrip()
